"""The page on texts quotes what people really say, and lists the words that are understood."""

import re
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.runs.replay import Replay
from latticeville.sim.events import Said
from latticeville.world.model.bonds import BONDS, read_relationship
from latticeville.world.model.personas import Relationship
from tests.docs.runner import ROOT

PAGE = (ROOT / "docs" / "texts.md").read_text("utf-8")
PERSONA = PAGE.partition("## Texts of a persona")[2].partition("## Texts of a world")[0]
RELATIONS = PAGE.partition("## Words of a relationship")[2]


MAX_UNSAID = 4
"""Quotations that a run may lack: the seed chooses what leads a sentence in."""


def test_the_words_of_relationships_are_those_that_are_read() -> None:
    rows = re.findall(r"^\| ([^|]+) \| ([0-9.]+) \| ([0-9.]+) \|$", RELATIONS, re.MULTILINE)
    listed = {
        word: (float(near), float(trust))
        for words, near, trust in rows
        for word in words.split(", ")
    }
    read = {word for words, *_ in BONDS for word in words.split("|") if "\\" not in word}
    assert read <= listed.keys()
    for word in read:
        assert tuple(read_relationship(Relationship("bo", word))) == listed[word]


@pytest.mark.slow
def test_what_is_quoted_of_personas_was_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", "worlds/brook", "--template", "village"]) == 0
    run = ["run", "worlds/brook", "--ticks", "4d", "--out", "runs/brook", "--view", "none"]
    assert main(run) == 0
    events = (one for each in Replay(tmp_path / "runs" / "brook").payloads() for one in each.events)
    said = " ".join(one.words for one in events if isinstance(one, Said))
    rows = [row.split("|")[3] for row in PERSONA.splitlines() if row.startswith("| ")]
    quoted = [one for row in rows for one in re.findall(r"“([^”…]{12,})”", row)]
    assert len(quoted) > 8
    missing = [one for one in quoted if one not in said]
    assert len(missing) <= MAX_UNSAID, missing
