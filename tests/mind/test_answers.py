"""What the built-in mind answers to strangers: from what it knows, with the memories that it rests
on, the nearest, or that it does not know."""

from collections.abc import Sequence
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import DAY
from latticeville.mind.builtin.answers.answer import NEAREST, UNSURE
from latticeville.mind.builtin.answers.language import NOT_UNDERSTOOD
from latticeville.mind.builtin.answers.oneself import NOT_TOLD
from latticeville.mind.builtin.answers.question import read_question
from latticeville.mind.builtin.answers.search import search
from latticeville.mind.builtin.interview import (
    LEAST_SIMILARITY,
    UNKNOWN,
    PutQuestion,
    answer,
    answer_basis,
    greeting,
)
from latticeville.mind.interviewee import Interviewee
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.mind import Mind
from latticeville.mind.relation import (
    MISSED,
    PERSUADED,
    STANCE,
    START,
    OpinionState,
    Relations,
    RelationState,
    ValueChange,
)
from latticeville.mind.topic import (
    DECISION,
    EVENT,
    INVITATION,
    MEMORY,
    OPINION,
    SECRET,
    Appointment,
    Commitment,
    Topic,
)
from latticeville.sim.first_state import initial_state
from tests.worlds import build

NOW = DAY + 600
"""Tuesday, 10:00, which is tick 1560 of a run that begins on Monday at 08:00."""
MAP = "\n".join(["........"] * 4)
WORLD = build(
    MAP,
    areas={"library": [0, 0, 4, 2], "inn": [4, 0, 4, 2], "square": [0, 2, 8, 2]},
    people={
        "ada": {
            "name": "Ada Lind",
            "age": 41,
            "start": [0, 0],
            "home": "inn",
            "work": "library",
            "about": "Ada keeps the library.",
            "aspiration": "To write a book.",
            "relationships": [
                {"who": "bob", "how": "younger brother", "view": "He owes me a book."},
                {"who": "juno", "how": "friend"},
            ],
            "secrets": ["I burnt the letters of my mother in the stove."],
            "routine": [
                {"from": "08:00", "place": "work", "doing": "lending books"},
                {"from": "20:00", "place": "home", "doing": "having supper"},
                {"from": "22:00", "place": "home", "doing": "sleeping"},
            ],
        },
        "bob": {"name": "Bob Hill", "start": [5, 0], "home": "inn", "work": "inn"},
        "juno": {"name": "Juno Moe", "start": [1, 3], "home": "square", "work": "square"},
        "max": {"name": "Max Orr", "start": [2, 3], "home": "square", "work": "square"},
    },
    objects={"oven": {"cell": [6, 1]}},
    things='[kinds.oven]\nglyph = "o"\nblocks = false\n',
    rules=["social"],
)
OAK = "The oak stays, or I go and live in it."
WELL = "The well is dry."
PARTY = Appointment("at a party", "inn", DAY - 6 * 60, DAY - 5 * 60)
TOMORROW = Appointment("keeping Bob company", "inn", 2 * DAY + 720, 2 * DAY + 780)
RECORDS: Sequence[tuple[str, str, int, str, tuple[str, ...], Topic | None]] = (
    ("observation", "Mother kept a bundle of letters tied with blue ribbon.", -1, "library", (), None),
    ("action", "Ada takes the brass key.", 70, "library", ("ada", "key"), None),
    (
        "observation",
        f"Juno says to Ada: “{OAK}”",
        190,
        "square",
        ("juno", "ada"),
        Topic("o.juno.the oak", OPINION, OAK, "juno", "juno", stance=0.9),
    ),
    (
        "observation",
        f"Bob says to Ada: “{WELL}”",
        300,
        "inn",
        ("bob", "ada"),
        Topic("m.juno.1", MEMORY, WELL, "juno", "bob"),
    ),
    (
        "commitment",
        "Ada means to be at a party on Monday at 18:00 at Inn, as agreed with Bob.",
        301,
        "inn",
        (),
        Topic("i.bob.1", INVITATION, "Come to a party.", "bob", "bob", PARTY),
    ),
    ("observation", "A cup falls from the shelf and breaks.", 620, "inn", (), Topic("1.cup", EVENT)),
    (
        "observation",
        "Bob says to Ada: “I have buried gold.”",
        630,
        "inn",
        ("bob", "ada"),
        Topic("s.bob", SECRET, "I have buried gold.", "bob", "bob"),
    ),
    (
        "commitment",
        "Ada means to be keeping Bob company on Wednesday at 12:00 at Inn, as agreed with Bob.",
        631,
        "inn",
        (),
        Topic("p.bob", INVITATION, "", "bob", "bob", TOMORROW),
    ),
    ("plan", "Ada plans Tue: 08:00 lending books at Library; 20:00 having supper at Inn.", 965, "library", (), None),
    ("action", "Ada comes into Library.", 1450, "library", ("ada", "library"), None),
)  # fmt: skip
"""The memories of Ada: kind, text, tick, place, about, topic; -1 is before the run."""
RELATIONS = Relations(
    {
        "bob": RelationState({"closeness": 0.8, "trust": 0.3}),
        "juno": RelationState({"closeness": 0.4, "trust": 0.7}),
    },
    {"the oak": OpinionState(0.5, "The oak should stay.", 0.5, memory=2)},
    (
        ValueChange(-1, "the oak", START, {STANCE: -0.2}),
        ValueChange(-1, "bob", START, {"closeness": 0.8, "trust": 0.5}),
        ValueChange(190, "the oak", PERSUADED, {STANCE: 0.5}, 2),
        ValueChange(640, "bob", MISSED, {"trust": 0.3}, 4),
    ),
)


