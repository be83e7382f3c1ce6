"""`relationships`: who knows whom, counted by hand."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import run as run_process
from xml.etree import ElementTree as ET

import pytest

from latticeville.cli.main import main
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports.relationships.network import Network, network
from latticeville.sim.first_state import initial_state
from latticeville.world.model.world import World
from tests.gossips import gossips
from tests.runs.runs import write
from tests.worlds import all_day, build

TRIANGLES = {
    "ann": ("bob", "cid"),
    "bob": ("ann", "cid"),
    "cid": ("ann", "bob", "dot"),
    "dot": ("cid", "eve", "fay"),
    "eve": ("dot", "fay"),
    "fay": ("dot", "eve"),
}
"""Two triangles, joined by Cid and Dot."""


def circle(knows: Mapping[str, tuple[str, ...]]) -> World:
    """Return people in rows who know those whom they name, and never move."""
    people = {
        who: {
            "start": [1 + place, 1],
            "home": "hall",
            "relationships": [{"who": other, "how": "friend"} for other in others],
            **all_day("hall"),
        }
        for place, (who, others) in enumerate(knows.items())
    }
    return build("##########\n#........#\n##########", areas={"hall": [1, 1, 8, 1]}, people=people)


def found_in(knows: Mapping[str, tuple[str, ...]]) -> Network:
    return network(initial_state(circle(knows)))


def test_two_triangles_and_their_bridge() -> None:
    found = found_in(TRIANGLES)
    assert (found.pairs, found.density) == (7, round(2 * 7 / (6 * 5), 4))
    assert found.reciprocity == 1.0
    assert found.groups == (("ann", "bob", "cid"), ("dot", "eve", "fay"))
    assert found.bridges == (("cid", "dot"),)
    members = {one.who: one for one in found.members}
    assert [who for who, one in members.items() if one.is_broker] == ["cid", "dot"]
    # of the 10 pairs of others, the 2 · 3 between the triangles pass through Cid
    assert members["cid"].betweenness == 0.6
    assert members["ann"].betweenness == 0.0
    assert (members["cid"].knows, members["cid"].known_by) == (3, 3)


def test_who_is_not_known_in_turn_makes_no_pair() -> None:
    found = found_in({"ann": ("bob",), "bob": ("ann",), "cid": ("ann", "bob"), "dot": ()})
    assert (found.pairs, found.density) == (1, round(2 * 1 / (4 * 3), 4))
    assert found.reciprocity == 0.5  # two of four acquaintances are answered
    assert found.groups == (("ann", "bob"), ("cid",), ("dot",))
    assert {one.who: one.known_by for one in found.members} == {
        "ann": 2,
        "bob": 2,
        "cid": 0,
        "dot": 0,
    }


@pytest.mark.parametrize("knows", [{"ann": ()}, {"ann": (), "bob": ()}])
def test_few_people_and_strangers(knows: Mapping[str, tuple[str, ...]]) -> None:
    found = found_in(knows)
    assert found.density == (None if len(knows) < 2 else 0.0)
    assert (found.pairs, found.reciprocity, found.closeness) == (0, None, None)


def test_talk_makes_the_network_denser(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Five who meet at the pub: the density over time rises, and files hold the same network."""
    write(tmp_path / "r", gossips(), 440, model=BuiltinMind())
    run = str(tmp_path / "r")
    assert main(["relationships", run, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    over_time = [one["density"] for one in found["over_time"]]
    assert over_time[0] == 0.1 < over_time[-1] == found["density"]
    assert over_time == sorted(over_time)
    known = {(one["who"], one["other"]) for one in found["acquaintances"]}
    assert main(["relationships", run, "--graphml", str(tmp_path / "n.graphml")]) == 0
    root = ET.parse(tmp_path / "n.graphml").getroot()  # noqa: S314 - our own file
    edges = root.iter("{http://graphml.graphdrawing.org/xmlns}edge")
    assert {(one.get("source"), one.get("target")) for one in edges} == known
    assert main(["relationships", run, "--svg", str(tmp_path / "n.svg")]) == 0
    capsys.readouterr()
    assert main(["relationships", run]) == 0
    assert "Who knows whom: ● knows, ○ does not" in capsys.readouterr().out
    assert main(["relationships", run, "--trust", "1"]) == 0
    assert "0 pairs of 10 know each other" in capsys.readouterr().out


def test_groups_are_the_same_in_every_process() -> None:
    """Sets of words have another order in each process; groups must not."""
    code = (
        "from tests.reports.test_relationships import found_in, TRIANGLES\n"
        "import msgspec\nprint(msgspec.json.encode(found_in(TRIANGLES)).decode())"
    )
    told = {
        run_process(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            cwd=Path(__file__).parents[2],
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1


def test_the_graph_library_is_not_loaded_before_it_is_needed() -> None:
    code = (
        "import sys\nfrom latticeville.reports.registry import load_report\n"
        "load_report('relationships')\nassert 'networkx' not in sys.modules"
    )
    run_process([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
