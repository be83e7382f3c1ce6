"""Dialogs of the map workbench: go to, fields, legend, delete, resize."""

import re
from collections.abc import Mapping, Sequence
from functools import partial

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from studio.map.model.layer_filter import LAYERS, LayerFilter
from studio.map.workbench import MapWorkbench
from studio.project.documents.references import Named, find_mentions
from studio.project.edits.areas import DeleteArea, describe_deletion
from studio.project.edits.edit import EditRefusedError
from studio.project.edits.legend import AddTile, RemoveTile, read_legend
from studio.project.edits.placements import DeleteEntries
from studio.project.edits.resize import Resize, describe_losses, shift_map
from studio.project.fields import FormField, FormSubject, field_edit
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.validated_input import ValidatedInput

_CELL = re.compile(r"\s*(\d+)\s*[,; ]\s*(\d+)\s*")
_SIDE = re.compile(r"(left|right|top|bottom)\s*([+-]?\d{1,5})[\s,;]*")
_SHIFT = re.compile(r"shift\s*([+-]?\d{1,5})[\s,;]+([+-]?\d{1,5})")
_NAMED: Mapping[str, Named] = {"objects": "object", "people": "person"}
_SHOWN = 7
"""Lines of a list that are shown before the others are counted."""


async def ask_place(bench: MapWorkbench) -> None:
    """Ask for a cell or for letters of a name, and go there."""
    options = [Option(name, called, name) for name, called in bench.map_model.iter_names()]
    pick = OptionDialog("Go to", options, free=_CELL)
    written: str | None = await bench.app.push_screen_wait(pick)
    if not written:
        return
    cell = _CELL.fullmatch(written)
    if cell:
        bench.map_pane.go(Cell(int(cell[1]), int(cell[2])))
    else:
        bench.found = pick.fitting
        bench.select(written, reveal=True)
    bench.focus_pane("draw")
    if not cell and len(bench.found) < len(options):
        place = bench.found.index(written) + 1
        bench.tell(f"{place} of {len(bench.found)} found · n next · N previous")


def find_on(bench: MapWorkbench, way: int) -> None:
    """Select the next one found, or the one before."""
    names = [name for name in bench.found if bench.map_model.boxes_of(name)]
    if names:
        known = bench.selected in names
        place = (names.index(bench.selected) + way) % len(names) if known else 0
        bench.select(names[place], reveal=True)


async def change_field(
    bench: MapWorkbench, about: FormSubject, field: FormField, *, clear: bool
) -> None:
    """Ask for another value of a field, checked as it is typed; a flag is turned at once."""
    if clear or field.flag:
        turned = "false" if field.text == "true" else "true"
        _set_field(bench, about, field.key, "" if clear else turned)
        return

    def wrong(typed: str) -> str:
        try:
            field_edit(bench.project, about, field.key, typed).apply(bench.project)
        except EditRefusedError as refused:
            return str(refused)
        return ""

    title = f"{field.key} of {f'{len(about.ids)} {about.sort}' if about.more else about.name}"
    fill = ValidatedInput(title, field.help, field.text, wrong, field.options)
    typed: str | None = await bench.app.push_screen_wait(fill)
    if typed is not None:
        _set_field(bench, about, field.key, typed)


def _set_field(bench: MapWorkbench, about: FormSubject, key: str, typed: str) -> None:
    try:
        change = field_edit(bench.project, about, key, typed)
    except EditRefusedError as refused:
        bench.tell(f"{key}: {refused}")
        return
    if not bench.do(change):
        return
    if key in ("id", "glyph"):
        about = about._replace(name=typed)
    if about.sort == "legend":
        bench.show_fields(about)
    else:
        bench.select(about.name, also=about.more)


async def delete_selected(bench: MapWorkbench) -> None:
    """Empty the selected cells, or delete what is selected after saying what goes with it."""
    if bench.map_pane.tools.clear() or not bench.selected:
        return
    if bench.selected in bench.map_model.areas.by_id:
        await _delete_area(bench, bench.selected)
    else:
        _delete_placed(
            bench, tuple(name for name in bench.selection if name in bench.map_model.spots)
        )


async def _delete_area(bench: MapWorkbench, name: str) -> None:
    told = describe_deletion(bench.project, name)
    options = [Option("", "Cancel"), Option("area", "Delete the area alone")]
    if told:
        options.append(Option("all", "Delete it and everything in it"))
    text = _first_lines(told) or "It is empty."
    ask = OptionDialog(f"Delete {bench.map_model.name_of(name)}?", options, text=text, search=False)
    way = await bench.app.push_screen_wait(ask)
    if way and bench.do(DeleteArea(name, contents=way == "all")):
        bench.select("")


def _delete_placed(bench: MapWorkbench, gone: tuple[str, ...]) -> None:
    """Delete objects and people, and say how many places still speak of them."""
    sorts = {name: _NAMED[bench.map_model.spots[name].entry.sort] for name in gone}
    spoken = sum(len(find_mentions(bench.project, sort, name)) for name, sort in sorts.items())
    if bench.do(DeleteEntries(gone)):
        told = f"Deleted {', '.join(gone[:3])}{f' and {len(gone) - 3} more' if gone[3:] else ''}."
        still = "s still refer" if spoken > 1 else " still refers"
        bench.tell(told + (f" {spoken} place{still} to it: see Problems." if spoken else ""))


