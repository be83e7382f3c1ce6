"""`relations`: how close people are, whom they trust, what they think, and what moved that."""

from argparse import ArgumentParser
from collections.abc import Iterator

from msgspec.structs import replace

from latticeville.reports.arg_types import id_or_name
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.relations.rows import relation_rows
from latticeville.reports.relations.social_view import SocialView, relation_row, social_view
from latticeville.reports.report import Asked, Report, ReportError, ReportSection


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--other",
        type=id_or_name,
        metavar="ID",
        help="show only the relation to this person, and no opinions",
    )
    parser.add_argument(
        "--history", action="store_true", help="also show each change with its rule and memory"
    )


def _ask(asked: Asked) -> list[SocialView]:
    other = asked.person(asked.options.other)
    if other and other == asked.who:
        raise ReportError(
            f"nobody has a relation to themselves: give --other somebody else than {asked.who}"
        )
    people = [asked.who] if asked.who else [who for who in asked.state.minds if who != other]
    return [_view(asked, who, other) for who in people]


def _view(asked: Asked, who: str, other: str) -> SocialView:
    """Return the view of somebody, of which only the relation to another is left if there is
    one."""
    found = social_view(asked.state, who)
    return (
        replace(found, relations=(relation_row(asked.state, who, other),), opinions=())
        if other
        else found
    )


def _tell(asked: Asked, found: list[SocialView]) -> Iterator[ReportSection]:
    other, history = asked.person(asked.options.other), asked.options.history
    for one in found:
        yield ReportSection(
            f"{one.name} at tick {one.tick}", relation_rows(one, other=other, history=history)
        )


REPORT = Report(
    "relations",
    BUILT_IN["relations"],
    _ask,
    _tell,
    "relations runs/monday --agent ada --other byron --history",
    person="optional",
    at_tick=True,
    of_state=True,
    declare=_declare,
)
