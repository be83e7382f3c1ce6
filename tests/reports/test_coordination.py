"""`coordination`: who came to a party, counted by hand."""

import json
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.reports.coordination import Coordination, appointments, coordinate
from latticeville.reports.diffusion.spread import find_fact
from latticeville.reports.report import ReportError
from latticeville.sim.inputs import ActAs, PutPerson, Release, SimulatorInput, Whisper
from tests.reports.test_diffusion import recorded, say

PARTY = "You are giving a party at the hall today at half past eight in the morning. Invite everybody you meet."
INVITATION = "There is a party at the hall today at half past eight in the morning. Will you come?"


def party(folder: Path, ticks: int = 100) -> Coordination:
    """Ann gives a party in the hall, and tells Bob; Cid overhears it and goes to the yard, and Eve
    is put into the hall meanwhile; Dot hears and sees nothing."""
    script: dict[int, list[SimulatorInput]] = {
        1: [Release("ann"), Whisper("ann", PARTY)],
        3: [ActAs("ann")],
        4: [say("ann", "bob", INVITATION), Release("bob")],
        6: [ActAs("bob")],
        8: [PutPerson("cid", "yard")],
        40: [PutPerson("eve", "hall")],
    }
    run = recorded(folder, script, ticks)
    state = run.at().state
    return coordinate(run, state, find_fact(state, "party"))


def test_a_party_is_counted_by_hand(tmp_path: Path) -> None:
    found = party(tmp_path / "a")
    assert (found.when, found.place, found.is_over) == ("Mon 08:30", "Hall", True)
    assert {one.who: one.attendance for one in found.people} == {
        "ann": "host",
        "bob": "came as agreed",
        "cid": "heard of it, stayed away",
        "eve": "came unasked",
        "dot": "not asked",
    }
    assert (found.asked, found.agreed, found.came, found.came_unasked) == (2, 1, 2, 1)
    guests = {one.who: one for one in found.people}
    assert (guests["bob"].asked_by, guests["bob"].asked, guests["bob"].came) == ("ann", 5, 30)
    assert guests["eve"].came == 40
    assert guests["cid"].why.endswith("at Yard")


def test_before_its_time_nobody_has_come(tmp_path: Path) -> None:
    found = party(tmp_path / "b", ticks=20)
    assert (found.is_over, found.came) == (False, 0)


def test_the_command_lists_and_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = party(tmp_path / "c")
    run = str(tmp_path / "c")
    assert main(["coordination", run, "--json"]) == 0
    (listed,) = json.loads(capsys.readouterr().out)
    assert (listed["topic"], listed["agreed"]) == (found.topic, 2)
    assert main(["coordination", run, "party"]) == 0
    assert "2 asked · 1 agreed · 2 came · 1 of them unasked" in capsys.readouterr().out
    assert main(["coordination", run, "no such words"]) == 2


def test_what_is_no_appointment_is_refused(tmp_path: Path) -> None:
    run = recorded(tmp_path / "d", {1: [Whisper("ann", "The mill burned down.")]})
    state = run.at().state
    assert appointments(state) == []
    with pytest.raises(ReportError):
        coordinate(run, state, find_fact(state, "mill"))
