"""`latticeville export` of runs as a user meets it: files, sentences, exit codes, ctrl+c."""

import gzip
import json
import os
import re
import stat
from base64 import b64decode
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from latticeville.cli.main import main
from latticeville.draw import export
from latticeville.draw.export import ExportError, ExportOptions, ExportTicks, export_ticks
from latticeville.draw.map_frame import FramePainter
from latticeville.draw.tilemap.painter import MapStyle
from latticeville.formats.pictures import _shown_area
from latticeville.runs.replay import Replay
from latticeville.sim.first_state import initial_state
from tests.worlds import build

ROOT = Path(__file__).parents[2]
SQUARE = str(ROOT / "worlds" / "square")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = str(tmp_path_factory.mktemp("runs") / "monday")
    assert main(["run", SQUARE, "--ticks", "12", "--out", folder, "--view", "none"]) == 0
    return folder


def test_a_tick_is_a_picture_and_the_newest_is_the_default(run: str, tmp_path: Path) -> None:
    replay = Replay(Path(run))
    for words, tick in (([], 12), (["--tick", "3"], 3), (["--tick", "0"], 0)):
        assert main(["export", run, str(tmp_path / "a.png"), *words]) == 0
        assert (tmp_path / "a.png").read_bytes() == export_ticks(
            ExportTicks([replay.at(tick)]), Path("a.png"), ExportOptions()
        )


@pytest.mark.parametrize(
    ("words", "ticks"),
    [
        ([], range(13)),
        (["--ticks", "3:7"], range(3, 8)),
        (["--ticks", "9:"], range(9, 13)),
        (["--ticks", ":4", "--every", "3"], range(0, 5, 3)),
        (["--ticks", "5:5"], range(5, 6)),
    ],
)
def test_ticks_are_frames(words: list[str], ticks: range, run: str, tmp_path: Path) -> None:
    file = tmp_path / "a.cast"
    assert main(["export", run, str(file), *words, "--style", "compact"]) == 0
    head, *events = map(json.loads, file.read_text("utf-8").splitlines())
    assert (head["width"], head["height"]) == (24, 11)
    assert len(events) == len(ticks) + 1
    assert [int(re.findall(r"tick (\d+)", event[2])[0]) for event in events[:-1]] == [*ticks]


def test_a_part_of_the_map_is_an_area_or_follows_a_person(run: str, tmp_path: Path) -> None:
    payload = Replay(Path(run)).at(12)
    house = ExportOptions(area="house")
    for words, options in (
        (["--area", "HOUSE"], house),
        (["--area", payload.state.world.name_of("house").upper()], house),
        (["--area", "house", "--scale", "2"], house._replace(scale=2)),
        (["--follow", "Mina"], ExportOptions(follow="mina")),
        (["--area", "house", "--style", "letters"], ExportOptions(MapStyle.LETTERS, area="house")),
    ):
        assert main(["export", run, str(tmp_path / "a.svg"), *words]) == 0
        assert (tmp_path / "a.svg").read_bytes() == export_ticks(
            ExportTicks([payload]), Path("a.svg"), options
        )


def test_a_run_is_an_animation_and_a_page(run: str, tmp_path: Path) -> None:
    assert main(["export", run, str(tmp_path / "a.gif"), "--ticks", "0:3"]) == 0
    assert Image.open(BytesIO((tmp_path / "a.gif").read_bytes())).size == (24 * 16, 11 * 16)
    assert main(["export", run, str(tmp_path / "a.html"), "--follow", "mina"]) == 0
    (told,) = re.findall(rb'id="data">(.*?)<', (tmp_path / "a.html").read_bytes())
    assert json.loads(gzip.decompress(b64decode(told)))["follow"] == "mina"
    assert stat.S_IMODE((tmp_path / "a.html").stat().st_mode) & 0o400