def ada() -> Interviewee:
    """Return Ada, who is lending books."""
    state = initial_state(WORLD)
    mind = state.minds["ada"]
    records = [
        MemoryRecord(
            number, kind, text, tick, place, (), 4, topic, about, (), text.count("says to") > 0
        )
        for number, (kind, text, tick, place, about, topic) in enumerate(RECORDS)
    ]
    commitments = (Commitment("p.bob", 7, TOMORROW, "bob"),)
    known = Mind(
        mind.beliefs,
        MemoryStream(records),
        mind.touched,
        commitments=commitments,
        relations=RELATIONS,
    )
    return Interviewee(
        "ada", WORLD, known, NOW, "library", "lending books", lambda tick: 480 + tick, {"coins": 3}
    )


def said(question: str, before: str = "") -> tuple[str, tuple[int, ...]]:
    """Return what Ada answers, and the ids of the memories that it rests on."""
    found = answer(PutQuestion(ada(), question, before=before))
    return found.words, found.cites


@pytest.mark.parametrize(
    ("question", "words", "cites"),
    [
        ("Who have you spoken to most?", "As far as I remember: Bob (once) and Juno (once).", ()),
        (
            "What are you worried about?",
            "What becomes of the oak. On the oak, I am for it (+0.50): “The oak should stay.”",
            (),
        ),
        ("Has anybody asked you for a favour?", "Not that I remember.", ()),
        (
            "Has Bob asked you for the brass key?",
            f"{UNSURE} {NEAREST} I remember, on Mon 09:10: I take the brass key.",
            (1,),
        ),
        (
            "Whom would you ask for help?",
            "I trust Juno Moe most (0.70 of 1). Next: Bob (0.30).",
            (),
        ),
        (
            "Who has disappointed you?",
            (
                "Bob Hill, if anybody. I remember, on Mon 13:01: I mean to be at a party on Monday at"
                " 18:00 at Inn, as agreed with Bob."
            ),
            (4,),
        ),
        ("Did you ever lie to Bob?", "Not that I know of.", ()),
        ("Did you lie down yesterday?", "Not that I know of.", ()),
        (
            "What happens on Wednesday?",
            "Keeping Bob company at Inn (Wed 12:00 to 13:00).",
            (7,),
        ),
        (
            "What happens on Sunday?",
            (
                "I have no plan for Sunday yet. On a usual day: 08:00 lending books at Library; 20:00"
                " having supper at Inn; 22:00 sleeping at Inn."
            ),
            (),
        ),
    ],
)
def test_people_tell_what_moves_them(question: str, words: str, cites: tuple[int, ...]) -> None:
    assert said(question) == (words, cites)


