"""Renames go through the expressions of measures, and leave there what only looks like the name."""

import pytest

from latticeville.measures.expression import KEYS
from latticeville.measures.expression_names import TERMS, split_at_name
from studio.project.documents.project import WORLD
from studio.project.documents.references import find_mentions
from studio.project.edits.edit import Edit
from studio.project.edits.kinds import RenameCounter, RenameKind, RenameState
from studio.project.edits.personas import RenamePersona
from studio.project.edits.placements import RenameId
from studio.project.project_checks import find_problems
from tests.project.hall import FILES, done, hall

HALL = FILES["world.toml"].replace('id = "urn"\nkind = "urn"', 'id = "samovar"\nkind = "urn"')


def measured(*expressions: str) -> str:
    """Return the hall with measures."""
    tables = (
        f"\n[[measures]]\nid = \"m{place}\"\nexpression = '{text}'\n"
        for place, text in enumerate(expressions)
    )
    return HALL + "".join(tables)


CASES: list[tuple[Edit, str, str]] = [
    (RenameId("hall", "room"), "in:hall>=2 and in:ada=hall", "in:room>=2 and in:ada=room"),
    (RenameId("hall", "room"), "event:moved and area:hall", "event:moved and area:room"),
    (RenameId("hall", "room"), "believes:ada.bob=hall", "believes:ada.bob=room"),
    (RenameId("hall", "room"), "in:hall=2 or in:key=hall", "in:room=2 or in:key=room"),
    (
        RenameId("hall", "room"),
        'doing:ada="hall" or phrase:hall',
        'doing:ada="hall" or phrase:hall',
    ),
    (RenameId("bob", "rob"), "closeness:bob.ada>=0.5", "closeness:rob.ada>=0.5"),
    (RenameId("bob", "rob"), "trust:ada.bob<0 or near:bob", "trust:ada.rob<0 or near:rob"),
    (RenameId("bob", "rob"), "near:bob=ada and near:ada=bob", "near:rob=ada and near:ada=rob"),
    (
        RenameId("bob", "rob"),
        'doing:bob="bob" and on:bob=grass',
        'doing:rob="bob" and on:rob=grass',
    ),
    (
        RenameId("bob", "rob"),
        "event:said and (who:bob or to:bob)",
        "event:said and (who:rob or to:rob)",
    ),
    (
        RenameId("bob", "rob"),
        "has:bob=tea and memories:bob=plan",
        "has:rob=tea and memories:rob=plan",
    ),
    (RenameId("bob", "rob"), 'knows:bob="bob"', 'knows:rob="bob"'),
    (RenameId("samovar", "pot"), "state:samovar=hot", "state:pot=hot"),
    (RenameId("samovar", "pot"), "state:samovar.cups", "state:pot.cups"),
    (RenameId("samovar", "pot"), "believes:ada.samovar=hot", "believes:ada.pot=hot"),
    (RenameKind("urn", "kettle"), "in:urn=hall", "in:kettle=hall"),
    (RenameKind("key", "latch"), "has:ada=key", "has:ada=latch"),
    (RenameState("urn", "hot", "warm"), "not state:samovar!=hot", "not state:samovar!=warm"),
    (RenameState("urn", "hot", "warm"), "believes:ada.samovar=hot", "believes:ada.samovar=warm"),
    (RenameState("key", "shiny", "hot"), "state:samovar=hot", "state:samovar=hot"),
    (RenameCounter("urn", "cups", "mugs"), "state:samovar.cups<3", "state:samovar.mugs<3"),
    (RenamePersona("ada", "eve"), "in:ada=hall and near:ada", "in:eve=hall and near:eve"),
]


@pytest.mark.parametrize(("edit", "text", "wanted"), CASES)
def test_a_rename_reaches_a_measure(edit: Edit, text: str, wanted: str) -> None:
    before = hall(world_toml=measured(text, "in:lawn"))
    assert [one for one in find_problems(before) if one.code == "bad-expression"] == []
    after = done(before, edit)
    assert [one["expression"] for one in after.data(WORLD)["measures"]] == [wanted, "in:lawn"]


def test_who_deletes_an_area_is_told_of_the_measure() -> None:
    [mention] = (
        one
        for one in find_mentions(hall(world_toml=measured("in:nook")), "area", "nook")
        if one.file == WORLD and one.path[0] == "measures"
    )
    assert mention.path == ("measures", 0, "expression")


def test_every_term_that_names_something_is_known() -> None:
    """The others name nothing that the studio can rename."""
    assert {*KEYS} - {*TERMS} == {
        *("event", "phrase", "weather", "time", "matter", "storyline", "scene", "measure")
    }


def test_nothing_is_lost_where_a_text_is_no_expression() -> None:
    for text in ("", "in:", "((", "hall hall", 'in:"hall', "in:hallway and xin:hall"):
        assert "hall".join(split_at_name(text, "hall", {"area", "person"})) == text
