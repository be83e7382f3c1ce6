"""Questions to several people: which, whom, how answers come in, are gone through, and are kept in
a file."""

import csv
import io
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from latticeville.cli.main import main
from latticeville.models.fake import FakeLLM
from latticeville.models.model import ModelError, Reply, Request
from latticeville.reports.interview import questions
from latticeville.runs.replay import Replay
from studio.run.panes.answer_rows import Poll, poll_rows
from studio.run.panes.interview_pane import InterviewPane
from studio.run.panes.memory_pane import MemoryPane
from studio.run.questionnaire_dialogs import FILE
from studio.ui.dialogs.option_dialog import OptionDialog, OptionLines
from studio.ui.dialogs.problems_dialog import ProblemsDialog
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.dialogs.word_suggester import PathSuggester
from studio.ui.view_rows import Kept, PaintedView
from tests.digests import digest_of
from tests.studio.conftest import Driven
from tests.studio.test_agent_panes import TALK, ada
from tests.studio.test_branches import chosen, elsewhere, shown
from tests.studio.test_frames import SIZES, named

OAK = (
    '[[questions]]\nask = "What about the oak?"\ncategory = "memory"\n[[questions]]\nask = "Who '
    'is {other}?"\n'
)
BROKEN = '[[questions]]\nask = 3\n[[questions]]\nask = "x"\ncategory = "taste"\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to start from, with a questionnaire that holds and one that does not."""
    folder = tmp_path / "here"
    (folder / "surveys").mkdir(parents=True)
    (folder / "surveys" / "oak.toml").write_text(OAK, "utf-8")
    (folder / "broken.toml").write_text(BROKEN, "utf-8")
    monkeypatch.chdir(folder)
    return folder


class Gate:
    """A model that answers so many people and then waits, or fails."""

    def __init__(self, first: int, error: str = "") -> None:
        self.left, self.error = first, error
        self.asked, self.open = threading.Event(), threading.Event()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        if self.left == 0:
            self.asked.set()
            if self.error:
                raise ModelError(self.error)
            assert self.open.wait(20)
        self.left -= 1
        return FakeLLM().answer(requests)


def behind(gate: Gate, monkeypatch: pytest.MonkeyPatch) -> Gate:
    monkeypatch.setattr("latticeville.models.cache_registry.shared_model", lambda _spec: gate)
    return gate


async def typed(driven: Driven, text: str) -> None:
    """Type into the dialog that is open, instead of what it holds, and take it."""
    await driven.until(
        lambda: isinstance(driven.app.screen, ValidatedInput) and driven.app.focused is not None
    )
    known = {
        "/": "slash",
        ".": "full_stop",
        "-": "minus",
        ",": "comma",
        " ": "space",
        "_": "underscore",
    }
    await driven.press(*(known.get(one, one) for one in text), "enter")


async def offered(driven: Driven, *what: str) -> None:
    """Choose what is put, once all that there is was found."""
    await driven.press("P")
    await driven.until(lambda: "surveys" in driven.frame())
    await chosen(driven, "Ask which questions?", *what)


async def poll(driven: Driven, *what: str, whom: str = "Everybody") -> InterviewPane:
    """Put what letters say to whom they say, and wait until that is begun."""
    pane = driven.simulate.query_one(InterviewPane)
    count = len(pane._polls)
    await offered(driven, *what)
    await chosen(driven, "Ask whom?", *whom)
    await driven.until(lambda: len(pane._polls) > count)
    return pane


def beside_ada(driven: Driven) -> list[str]:
    """Return who is in the area in which Ada is."""
    state = driven.view.payload.state
    area = state.bodies["ada"].area
    inside = sorted(
        who for who in state.minds if state.world.areas.is_within(state.bodies[who].area, area)
    )
    assert len(inside) > 1
    return inside


