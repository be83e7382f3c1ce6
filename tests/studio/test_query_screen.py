"""The window of statements: what it shows, offers and refuses, and where its rows lead."""

from pathlib import Path
from threading import Event

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Static

from latticeville.formats.recordings.recording_import import import_recording
from latticeville.formats.report import ImportReport
from latticeville.tables.parquet_cache import NoTablesError
from studio.run.screen import SimulateScreen
from studio.run.sql import session as sessions
from studio.run.sql.answer_table import AnswerTable
from studio.run.sql.query_screen import QueryScreen
from studio.run.sql.session import QuerySession, RowTarget, row_target
from studio.run.sql.statement_editor import StatementEditor
from tests.importers.recorded import Shot, write_original
from tests.reports.runs import recorded
from tests.studio.conftest import Driven, studio
from tests.studio.test_frames import SIZES, named
from tests.world_folders import SQUARE

SAID = "SELECT tick, who, kind, text FROM events WHERE kind = 'said' ORDER BY tick"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("run") / "monday", 60)


async def opened(driven: Driven, statement: str = "") -> QueryScreen:
    """Open the window, with a statement if one is given."""
    await driven.press("Q")
    await driven.until(lambda: isinstance(driven.app.screen, QueryScreen))
    window = driven.app.screen
    assert isinstance(window, QueryScreen)
    await driven.until(lambda: window.work.task is None)
    if statement:
        window.query_one(StatementEditor).text = statement
    return window


async def answered(driven: Driven, window: QueryScreen) -> str:
    """Run the statement, and return what is told of it."""
    await driven.press("f5")
    await driven.until(lambda: window.work.task is None)
    return told(window)


def told(window: QueryScreen) -> str:
    return str(window.query_one("#told", Static).visual)


async def test_it_opens_on_the_rows_of_its_first_statement(run: Path) -> None:
    async with studio(run) as driven:
        window = await opened(driven)
        assert "4 rows" in told(window)
        assert window.query_one(StatementEditor).has_focus


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_frames(run: Path, frames: SnapshotAssertion, size: tuple[int, int]) -> None:
    async with studio(run, size) as driven:
        window = await opened(driven, "SELECT ")
        window.query_one(StatementEditor).move_cursor((0, 7))
        await driven.press("w")
        assert driven.frame() == frames(name="completion")
        window.query_one(StatementEditor).text = SAID
        assert "Enter on a row goes there" in await answered(driven, window)
        await driven.press("tab", "j")
        assert driven.frame() == frames(name="rows")
        window.query_one(StatementEditor).text = "SELECT whom\nFROM events"
        await answered(driven, window)
        assert driven.frame() == frames(name="error")


async def test_enter_leads_to_the_tick_and_the_person_and_the_key_back(run: Path) -> None:
    async with studio(run) as driven:
        window = await opened(driven, SAID)
        await answered(driven, window)
        await driven.press("tab", "G")
        tick, who, *_rest = window.query_one(AnswerTable).shown.rows[-1]
        assert isinstance(tick, int)
        await driven.press("enter")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))
        await driven.tick(tick)
        assert driven.simulate.selected == who
        again = await opened(driven)
        table = again.query_one(AnswerTable)
        assert table.has_focus
        assert table.cursor_row == table.row_count - 1
        await driven.press("escape", "backspace")
        await driven.tick(0)


async def test_a_run_that_grows_is_read_up_to_its_newest_tick() -> None:
    async with studio(SQUARE) as driven:
        for ticks in (2, 4):
            for _ in range(2):
                driven.simulate.action_step()
            await driven.tick(ticks)
            window = await opened(driven, "SELECT max(tick) AS newest FROM ticks")
            await answered(driven, window)
            assert window.query_one(AnswerTable).shown.rows == [(ticks,)]
            await driven.press("escape")
            await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))