VOTE = "The oak stays. To keep the oak: Ada and Juno; to fell the oak: Bob. Max did not come."
WELL_MEETING = Appointment("at the meeting about the well", "inn", 3 * DAY + 600, 3 * DAY + 660)


@pytest.mark.parametrize(
    ("question", "opens", "cites"),
    [
        ("How did the vote on the oak end?", f"I saw it on Mon 18:00: {VOTE}", (10,)),
        ("What was decided?", f"I saw it on Mon 18:00: {VOTE}", (10,)),
        ("Did you vote for the oak?", "I voted to keep the oak.", (10,)),
        ("How did Bob vote?", "Bob voted to fell the oak.", (10,)),
        (
            "How many people voted to fell the oak?",
            "2 voted to keep the oak and 1 voted to fell the oak.",
            (10,),
        ),
        ("What did Juno say to you after the vote?", "I have not heard Juno say anything at", ()),
        ("What did Juno say to you before the vote?", "I have not heard Juno say anything at", ()),
        ("How did you vote, and why?", "I voted to keep the oak.", (10,)),
        ("How did Max vote?", "I do not know of a vote of Max.", (10,)),
        ("When is the next meeting?", "At the meeting about the well at Inn (Thu 10:00", (11,)),
        ("Is the meeting about the well today?", "No, on Thursday.", (11,)),
        ("Is the meeting about the well on Thursday?", "Yes.", (11,)),
        ("When is the meeting about the roof?", UNKNOWN, ()),
    ],
)
def test_people_tell_what_was_decided_and_which_meeting_comes(
    question: str, opens: str, cites: tuple[int, ...]
) -> None:
    asked = ada()
    decided = Topic("v.matter.oak", DECISION, "The oak stays.", about="the oak")
    called = Topic("i.well", INVITATION, "Come to the meeting.", "bob", "bob", WELL_MEETING)
    more = [
        MemoryRecord(10, "observation", VOTE, 600, "inn", (), 6, decided, ("ada", "bob")),
        MemoryRecord(
            11, "observation", "Bob calls a meeting.", 610, "inn", (), 4, called, ("bob",)
        ),
    ]
    mind = msgspec.structs.replace(asked.mind, memory=MemoryStream([*asked.mind.memory, *more]))
    found = answer(PutQuestion(replace(asked, mind=mind), question))
    assert opens in found.words
    assert found.cites == cites


ELECTED = "Bob is the new mayor. Juno carries the chairs. For Juno: Ada, Juno and Max; for Bob: Bob, Edda and Otto."


@pytest.mark.parametrize(
    ("question", "opens"),
    [
        ("Who won the election?", "Bob. I saw it"),
        ("Who lost the election?", "Juno. I saw it"),
        ("How did the election turn out?", "I saw it: Bob is the new mayor."),
        ("Who is the new mayor?", "Bob. I saw it"),
        ("Who's mayor now?", "Bob. I saw it"),
        ("Are you the mayor now?", "No. I saw it"),
        ("Is Bob mayor?", "Yes. I saw it"),
        ("Was Juno elected?", "No. I saw it"),
    ],
)
def test_people_tell_who_was_elected(question: str, opens: str) -> None:
    asked = ada()
    decided = Topic("v.matter.mayor", DECISION, "Bob is mayor.", about="the mayor")
    record = MemoryRecord(10, "observation", ELECTED, 600, "inn", (), 6, decided, ("bob",))
    mind = msgspec.structs.replace(asked.mind, memory=MemoryStream([*asked.mind.memory, record]))
    found = answer(PutQuestion(replace(asked, mind=mind), question))
    assert opens in found.words.replace(" on Mon 18:00", "")
    assert found.cites == (10,)


