"""Forms of questions: several in one, inside of others, statements that are asked; and what owns,
counts and confides."""

from dataclasses import replace

import msgspec
import pytest

from latticeville.mind.builtin.answers.plain_question import plain_question, single_questions
from latticeville.mind.builtin.interview import PutQuestion, answer
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.topic import DECISION, OPINION, Topic
from tests.mind.test_answers import ada

VOTE = "The oak stays. To keep the oak: Ada and Juno; to fell the oak: Bob. Max did not come."


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Can you tell me whether Juno was at the meeting?", "was juno at the meeting"),
        ("Ada, is it true that the well is dry?", "is the well dry"),
        ("I heard that you sold the library.", "did you sold the library"),
        ("Do you know if Bob is angry with you?", "is bob angry with you"),
        ("Tell me what you said to Juno.", "what did you say to juno"),
        ("Do you remember where you were on Monday?", "where were you on monday"),
        ("Tell me who told you about the well.", "who told you about the well"),
        ("What will you do now that the oak is gone?", "what will you do"),
    ],
)
def test_a_question_is_put_in_its_plainest_words(text: str, plain: str) -> None:
    assert plain_question(text, "Ada") == plain


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Did you vote? For which side?", ["Did you vote", "For which side?"]),
        ("Did you vote on Monday? For which side?", ["Did you vote on Monday", "For which side?"]),
        ("Whom do you trust most, and why?", ["Whom do you trust most", "why?"]),
        ("Where and when did you meet Bob?", ["Where and when did you meet Bob?"]),
        ("What do you and Bob talk about?", ["What do you and Bob talk about?"]),
    ],
)
def test_a_text_with_several_questions_is_asked_one_by_one(text: str, parts: list[str]) -> None:
    assert single_questions(text) == parts


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("Did you vote last week? For which side?", "I voted to keep the oak."),
        ("Who voted for the oak?", "Ada and Juno."),
        ("Why did you vote like that?", "On the oak, I am for it"),
        ("Are you happy with the result?", "I voted to keep the oak."),
        ("What happened at the meeting?", "The oak stays."),
        ("How do you know about the decision?", "I was there."),
        ("What does Bob stand for? What is Bob against?", "Bob is against the oak"),
        ("Have you and Bob ever quarrelled?", "Yes: Bob, on the oak."),
        ("Since when are you for the oak?", "Since Mon 11:10."),
        ("Has anybody confided in you?", "Yes, Bob did, last on Mon 18:30."),
        ("Did Juno tell you a secret?", "No. Juno has not told me a secret."),
        ("How many people did you talk to on Monday?", "2: I spoke with Juno and Bob."),
        ("When were you last at the library?", "At 08:10, at Library."),
        ("Was Bob at the inn on Monday?", "Yes, Bob was at Inn on Mon"),
        ("Was Max at the inn on Monday?", "I did not see Max at Inn then."),
        ("Is Bob your uncle?", "No. Bob is to me: younger brother."),
        ("What did Juno say about Bob?", "I have not heard Juno say anything about Bob."),
        ("Why did you rob the mill?", "I do not remember that I did."),
        ("What belongs to you?", "I carry 3 coins. I live at Inn."),
        ("Are you still of the same opinion about the oak?", "Not quite. On the oak, I went"),
        ("Did Bob break his promise?", "Yes: Bob did not come"),
        ("Why do you want to write a book?", "It is what I want most: to write a book."),
        ("How was your trip abroad?", "I remember nothing of the kind."),
        ("Did you hear that the well is dry?", "Yes. Bob told me"),
        ("Who would you never trust?", "I trust Bob Hill least"),
        ("What did the decision on the oak come to?", "The oak stays."),
        ("Who is the person you rely on the most?", "I trust Juno Moe most"),
    ],
)
def test_what_the_data_say_is_answered(question: str, words: str) -> None:
    asked = ada()
    decided = Topic("v.matter.oak", DECISION, "The oak stays.", about="the oak")
    view = Topic("o.bob.the oak", OPINION, "Fell it.", "bob", "bob", stance=-0.8)
    more = [
        MemoryRecord(10, "observation", VOTE, 600, "inn", (), 6, decided, ("ada", "bob")),
        MemoryRecord(
            11, "observation", "Bob says to Ada: “Fell it.”", 610, "inn", (), 4, view,
            ("bob", "ada"), spoken=True,
        ),
    ]  # fmt: skip
    mind = msgspec.structs.replace(asked.mind, memory=MemoryStream([*asked.mind.memory, *more]))
    found = answer(PutQuestion(replace(asked, mind=mind), question))
    assert words in found.words
