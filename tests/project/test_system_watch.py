"""Hearing of writes."""

import queue
from pathlib import Path

from latticeville.core.disk import write_atomic
from studio.project.edits.values import SetValue
from studio.project.file_watch import SystemWatch
from studio.project.open_project import (
    ReloadedFile,
    UnchangedFile,
    classify_write,
    open_project,
    save,
)
from tests.project.hall import FILES


def test_a_write_by_others_is_heard_and_ours_means_nothing(tmp_path: Path) -> None:
    for name, text in FILES.items():
        path = tmp_path / "worlds" / "hall" / name if "bo" not in name else tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    opened, heard = open_project(tmp_path / "worlds" / "hall"), queue.Queue[str]()
    with SystemWatch(opened.project, heard.put):
        opened = save(opened.do(SetValue("world.toml", ("name",), "Room"))).opened
        assert heard.get(timeout=120) == "world.toml"
        assert (
            classify_write(opened, "world.toml", opened.project.path("world.toml").read_bytes())
            == UnchangedFile()
        )
        write_atomic(opened.project.path("personas/bo.toml"), b'name = "Bo!"\n')
        while (name := heard.get(timeout=120)) != "personas/bo.toml":
            assert name == "world.toml"
        verdict = classify_write(opened, name, opened.project.path(name).read_bytes())
        assert isinstance(verdict, ReloadedFile)
        assert verdict.opened.project.data(name) == {"name": "Bo!"}
