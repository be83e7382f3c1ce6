"""What a model may not add to a chronicle: people, places, kinds, numbers, events, quotations."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.reports.chronicle.claims import KnownNames, find_false_claim
from tests.laws import law
from tests.worlds import build

WORLD = build(
    "...#...\n...+...\n...#...",
    areas={"hall": [0, 0, 3, 3], "barn": [4, 0, 3, 3]},
    objects={"stove": {"cell": [0, 0]}, "lamp": {"cell": [4, 0]}},
    people={"ada": {"start": [1, 1]}, "bob": {"start": [5, 1]}, "cy": {"start": [5, 2]}},
    things='[kinds.stove]\nglyph = "s"\n[kinds.lamp]\nglyph = "l"\n',
)
KNOWN = KnownNames.of(WORLD)
TEMPLATE = (
    "Tuesday. Ada gave Bob 6 food in three gifts (ticks 1, 3 and 4). Ada used the stove at "
    "09:05. She said: “Take it.”"
)
LIES = {
    "person": "Cy gave Bob food.",
    "person in small letters": "It was cy who was there.",
    "possessive": "In Cy's eyes Ada was kind.",
    "unknown person": "Ada and Zelda gave Bob food.",
    "unknown person first": "Zelda saw it.",
    "other script": "Ада gave Bob food.",
    "place": "Ada gave Bob food in the Barn.",
    "kind": "Ada used the lamp.",
    "kinds": "Ada used the lamps.",
    "digits": "Ada gave Bob 7 food.",
    "time": "Ada used the stove at 09:06.",
    "word": "Ada gave Bob food four times and five.",
    "ordinal": "For the seventh time Ada gave food.",
    "compound": "Ada gave Bob twenty-one gifts.",
    "dozen": "Ada gave a dozen gifts.",
    "day": "On Wednesday Ada gave Bob food.",
    "death": "Ada gave Bob food before Bob died.",
    "attack": "Ada attacked Bob.",
    "quote": "Ada said: “Leave it.”",
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_a_lie_is_found(lie: str) -> None:
    assert find_false_claim(lie, TEMPLATE, KNOWN)


@pytest.mark.parametrize(
    "text",
    [
        "On Tuesday, Ada shared with Bob: in three gifts he received 6 food.",
        "Bob was given 6 food by Ada, who also used the stove at 09:05. “Take it,” she said.",
        "No one else was there. They trusted one another.",
        "Ada's gifts to Bob came at ticks 1, 3 and 4.",
    ],
)
def test_other_words_for_the_same_are_no_lie(text: str) -> None:
    assert find_false_claim(text, TEMPLATE, KNOWN) == ""


WORDS = st.lists(
    st.sampled_from([*TEMPLATE.split(), "and", "then", "the", "while"]), min_size=1, max_size=12
)


@law(60)
@given(
    WORDS,
    st.integers(0, 12),
    st.sampled_from(["Cy", "the Barn", "a lamp", "8", "nine", "Quentin", "killed"]),
)
def test_words_of_the_template_pass_and_one_foreign_word_among_them_does_not(
    words: list[str], at: int, lie: str
) -> None:
    plain = [word.strip("“”") for word in words]
    if all(word[0].islower() or word in TEMPLATE for word in plain):
        assert find_false_claim(" ".join(plain), TEMPLATE, KNOWN) == ""
    assert find_false_claim(" ".join([*plain[:at], lie, *plain[at:]]), TEMPLATE, KNOWN)
