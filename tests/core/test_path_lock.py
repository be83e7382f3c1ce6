"""A process that keeps to some folders."""

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import os, subprocess, sys
from pathlib import Path
from latticeville.core.path_lock import lock_paths
inside, readable, outside = map(Path, sys.argv[1:])
lock_paths((inside,), (readable,))
import tomllib  # the program's own code is still there
deeds = {
    "write inside": lambda: (inside / "new").write_text("x"),
    "move inside": lambda: os.replace(inside / "new", inside / "newer"),
    "read the readable": lambda: (readable / "a").read_text(),
    "write the readable": lambda: (readable / "a").write_text("x"),
    "read outside": lambda: (outside / "a").read_text(),
    "climb out": lambda: (inside / ".." / outside.name / "a").read_text(),
    "follow a link out": lambda: (inside / "link").read_text(),
    "list outside": lambda: os.listdir(outside),
    "scan outside": lambda: list(os.scandir(outside)),
    "write outside": lambda: (outside / "b").write_text("x"),
    "move out": lambda: os.rename(inside / "newer", outside / "b"),
    "remove outside": lambda: (outside / "a").unlink(),
    "make outside": lambda: (outside / "c").mkdir(),
    "link out": lambda: os.link(outside / "a", inside / "d"),
    "start": lambda: subprocess.run([sys.executable, "-c", "0"]),
    "shell": lambda: os.system("true"),
}
for name, do in deeds.items():
    try:
        do()
    except PermissionError:
        print(name)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_what_is_elsewhere_is_refused_and_what_is_here_works(tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("inside", "readable", "outside")]
    for folder in folders:
        folder.mkdir()
        (folder / "a").write_text("kept")
    (folders[0] / "link").symlink_to(folders[2] / "a")
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, *map(str, folders)],
        capture_output=True,
        text=True,
        check=True,
    )
    refused = ran.stdout.split("\n")[:-1]
    assert refused == [
        *("write the readable", "read outside", "climb out", "follow a link out", "list outside"),
        *("scan outside", "write outside", "move out", "remove outside", "make outside"),
        *("link out", "start", "shell"),
    ]
    assert (folders[2] / "a").read_text() == "kept"
    assert [one.name for one in folders[2].iterdir()] == ["a"]
