"""People are named on the command line by id or by name, in either case and with or without
marks."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.reports.people import person
from latticeville.sim.first_state import initial_state
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from tests.reports.runs import SQUARE, recorded


def _called(world: World, who: str, name: str) -> World:
    one = world.people[who]
    return replace(
        world, people={**world.people, who: replace(one, persona=replace(one.persona, name=name))}
    )


@pytest.mark.parametrize("word", ["mina", "MINA", "Zoé", "zoe", "ZOE SUND", "Zoe\u0301 Sund"])
def test_marks_and_case_are_no_matter(word: str) -> None:
    assert person(initial_state(_called(load_world(SQUARE), "mina", "Zoé Sund")), word) == "mina"


def test_whoever_is_not_there_is_nobody() -> None:
    assert person(initial_state(load_world(SQUARE)), "Zoé") is None


def test_commands_about_somebody_take_a_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = str(recorded(tmp_path / "run", 12))
    for words in (
        ["why"],
        ["beliefs"],
        ["relations"],
        ["memories"],
        ["beliefs", "--other", "Otto Sund"],
    ):
        told = []
        for name in ("mina", "Mina Sund"):
            assert main([words[0], run, "--agent", name, *words[1:]]) == 0
            told.append(capsys.readouterr().out)
        assert told[0] == told[1]
        assert told[0] or words[1:]
    assert main(["beliefs", run, "--agent", "mina", "--other", "nobody"]) == 2
    assert main(["interview", run, "--agent", "Mina Sund", "--ask", "Who are you?"]) == 0
    assert "Mina" in capsys.readouterr().out
    assert main(["interview", run, "--agent", "nobody", "--ask", "Who are you?"]) == 2
