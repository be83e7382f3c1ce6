"""Scenario files are read, or each mistake is told with its place, reason and fix."""

import pytest

from latticeville.scenarios.deadline import deadline_of
from latticeville.scenarios.scenario_file import CompiledScenario, read_scenario
from latticeville.sim.inputs import Whisper
from tests.sim.test_interventions import home

HEAD = """name = "It holds"
guards = "That it holds."
seeds = "1..4"
until = "Tue 18:00"
"""
FILE = "scenarios/it.scenario.toml"


def read(text: str) -> CompiledScenario:
    found, problems = read_scenario(FILE, HEAD + text, home())
    assert found is not None, problems
    assert not problems
    return found


def mistakes(text: str, head: str = HEAD) -> list[str]:
    _found, problems = read_scenario(FILE, head + text, home())
    return [str(one) for one in problems]


def test_a_scenario_says_what_is_run_and_expected() -> None:
    found = read("""
[[inputs]]
at = "Mon 08:30"
do = "whisper"
who = "ada"
text = "There is a party at Bob's."

[[expect]]
eventually = 'knows:"party" >= 3'
by = "Tue 12:00"
in_seeds = "3 of 4"

[[expect]]
holds = "state:stove=off"
""")
    assert found.seeds == (1, 2, 3, 4)
    assert found.script == {30: [Whisper("ada", "There is a party at Bob's.")]}
    assert found.end.last_tick(home()) == 34 * 60
    assert [str(one.written) for one in found.expected] == [
        'eventually knows:"party" >= 3 by Tue 12:00 in 3 of 4 seeds',
        "holds state:stove=off at end",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "“expect” [missing-key]"),
        ("[[expect]]\n", "expect[1]"),
        ("[[expect]]\nevr = 'in:house'\n", "6:1: error: expect[1] has no key “evr”"),
        ("[[expect]]\nalways = 'in:house'\nnever = 'in:house'\n", "exactly one of"),
        (
            "[[expect]]\nalways = 'in:hose'\n",
            "6:14: error: there is no “hose” (did you mean “house”?)",
        ),
        ("[[expect]]\nalways = 'not in:ada=hose'\n", "6:22: error: there is no “hose”"),
        ('[[expect]]\nnever = "knows:\\"a\\" and on:lav"\n', "6:29: error: on: takes "),
        ("[[expect]]\nalways = 'event:said'\n", "6:1: error: “always” asks for an event"),
        ("[[expect]]\nholds = 'in:house'\nat = 'Thu 18:00'\n", "7:1: error: “at” is after the end"),
        (
            "[[expect]]\nnever = 'in:house'\nby = 'noon'\n",
            "7:1: error: “noon” is no tick and no time",
        ),
        ("[[expect]]\nnever = 'in:house'\nat = 'Mon 9:00'\n", "“at” belongs to “holds”"),
        (
            "[[expect]]\nnever = 'in:house'\nin_seeds = '3 of 5'\n",
            "7:1: error: “in_seeds” asks for 3 of 5",
        ),
        (
            "[[expect]]\nnever = 'in:house'\nfrom = 'Mon 10:00'\nby = 'Mon 09:00'\n",
            "7:1: error: “from” is after",
        ),
        ("[[expect]]\nnever = 'in:house'\ntimes = 2\n", "“times” belongs to “eventually”"),
        (
            "[[inputs]]\nat = 3\ndo = 'whispr'\n[[expect]]\nnever = 'in:house'\n",
            "7:1: error: “do” must be one of",
        ),
        (
            "[[inputs]]\nat = 3\ndo = 'whisper'\nwho = 'adda'\ntext = 'x'\n[[expect]]\nnever = 'in:house'\n",
            "8:1: error: there is no “adda” in this world [unknown-name]\n    fix: did you mean “ada”?",
        ),
    ],
)
def test_a_mistake_is_told_with_its_place(text: str, said: str) -> None:
    told = mistakes(text)
    assert any(said in one for one in told), told
    assert all(one.startswith(f"{FILE}:") for one in told)


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("guards = 'x'\n", "a scenario has an end [bad-value]\n    fix: write “ticks” or “until”"),
        ("guards = 'x'\nticks = 9\nuntil = '09:00'\n", "a scenario has an end"),
        ("guards = 'x'\nticks = 9\nseeds = '4..1'\n", "“4..1” are no seeds"),
        ("guards = 'x'\nticks = 9\nseeds = [1, 1]\n", "none twice"),
        ("guards = 'x'\nticks = 9\nmind = 'gpt'\n", "3:1: error: “gpt” is no mind"),
        ("guards = 'x'\nticks = 9\nmind = 'tape:gone'\n", "3:1: error: there is no run “gone”"),
        ("ticks = 9\n", "warning: the scenario does not say what it guards"),
        ("ticks = \n", "1:9: error: invalid TOML"),
    ],
)
def test_a_mistake_in_the_head_is_told(head: str, said: str) -> None:
    told = mistakes("[[expect]]\nnever = 'on:void'\n", head)
    assert any(said in one for one in told), told


@pytest.mark.parametrize(
    ("text", "tick"),
    [
        ("7", 7),
        ("tick 7", 7),
        ("09:00", 60),
        ("Mon 08:00", 7 * 24 * 60),
        ("07:00", 23 * 60),
        ("day 2 08:00", 1440),
    ],
)
def test_a_time_is_the_next_one_to_come(text: str, tick: int) -> None:
    assert deadline_of(text, home()).last_tick(home()) == tick