def remembering(*records: MemoryRecord) -> Interviewee:
    """Return Ada with more memories."""
    asked = ada()
    memory = MemoryStream([*asked.mind.memory, *records])
    return replace(asked, mind=msgspec.structs.replace(asked.mind, memory=memory))


def test_a_vote_is_on_what_the_question_before_was_about() -> None:
    oak, mayor = (
        MemoryRecord(
            number,
            "observation",
            text,
            tick,
            "inn",
            (),
            6,
            Topic(f"v.matter.{about}", DECISION, text, about=about),
            ("bob",),
        )
        for number, text, tick, about in (
            (10, VOTE, 500, "the oak"),
            (11, ELECTED, 600, "the mayor"),
        )
    )
    both = "How did the vote on the oak go, and how did you vote?"
    words = answer(PutQuestion(remembering(oak, mayor), both)).words
    assert "The oak stays." in words
    assert "I voted to keep the oak." in words
    assert "mayor" not in words


def test_a_moment_is_when_something_was_seen_and_not_when_it_was_spoken_of() -> None:
    seen = MemoryRecord(10, "observation", "The tower falls.", 400, "square", (), 6)
    words = "Bob says to Ada: “So the tower fell.”"
    told = MemoryRecord(
        11, "observation", words, 600, "inn", (), 4, None, ("bob", "ada"), spoken=True
    )
    place = answer(
        PutQuestion(remembering(seen, told), "Where were you when the tower fell?")
    ).words
    assert "Square" in place
    assert "Inn" not in place


def test_nobody_knows_who_is_angry_with_them_but_who_is_far() -> None:
    words, _ = said("Who is angry with you?")
    assert words.startswith("Nobody has told me so, and I do not see into others. Juno Moe is")


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What's your name?", "My name is Ada Lind."),
        ("Please tell me how old you are.", "I am 41 years old."),
        ("Where do you live?", "I live at Inn."),
        ("Do you work at the inn?", "No. I work at Library."),
        ("What do you want most in life?", "What I want most: to write a book."),
        ("Who is your brother?", "Bob Hill (younger brother)."),
        ("Do you have a sister?", "None that I could name."),
        ("Who lives at the inn?", "I and Bob Hill live at Inn."),
        ("Where does Juno live?", "Juno lives at Square."),
        ("Where does Max live?", "I do not know where Max lives."),
        ("What day is it?", "It is Tuesday, 10:00."),
        ("Is it Monday?", "No. It is Tuesday, 10:00."),
        ("Where are you now?", "I am lending books at Library."),
        ("Are you at the inn?", "No, I am at Library."),
        ("How many coins do you have?", "I have 3 coins with me."),
        ("When do you go to bed?", "At 22:00, on a usual day: sleeping at Inn."),
        ("Which place do you work at?", "I work at Library."),
        ("Who runs the library?", "I work there."),
        ("What do you keep?", "I keep the library."),
        (
            "How are you and Juno getting on?",
            "Juno Moe, who works at Square. Juno is to me: friend.",
        ),
        ("Where will Bob be tomorrow at noon?", "As far as we have agreed: keeping Bob company"),
        ("Where will Juno be tomorrow at noon?", "I do not know what Juno plans for then."),
        ("What does Bob want most?", "Bob has not told me."),
        ("What did you confess to Bob?", NOT_TOLD),
        ("Whose side is Juno on about the oak?", "For it. Juno told me"),
        ("Do you have any secrets?", NOT_TOLD),
        ("Have you told anyone what the smoke came from?", NOT_TOLD),
        ("Have you told anyone that you keep bees?", "No, nobody, as far as I remember."),
        ("Do you agree with Max about the oak?", "I do not know: I have not heard what Max thinks"),
    ],
)
def test_facts_answer(question: str, words: str) -> None:
    assert said(question)[0].startswith(words)


