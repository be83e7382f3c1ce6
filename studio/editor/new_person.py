"""Ask who a new person is, or where somebody of another world lives here."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from studio.editor.editor_screen import EditorScreen
from studio.project.documents.entries import free_id, list_entries, slugify
from studio.project.documents.project import WORLD, Project, persona_name
from studio.project.documents.references import resident_personas
from studio.project.edits.personas import NewPersona
from studio.project.edits.settle import SettlePersona
from studio.project.edits.values import InsertValue
from studio.project.fields import persona_names
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.text_dialog import TextPrompt

NOWHERE = "\n"
"""The key of the option that no place is."""
COLORS = (
    "amber",
    "sky",
    "lime",
    "rose",
    "teal",
    "violet",
    "coral",
    "indigo",
    "olive",
    "cyan",
)
"""Colours of new people, in the order in which they are given."""


class Places(NamedTuple):
    """Where somebody lives and works; "" is nowhere."""

    home: str
    work: str


def next_color(project: Project) -> str:
    """Return the first colour that fewest people of the world have."""
    worn = [persona.get("color") for persona in resident_personas(project).values()]
    return min(COLORS, key=worn.count)


def new_persona_id(project: Project, name: str) -> str:
    """Return a free id for a persona: its first word."""
    first = slugify(name.split(" ", maxsplit=1)[0]) or "somebody"
    return free_id(project, first, *persona_names(project))


async def ask_new_persona(
    screen: EditorScreen, name: str, places: Places | None
) -> NewPersona | None:
    """Ask what somebody new is like and wants; None where that or the places were cancelled."""
    if places is None:
        return None
    ask = TextPrompt(f"About {name}, in a sentence", "such as: She paints and talks to everybody.")
    about: str | None = await screen.app.push_screen_wait(ask)
    if about is None:
        return None
    ask = TextPrompt(f"What {name} wants most", "such as: an exhibition in the café")
    wish: str | None = await screen.app.push_screen_wait(ask)
    if wish is None:
        return None
    return _new_persona(screen.project, name, places, {"about": about, "aspiration": wish})


async def ask_new_people(
    screen: EditorScreen, names: Sequence[str], places: Places
) -> tuple[NewPersona, ...]:
    """Ask what each of several new people is like; esc leaves that open for the rest."""
    project, made, about = screen.project, list[NewPersona](), ""
    for place, name in enumerate(names):
        if about is not None:
            title = f"About {name}, in a sentence ({place + 1} of {len(names)})"
            ask = TextPrompt(title, "such as: She paints and talks to everybody. esc: all later")
            about = await screen.app.push_screen_wait(ask)
        one = _new_persona(project, name, places, {"about": about or ""})
        made.append(one)
        project = one.apply(project)
        if places.home:
            row = InsertValue(WORLD, ("people", 1 << 30), {"persona": one.id})
            project = row.apply(project)
    return tuple(made)


def _new_persona(
    project: Project, name: str, places: Places, texts: Mapping[str, str]
) -> NewPersona:
    """Return the edit that writes somebody new."""
    told = {
        "name": name,
        "color": next_color(project),
        "home": places.home,
        "work": places.work,
        **texts,
    }
    table = {key: text for key, text in told.items() if text}
    return NewPersona(new_persona_id(project, name), table)


async def ask_settled(screen: EditorScreen, persona: str, near: str = "") -> SettlePersona | None:
    """Ask where somebody of another world lives and works here; None where that is cancelled."""
    project = screen.project
    places = await ask_places(screen, persona_name(project, persona), near)
    if places is None:
        return None
    return SettlePersona(persona, new_persona_id(project, persona), *places)


async def ask_places(screen: EditorScreen, name: str, near: str = "") -> Places | None:
    """Ask where somebody lives and works, and offer the area `near` first; None where that is
    cancelled."""
    if not _areas(screen.project):
        return Places("", "")
    home = await ask_home(screen, name, "they can get one later (People)", near)
    if home is None:
        return None
    if home == NOWHERE:
        return Places("", "")
    work = await _ask_work(screen, name, home)
    return None if work is None else Places(home, "" if work == NOWHERE else work)


async def ask_home(screen: EditorScreen, name: str, without: str, near: str = "") -> str | None:
    """Ask for the area where somebody lives; NOWHERE is one of the answers."""
    options = sorted(_areas(screen.project), key=lambda one: one.key != near)
    options.append(Option(NOWHERE, "No home yet", without))
    return await screen.app.push_screen_wait(OptionDialog(f"Home of {name}", options))


async def _ask_work(screen: EditorScreen, name: str, home: str) -> str | None:
    """Ask for the area where somebody works; NOWHERE where there is none but the home."""
    others = [one for one in _areas(screen.project) if one.key != home]
    if not others:
        return NOWHERE
    none = Option(NOWHERE, "No work place", "their day follows from what they are like")
    return await screen.app.push_screen_wait(OptionDialog(f"Work place of {name}", [none, *others]))


def _areas(project: Project) -> list[Option]:
    areas = list_entries(project, "areas").values()
    return [Option(one.id, str(one.table.get("name", one.id)), one.id) for one in areas]
