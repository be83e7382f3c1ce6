"""Output that cannot be written: closed, full, narrow or unread, on stdout, on stderr and in
files."""

import errno
import io
import json
import os
import pty
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.cli.progress import Share
from latticeville.cli.terminal import SIGNS, CleanStream
from latticeville.runs.replay import Replay
from tests.reports.runs import SQUARE, recorded

pytestmark = pytest.mark.slow

PYTHON = [sys.executable, "-m", "latticeville.cli"]
needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("lost") / "run", 120)


def shell(line: str, *words: object, **env: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash in which `"$@"` is the command with its words."""
    whole = ["bash", "-c", f"set -o pipefail; {line}", "bash", *PYTHON, *map(str, words)]
    env = {key: held for key, held in os.environ.items() if key != "PYTHONUNBUFFERED"} | env
    return subprocess.run(
        whole,
        capture_output=True,
        env=env,
        encoding="utf-8",
        errors="replace",
        timeout=60,
        check=False,
    )


@needs_full
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("words", [["replay"], None])
def test_a_full_disk_behind_stdout_is_told_in_a_sentence(
    made: Path, words: list[str] | None, unbuffered: str
) -> None:
    command = ["--help"] if words is None else [words[0], made, *words[1:]]
    done = shell('"$@" > /dev/full', *command, PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stderr) == (1, "standard output: No space left on device\n")


@pytest.mark.parametrize(
    ("words", "closing"),
    [(["replay"], ">&-"), (["find", "event:said"], "<&- >&- 2>&-"), (["studio"], "<&- >&- 2>&-")],
)
def test_a_closed_stream_changes_no_exit_code(made: Path, words: list[str], closing: str) -> None:
    done = shell(f'"$@" {closing}', words[0], made, *words[1:])
    assert done.returncode == (2 if words == ["studio"] else 0)
    assert not done.stderr


@pytest.mark.parametrize("closing", ["2>&-", ">&-", "2>/dev/full"])
def test_a_sound_world_is_sound_whoever_listens(closing: str) -> None:
    assert shell(f'"$@" {closing}', "check", SQUARE).returncode == 0


def test_a_run_whose_streams_are_closed_writes_nothing_of_them_into_its_files(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    done = shell(
        '"$@" <&- >&- 2>&-', "run", SQUARE, "--ticks", 30, "--view", "events", "--out", folder
    )
    assert done.returncode == 0
    assert Replay(folder).last == 30
    assert main(["verify", str(folder)]) == 0


def test_a_run_goes_on_when_nobody_reads_its_view_any_more(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    done = shell('"$@" | head -1', "run", SQUARE, "--ticks", 400, "--view", "json", "--out", folder)
    assert done.returncode == 0
    assert done.stdout.count("\n") == 1
    assert "standard output: Broken pipe; the run continued without a view\n" in done.stderr
    assert done.stderr.endswith(f"{folder}: at tick 400\n")
    assert Replay(folder).last == 400


@needs_full
def test_a_run_goes_on_when_its_view_finds_no_room_and_says_so_by_its_exit_code(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    words = (
        "--ticks",
        20,
        "--view",
        "json",
        "--llm",
        "fake",
        "--embedder",
        "hash",
        "--out",
        folder,
    )
    done = shell('"$@" > /dev/full', "run", SQUARE, *words)
    told = "standard output: No space left on device; the run continued without a view\n"
    assert (done.returncode, done.stderr) == (1, f"{told}{folder}: at tick 20\n")


def test_what_prints_ends_quietly_when_nobody_reads_any_more(made: Path) -> None:
    done = shell('"$@" | head -1', "replay", made, "--view", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1


def test_a_run_that_finds_no_room_for_its_log_ends_in_a_sentence_and_goes_on_later(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "run"
    words = ["run", SQUARE, "--ticks", 200, "--view", "none", "--out", folder]
    done = shell('ulimit -f 24; "$@"', *words)
    assert done.returncode == 1
    last = Replay(folder).last
    assert 0 < last < 200
    assert done.stderr.endswith(
        ".jsonl: File too large\n    fix: allow larger files (ulimit -f), and try again\n"
        f"ended after tick {last}; continue with: latticeville resume {folder}\n"
    )
    assert main(["verify", str(folder)]) == 0
    assert main(["resume", str(folder), "--ticks", "5", "--view", "none"]) == 0
    assert Replay(folder).last == last + 5


@pytest.mark.parametrize("command", ["run", "export"])
def test_a_file_that_finds_no_room_is_named(tmp_path: Path, command: str) -> None:
    words = ["--out", tmp_path / "run"] if command == "run" else [tmp_path / "map.svg"]
    done = shell('ulimit -f 1; "$@"', command, SQUARE, *words)
    assert done.returncode == 1
    assert re.fullmatch(rf"(?s).*{re.escape(str(tmp_path))}\S+.*File too large.*", done.stderr)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (["chronicle"], "a.md"),
        (["heat", "--of", "presence"], "a.svg"),
        (["metrics", "--csv"], "a.csv"),
    ],
)
def test_a_file_in_no_folder_is_named(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: list[str], name: str
) -> None:
    out = tmp_path / "no" / name
    assert main([command[0], str(made), *command[1:], "--out", str(out)]) == 2
    assert f"{out} cannot be written: No such file or directory\n" in capsys.readouterr().err


@pytest.mark.parametrize("coding", ["ascii", "latin-1", "cp1252", "utf-8"])
def test_a_narrow_encoding_is_written_in(
    made: Path, coding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told(*words: str) -> str:
        raw = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding=coding))
        assert main([words[0], str(made), *words[1:]]) == 0
        return raw.getvalue().decode(coding)

    for words in (
        ["replay", "--view", "talk,events"],
        ["timeline"],
        ["memories", "--agent", "mina", "--tick", "9"],
    ):
        assert told(*words)
    (first, *_more) = map(json.loads, told("find", 'phrase:"“"', "--json").splitlines())
    assert "“" in first["told"][0]


def test_signs_of_our_own_become_ascii_and_the_rest_escapes() -> None:
    raw = io.BytesIO()
    stream = CleanStream(io.TextIOWrapper(raw, encoding="ascii", write_through=True), "it")
    stream.write("“Zoé” → ✓ ▮▮▯ … 猫\x1b[31m\n")
    assert raw.getvalue() == b'"Zo\\xe9" > ok ##. ~ \\u732b?[31m\n'


def test_every_sign_that_is_drawn_has_one_in_ascii_that_is_as_wide() -> None:
    root = Path(__file__).parents[2] / "latticeville"
    paths = [path for part in ("cli", "reports", "render") for path in (root / part).rglob("*.py")]
    texts = [
        path.read_text("utf-8") for path in paths if path.parent.name != "tilemap"
    ]  # no command prints those
    unknown = {letter for letter in "".join(texts) if not letter.isascii()} - SIGNS.keys()
    assert {letter for letter in unknown if unicodedata.category(letter) != "So"} <= {"é"}
    assert {sign for sign, plain in SIGNS.items() if len(plain) != 1} == {"✓"}


def test_a_picture_leaves_no_trace_where_the_encoding_has_none() -> None:
    raw = io.BytesIO()
    stream = CleanStream(io.TextIOWrapper(raw, encoding="ascii"), "standard output")
    stream.write("Ada 😴 sleeping")
    stream.flush()
    assert raw.getvalue() == b"Ada  sleeping"


def test_a_stream_fails_once_and_names_itself() -> None:
    class Full(io.StringIO):
        def write(self, _text: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

    stream = CleanStream(Full(), "standard output")
    with pytest.raises(OSError, match="No space") as found:
        stream.write("a")
    assert found.value.filename == "standard output"
    stream.write("b")
    stream.flush()
    forgiving = CleanStream(Full(), "standard error", forgiving=True)
    forgiving.write("a")
    assert forgiving.error is not None


@pytest.mark.parametrize(("term", "drawn"), [("xterm", True), ("dumb", False)])
def test_progress_is_drawn_on_a_terminal_alone_and_within_its_width(
    monkeypatch: pytest.MonkeyPatch,
    term: str,
    drawn: bool,  # noqa: FBT001 - a case
) -> None:
    here, there = pty.openpty()
    monkeypatch.setenv("TERM", term)
    with os.fdopen(there, "w", encoding="utf-8") as file:
        monkeypatch.setattr(sys, "stderr", CleanStream(file, "standard error"))
        share = Share("x" * 300)
        monkeypatch.setattr(share, "_drawn", -9.0)
        share.looked(1, 2)
        sys.stderr.write("end\x1b\n")
        share.clear()
        sys.stderr.flush()
        seen = b""
        while not seen.endswith(b"\n"):
            seen += os.read(here, 10_000)
    os.close(here)
    told = seen.decode()
    assert told.endswith("end�\r\n")
    assert told.count("\r\x1b[K") == 2 * drawn
    assert told.count("x") == 79 * drawn


def test_what_is_written_to_the_same_terminal_wipes_the_progress_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, there = pty.openpty()
    monkeypatch.setenv("TERM", "xterm")
    with os.fdopen(there, "w", encoding="utf-8") as file:
        out, err = CleanStream(file, "standard output"), CleanStream(file, "standard error")
        out.share_terminal(err)
        err.status("half\x1b done")
        out.write("Ada wakes.\n")
        out.write("Ada rises.\n")
        out.flush()
        seen = b""
        while not seen.endswith(b"rises.\r\n"):
            seen += os.read(here, 10_000)
    os.close(here)
    assert seen.decode() == "\r\x1b[Khalf� done\r\x1b[KAda wakes.\r\nAda rises.\r\n"