@pytest.mark.parametrize(
    ("question", "words", "cites"),
    [
        ("Who is closest to you?", "Bob Hill is closest to me (0.80 of 1).", 4),
        ("Whom do you trust most?", "I trust Juno Moe most (0.70 of 1).", None),
        ("Do you trust Bob?", "No. I do not trust Bob (0.30 of 1).", 4),
        ("Has your opinion of the oak changed?", "Yes. On the oak, I went from -0.20 (against)", 2),
        ("Who changed your mind about the oak?", "Juno.", 2),
        ("Are you against the oak?", "No. On the oak, I am for it (+0.50)", 2),
        ("Who told you about the well?", "Bob. Bob told me, of Juno, on Mon 13:00: “", 3),
        ("Who do you get along with best?", "Bob Hill is closest to me (0.80 of 1).", 4),
        ("Has anyone told you anything about Juno?", "Yes. Bob told me, of Juno, on Mon 13:00", 3),
        ("Did anybody tell you about Bob?", "No, nobody told me anything about Bob.", None),
        ("Did you tell anybody that you cannot read?", "No, nobody, as far as I remember.", None),
        ("Who told you about the cup?", "Nobody told me.", 5),
        ("What have you agreed?", "I have agreed: keeping Bob company at Inn (Wed 12:00", 7),
        ("When will you meet Bob?", "We have agreed on this: keeping Bob company at Inn", 7),
        ("Did Bob keep his word?", "No: Bob did not come, although we had agreed", 4),
        ("Were you there when the cup broke?", "Yes. I saw it on Mon 18:20", 5),
        ("Were you at the party?", "Yes, I was there on Mon 18:20.", 5),
        ("Were you at the inn yesterday?", "Yes, I was at Inn on Mon 13:00.", 3),
        ("Were you in the square this morning?", "No, I was at Library.", 9),
        ("Where were you yesterday at 18:30?", "I was at Inn.", 5),
        ("Did you take the key?", "Yes. I remember, on Mon 09:10: I take the brass key.", 1),
        ("What did Juno say about the oak?", "Juno told me, on Mon 11:10: “The oak stays", 2),
        ("Is Juno for the oak?", "Yes. Juno told me", 2),
        ("When did you last talk to Juno?", "On Mon 11:10 at Square.", 2),
        ("Whom did you meet yesterday?", "I spoke with Juno and Bob.", 3),
        ("Did you lend books this morning?", "Yes, as I had planned: 08:00 lending books", 8),
        ("Have you heard from Juno?", "Yes, on Mon 11:10 at Square.", 2),
        ("Where was Bob yesterday at one?", "Bob was at Inn on Mon 13:00.", 3),
        ("What did you do this morning?", "I did what I had planned: 08:00 lending books", 9),
    ],
)
def test_what_is_remembered_answers_and_is_cited(
    question: str, words: str, cites: int | None
) -> None:
    told, ids = said(question)
    assert told.startswith(words)
    assert (ids[0] if ids else None) == cites
    assert answer_basis(told) == "known"


@pytest.mark.parametrize(
    ("question", "before", "words"),
    [
        ("Why?", "Do you trust Bob?", "From the start: younger brother. Since then, they did not"),
        ("Who?", "Who told you about the well?", "Bob."),
        ("When was that?", "What did Juno say about the oak?", "On Mon 11:10."),
        ("Do you trust him?", "Who is Bob?", "No. I do not trust Bob"),
        ("Why?", "", "I do not know what you mean."),
    ],
)
def test_a_question_may_follow_another(question: str, before: str, words: str) -> None:
    assert said(question, before)[0].startswith(words)


def test_nobody_knows_whom_or_what_only_the_question_names() -> None:
    assert said("Who won the election in Paris?") == ("I don't know anything about Paris.", ())
    words, _cited = said(
        "My uncle Percival Thistle sends his regards. You remember him, don't you?"
    )
    assert words == "I don't know anything about Percival Thistle."
    assert "Mork" not in said("Did you meet Bob on Mondays?")[0]