async def ask_size(bench: MapWorkbench) -> None:
    """Ask for a side and a number of rows or columns; name first what would fall off."""
    example = "right +10 · top -2 left +4 · shift 3,-2; losses are listed first"
    fill = ValidatedInput("Resize or shift the map", example, "", partial(_wrong_size, bench))
    written = await bench.app.push_screen_wait(fill)
    if not written:
        return
    change = _resizing(bench, written)
    lost = describe_losses(bench.project, change)
    if lost:
        options = [Option("", "Cancel"), Option("cut", "Resize anyway")]
        ask = OptionDialog("Resizing would remove", options, text=_first_lines(lost), search=False)
        if not await bench.app.push_screen_wait(ask):
            return
    bench.do(change)


def _wrong_size(bench: MapWorkbench, written: str) -> str:
    """Say what is wrong with another size, and in the footer how much would fall off."""
    try:
        lost = describe_losses(bench.project, _resizing(bench, written)) if written else ()
    except EditRefusedError as refused:
        return str(refused)
    cut = f"{len(lost)} would be removed or cut; the next step lists them."
    bench.tell(cut if lost else "Nothing would be removed.")
    return ""


def _resizing(bench: MapWorkbench, written: str) -> Resize:
    """Return the change that was written; what is new gets the commonest ground there."""
    change = _read_resize(written, bench.map_pane.tool_state.ground)
    rows, tiles = [*bench.project.map], bench.map_model.tiles
    edges = (
        (change.top, rows[:1]),
        (change.bottom, rows[-1:]),
        (change.left, [row[:1] for row in rows]),
        (change.right, [row[-1:] for row in rows]),
    )
    edge = "".join(text for more, line in edges if more > 0 for text in line)
    ground = [glyph for glyph in dict.fromkeys(edge) if glyph in tiles and tiles[glyph].walkable]
    return replace(change, fill=max(ground, key=edge.count)) if ground else change


async def ask_layers(bench: MapWorkbench) -> None:
    """Ask which layer to show, hide or lock."""
    pane, found = bench.map_pane, dict[str, LayerFilter]()
    shown = pane.layer_filter
    for layer in LAYERS:
        see = "Show" if layer in shown.hidden else "Hide"
        lock = "Unlock" if layer in shown.locked else "Lock"
        found[f"{see} {layer}"] = shown.toggle(layer, lock=False)
        found[f"{lock} {layer}"] = shown.toggle(layer, lock=True)
    ask = OptionDialog("Layers", [Option(name, name) for name in found], search=False)
    chosen = await bench.app.push_screen_wait(ask)
    if chosen:
        pane.set_layers(found[chosen])
        bench.tell(_told(found[chosen]))


def edit_tile(bench: MapWorkbench, glyph: str) -> None:
    """Show the fields of a glyph, to be changed."""
    bench.show_fields(FormSubject("legend", glyph))
    bench.focus_pane("form")


def remove_tile(bench: MapWorkbench, glyph: str) -> None:
    """Take a glyph out of the legend; its cells get the eraser's, or the one in use."""
    state = bench.map_pane.tool_state
    bench.do(RemoveTile(glyph, state.ground if state.ground != glyph else state.ink))


async def add_tile(bench: MapWorkbench) -> None:
    """Ask for a new glyph and its name, and draw with it."""

    def wrong(typed: str) -> str:
        glyph, _, name = typed.partition(" ")
        if len(glyph) != 1 or not name.strip():
            return "type the glyph, a space and its name: % rubble"
        known = glyph in read_legend(bench.project)
        return f"“{glyph}” is already in the legend" if known else ""

    fill = ValidatedInput(
        "New glyph", "Glyph, space, name; press e later to edit the rest.", "", wrong
    )
    glyph, _, name = (await bench.app.push_screen_wait(fill) or "").partition(" ")
    if glyph and bench.do(AddTile(glyph, {"name": name.strip()})):
        tools = bench.map_pane.tools
        tools.take(replace(tools.state, ink=glyph))


def _first_lines(told: Sequence[str]) -> str:
    """Return the first of many lines, and how many there are more."""
    more = f"\n… and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    return "\n".join(told[:_SHOWN]) + more


def _read_resize(written: str, fill: str) -> Resize:
    """Return the change that was written, or refuse."""
    shifted = _SHIFT.fullmatch(written.strip())
    if shifted:
        return shift_map(int(shifted[1]), int(shifted[2]), fill)
    sides = {found[1]: int(found[2]) for found in _SIDE.finditer(written)}
    if not sides or _SIDE.sub("", written).strip():
        raise EditRefusedError("type a side and a number, such as right +10 or top -2")
    return Resize(**sides, fill=fill)


def _told(shown: LayerFilter) -> str:
    """Say which layers are hidden, and which are locked."""
    known = (("hidden", shown.hidden), ("locked", shown.locked))
    parts = [f"{word}: {', '.join(sorted(names))}" for word, names in known if names]
    return " · ".join(parts).capitalize() or "All layers are visible and unlocked."