async def test_a_run_of_another_program_is_asked_and_says_whose_it_is(tmp_path: Path) -> None:
    shots = [Shot({"noor": "cafe", "omar": "park"}), Shot({"noor": "park", "omar": "park"})]
    import_recording(write_original(tmp_path / "rec", shots), tmp_path / "run", ImportReport())
    async with studio(tmp_path / "run") as driven:
        await driven.until(lambda: "Recorded by" in driven.frame())
        assert "Built-in rules" not in driven.frame()
        window = await opened(driven, "SELECT area FROM positions WHERE who = 'noor' ORDER BY tick")
        await answered(driven, window)
        assert window.query_one(AnswerTable).shown.rows[-1] == ("park",)


async def test_tab_takes_the_marked_completion_and_escape_hides_them(run: Path) -> None:
    async with studio(run) as driven:
        window = await opened(driven, "SELECT 1 FROM ")
        editor = window.query_one(StatementEditor)
        editor.move_cursor(editor.document.end)
        await driven.press("m", "down", "tab")
        assert editor.text == "SELECT 1 FROM matters"
        await driven.press("space", "w", "h", "escape")
        assert not editor._found.offers
        assert isinstance(driven.app.screen, QueryScreen)
        await driven.press("escape")
        await driven.until(lambda: isinstance(driven.app.screen, SimulateScreen))


async def test_escape_cancels_a_statement_that_takes_long(run: Path) -> None:
    endless = "SELECT count(*) FROM range(1000000000) a(x), range(99999999) b(y) "
    endless += "WHERE x * y % 7 = 3"
    async with studio(run) as driven:
        window = await opened(driven, endless)
        await driven.press("f5")
        await driven.until(lambda: "Running the statement" in told(window))
        await driven.press("escape")
        await driven.until(lambda: window.work.task is None)
        assert told(window) == "Cancelled."
        assert isinstance(driven.app.screen, QueryScreen)


async def test_without_the_extra_one_sentence_says_how_to_install_it(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing() -> None:
        raise NoTablesError("SQL and Parquet need duckdb: pip install 'latticeville[sql]'")

    monkeypatch.setattr(sessions, "check_installed", missing)
    async with studio(run) as driven:
        window = await opened(driven)
        sentence = "SQL and Parquet need duckdb: pip install 'latticeville[sql]'"
        assert told(window) == sentence
        assert await answered(driven, window) == sentence


async def test_the_studio_answers_while_a_statement_is_at_work(
    run: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Event()
    ask = sessions.ask
    async with studio(run) as driven:
        window = await opened(driven, "SELECT 1 AS one")
        monkeypatch.setattr(
            "studio.run.sql.query_screen.ask", lambda *args: (go_on.wait(30), ask(*args))[1]
        )
        await driven.press("f5", "end", "space", "a")
        assert window.work.task is not None
        assert window.query_one(StatementEditor).text == "SELECT 1 AS one a"
        go_on.set()
        await driven.until(lambda: window.work.task is None)
        assert window.query_one(AnswerTable).shown.rows == [(1,)]


def test_earlier_statements_come_back_in_order() -> None:
    session = QuerySession()
    for text in ("one", "two", "two", "three"):
        session.text = text
        session.keep(text)
    found = []
    for way in (-1, -1, -1, 1, 1, 1):
        shown = session.go(way)
        found.append(shown)
        session.text = shown or session.text
    assert found == ["two", "one", None, "two", "three", None]
    session.text = "typed anew"
    assert session.go(-1) == "three"


def test_a_row_leads_to_its_first_tick_and_the_person_that_it_is_about() -> None:
    people = {"ada", "bob"}.__contains__
    assert row_target({"n": 4, "tick": 7, "other": "bob", "who": "ada"}, people) == (7, "ada")
    assert row_target({"since": -1, "whom": "bob"}, people) == RowTarget(0, "bob")
    assert row_target({"n": 4, "word": "cat"}, people) == RowTarget(None, "")