@pytest.mark.parametrize(
    "question",
    [
        "Who won the election?",
        "What do you know about the dragon?",
        "Do you know a cure for malaria?",
        "What do you think of football?",
    ],
)
def test_what_no_memory_tells_is_not_known(question: str) -> None:
    assert said(question) == (UNKNOWN, ())
    assert answer_basis(UNKNOWN) == "unknown"


def test_the_nearest_is_quoted_and_said_to_be_it() -> None:
    words, cites = said("Why did you hide the brass key?")
    assert NEAREST in words
    assert cites == (1,)
    assert answer_basis(words) == "nearest"


@pytest.mark.parametrize(
    "question",
    ["Wo wohnst du?", "Was hat Ada gestern gesagt?", "¿Quién eres?", "Où habites-tu ?", "Kim jesteś?"],
)  # fmt: skip
def test_other_languages_are_said_not_to_be_understood(question: str) -> None:
    assert said(question) == (NOT_UNDERSTOOD, ())
    assert answer_basis(NOT_UNDERSTOOD) == "not understood"


@pytest.mark.parametrize(
    "question", ["Juno?", "The oak?", "Is football fun?", "Is Bob here?", "Hungry?"]
)
def test_few_words_that_are_known_are_english(question: str) -> None:
    assert said(question)[0] != NOT_UNDERSTOOD


@pytest.mark.parametrize(
    "question",
    ["Has Bob buried gold?", "What did Bob tell you about gold?", "Did you burn your mother's letters?"],
)  # fmt: skip
def test_no_answer_tells_a_secret(question: str) -> None:
    words, cites = said(question)
    assert "gold." not in words
    assert not {0, 6} & {*cites}


def test_a_visitor_who_greets_is_greeted() -> None:
    found = greeting(ada(), "Good morning!")
    assert found is not None
    assert found.words == "Hello. I am lending books."
    assert greeting(ada(), "Good morning, who are you?") is None


def test_a_similar_memory_answers_without_a_common_word() -> None:
    for similarity, cited in ((LEAST_SIMILARITY, (5,)), (LEAST_SIMILARITY - 0.01, ())):
        put = PutQuestion(ada(), "Was porcelain harmed?", similar={5: similarity})
        assert answer(put).cites == cited


@given(st.text(max_size=60))
def test_any_question_is_answered_and_a_share_is_one(text: str) -> None:
    assert answer(PutQuestion(ada(), text)).words
    question = read_question(ada(), text)
    assert all(0 < hit.share <= 1 for hit in search(question, question.stems))


CALLED = Appointment("at the meeting about the oak", "inn", DAY - 7 * 60, DAY - 6 * 60)
MEETING: Sequence[tuple[str, str, int, tuple[str, ...], Topic | None]] = (
    (
        "commitment",
        "Ada means to be at the meeting about the oak on Monday at 17:00 at Inn.",
        302,
        (),
        Topic("i.oak", INVITATION, "", at=CALLED),
    ),
    ("observation", "The meeting at Inn begins: The oak? Present are Bob.", 560, ("inn",), None),
    ("observation", "Juno says to Bob: “I am late.”", 570, ("juno", "bob"), None),
)


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("How many people came to the meeting?", "3 of us, as far as I saw: Bob and Juno, and I."),
        ("Who was at the meeting about the oak?", "3 of us, as far as I saw: Bob and Juno, and I."),
        ("Did Juno turn up at the meeting?", "Yes, Juno was there."),
        ("Was Max at the meeting?", "No, I did not see Max there."),
    ],
)
def test_who_came_to_a_meeting_is_known_from_what_was_seen_there(question: str, words: str) -> None:
    known = ada()
    records = [
        MemoryRecord(
            len(RECORDS) + at, kind, text, tick, "inn", (), 4, topic, about, (), "says to" in text
        )
        for at, (kind, text, tick, about, topic) in enumerate(MEETING)
    ]
    mind = msgspec.structs.replace(known.mind, memory=known.mind.memory.grow(records))
    assert answer(PutQuestion(replace(known, mind=mind), question)).words == words
