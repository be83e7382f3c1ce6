"""Interviews: answers come from the memories of the moment and cite them, and change nothing."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.mind.builtin.interview import UNKNOWN
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.interview_question import tells_secret
from latticeville.mind.requests.interview import MAX_ANSWER
from latticeville.models.embed import HashEmbedder
from latticeville.models.fake import FakeLLM
from latticeville.reports.interview.ask import interview
from latticeville.reports.interview.questions import (
    CATEGORIES,
    QuestionnaireItem,
    questionnaires,
    read_questions,
)
from latticeville.runs.replay import Replay
from latticeville.sim.first_state import initial_state
from latticeville.sim.input_script import ScriptError
from tests.digests import digest_of
from tests.laws import law
from tests.model_doubles import Garbled
from tests.random_worlds import feeds, worlds
from tests.reports.runs import recorded
from tests.runs.runs import contents
from tests.world_folders import VILLE, shared_world
from tests.worlds import live

if TYPE_CHECKING:
    from latticeville.models.model import Model

TICKS = 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("interview") / "run", TICKS)


@pytest.mark.slow
@law(25)
@given(st.data())
def test_interviews_change_nothing(data: st.DataObject) -> None:
    world = data.draw(worlds())
    payload = live(world, 12, feed=data.draw(feeds(world, 12)))[-1]
    before = digest_of(payload)
    model = cast("Model", FakeLLM() if data.draw(st.booleans()) else Garbled())
    people = sorted(payload.state.minds)
    every = read_questions(Path("paper"))
    questions = data.draw(st.lists(st.sampled_from(every), min_size=1, max_size=6))
    first = interview(payload.state, people, questions, model, HashEmbedder())
    assert digest_of(payload) == before
    assert interview(payload.state, people, questions, model, HashEmbedder()) == first
    for one in first:
        assert bool(one.answer) != bool(one.error)
        memory = payload.state.minds[one.agent].memory
        assert all(
            memory[each.id].text == each.text and each.id in one.recalled for each in one.cites
        )


def test_what_is_answered_was_remembered_then_and_is_cited(folder: Path) -> None:
    asked = [QuestionnaireItem("What about the lamp?", "memory")]
    early, late = (
        interview(Replay(folder).at(tick).state, ["otto"], asked, FakeLLM(), HashEmbedder())[0]
        for tick in (1, TICKS)
    )
    assert "lamp" in early.answer
    assert early.cites
    assert len(late.recalled) > len(early.recalled)
    assert "You are asked: “What about the lamp?”" in early.prompt
    assert all(f"{number}. " in early.prompt for number in range(1, len(early.cites) + 1))


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What did you do yesterday?", "I remember nothing of that time."),
        ("What happened at the well last night?", "I remember nothing of that time."),
        ("What did Mina say at 3 in the morning?", "I have not heard Mina say anything"),
        ("What will you do tomorrow at noon?", "I have no plan for Tuesday yet. On a usual day: "),
        ("Who did you talk to this morning?", "I spoke with Mina."),
        ("Where were you at 8:20?", "I was at "),
        ("What did you do this morning?", "I "),
        ("What are you doing now?", "I am "),
    ],
)
def test_an_answer_is_of_the_time_that_is_asked_for(
    folder: Path, question: str, answer: str
) -> None:
    state = Replay(folder).at(TICKS).state
    (found,) = interview(
        state, ["otto"], [QuestionnaireItem(question)], BuiltinMind(), HashEmbedder()
    )
    assert found.answer.startswith(answer)
    assert all(one.when.startswith("Mon 08:") for one in found.cites)


@pytest.mark.parametrize(
    ("who", "question"),
    [
        ("greta", "Is there anything about a letter under your mattress?"),
        ("greta", "Has a supermarket made you an offer?"),
        ("cleo", "Has the conservatory written to you?"),
        ("farid", "Did Edda's heart stumble?"),
        ("dax", "Which locks does the key of the smithy open?"),
    ],
)
def test_an_interviewer_hears_no_secret(who: str, question: str) -> None:
    state = initial_state(shared_world(VILLE))
    (found,) = interview(state, [who], [QuestionnaireItem(question)], BuiltinMind(), HashEmbedder())
    mind = state.minds[who]
    secrets = [one.text for one in state.world.people[who].persona.secrets]
    assert not any(secret in found.prompt + found.answer for secret in secrets)
    assert not any(tells_secret(mind.memory[one.id], who, state.world) for one in found.cites)
    assert found.basis in ("unknown", "nearest")


def test_a_long_answer_ends_with_a_whole_sentence() -> None:
    state = initial_state(shared_world(VILLE))
    (found,) = interview(
        state,
        ["juno"],
        [QuestionnaireItem("What do you do all day?")],
        BuiltinMind(),
        HashEmbedder(),
    )
    assert not found.error
    assert 300 < len(found.answer) <= MAX_ANSWER


def test_who_somebody_is_tells_no_secret() -> None:
    state = initial_state(shared_world(VILLE))
    asked = [QuestionnaireItem("Who are you?"), QuestionnaireItem("What is your profession?")]
    for one in interview(state, ["farid"], asked, BuiltinMind(), HashEmbedder()):
        assert "Farid" in one.answer or "Clinic" in one.answer
        assert "heart" not in one.answer
        assert "secret" not in one.answer


def test_the_built_in_mind_cites_what_it_tells_and_says_what_it_does_not_know(folder: Path) -> None:
    state = Replay(folder).at(TICKS).state
    known = [
        QuestionnaireItem(text)
        for text in ("What did Otto promise to repair?", "What about the well?")
    ]
    unknown = [
        QuestionnaireItem(text)
        for text in ("Who won the election?", "Where is the volcano?", "Why is it far?")
    ]
    for one in interview(state, ["mina"], known, BuiltinMind(), HashEmbedder()):
        assert one.cites
        assert one.answer != UNKNOWN
    for one in interview(state, ["mina", "otto"], unknown, BuiltinMind(), HashEmbedder()):
        assert (one.answer, one.cites) == (UNKNOWN, ())


def test_the_paper_asks_five_questions_of_each_of_five_areas(folder: Path) -> None:
    questions = read_questions(Path("paper"))
    assert [one.category for one in questions] == [name for name in CATEGORIES for _ in range(5)]
    answers = interview(
        Replay(folder).at(TICKS).state, ["mina"], questions, FakeLLM(), HashEmbedder()
    )
    assert all(one.answer for one in answers)
    assert any("Otto Sund" in one.question for one in answers)
    assert not any("{other}" in one.question for one in answers)
    assert next(one.answer for one in answers if one.category == "plans").startswith("I mean to: ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[questions]]\nask = 3", "q.toml:2:1: error: a question has the keys “ask”"),
        ("[[questions]]\nask = 'x'\nmood = 1", "q.toml:3:1: error: a question has the keys “ask”"),
        ("[[questions]]\ncategory = 'plans'", "q.toml:1:1: error: a question has the keys “ask”"),
        ("[[questions]]\nask = ' '", "q.toml:2:1: error: “ask” is empty"),
        ("\nquestions = 3", "q.toml:2:1: error: write [[questions]]"),
        ("questions = [1]", "q.toml:1:1: error: write [[questions]]"),
        (
            "[[questions]]\nask = 'x'\ncategory = 'taste'",
            "q.toml:3:1: error: there is no category “taste”",
        ),
        ("a = 1", "q.toml:1:1: error: there is no [[questions]]"),
        ("a = ", "q.toml:1:5: error: invalid TOML: invalid value"),
        ("a = 1" + "0" * 5000, "q.toml:1:5: error: this number has too many digits"),
    ],
)
def test_a_broken_questionnaire_is_told_with_its_place(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "q.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(ScriptError) as found:
        read_questions(path)
    assert said in str(found.value)


def test_all_that_is_wrong_with_a_questionnaire_is_told(tmp_path: Path) -> None:
    path = tmp_path / "q.toml"
    path.write_text("[[questions]]\nask = 3\n[[questions]]\nask = 'x'\ncategory = 'taste'", "utf-8")
    with pytest.raises(ScriptError) as found:
        read_questions(path)
    assert [(one.line, one.column) for one in found.value.problems] == [(2, 1), (5, 1)]


def test_a_questionnaire_that_is_no_text_is_told(tmp_path: Path) -> None:
    path = tmp_path / "q.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(ScriptError, match="it is not UTF-8"):
        read_questions(path)
    path.write_bytes(b" " * ((1 << 20) + 1))
    with pytest.raises(ScriptError, match="larger than 1,048,576 bytes"):
        read_questions(path)
    with pytest.raises(ScriptError, match="cannot be read: No such file"):
        read_questions(tmp_path / "none.toml")


def test_questionnaires_are_found_in_folders_and_one_below_each_once(tmp_path: Path) -> None:
    for name, text in {
        "a.toml": "[[questions]]",
        "b.toml": "questions = 3",
        "kinds.toml": "[[kinds]]",
        "deep/c.toml": "\n[[ questions ]]",
        "deep/er/d.toml": "[[questions]]",
        ".hidden/e.toml": "[[questions]]",
        "f.txt": "[[questions]]",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "large.toml").write_text("[[questions]]" + " " * (1 << 20), "utf-8")
    found = questionnaires([tmp_path, tmp_path / "deep", tmp_path / "gone"])
    assert [str(one.relative_to(tmp_path)) for one in found] == [
        "a.toml",
        "b.toml",
        "deep/c.toml",
        "deep/er/d.toml",
    ]


def test_the_command_asks_one_or_all(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = contents(folder)
    assert (
        main(
            [
                "interview",
                str(folder),
                "--agent",
                "otto",
                "--ask",
                "What about the lamp?",
                "--tick",
                "30",
            ]
        )
        == 0
    )
    head, question, _answer, *cites = capsys.readouterr().out.splitlines()
    assert head.startswith("Otto Sund  tick 30 · ")
    assert question == "  “What about the lamp?”"
    assert cites
    assert main(["interview", str(folder), "--questions", "paper", "--json"]) == 0
    answers = json.loads(capsys.readouterr().out)
    assert {(one["agent"], one["category"]) for one in answers} == {
        (a, c) for a in ("mina", "otto") for c in CATEGORIES
    }
    assert main(["interview", str(folder), "--agent", "eve", "--ask", "?"]) == 2
    assert main(["interview", str(folder)]) == 2
    assert main(["interview", str(folder), "--questions", str(tmp_path / "none.toml")]) == 1
    assert main(["interview", str(tmp_path / "gone"), "--ask", "?"]) == 2
    assert contents(folder) == before


def test_what_stands_for_nothing_in_a_question_is_told_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[[questions]]\nask = "Do you like {other}?"\n\n[[questions]]\nask = "Who is {othr}?"\n',
        "utf-8",
    )
    with pytest.raises(ScriptError) as told:
        read_questions(path)
    assert [(one.line, one.column) for one in told.value.problems] == [(5, 1)]
    assert "{othr}" in str(told.value)
