"""The transcript for reading: what is told in one line, and what never is."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.draw.transcript import TranscriptLine, tell_events
from latticeville.draw.transcript_folds import Fold, FoldedTranscript, fold_lines
from latticeville.rules.survival.events import Ate, Gathered, Rested, Stepped
from latticeville.sim.event import Event
from latticeville.sim.events import Entered, Moved, Refused, Said
from latticeville.world.load import load_world
from tests.world_folders import SQUARE

WORLD = load_world(SQUARE)


def lines_of(*told: tuple[int, Event | tuple[str, str]]) -> list[TranscriptLine]:
    """Return the lines of events by minute; a pair is who sets out for where."""
    return [
        line
        for minute, one in told
        for line in (
            tell_events(minute, minute, WORLD, (), [one])
            if isinstance(one, tuple)
            else tell_events(minute, minute, WORLD, [one])
        )
    ]


def texts(*told: tuple[int, Event | tuple[str, str]]) -> list[str]:
    return [fold.text for _, fold in fold_lines(lines_of(*told))]


def test_a_walk_is_one_line_whatever_others_do_meanwhile() -> None:
    assert texts(
        (1, ("mina", "kettle")),
        (2, Said("otto", "square", "mina", "Nobody here.")),
        (3, Entered("mina", "house", "square")),
        (9, Entered("mina", "kitchen", "house")),
        (13, Moved("mina", "kitchen", "kettle", Cell(5, 5))),
        (14, ("mina", "well")),
    ) == [
        "Mina walks to the kettle (12 min).",
        "Otto says to Mina: “Nobody here.”",
        "Mina sets out for the well.",
    ]


def test_talk_and_refusals_part_a_walk_and_stand_by_themselves() -> None:
    for event in (
        Said("mina", "kitchen", "otto", "Tea?"),
        Refused("mina", "kitchen", "interact", "kettle", "it is hot"),
    ):
        found = [
            fold
            for _, fold in fold_lines(
                lines_of(
                    (1, ("mina", "kettle")),
                    (2, Entered("mina", "kitchen", "house")),
                    (3, event),
                    (4, Moved("mina", "kitchen", "kettle", Cell(5, 5))),
                )
            )
        ]
        assert [len(fold.lines) for fold in found] == [2, 1, 1]
        assert [fold.is_quiet for fold in found] == [True, False, True]


def test_a_spell_of_gathering_eating_and_resting_is_summed_up_by_day() -> None:
    assert texts(
        (60, Stepped("mina", "square", "N")),
        (120, Entered("mina", "square", "house")),
        (180, Gathered("mina", "square", "food", 3)),
        (240, Gathered("mina", "square", "food", 2)),
        (300, Ate("mina", "square", "food")),
        (360, Rested("mina", "square")),
        (1500, Rested("mina", "square")),
    ) == ["Mina walks 1 step, gathers 5 food, eats 1 food, rests (5 h).", "Mina rests."]


def test_who_has_rivals_is_told_by_itself() -> None:
    assert texts(
        (60, Gathered("mina", "square", "food", 3)),
        (120, Gathered("mina", "square", "food", 1, ("otto",))),
    ) == ["Mina gathers 3 food.", "Mina gathers 1 food beside Otto."]


@st.composite
def days(draw: st.DrawFn) -> list[TranscriptLine]:
    """Some people who walk, gather, rest and talk in any order."""
    people = st.sampled_from(("mina", "otto"))
    events = st.one_of(
        st.builds(lambda who: (who, "well"), people),
        st.builds(lambda who: Entered(who, "square", "house"), people),
        st.builds(lambda who: Moved(who, "square", "well", Cell(1, 1)), people),
        st.builds(lambda who: Stepped(who, "square", "N"), people),
        st.builds(
            lambda who, units: Gathered(who, "square", "food", units), people, st.integers(0, 9)
        ),
        st.builds(lambda who: Rested(who, "square"), people),
        st.builds(lambda who: Said(who, "square", "otto", "Well!"), people),
    )
    gaps = st.integers(0, 700)
    minute, told = 0, []
    for gap, event in draw(st.lists(st.tuples(gaps, events), max_size=30)):
        minute += gap
        told.append((minute, event))
    return lines_of(*told)


@given(days())
def test_every_line_is_in_one_fold_and_a_fold_is_of_one_person_and_day(
    lines: list[TranscriptLine],
) -> None:
    found = fold_lines(lines)
    assert sorted(id(line) for _, fold in found for line in fold.lines) == sorted(map(id, lines))
    assert [place for place, _ in found] == sorted(place for place, _ in found)
    for place, fold in found:
        assert lines[place] is fold.first
        assert len({line.about for line in fold.lines}) == 1
        assert len({line.minute // 1440 for line in fold.lines}) == 1
        assert [line.minute for line in fold.lines] == sorted(line.minute for line in fold.lines)
        if fold.is_folded:
            assert all(line.routine is not None for line in fold.lines)


@given(days(), st.integers(0, 30))
def test_a_fold_that_was_closed_stays_as_it_is(lines: list[TranscriptLine], seen: int) -> None:
    folded = FoldedTranscript()
    closed: list[Fold] = [fold for line in lines[:seen] for fold in folded.add(line)]
    assert {*closed} <= {fold for _, fold in fold_lines(lines)}
