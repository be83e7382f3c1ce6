"""Dialogs of the map workbench: go to, fields, legend, delete, resize."""

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from studio.editor.editor_host import EditorHost
from studio.map.model.layer_filter import LAYERS, LayerFilter
from studio.map.model.map_model import MapModel
from studio.map.panes.map_editor import MapEditor
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


class MapHost(EditorHost, Protocol):
    """The map workbench, as its dialogs see it."""

    map_model: MapModel

    @property
    def selection(self) -> tuple[str, ...]:
        """The ids of all that is selected."""

    @property
    def selected(self) -> str:
        """The id of what was selected first, or ""."""

    @property
    def map_pane(self) -> MapEditor:
        """The map."""

    def select(self, name: str, *, reveal: bool = False, also: tuple[str, ...] = ()) -> None:
        """Select somebody or something, and others with it; "" selects nothing."""

    def show_fields(self, about: FormSubject) -> None:
        """Show the fields of something that is not selected."""


class MapDialogs:
    """Asks, and does what was answered."""

    def __init__(self, host: MapHost) -> None:
        self._host = host
        self._found: tuple[str, ...] = ()
        """What fitted the letters that were typed last, best first."""

    async def go_to(self) -> None:
        """Ask for a cell or for letters of a name, and go there."""
        host = self._host
        options = [Option(name, called, name) for name, called in host.map_model.iter_names()]
        pick = OptionDialog("Go to", options, free=_CELL)
        written: str | None = await host.app.push_screen_wait(pick)
        if not written:
            return
        cell = _CELL.fullmatch(written)
        if cell:
            host.map_pane.go(Cell(int(cell[1]), int(cell[2])))
        else:
            self._found = pick.fitting
            host.select(written, reveal=True)
        host.focus_pane("draw")
        if not cell and len(self._found) < len(options):
            place = self._found.index(written) + 1
            host.tell(f"{place} of {len(self._found)} found · n next · N previous")

    def find_on(self, way: int) -> None:
        """Select the next one found, or the one before."""
        host = self._host
        names = [name for name in self._found if host.map_model.boxes_of(name)]
        if names:
            known = host.selected in names
            place = (names.index(host.selected) + way) % len(names) if known else 0
            host.select(names[place], reveal=True)

    async def change_field(self, about: FormSubject, field: FormField, *, clear: bool) -> None:
        """Ask for another value of a field, checked as it is typed; a flag is turned at once."""
        if clear or field.flag:
            turned = "false" if field.text == "true" else "true"
            self._set(about, field.key, "" if clear else turned)
            return

        def wrong(typed: str) -> str:
            try:
                field_edit(self._host.project, about, field.key, typed).apply(self._host.project)
            except EditRefusedError as refused:
                return str(refused)
            return ""

        title = f"{field.key} of {f'{len(about.ids)} {about.sort}' if about.more else about.name}"
        fill = ValidatedInput(title, field.help, field.text, wrong, field.options)
        typed: str | None = await self._host.app.push_screen_wait(fill)
        if typed is not None:
            self._set(about, field.key, typed)

    def _set(self, about: FormSubject, key: str, typed: str) -> None:
        host = self._host
        try:
            change = field_edit(host.project, about, key, typed)
        except EditRefusedError as refused:
            host.tell(f"{key}: {refused}")
            return
        if not host.do(change):
            return
        if key in ("id", "glyph"):
            about = about._replace(name=typed)
        if about.sort == "legend":
            host.show_fields(about)
        else:
            host.select(about.name, also=about.more)

    async def delete(self) -> None:
        """Empty the selected cells, or delete what is selected after saying what goes with it."""
        host = self._host
        if host.map_pane.tools.clear() or not host.selected:
            return
        if host.selected in host.map_model.areas.by_id:
            await self._delete_area(host.selected)
        else:
            self._delete_placed(
                tuple(name for name in host.selection if name in host.map_model.spots)
            )

    async def _delete_area(self, name: str) -> None:
        host = self._host
        told = describe_deletion(host.project, name)
        options = [Option("", "Cancel"), Option("area", "Delete the area alone")]
        if told:
            options.append(Option("all", "Delete it and everything in it"))
        text = _first_lines(told) or "It is empty."
        ask = OptionDialog(
            f"Delete {host.map_model.name_of(name)}?", options, text=text, search=False
        )
        way = await host.app.push_screen_wait(ask)
        if way and host.do(DeleteArea(name, contents=way == "all")):
            host.select("")

    def _delete_placed(self, gone: tuple[str, ...]) -> None:
        """Delete objects and people, and say how many places still speak of them."""
        host = self._host
        sorts = {name: _NAMED[host.map_model.spots[name].entry.sort] for name in gone}
        spoken = sum(len(find_mentions(host.project, sort, name)) for name, sort in sorts.items())
        if host.do(DeleteEntries(gone)):
            told = (
                f"Deleted {', '.join(gone[:3])}{f' and {len(gone) - 3} more' if gone[3:] else ''}."
            )
            still = "s still refer" if spoken > 1 else " still refers"
            host.tell(told + (f" {spoken} place{still} to it: see Problems." if spoken else ""))

    async def resize(self) -> None:
        """Ask for a side and a number of rows or columns; name first what would fall off."""
        host = self._host
        example = "right +10 · top -2 left +4 · shift 3,-2; losses are listed first"
        fill = ValidatedInput("Resize or shift the map", example, "", self._wrong_size)
        written = await host.app.push_screen_wait(fill)
        if not written:
            return
        change = self._resizing(written)
        lost = describe_losses(host.project, change)
        if lost:
            options = [Option("", "Cancel"), Option("cut", "Resize anyway")]
            ask = OptionDialog(
                "Resizing would remove", options, text=_first_lines(lost), search=False
            )
            if not await host.app.push_screen_wait(ask):
                return
        host.do(change)

    def _wrong_size(self, written: str) -> str:
        """Say what is wrong with another size, and in the footer how much would fall off."""
        try:
            lost = describe_losses(self._host.project, self._resizing(written)) if written else ()
        except EditRefusedError as refused:
            return str(refused)
        cut = f"{len(lost)} would be removed or cut; the next step lists them."
        self._host.tell(cut if lost else "Nothing would be removed.")
        return ""

    def _resizing(self, written: str) -> Resize:
        """Return the change that was written; what is new gets the commonest ground there."""
        host = self._host
        change = _read_resize(written, host.map_pane.tool_state.ground)
        rows, tiles = [*host.project.map], host.map_model.tiles
        edges = (
            (change.top, rows[:1]),
            (change.bottom, rows[-1:]),
            (change.left, [row[:1] for row in rows]),
            (change.right, [row[-1:] for row in rows]),
        )
        edge = "".join(text for more, line in edges if more > 0 for text in line)
        ground = [
            glyph for glyph in dict.fromkeys(edge) if glyph in tiles and tiles[glyph].walkable
        ]
        return replace(change, fill=max(ground, key=edge.count)) if ground else change

    async def layers(self) -> None:
        """Ask which layer to show, hide or lock."""
        pane, found = self._host.map_pane, dict[str, LayerFilter]()
        shown = pane.layer_filter
        for layer in LAYERS:
            see = "Show" if layer in shown.hidden else "Hide"
            lock = "Unlock" if layer in shown.locked else "Lock"
            found[f"{see} {layer}"] = shown.toggle(layer, lock=False)
            found[f"{lock} {layer}"] = shown.toggle(layer, lock=True)
        ask = OptionDialog("Layers", [Option(name, name) for name in found], search=False)
        chosen = await self._host.app.push_screen_wait(ask)
        if chosen:
            pane.set_layers(found[chosen])
            self._host.tell(_told(found[chosen]))

    def edit_tile(self, glyph: str) -> None:
        """Show the fields of a glyph, to be changed."""
        self._host.show_fields(FormSubject("legend", glyph))
        self._host.focus_pane("form")

    def remove_tile(self, glyph: str) -> None:
        """Take a glyph out of the legend; its cells get the eraser's, or the one in use."""
        state = self._host.map_pane.tool_state
        self._host.do(RemoveTile(glyph, state.ground if state.ground != glyph else state.ink))

    async def add_tile(self) -> None:
        """Ask for a new glyph and its name, and draw with it."""
        host = self._host

        def wrong(typed: str) -> str:
            glyph, _, name = typed.partition(" ")
            if len(glyph) != 1 or not name.strip():
                return "type the glyph, a space and its name: % rubble"
            known = glyph in read_legend(host.project)
            return f"“{glyph}” is already in the legend" if known else ""

        fill = ValidatedInput(
            "New glyph", "Glyph, space, name; press e later to edit the rest.", "", wrong
        )
        glyph, _, name = (await host.app.push_screen_wait(fill) or "").partition(" ")
        if glyph and host.do(AddTile(glyph, {"name": name.strip()})):
            tools = host.map_pane.tools
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
