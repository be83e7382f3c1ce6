"""Relations typed as one line: both sides are set, and what is wrong is refused in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studio.people.model.relation_line import (
    COUNTERPARTS,
    RelationGuide,
    read_relation,
    relate,
    relation_rows,
    relation_values,
    role_in,
    unrelate,
)
from studio.project.documents.project import Project
from studio.project.edits.edit import EditRefusedError
from tests.people.test_day import ville

__all__ = ["ville"]


def side(project: Project, who: str, other: str) -> str:
    return str(relation_rows(project)[who, other]["how"])


def done(project: Project, typed: str, *ones: str) -> Project:
    return relate(project, read_relation(project, typed, ones)).apply(project)


@pytest.mark.parametrize(
    ("typed", "ones", "how", "back"),
    [
        ("mother", ("ada",), "mother", "child"),
        ("parents", ("ada",), "parent", "child"),
        ("boss / worker", ("ada",), "boss", "worker"),
        ("Friend", ("ada",), "Friend", "friend"),
        ("niece", ("ada",), "niece", "aunt or uncle"),
    ],
)
def test_both_sides_are_set_as_one_edit(
    ville: Project, typed: str, ones: tuple[str, ...], how: str, back: str
) -> None:
    after = done(ville, f"{typed} of: Juno", *ones)
    assert (side(after, "juno", "ada"), side(after, "ada", "juno")) == (how, back)


def test_closeness_and_trust_are_numbers_behind_the_role(ville: Project) -> None:
    after = done(ville, "rival 0.1, 0.2 of Juno, Dax", "ada")
    rows = relation_rows(after)
    for other in ("juno", "dax"):
        assert relation_values(rows["ada", other]) == {"closeness": 0.1, "trust": 0.2}
    assert relation_values(rows["ada", "byron"]) == relation_values(
        relation_rows(ville)["ada", "byron"]
    )


def test_a_view_that_is_written_stays(ville: Project) -> None:
    view = relation_rows(ville)["ada", "byron"]["view"]
    assert view
    assert relation_rows(done(ville, "rival of: Byron", "ada"))["ada", "byron"] == {
        "who": "byron",
        "how": "rival",
        "view": view,
    }


def test_people_are_related_among_themselves_and_by_name(ville: Project) -> None:
    after = done(ville, "cousins", "ada", "juno", "dax")
    assert {side(after, *pair) for pair in (("ada", "juno"), ("juno", "dax"), ("dax", "ada"))} == {
        "cousin"
    }
    assert side(done(ville, "Juno, Dax: pupils of: Ada"), "juno", "ada") == "teacher"


def test_a_removed_relation_is_gone_on_both_sides(ville: Project) -> None:
    after = unrelate(ville, "byron", "ada").apply(ville)
    rows = relation_rows(after)
    assert ("ada", "byron") not in rows
    assert ("byron", "ada") not in rows
    assert len(rows) == len(relation_rows(ville)) - 2
    with pytest.raises(EditRefusedError, match="no relation"):
        unrelate(after, "ada", "byron")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("parent of: Junno", "no person “Junno”; did you mean “Juno"),
        ("pianist of: Juno", "say what the other is to them, too: pianist / customer"),
        ("friend", "type of whom: friend of: NAME, NAME"),
        ("friend 1.5 of: Juno", "from 0 to 1"),
        ("", "type what they are to others"),
        (": Juno", "type what they are to others"),
    ],
)
def test_what_is_wrong_is_refused_with_a_sentence(ville: Project, typed: str, said: str) -> None:
    with pytest.raises(EditRefusedError) as refused:
        read_relation(ville, typed, ("ada",))
    assert said in str(refused.value)


@given(st.text("Ada Juno:,of/ 0.5|friend", max_size=30), st.integers(0, 30))
def test_whatever_is_typed_is_read_or_refused(ville: Project, text: str, cursor: int) -> None:
    guide = RelationGuide(ville, ("ada",), "")
    guide.place(text, min(cursor, len(text)))
    guide.mistake_at(text)
    try:
        line = read_relation(ville, text, ("ada",))
    except EditRefusedError:
        return
    after = relate(ville, line).apply(ville)
    for one, other in line.pairs:
        assert side(after, other, one) in (line.how, line.back)


def test_the_counterpart_of_a_counterpart_is_of_the_same_sort() -> None:
    for role, other in COUNTERPARTS.items():
        assert COUNTERPARTS[COUNTERPARTS[COUNTERPARTS[other]]] == COUNTERPARTS[other], role


def test_the_role_in_words() -> None:
    assert role_in("friend, and the man who makes her coffee") == "friend"
    assert role_in("his pianist") == "pianist"
    assert role_in("") == ""
