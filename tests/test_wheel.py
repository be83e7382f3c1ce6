"""The built wheel, installed outside the repository: shipped worlds run, open and are copied in an
empty folder."""

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from latticeville import __version__
from tests.world_folders import ROOT

pytestmark = pytest.mark.slow
LARGEST = 4_000_000
"""Most bytes of the wheel."""
STUDIO = """
import asyncio
from pathlib import Path
from studio.app.app import Studio

async def until(pilot, holds):
    for _ in range(3000):
        await pilot.pause(0.01)
        if holds():
            return
    raise AssertionError("still not so")

async def main():
    app = Studio(None)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(pilot, lambda: app.screen.query("#worlds") and app.screen.query_one("#worlds").rows)
        print(*(row.spans[0].text for row in app.screen.query_one("#worlds").rows), sep=", ")
        await pilot.press("enter")
        await until(pilot, lambda: app.simulate is not None and app.simulate.frame is not None)
        await pilot.press("full_stop", "1")
        await until(pilot, lambda: app.design is not None and app.screen is app.design and app.design.report)
        await pilot.press("p", "enter", "ctrl+s")
        await until(pilot, lambda: Path("worlds/ville").exists() and not app.design.workspace.history.modified)
        print(app.open_world.folder)

asyncio.run(main())
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and put it into a virtual environment that sees the dependencies of this
    one."""
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    assert wheel.name == f"latticeville-{__version__}-py3-none-any.whl"
    assert wheel.stat().st_size < LARGEST
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True
    )
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(folder / "venv")}))
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    (site / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", "utf-8")
    for path in (site / "latticeville" / "shipped").rglob("*"):
        path.chmod(0o555 if path.is_dir() else 0o444)
    return site


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder


def ran(installed: Path, empty: Path, *words: str) -> str:
    """Return what the installed Python prints in the empty folder."""
    names = {
        f"XDG_{name}_HOME": str(empty.parent / name)
        for name in ("CONFIG", "STATE", "CACHE", "DATA")
    }
    kept = {
        name: value
        for name, value in os.environ.items()
        if name not in ("PYTHONPATH", "LATTICEVILLE_WORLD_CACHE")
    }
    python = (
        Path(sysconfig.get_path("scripts", "venv", {"base": str(_venv(installed))}))
        / Path(sys.executable).name
    )
    done = subprocess.run(
        [python, "-W", "ignore", *words],
        cwd=empty,
        env=kept | names | {"HOME": str(empty.parent), "TERM": "xterm"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def _venv(installed: Path) -> Path:
    return next(folder for folder in installed.parents if folder.name == "venv")


def command(installed: Path, empty: Path, *words: str) -> str:
    return ran(installed, empty, "-m", "latticeville.cli", *words)


def state(folder: Path) -> Mapping[str, tuple[int, bytes]]:
    """Return every file of the installed package, but what Python compiles, with the time of its
    last change."""
    files = (
        path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def test_the_installed_package_is_the_one_that_runs(installed: Path, empty: Path) -> None:
    told = ran(
        installed,
        empty,
        "-c",
        "import latticeville, studio; print(latticeville.__file__, studio.__file__)",
    )
    assert told.split() == [
        str(installed / name / "__init__.py") for name in ("latticeville", "studio")
    ]


def test_shipped_worlds_run_in_an_empty_folder(installed: Path, empty: Path) -> None:
    before = state(installed / "latticeville")
    assert "runs/run-001: at tick 12" in command(
        installed, empty, "run", "ville", "--ticks", "12", "--view", "none"
    )
    assert command(installed, empty, "check", "ville") == "✓ ville: no problems\n"
    assert "Cleo Marchetti at tick 12" in command(
        installed, empty, "memories", "runs/run-001", "--agent", "cleo"
    )
    assert sorted(path.name for path in empty.iterdir()) == ["runs"]
    assert state(installed / "latticeville") == before


def test_the_studio_offers_shipped_worlds_and_copies_the_edited_one(
    installed: Path, empty: Path
) -> None:
    before = state(installed / "latticeville")
    names, folder = ran(installed, empty, "-c", STUDIO).splitlines()
    assert names.split(", ")[0] == "Ville"
    assert len(names.split(", ")) == 5
    assert folder == "worlds/ville"
    assert sorted(path.name for path in empty.iterdir()) == ["worlds"]
    assert command(installed, empty, "check", "ville") == "✓ worlds/ville: no problems\n"
    assert state(installed / "latticeville") == before


TRY = "import pytest; print('code', int(pytest.main(['-q', '-p', 'no:cacheprovider', *{words}])))"
LAZY = (
    "import sys, studio.pytest_plugin; "
    "print([one for one in sys.modules if one.startswith('latticeville')])"
)


def test_the_example_project_is_tested_by_plain_pytest(installed: Path, empty: Path) -> None:
    shutil.copytree(ROOT / "docs" / "scenario-project", empty, dirs_exist_ok=True)
    assert ran(installed, empty, "-c", LAZY).strip() == "[]"
    told = ran(installed, empty, "-c", TRY.format(words=[]))
    assert "code 0" in told
    scenario = empty / "worlds" / "tea" / "scenarios" / "late.scenario.toml"
    scenario.write_text(
        "guards = 'x'\nuntil = 'Mon 12:00'\n[[expect]]\nholds = 'in:mina=house'\n", "utf-8"
    )
    told = ran(
        installed,
        empty,
        "-c",
        TRY.format(words=["worlds"]).replace("'-p', 'no:cacheprovider', ", ""),
    )
    assert "code 1" in told
    assert "seed 7, tick 240, Mon 12:00: in:mina=house holds of 0" in told
    assert "latticeville studio " in told
