"""How two frozen values differ: where, in words, and as far as words show it."""

import pytest
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.mind import Conversation, InnerState, Mind, Social
from latticeville.mind.relation import Relations, RelationState
from latticeville.mind.resource_beliefs import ResourceBelief, ResourceBeliefs
from latticeville.reports.diff.differences import DifferenceBuilder, Example
from latticeville.reports.diff.digest_parts import value_differences
from latticeville.reports.diff.mind_differences import inner_examples
from latticeville.reports.diff.outcome import MeasureComparison, OutcomeComparison, outcome_rows
from latticeville.sim.first_state import initial_state
from latticeville.world.load import load_world
from tests.reports.runs import SQUARE


def told(one: object, other: object) -> dict[str, tuple[str, str]]:
    """Return the differences of two values by the words of their path."""
    return {
        " ".join((*each.fields, *each.places)): each.sides for each in value_differences(one, other)
    }


def test_a_difference_has_its_path() -> None:
    one = Social({"ada": 3, "bob": 4}, Conversation(("ada",), lines=("Hello.",)))
    other = Social({"ada": 3, "cy": 5}, Conversation(("ada",), spoke=2))
    assert told(one, other) == {
        "met bob": ("4", "nothing"),
        "met cy": ("nothing", "5"),
        "talk lines": ("Hello.", "nothing"),
        "talk spoke": ("0", "2"),
    }


def test_items_are_counted_from_0() -> None:
    some = [MemoryRecord(tick, "observation", f"Tick {tick}.", 1, "square") for tick in range(3)]
    found = told(MemoryStream(some), MemoryStream(some[:2]))
    assert [*found] == ["#2 of 3 and 2"]
    assert found["#2 of 3 and 2"][1] == "nothing"


@pytest.mark.parametrize(
    ("one", "other"),
    [(InnerState(needs={"rest": 0.401}), InnerState(needs={"rest": 0.404})), ("", None), ((), "")],
)
def test_what_is_told_alike_does_not_differ(one: object, other: object) -> None:
    assert one != other
    assert told(one, other) == {}


def minds(one: Social | InnerState, other: Social | InnerState) -> list[Example]:
    """Return how two minds that differ in one part differ."""
    mind = initial_state(load_world(SQUARE)).minds["mina"]
    return list(inner_examples(7, _with(mind, one), _with(mind, other)))


def _with(mind: Mind, part: Social | InnerState) -> Mind:
    return replace(mind, social=part) if isinstance(part, Social) else replace(mind, inner=part)


def test_a_field_of_a_mind_is_one_example_in_words() -> None:
    (needs,) = minds(
        InnerState(needs={"rest": 0.4, "food": 1.0}), InnerState(needs={"rest": 0.5, "food": 1.0})
    )
    assert (needs.about, needs.sides) == ("needs", ("rest 0.40", "rest 0.50"))
    (talk,) = minds(Social(), Social(talk=Conversation(("otto",), spoke=4)))
    assert (talk.about, talk.sides) == ("talks with", ("nothing", "others otto, spoke 4"))
    assert minds(InnerState(needs={"rest": 0.401}), InnerState(needs={"rest": 0.404})) == []


def test_relations_are_part_of_a_mind() -> None:
    mind = initial_state(load_world(SQUARE)).minds["mina"]
    near = Relations({"otto": RelationState({"closeness": 0.404, "trust": 0.5})})
    found = Relations({"otto": RelationState({"closeness": 0.4, "trust": 0.6})})
    (told,) = inner_examples(7, replace(mind, relations=near), replace(mind, relations=found))
    assert (told.about, told.sides) == (
        "relations",
        ("otto values trust 0.50", "otto values trust 0.60"),
    )


def test_beliefs_of_resources_are_part_of_a_mind() -> None:
    mind = initial_state(load_world(SQUARE)).minds["mina"]
    some, others = (ResourceBelief("food", Cell(3, 4), units, 12) for units in (7, 9))
    known, since = (ResourceBeliefs({one.key: one}) for one in (some, others))
    (told,) = inner_examples(7, replace(mind, resources=known), replace(mind, resources=since))
    assert (told.about, told.sides) == ("resources", ("food at 3,4 7", "food at 3,4 9"))
    told_later = ResourceBeliefs({some.key: replace(some, seen=14)})
    assert not [
        *inner_examples(7, replace(mind, resources=known), replace(mind, resources=told_later))
    ]


def test_what_is_told_alike_counts_as_no_difference() -> None:
    strand = DifferenceBuilder("inner")
    strand.differ(3, lambda: [Example(3, ("to the well", "to the well"), "way")])
    assert strand.made() is None
    strand.differ(5, lambda: [Example(5, ("to the well", "nothing"), "way")])
    made = strand.made()
    assert made is not None
    assert (made.first, made.ticks, len(made.cases)) == (5, 1, 1)


def test_the_smallest_difference_of_a_measure_is_one_that_is_shown() -> None:
    near = MeasureComparison(
        "mean_trust", "0–1", counts=False, a=0.4049, b=0.4051, difference=0.0002
    )
    outcome = OutcomeComparison(1, "", (1, 1), (1, 1), ({}, {}), 1, (near,), ())
    (row,) = outcome_rows(outcome)
    assert [part.text for part in row.parts] == ["mean trust", "0.40", "0.41", "+0.01"]