async def through(driven: Driven, pane: InterviewPane) -> None:
    """Wait until all of it is answered."""
    await driven.until(lambda: pane._polls[-1].over)
    await driven.pilot.pause(0.3)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_a_questionnaire_is_put_to_everybody_and_gone_through(
    frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    async with ada(size) as driven:
        before = digest_of(driven.view.payload)
        await driven.press("P")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.pilot.pause(0.1)
        await driven.until(lambda: "surveys" in driven.frame())
        assert driven.frame() == frames(name="what")
        await chosen(driven, "Ask which questions?", *"oak")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames(name="whom")
        await chosen(driven, "Ask whom?", *"every")
        pane = driven.simulate.query_one(InterviewPane)
        await driven.until(lambda: bool(pane._polls))
        await through(driven, pane)
        assert len(pane.answers) == 20
        await driven.press("s")
        assert driven.frame() == frames(name="names")
        await driven.press("right_parenthesis", "l", "j", "enter")
        assert driven.frame() == frames(name="opened")
        assert driven.simulate.selected == "byron"
        assert digest_of(driven.view.payload) == before


async def test_letters_are_not_lost_and_what_is_marked_stays_while_files_are_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = threading.Event()

    def slow(_folders: object) -> list[Path]:
        assert gate.wait(20)
        return [Path("surveys/oak.toml")]

    monkeypatch.setattr(questions, "questionnaires", slow)
    async with ada() as driven:
        await driven.press("P", "down", "down")
        gate.set()
        await driven.until(lambda: "surveys" in driven.frame())
        pick = driven.app.screen
        assert isinstance(pick, OptionDialog)
        choices = pick.query_one(OptionLines)
        assert choices.rows[choices.cursor].link == choices.chosen == FILE
        await driven.press("escape")
        await driven.burst("P", *"pap", "enter")
        await driven.until(lambda: "Ask whom?" in driven.frame())


async def test_one_goes_from_person_to_person_and_folds_what_one_has_read() -> None:
    async with ada() as driven:
        pane = await poll(driven, *"oak")
        await through(driven, pane)

        def under() -> str:
            return pane.rows[pane.cursor].key

        assert under() == "r0"
        await driven.press("right_parenthesis")
        assert under() == "p0 byron"
        await driven.press("right_parenthesis", "j")
        assert under() == "a0.4"
        await driven.press("l", "j", "j")
        assert under().startswith("a0.4/")
        await driven.press("h")
        assert under() == "a0.4"
        assert not pane._opened
        await driven.press("h")
        assert under() == "p0 cleo"
        await driven.press("h")
        assert not any(row.key == "a0.4" for row in pane.rows)
        await driven.press("h", "h", "h")
        assert [row.key for row in pane.rows] == ["r0"]
        await driven.press("l")
        assert len(pane.rows) > 10
        driven.simulate.select("edda")
        await driven.pilot.pause(0.05)
        assert under() == "p0 edda"
        pane._move_to_key("p0 byron")
        await driven.press("right_parenthesis")
        assert under() == "p0 cleo"
        driven.simulate.select("edda")
        await driven.pilot.pause(0.05)
        top = pane.cursor - pane.top + len(pane.heads)
        await driven.pilot.click(pane, offset=(6, top + 1))
        assert "p0 edda" in pane._folded


async def test_one_question_goes_to_some_and_to_those_who_are_there() -> None:
    async with ada() as driven:
        await offered(driven, *"one")
        await driven.pilot.pause(0.1)
        await driven.press(*"oak", "enter")
        await chosen(driven, "Ask whom?", *"some")
        await typed(driven, "Edda, nobody")
        assert "no person “nobody”" in driven.frame()
        await driven.press(*["backspace"] * 6, *"ada", "enter")
        pane = driven.simulate.query_one(InterviewPane)
        await driven.until(lambda: bool(pane._polls))
        await through(driven, pane)
        assert [one.agent for one in pane.answers] == ["ada", "edda"]
        assert "oak · 2 people" in driven.frame()
        inside = beside_ada(driven)
        pane = await poll(driven, *"oak", whom="People in")
        await through(driven, pane)
        assert list(dict.fromkeys(one.agent for one in pane._polls[1].answers)) == inside


async def test_esc_ends_the_asking_and_what_was_answered_stays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("studio.ui.task_runner.SAYING", 0.02)
    monkeypatch.setattr("studio.task.AT_ONCE", 0)
    async with ada() as driven:
        gate = behind(Gate(2), monkeypatch)
        pane = await poll(driven, *"oak")
        await driven.until(gate.asked.is_set)
        await driven.until(lambda: "Asking · 4 of 20… 20% · " in driven.frame())
        assert "left · esc stops" in driven.frame()
        await driven.until(lambda: any("4 of 20 …" in row.tail.text for row in pane.rows))
        await driven.press("P")
        await driven.pilot.pause(0.1)
        assert "Wait for this, or press esc." in driven.frame()
        await driven.press("escape")
        assert "Cancelled; answers so far are kept." in driven.frame()
        assert any("4 of 20 · stopped" in row.tail.text for row in pane.rows)
        gate.open.set()
        await driven.until(
            lambda: all(one.is_finished for one in driven.app.workers if one.group == "interview")
        )
        await driven.pilot.pause(0.05)
        assert len(pane.answers) == 4
        await poll(driven, *"oak", whom="Ada")
        await through(driven, pane)
        assert len(pane.answers) == 6


async def test_a_model_that_fails_halfway_leaves_what_was_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with ada() as driven:
        behind(Gate(1, "the server is gone"), monkeypatch)
        pane = await poll(driven, *"oak")
        await through(driven, pane)
        assert "Stopped after 2 answers: the server is gone" in driven.frame()
        assert len(pane.answers) == 2
        behind(Gate(0, "the server is gone"), monkeypatch)
        await offered(driven, *"oak")
        await chosen(driven, "Ask whom?", *"every")
        await driven.until(lambda: "Stopped after 0 answers: the server is gone" in driven.frame())
        assert len(pane._polls) == 1


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_a_broken_questionnaire_says_where(
    frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    async with ada(size) as driven:
        await offered(driven, *"broken")
        await driven.until(lambda: isinstance(driven.app.screen, ProblemsDialog))
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames(name="told")
        await driven.press("escape")
        await offered(driven, *"another")
        await typed(driven, "none.toml")
        assert "no such file" in driven.frame()
        await driven.press("ctrl+u", *"bro")
        await driven.pilot.pause(0.2)
        await driven.press("tab", "enter")
        assert driven.frame() == frames(name="typed")
        await driven.press("ctrl+u")
        await typed(driven, "surveys/oak.toml")
        await chosen(driven, "Ask whom?", *"Ada")
        pane = driven.simulate.query_one(InterviewPane)
        await driven.until(lambda: bool(pane._polls))
        await through(driven, pane)
        assert len(pane.answers) == 2


async def test_answers_are_kept_as_the_command_line_writes_them(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with ada() as driven:
        await driven.press("A", "escape", "ctrl+s")
        assert "No answers to save yet" in driven.frame()
        pane = await poll(driven, *"paper", whom="People in")
        await through(driven, pane)
        inside = beside_ada(driven)
        await driven.press("ctrl+s")
        await typed(driven, "all.txt")
        assert "use one of the extensions .csv, .json" in driven.frame()
        await driven.press("ctrl+u")
        await typed(driven, "all.json")
        await driven.until((here / "all.json").exists)
        assert "Written: " in driven.frame()
        await driven.press("ctrl+s", "enter")
        file = here / f"paper-{shown(driven).name}-{TALK}.csv"
        await driven.until(file.exists)
        run = shown(driven)
        assert Replay(run).last == TALK
    asked = ["interview", str(run), "--questions", "paper"]
    asked += [word for who in inside for word in ("--agent", who)]
    for flag, path in (("--json", here / "all.json"), ("--csv", file)):
        assert main([*asked, flag]) == 0
        assert capsys.readouterr().out == path.read_text("utf-8")


async def test_which_answers_are_kept_is_asked_where_there_are_several_lots(here: Path) -> None:
    async with ada() as driven:
        await driven.press("A", *"oak", "enter")
        pane = driven.simulate.query_one(InterviewPane)
        await driven.until(lambda: bool(pane.answers))
        await driven.press("escape")
        await poll(driven, *"oak")
        await through(driven, pane)
        for letters, name, count in (
            ("single", "a.csv", 1),
            ("people", "b.csv", 20),
            ("all", "c.csv", 21),
        ):
            await driven.press("ctrl+s")
            await chosen(driven, "Save which answers?", *letters.replace(" ", ""))
            await driven.press("ctrl+u")
            await typed(driven, name)
            await driven.until((here / name).exists)
            rows = list(csv.reader(io.StringIO((here / name).read_text("utf-8"), newline="")))
            assert len(rows) == count + 1
        (here / "shut").mkdir(mode=0o500)
        (here / "a.csv").unlink()
        (here / "a.csv").symlink_to(here / "gone" / "a.csv")
        await driven.press("ctrl+s")
        await chosen(driven, "Save which answers?", *"all")
        await driven.press("ctrl+u")
        await typed(driven, "a.csv")
        await chosen(driven, "This file already exists", "down")
        await driven.until(lambda: "a.csv cannot be written: " in driven.frame())


async def test_a_cited_memory_leads_to_it_in_the_run_that_it_is_of() -> None:
    async with ada() as driven:
        parent = shown(driven)
        memories = driven.simulate.query_one(MemoryPane)
        pane = await poll(driven, *"oak")
        await through(driven, pane)
        cited = pane.answers[8].cites[0]
        assert pane.answers[8].agent == "edda"
        driven.simulate.select("edda")
        await driven.pilot.pause(0.05)
        await driven.press("j", "enter", "j")
        assert pane.rows[pane.cursor].key == f"a0.8/c{cited.id}"

        async def led() -> None:
            await driven.until(lambda: driven.simulate.focused is memories and bool(memories.rows))
            await driven.until(lambda: memories.rows[memories.cursor].key == f"m{cited.id}")
            assert driven.simulate.selected == "edda"
            assert cited.text in " ".join(memories.text().split())

        await driven.press("enter")
        await led()
        await driven.press("backspace")
        await driven.until(lambda: driven.simulate.focused is pane)
        assert pane.rows[pane.cursor].key == f"a0.8/c{cited.id}"
        await driven.press("f")
        await chosen(driven, f"Fork at tick {TALK}")
        await elsewhere(driven, parent, TALK)
        await driven.until(
            lambda: f"{parent.name} · tick {TALK}" in "".join(row.tail.text for row in pane.rows)
        )
        await driven.press("enter")
        await driven.until(lambda: shown(driven) == parent)
        await led()


def test_lines_are_made_anew_only_where_something_is_otherwise() -> None:
    from tests.reports.test_answers import answer

    poll = Poll("paper", Path("run"), 3, 2, 2)
    poll.answers += [answer("ada", "Ada", "Why?"), answer("ada", "Ada", "How?", error="too late")]
    kept: Kept = {}
    opened = {"r0", "p0 ada"}
    first = PaintedView(poll_rows(0, poll, Path("run")), 80, opened, kept).rows
    assert [row.tail.text for row in first[:2]] == ["tick 3 · 2 of 4 …", "1 error"]
    assert any("no answer: too late" in span.text for row in first for span in row.spans)
    again = PaintedView(poll_rows(0, poll, Path("run")), 80, opened, kept).rows
    assert all(one is other for one, other in zip(first, again, strict=True))
    narrow = PaintedView(poll_rows(0, poll, Path("other")), 20, opened, kept).rows
    assert len(narrow) > len(first)
    assert narrow[0].tail.text == "run · tick 3 · 2 of 4 …"


def test_a_path_is_completed_by_folders_and_files_of_the_right_ending(here: Path) -> None:
    paths = PathSuggester((".toml",))
    (here / "broken.txt").write_text("")
    (here / ".hidden.toml").write_text("")
    assert paths.complete("bro") == "broken.toml"
    assert paths.complete("sur") == "surveys/"
    assert paths.complete("surveys/o") == "surveys/oak.toml"
    assert paths.complete("surveys/") is None
    assert paths.complete("none/o") is None
    assert paths.complete(f"{here}/b") == f"{here}/broken.toml"
    assert paths.complete(".h") == ".hidden.toml"
    assert paths.complete("\0/a") is None
