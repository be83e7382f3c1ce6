"""Dialogs that set relations of people of a world."""

from collections.abc import Collection, Sequence

from studio.editor.editor_screen import EditorScreen
from studio.people.model.names import read_names
from studio.people.model.relation_line import (
    EXAMPLE,
    RelationGuide,
    read_relation,
    relate,
    relation_rows,
    told_relation,
    unrelate,
)
from studio.people.panes.relation_matrix import RelationMatrix
from studio.project.edits.edit import Edit, find_mistake
from studio.project.edits.personas import residents_of
from studio.ui.dialogs.validated_input import ValidatedInput


async def change_relation(
    screen: EditorScreen, wanted: RelationMatrix.Wanted, marked: Collection[str]
) -> None:
    """Do what the matrix asks for; of several, those who are marked are meant."""
    match wanted.what:
        case "relate":
            await relate_two(screen, wanted.one, wanted.other)
        case "many":
            many = [who for name in sorted(marked) for who in residents_of(screen.project, name)]
            await relate_many(screen, many or [wanted.one])
        case "remove":
            remove_relation(screen, wanted.one, wanted.other)


async def relate_many(screen: EditorScreen, ones: Sequence[str]) -> None:
    """Ask in one line what some people are to others, or to each other, and set both sides."""
    if not ones:
        screen.tell("Relations are between people of this world: L adds this person.")
        return
    names = [_name(screen, who) for who in ones]
    who = ", ".join(names) if len(names) <= SHOWN else f"{len(names)} people"
    await _ask(screen, f"Relations of {who}", EXAMPLE, ones)


SHOWN = 3
"""How many names a title holds."""


async def relate_two(screen: EditorScreen, one: str, other: str) -> None:
    """Ask what somebody is to another, and set both sides."""
    rows = relation_rows(screen.project)
    how = str(rows.get((other, one), {}).get("how", ""))
    back = str(rows.get((one, other), {}).get("how", ""))
    now = f", now {how or 'nothing'} / {back or 'nothing'}" if how or back else ""
    names = [_name(screen, who) for who in (one, other)]
    example = "a role, such as friend 0.7, or both: boss / worker"
    await _ask(screen, f"{names[0]} is to {names[1]}{now}", example, (one,), other)


async def _ask(
    screen: EditorScreen, title: str, example: str, ones: Sequence[str], other: str = ""
) -> None:
    """Ask for a line; with another, it is a role alone."""
    of = f" of: {other}" if other else ""

    def make(typed: str) -> Edit:
        return relate(screen.project, read_relation(screen.project, f"{typed}{of}", ones))

    def wrong(typed: str) -> str:
        return find_mistake(screen.project, lambda: make(typed)) if typed else ""

    guide = RelationGuide(screen.project, ones, example, of)
    typed = await screen.app.push_screen_wait(
        ValidatedInput(title, example, "", wrong, guide=guide)
    )
    if typed:
        line = read_relation(screen.project, f"{typed}{of}", ones)
        told = told_relation(screen.project, line)
        if screen.do(make(typed)):
            screen.tell(f"{told}. u: undo")


def remove_relation(screen: EditorScreen, one: str, other: str) -> None:
    """Remove what two people are to each other, on both sides."""
    if screen.attempt(lambda: unrelate(screen.project, one, other)):
        screen.tell(f"Removed: {_name(screen, one)} and {_name(screen, other)}. u: undo")


def _name(screen: EditorScreen, who: str) -> str:
    return read_names(screen.project).people.name_of(who)