def test_ticks_that_are_too_many_for_a_gif_are_thinned_out_by_itself(
    run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "MOST_ANIMATED_PIXELS", 5 * 24 * 16 * 10 * 16)
    file = str(tmp_path / "a.gif")
    assert main(["export", run, file]) == 0
    told = "13 ticks are too many frames for a .gif, so one of 3 is shown; choose with --every, or"
    assert told in capsys.readouterr().err
    assert getattr(Image.open(BytesIO(Path(file).read_bytes())), "n_frames", 1) <= 5
    assert main(["export", run, file, "--every", "4"]) == 0
    assert "too many" not in capsys.readouterr().err
    assert main(["export", run, file, "--every", "1"]) == 2
    assert "5 are the most; show fewer ticks" in capsys.readouterr().err
    assert main(["export", run, file, "--scale", "0.5"]) == 0
    assert "too many" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["a.png", "--scale", "7"], "“7” is no scale: choose one of 0.25, 0.5, 1, 2"),
        (["a.cast", "--scale", "2"], "--scale does not work with .cast; it is for .png, .svg"),
        (["a.png", "--tick", "13"], "tick 13 is not in this run: it goes from Mon 08:00 (tick 0)"),
        (
            ["a.gif", "--ticks", "5:40"],
            "tick 40 is not in this run: it goes from Mon 08:00 (tick 0)",
        ),
        (["a.gif", "--ticks", "7:3"], "the range 7:3 is empty: it ends before it begins"),
        (["a.gif", "--ticks", "7"], "“7” is no range: write two ticks, such as 0:120"),
        (["a.gif", "--ticks", "-1:7"], "argument --ticks: expected one argument"),
        (["a.gif", "--ticks", "x:7"], "“x:7” is no range: write two ticks, such as 0:120"),
        (["a.gif", "--every", "0"], "“0” is not a whole number of at least 1"),
        (["a.gif", "--tick", "1"], "--tick does not work with .gif; it is for .png, .svg"),
        (
            ["a.png", "--ticks", "1:2"],
            "--ticks does not work with .png; it is for .gif, .webp, .cast, .html",
        ),
        (
            ["a.png", "--style", "oil"],
            "there is no style “oil”: choose one of tiles, compact, letters",
        ),
        (["a.png", "--area", "hause"], "there is no area “hause”: choose one of house"),
        (["a.png", "--follow", "bo"], "there is no person “bo”: choose one of mina, "),
        (["a.png", "--follow", "mina", "--area", "house"], "not allowed with argument"),
        (["a.tmj"], "only a world can be written as .tmj, and RUN is a run"),
        (["a.txt"], "is a run: latticeville replay RUN --tick N --view map"),
        (["a.txt", "--style", "tiles"], "--style does not work with .txt"),
        (["no/a.gif"], "no/a.gif cannot be written: No such file or directory"),
        (["folder.gif"], "folder.gif cannot be written: Is a directory"),
    ],
)
def test_what_cannot_be_exported_is_said(
    words: list[str],
    said: str,
    run: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder.gif").mkdir()
    with suppress(SystemExit):
        assert main(["export", run, *words]) == 2
    told = capsys.readouterr().err
    assert said.replace("RUN", run) in told
    assert "Traceback" not in told
    assert [path.name for path in tmp_path.rglob("*")] == ["folder.gif"]


def test_a_world_has_no_ticks_and_any_other_folder_is_neither(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "a.gif")
    assert main(["export", SQUARE, file, "--ticks", "0:2"]) == 2
    assert (
        f"{SQUARE} is a world and has no ticks; name the folder of a run" in capsys.readouterr().err
    )
    assert main(["export", str(tmp_path), file]) == 2
    assert (
        f"{tmp_path} is neither a world (there is no world.toml) nor a run"
        in capsys.readouterr().err
    )
    assert main(["export", SQUARE, file]) == 0
    assert Image.open(BytesIO(Path(file).read_bytes())).size == (24 * 16, 11 * 16)


def test_a_damaged_run_is_told_and_nothing_is_written(
    run: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken"
    broken.mkdir()
    for path in Path(run).iterdir():
        data = path.read_bytes()
        (broken / path.name).write_bytes(
            data.replace(b'"tick":5', b'"tick":6') if "segment" in path.name else data
        )
    assert main(["export", str(broken), str(tmp_path / "a.gif")]) == 1
    assert "segment-000.jsonl:" in capsys.readouterr().err
    assert not (tmp_path / "a.gif").exists()


def test_ctrl_c_leaves_no_half_file(
    run: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_words: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(FramePainter, "paint", interrupted)
    for ending in ("gif", "cast", "html", "png"):
        assert main(["export", run, str(tmp_path / f"a.{ending}")]) == 130
        assert capsys.readouterr().err == f"interrupted; {tmp_path}/a.{ending} was not written\n"
    assert [*tmp_path.iterdir()] == []


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes anywhere")
def test_a_folder_that_is_only_read_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tmp_path.chmod(0o500)
    assert main(["export", SQUARE, str(tmp_path / "a.png")]) == 2
    assert "a.png cannot be written: Permission denied" in capsys.readouterr().err


def test_a_name_that_several_areas_have_is_refused_with_their_ids() -> None:
    world = build("....", areas={"one": [0, 0, 2, 1], "two": [2, 0, 2, 1]})
    halls = {name: replace(world.areas.by_id[name], name="Hall") for name in ("one", "two")}
    areas = {**world.areas.by_id, **halls}
    state = initial_state(replace(world, areas=replace(world.areas, by_id=areas)))
    assert _shown_area("TWO", state) == "two"
    with pytest.raises(ExportError, match="“hall” names several areas: choose one of one, two"):
        _shown_area("hall", state)
