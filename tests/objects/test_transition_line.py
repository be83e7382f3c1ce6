"""Transitions as one line: read as they are written, refused with a column, and helped with at the
cursor."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.world.io.kinds import load_presets, load_templates
from studio.objects.model import read_machines
from studio.objects.transition_guide import (
    HINTS,
    LineWords,
    Place,
    TransitionGuide,
    collect_words,
)
from studio.objects.transition_line import (
    LineRefusedError,
    changed_keys,
    format_transition,
    parse_transition,
    split_parts,
)
from tests.objects.test_notation import VILLE, effects, guards

STATES = [
    "on",
    "off",
    "out of order",
    "one, two",
    'so "called"',
    "a -> b",
    "x | y",
    "back\\slash",
    "→",
]
WORDS = LineWords(
    ("off", "on", "one"),
    ("use", "use_up", "brew"),
    ("water",),
    ("coffee", "cup"),
    ("rain", "clear"),
)
sentences = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp"), include_characters=' \n|\\"'),
    min_size=1,
).filter(lambda text: text == text.strip())
rows = st.fixed_dictionaries(
    {
        "from": st.sampled_from([*STATES, "*"])
        | st.lists(st.sampled_from(STATES), min_size=2, max_size=4)
    },
    optional={
        "to": st.sampled_from(STATES),
        "needs": st.lists(guards, min_size=1, max_size=3),
        "does": st.lists(effects, min_size=1, max_size=3),
        "says": sentences,
        "fails": sentences,
    },
)
triggers = st.one_of(
    st.builds(lambda verb: {"verb": verb}, st.sampled_from(["use", "turn_on", "after", "needs"])),
    st.builds(lambda after: {"after": after}, st.integers(1, 100_000)),
    st.just({}),
)


def read(line: str) -> dict[str, Any]:
    """Read a line of a machine that has every counter."""

    class Every(list[str]):
        def __contains__(self, name: object) -> bool:
            return True

    found = parse_transition(line, STATES, Every())
    return {key: value for key, value in found.items() if value is not None}


@given(rows, triggers)
def test_a_transition_that_is_written_is_read_again(
    row: dict[str, Any], trigger: dict[str, Any]
) -> None:
    assert read(format_transition({**row, **trigger})) == {**row, **trigger}


@given(st.text('on-> |,"\\*usafter5ndy+1=', max_size=40))
def test_a_line_is_read_or_refused_at_a_column_in_it(line: str) -> None:
    column = TransitionGuide(LineWords(("on", "off"))).mistake_at(line)
    assert column is None or 0 <= column <= len(line)


@given(st.text("onf->use |,wat{", max_size=20), st.integers(0, 20))
def test_a_completion_only_adds_at_the_cursor(line: str, cursor: int) -> None:
    guide, cursor = TransitionGuide(WORDS), min(cursor, len(line))
    guide.hint(line, cursor)
    done = guide.complete(line, cursor)
    if done is not None:
        added = done[1] - cursor
        assert added > 0
        assert done[0] == line[:cursor] + done[0][cursor : cursor + added] + line[cursor:]


def test_every_transition_of_our_worlds_is_read_as_it_was_written() -> None:
    tables = [*(one.whole for one in read_machines(VILLE).values()), *load_templates().values()]
    count = 0
    for whole in tables:
        for row in whole.transitions:
            table = row.model_dump(by_alias=True, exclude_unset=True, exclude_none=True)
            states = [*whole.states] or ["still"]
            again = parse_transition(format_transition(table), states, [*whole.counters])
            assert (
                type(row).model_validate(
                    {key: value for key, value in again.items() if value is not None}
                )
                == row
            )
            count += 1
    assert count > 100


@pytest.mark.parametrize("name", load_presets())
def test_every_transition_of_a_preset_is_read_as_it_was_written(name: str) -> None:
    table, kind = load_presets()[name]
    for row in table.get("transitions", []):
        again = parse_transition(format_transition(row), [*kind.states], [*kind.counters])
        assert changed_keys(again, {**dict.fromkeys(again), **row}) == {}


@pytest.mark.parametrize(
    ("line", "column", "sentence"),
    [
        ("", 0, "type a state"),
        ("onn | use", 0, "no state “onn”"),
        ("off -> onn | use", 7, "no state “onn”"),
        ("off, -> on | use", 5, "type the states as"),
        ("off -> on -> off | use", 10, "type the states as"),
        ('"off | use', 0, "this quote has no end"),
        ("off -> on", 9, "what fires it"),
        ("off -> on | Use It", 12, "is no trigger"),
        ("off | use | guard water >= 1", 12, "is no condition and no effect"),
        ("off | use | needs water >= 1, has", 30, "is not a condition"),
        ("off | use | does water -1,  milk +1", 28, "no counter “milk”"),
        ("off | use | says", 16, "type something behind"),
        ("off | use | says A. | says B.", 22, "is there twice"),
    ],
)
def test_a_mistake_has_a_column(line: str, column: int, sentence: str) -> None:
    with pytest.raises(LineRefusedError, match=sentence) as refused:
        parse_transition(line, ["off", "on"], ["water"])
    assert refused.value.column == column
    assert str(refused.value).startswith(f"column {column + 1}: ")


@pytest.mark.parametrize(
    ("line", "long"),
    [
        ("on -> off | 2 h", "on -> off | after 120 min"),
        ("on | use | has cup, tea -1", "on | use | needs has cup | does tea -1"),
        ("on -> off | tea <= 0", "on -> off | by itself | needs tea <= 0"),
        ("on -> off | does tea = 0", "on -> off | by itself | does tea = 0"),
        ("on | use | with 2 beans and cup", "on | use | needs has 2 beans, has cup"),
        (
            "on | use | give 2 tea and bun and tea -1",
            "on | use | does give 2 tea, give bun, tea -1",
        ),
    ],
)
def test_a_short_line_says_what_the_long_one_says(line: str, long: str) -> None:
    assert parse_transition(line, None, None) == parse_transition(long, None, None)


def test_what_a_line_would_make_is_said_as_it_is_typed() -> None:
    guide, line = TransitionGuide(WORDS), "on -> boiling | use | cups >= 1"
    assert guide.mistake_at(line) is None
    assert guide.hint(line, len(line)).startswith("Makes state boiling, counter cups · ")
    assert not guide.hint("on -> off | use", 4).startswith("Makes")
    with pytest.raises(LineRefusedError, match="any state: name the one"):
        parse_transition("off -> * | use", None, None)


@pytest.mark.parametrize(
    ("typed", "sort", "words"),
    [
        ("", "from", ("off", "on", "one")),
        ("off, o", "from", ("off", "on", "one")),
        ("off -> on", "to", ("on", "one")),
        ("off | ", "trigger", ("use", "use_up", "brew", "by itself")),
        ("off | by i", "trigger", ("by itself",)),
        ("off | use | d", "keyword", ("does",)),
        ("off | use | needs wa", "needs", ("water",)),
        ("off | use | needs owner, has c", "needs", ("coffee", "cup")),
        ("off | use | needs not ", "needs", ("owner", "key")),
        ("off | use | needs weather r", "needs", ("rain",)),
        ("off | use | does give ", "does", ("coffee", "cup")),
        ("off | use | says {", "says", ("{who}", "{thing}")),
        ("off | use | fails No ", "fails", ()),
    ],
)
def test_the_words_at_the_cursor_fit_its_place(
    typed: str, sort: Place, words: tuple[str, ...]
) -> None:
    place = TransitionGuide(WORDS).place(typed + " | rest", len(typed))
    assert (place.hint, place.words) == (HINTS[sort], words)


@pytest.mark.parametrize(
    ("typed", "done"),
    [
        ("of", "off"),
        ("off", "off -> "),
        ("on", "on -> "),
        ("off -> on", "off -> on | "),
        ("off | br", "off | brew"),
        ("off | use | n", "off | use | needs"),
        ("off | use | needs", "off | use | needs "),
        ("off | use | says {t", "off | use | says {thing}"),
        ("", None),
        ("off | use | says hello", None),
    ],
)
def test_a_word_is_completed_and_then_what_follows_it(typed: str, done: str | None) -> None:
    assert TransitionGuide(WORDS).complete(typed, len(typed)) == (
        None if done is None else (done, len(done))
    )


def test_the_words_of_a_world_begin_with_those_of_the_machine() -> None:
    machines = read_machines(VILLE)
    words = collect_words(machines, machines["stove"], ["clear"])
    assert words.states == machines["stove"].states
    assert words.verbs[:3] == ("use", "close", "take")
    assert {"food", "coffee"} <= {*words.items}
    assert "food" in collect_words(machines, machines["fridge"], []).counters


@given(st.text(max_size=40))
def test_the_parts_of_a_line_are_where_they_say(line: str) -> None:
    for part in split_parts(line):
        assert line[part.start : part.start + len(part.text)] == part.text
