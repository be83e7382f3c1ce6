"""Ask for the template of a new object kind, and return the edit that makes it."""

from latticeville.world.io.kind_templates import load_templates
from studio.editor.editor_host import EditorHost
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.workspace.documents.entries import slugify
from studio.workspace.edits.kinds import NewKind, free_kind_id

EMPTY = "-"
"""The key of the option without a template."""
_WORDS = {
    "door": "door gate hatch",
    "container": "basket bin box cabinet chest crate cupboard drawer safe wardrobe",
    "appliance": "boiler computer fan fridge heater lamp lantern machine oven radio stove television tv washer",
    "furniture": "armchair bed bench chair couch desk shelf sofa stool table",
    "food": "apple berry bread cake cheese egg fish fruit meal meat pie soup",
    "tool": "axe broom bucket hammer knife ladder pick rake rope saw shovel spade sword",
}
"""Last words of names, by the template that fits them."""


def find_template(name: str) -> str:
    """Return the template that fits a name; nothing where none is known to.

    >>> find_template("double bed")
    'furniture'
    """
    last = name.casefold().split()[-1:]
    return next((template for template, words in _WORDS.items() if {*last} & {*words.split()}), "")


async def ask_new_kind(host: EditorHost, name: str, first: str = "") -> NewKind | None:
    """Ask what a new kind extends, with the template `first` on top; None where that is cancelled."""
    options = [Option(EMPTY, "Empty", "one state, no transitions")]
    options += [Option(base, base.capitalize(), "template") for base in load_templates()]
    options.sort(key=lambda one: one.key != first)
    base = await host.app.push_screen_wait(OptionDialog(f"Template for “{name}”", options, search=False))
    if not base:
        return None
    new = free_kind_id(host.project, slugify(name) or "thing")
    if base != EMPTY:
        return NewKind(new, {"name": name, "extends": base})
    return NewKind(new, {"name": name, "glyph": new[0], "start": "idle", "states": {"idle": {}}})
