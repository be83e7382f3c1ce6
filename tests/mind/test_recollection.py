"""What somebody recollects at a question of which nobody wrote the form: in drawn and made-up worlds."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

from latticeville.mind.builtin.answers.answer import NEAREST, UNSURE
from latticeville.mind.builtin.answers.lexicon import SAME, in_one_word, stems_of_field
from latticeville.mind.builtin.answers.question import read_question
from latticeville.mind.builtin.answers.recall import recollection
from latticeville.mind.builtin.answers.titles import all_titles, titles
from latticeville.mind.builtin.answers.turn import completed, read_turn
from latticeville.mind.builtin.interview import PutQuestion, answer
from latticeville.mind.interview_question import stem_of
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.sim.first_state import initial_state
from tests.laws import law
from tests.worlds import build

MAP = """
........
........
"""
PEOPLE = {
    "ona": {
        "name": "Ona Reed",
        "start": [0, 0],
        "work": "mill",
        "about": "Ona grinds the corn of three villages. She brought up her brother alone.",
        "lifestyle": "Ona rises at four and feeds the geese.",
        "relationships": [
            {"who": "tam", "how": "younger brother", "view": "He eats my bread and hums."},
            {"who": "bea", "how": "rival", "view": "She weighs with her thumb."},
        ],
        "memories": [{"text": "The ice broke under the mail cart."}],
        "opinions": [{"topic": "the dam", "view": "The dam drowns my meadow.", "stance": -0.8}],
    },
    "tam": {"name": "Tam Reed", "start": [1, 0], "work": "inn", "about": "Tam keeps the inn."},
    "bea": {"name": "Bea Holt", "start": [2, 0], "about": "Bea has been reeve for years."},
}
TALKS = (
    ("ona", "tam", "mill", 300, "Half a sack is gone, Tam."),
    ("tam", "ona", "mill", 301, "The rats took it."),
    ("ona", "tam", "mill", 302, "Rats do not tie a knot."),
    ("bea", "ona", "inn", 700, "Lend me your cart on Saturday."),
    ("ona", "bea", "inn", 701, "You may have it, with the lame horse."),
    ("tam", "bea", "inn", 900, "A trout of nine pounds!"),
)
"""Who said to whom what, where and in which tick of Monday."""


@cache
def ona() -> Interviewee:
    """Return Ona on Tuesday at noon, who remembers these talks and one thing from before."""
    areas = {"mill": [0, 0, 4, 2], "inn": [4, 0, 4, 2]}
    world = build(MAP, areas=areas, people=PEOPLE, rules=["social"])
    mind, records = initial_state(world).minds["ona"], list[MemoryRecord]()
    for speaker, hearer, place, tick, words in TALKS:
        names = [world.people[one].persona.first_name for one in (speaker, hearer)]
        number, kind = (
            len(mind.memory) + len(records),
            "action" if speaker == "ona" else "observation",
        )
        text, about = f"{names[0]} says to {names[1]}: “{words}”", (speaker, hearer)
        records.append(
            MemoryRecord(number, kind, text, tick, place, (), 2, None, about, (), spoken=True)
        )
    known = Mind(mind.beliefs, mind.memory.grow(records), mind.touched, relations=mind.relations)
    return Interviewee("ona", world, known, 2160, "mill", "grinding", lambda tick: tick, {})


def said(question: str, before: str = "") -> str:
    """Return what Ona answers."""
    return answer(PutQuestion(ona(), question, before=before)).words


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Who was it that you raised?", "I brought up my brother alone."),
        ("What is it that you feed of a morning?", "I rise at four and feed the geese."),
        ("What do you make of your brother?", "He eats my bread and hums."),
        ("The reeve was here just now. What sort of person is she?", "She weighs with her thumb."),
    ],
)
def test_what_is_said_in_other_words_is_told(question: str, words: str) -> None:
    told = said(question, "Did the reeve come to you at the inn on Monday?")
    assert words in told
    assert NEAREST not in told


def test_a_passage_without_the_datum_is_only_the_nearest() -> None:
    words = said("Why did the ice break under the cart?")
    assert words.startswith(f"{UNSURE} {NEAREST} The ice broke")
    assert "Percival" in said("Did the ice break under Percival?")


@pytest.mark.parametrize(
    ("text", "told", "questions"),
    [
        ("Good day, madam! Where is the mill?", "", ("Where is the mill?",)),
        ("I am new here. Who are you?", "I am new here.", ("Who are you?",)),
        ("They say that you sing. Is it so?", "you sing.", ("Is it so?",)),
        ("After supper, what did you do?", "", ("what did you do after supper?",)),
        ("Five against five: who won?", "Five against five.", ("Who won?",)),
        ("Old man, how old are you?", "", ("how old are you?",)),
        ("Tell me about the dam.", "", ("Tell me about the dam.",)),
    ],
)
def test_a_turn_tells_and_asks(text: str, told: str, questions: tuple[str, ...]) -> None:
    assert read_turn(text) == (told, questions)


@pytest.mark.parametrize(
    ("asks", "told", "whole"),
    [
        ("Who?", "On Monday somebody read to you.", "who read to you on monday"),
        ("Is that true?", "You are said to be a miser.", "are you a miser"),
        ("About what?", "You visited Tam.", "on what have you visited tam"),
        ("Where is the mill?", "You are new.", "Where is the mill?"),
    ],
)
def test_a_bare_question_asks_of_what_was_told(asks: str, told: str, whole: str) -> None:
    assert completed(asks, told, "Ona") == whole


def test_people_are_called_by_their_trade_and_a_subject_leaves_its_bearer() -> None:
    asked = ona()
    assert titles(asked)["innkeeper"] == "tam"
    assert titles(asked)["reeve"] == "bea"
    assert "miller" not in titles(asked)
    (held,) = asked.mind.relations.opinions.values()
    relations = structs.replace(asked.mind.relations, opinions={"the reeve": held})
    asked = replace(asked, mind=structs.replace(asked.mind, relations=relations))
    assert "reeve" not in titles(asked)
    assert all_titles(asked)["reeve"] == "bea"
    read = read_question(asked, "How do you get on with the reeve?")
    assert (read.people, read.meant) == ((), ("bea",))


def test_words_of_one_field_are_found_and_phrases_are_one_word() -> None:
    assert stem_of("anvil") in stems_of_field(stem_of("smithy"))
    assert in_one_word("she was brought up by a smith") == "she was raise by a smith"
    assert all(SAME[meant] == meant for meant in SAME.values())


@law(40)
@given(st.text(max_size=80))
def test_any_question_is_ranked_by_shares(text: str) -> None:
    mind = recollection(read_question(ona(), text))
    assert all(0 <= mind.share([one]) <= 1 for one in mind.found)
    scores = [one.score for one in mind.found]
    assert scores == sorted(scores, reverse=True)
