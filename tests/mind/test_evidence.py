"""What sentences of a persona and of memories answer: the kind of thing that a question asks for
comes first, and what no sentence has is not claimed."""

from functools import cache

import pytest

from latticeville.mind.builtin.answers.answer import NEAREST
from latticeville.mind.builtin.answers.oneself import NOT_TOLD
from latticeville.mind.builtin.answers.question import read_question
from latticeville.mind.builtin.answers.wanted import AnswerKind, wanted
from latticeville.mind.builtin.interview import PutQuestion, answer
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Mind
from latticeville.sim.first_state import initial_state
from tests.hamlet import baker, drifter, hamlet

SAILOR = {
    "name": "Orla Quill",
    "age": 50,
    "about": (
        "Orla has steered the ferry for nineteen years and came from Galway as a girl. She cannot"
        " whistle, keeps three goats, and has never smoked. She is a widow, and her daughter, Sive,"
        " studies law. She left school at eleven because the roof fell in, and hides a cracked hull."
        " She wants no deckhand, and never learnt to swim. Her twin brother emigrated to Chile."
    ),
    "secrets": ["The hull of the ferry is cracked, and I have hidden it under tar."],
    "relationships": [
        {"who": "tam", "how": "the man who paints her boat", "view": "He pays me in eggs."}
    ],
    "memories": [
        {"text": "We planted thyme in every place where we lived."},
        {"text": "Tam gave me a compass on the jetty in June, and I cried."},
        {"text": "The harvest feast is to be in October, in the barn."},
        {"text": "I burnt the porridge on the day of the flood."},
    ],
}
SAID = (
    ("Bea says to Orla: “I have nine kittens, and the oven is mine.”", ("bea", "orla")),
    ("Orla says to Bea: “I have promised Tam to mend the fence on Friday.”", ("orla", "bea")),
)


@cache
def orla() -> Interviewee:
    """Return Orla at noon of a Monday."""
    world = hamlet(orla=drifter(0, **SAILOR), tam=drifter(1, name="Tam Reed"), bea=baker(2))
    mind = initial_state(world).minds["orla"]
    first = len(mind.memory)
    heard = [
        MemoryRecord(first + at, "observation", text, 60, "pub", about=about, spoken=True)
        for at, (text, about) in enumerate(SAID)
    ]
    known = Mind(mind.beliefs, mind.memory.grow(heard), mind.touched, relations=mind.relations)
    return Interviewee(
        "orla", world, known, 720, "pub", "eating", lambda tick: 5 * tick, dict[str, int]()
    )


@pytest.mark.parametrize(
    ("question", "opens"),
    [
        ("How long have you steered the ferry?", "For nineteen years. I have steered the ferry"),
        ("How many goats do you keep?", "Three goats. I cannot whistle, keep three goats"),
        ("Can you whistle?", "No. I cannot whistle"),
        ("Do you keep goats?", "Yes. I cannot whistle, keep three goats"),
        ("Have you ever smoked?", "No. I cannot whistle"),
        ("Do you want a deckhand?", "No. I want no deckhand"),
        ("Can you swim?", "No. I want no deckhand, and never learnt to swim."),
        ("Where does your brother live?", "To Chile."),
        ("Do you have a twin?", "Yes. "),
        ("Are you married?", "No. People say of me: She is a widow"),
        ("Do you have children?", "Yes. People say of me: She is a widow"),
        ("What does your daughter study?", "People say of me: She is a widow"),
        ("How old were you when you left school?", "Eleven. I left school at eleven"),
        ("Why did you leave school?", "Because the roof fell in. I left school at eleven"),
        ("Who paints your boat?", "Tam. Tam is the man who paints my boat."),
        ("Who pays you in eggs?", "Tam. Of Tam I say: He pays me in eggs."),
        ("Who gave you the compass?", "Tam. Tam gave me a compass"),
        ("Where did Tam give you a compass?", "On the jetty. Tam gave me a compass"),
        ("When is the harvest feast?", "In October. The harvest feast is to be"),
        ("Did you burn the porridge?", "Yes. I burnt the porridge"),
        ("How many kittens does Bea have?", "Nine kittens. Bea told me"),
        ("Whose oven is it?", "Bea's. Bea told me"),
        ("What did you promise Tam?", "I said to Bea"),
        ("How many daughters do you have?", "Yes. People say of me"),
        ("Where do you live?", "I live at"),
        ("What was your job?", "I have steered the ferry"),
    ],
)
def test_the_datum_that_is_asked_for_comes_first(question: str, opens: str) -> None:
    assert answer(PutQuestion(orla(), question)).words.startswith(opens)


@pytest.mark.parametrize(
    "question",
    [
        "Did Tam burn the porridge?",
        "Who burnt the barn?",
        "Why did Tam give you a compass?",
        "How many eggs does Tam pay?",
        "When did you leave Galway for the ferry?",
        "Does Bea keep goats?",
        "Has Tam promised to mend the fence?",
    ],
)
def test_a_sentence_of_another_kind_is_at_most_the_nearest(question: str) -> None:
    words = answer(PutQuestion(orla(), question)).words
    assert NEAREST in words or words.startswith(
        (
            "I don't know",
            "I do not know",
            "Not that",
            "No,",
            "I have agreed nothing",
            "I know nothing",
        )
    )


def test_what_is_private_is_told_to_nobody() -> None:
    assert answer(PutQuestion(orla(), "Is the hull of the ferry cracked?")).words == NOT_TOLD
    assert "hull" not in answer(PutQuestion(orla(), "What do you hide?")).words


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("With whom do you live?", AnswerKind.PERSON),
        ("Whose bed is that?", AnswerKind.OWNER),
        ("Since when do you bake?", AnswerKind.SPAN),
        ("At what time do you bake?", AnswerKind.TIME),
        ("In which town were you born?", AnswerKind.PLACE),
        ("How much is bread?", AnswerKind.NUMBER),
        ("How come you bake?", AnswerKind.REASON),
        ("Would you bake?", AnswerKind.YES_OR_NO),
        ("What do you bake?", AnswerKind.OTHER),
    ],
)
def test_a_question_asks_for_a_kind_of_answer(question: str, kind: AnswerKind) -> None:
    assert wanted(read_question(orla(), question)).kind is kind
