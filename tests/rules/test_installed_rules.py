"""A set of rules of another package, as docs/survival.md shows it: its action is taken, offered,
told and explained."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.core.plugins import PluginError
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.model import Reply, Request
from latticeville.sim.rule_set import event_kinds, load_rule_set, rules_of
from latticeville.world.model.world import World
from tests.sim.test_survival import valley
from tests.worlds import all_day, build, live

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "survival.md").read_text("utf-8")
SQUARE = ROOT / "tests" / "studio" / "data" / "square"


HUSHING = """

class Hush(Event, frozen=True, tag="said"):
    pass

HUSHING = rule_set(events=[Hush])
"""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """Return the folder of the package that the page shows."""
    known = tmp_path / "packages" / "waving-1.dist-info"
    known.mkdir(parents=True)
    code = re.search(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert code
    (known.parent / "waving.py").write_text(code[1] + HUSHING)
    (known / "METADATA").write_text("Metadata-Version: 2.1\nName: waving\nVersion: 1\n")
    (known / "entry_points.txt").write_text(
        "[latticeville.rules]\nwaving = waving:WAVING\nbroken = waving:AGAIN\nhushing = waving:HUSHING\n"
    )
    return known.parent


@pytest.fixture
def installed(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install the package in this process."""
    monkeypatch.syspath_prepend(str(package))
    rules_of.cache_clear()
    yield
    rules_of.cache_clear()
    sys.modules.pop("waving", None)


def village(**minds: object) -> World:
    people = {who: {"start": [at, 0], **all_day("yard")} for at, who in enumerate(("ada", "bob"))}
    world = build(
        "....", areas={"yard": [0, 0, 4, 1]}, people=people, minds={"talk": False, **minds}
    )
    return replace(world, rules=("social", "waving"))


class Asked:
    """The built-in mind, which keeps what it was asked."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    def answer(self, requests: list[Request]) -> list[Reply]:
        self.requests += requests
        return BuiltinMind().answer(requests)


class Waving:
    """A language model that waves at Bob, or at Ada."""

    def __init__(self, form: str) -> None:
        self._form = form

    def answer(self, requests: list[Request]) -> list[Reply]:
        return [Reply(self._form % ("ada" if one.who == "bob" else "bob")) for one in requests]


def waves(world: World, ticks: int, model: object) -> list[tuple[int, str]]:
    told = live(world, ticks, model=model)  # type: ignore[arg-type]
    return [
        (one.tick, event.sentence(world))
        for one in told
        for event in one.events
        if event.tag == "waved"
    ]


BOTH = [(1, "Ada waves at Bob."), (1, "Bob waves at Ada.")]


@pytest.mark.usefixtures("installed")
def test_the_built_in_mind_takes_it_and_goes_on_with_its_plan() -> None:
    assert waves(village(), 10, BuiltinMind()) == BOTH
    again = waves(village(), 40, BuiltinMind())
    assert len(again) == 4
    assert again[2][0] > 30


@pytest.mark.usefixtures("installed")
def test_a_model_is_offered_it_and_may_choose_it() -> None:
    asked = Asked()
    assert waves(village(act="model"), 3, asked) == BOTH
    prompt = next(one for one in asked.requests if one.who == "ada").prompt
    assert '- wave, as {"kind": "wave", "wave": {"target": "…"}}: bob (Bob)' in prompt
    chosen = waves(village(act="model"), 2, Waving('{"kind": "wave", "wave": {"target": "%s"}}'))
    assert [at for at, _ in chosen] == [1, 1, 2, 2]
    assert waves(village(act="model"), 1, Waving("I wave at %s and go on.")) == BOTH


@pytest.mark.usefixtures("installed")
def test_it_is_taken_and_offered_under_need() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 0]}}
    world = valley(people, minds={"act": "model"})
    world = replace(world, rules=("survival", "waving"))
    asked = Asked()
    assert {*BOTH} <= {*waves(world, 5, asked)}
    assert '"kind": "wave"' in next(one for one in asked.requests if one.kind == "act").prompt
    reply = '{"reasoning": "manners", "action": {"kind": "wave", "wave": {"target": "%s"}}}'
    assert waves(world, 1, Waving(reply)) == BOTH


@pytest.mark.usefixtures("installed")
def test_its_event_is_known_by_name_and_no_two_share_one() -> None:
    kinds = event_kinds(("social", "waving"))
    assert kinds["waved"].__module__ == "waving"
    assert "waved" not in event_kinds(("social",))
    what = r"two kinds of event are called “said”: latticeville.sim.events:Said and waving:Hush"
    with pytest.raises(PluginError, match=what):
        event_kinds(("hushing",))


@pytest.mark.usefixtures("installed")
def test_what_cannot_be_loaded_is_told_in_a_sentence() -> None:
    assert [*load_rule_set("waving").actions] == ["wave"]
    with pytest.raises(PluginError, match="“broken” of waving:AGAIN cannot be loaded: it is no"):
        load_rule_set("broken")
    with pytest.raises(PluginError, match=r"“sailing” are not installed: .* social, survival and"):
        load_rule_set("sailing")


def call(folder: Path | None, *words: object) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join(filter(None, [str(folder or ""), os.environ.get("PYTHONPATH", "")]))
    return subprocess.run(
        [sys.executable, "-m", "latticeville.cli", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": path},
        timeout=120,
    )


def test_a_run_tells_and_explains_it_and_needs_the_package(package: Path, tmp_path: Path) -> None:
    world, run = tmp_path / "square", tmp_path / "run"
    shutil.copytree(SQUARE, world)
    text = (world / "world.toml").read_text("utf-8")
    (world / "world.toml").write_text(
        text.replace('rules = ["social"]', 'rules = ["social", "waving"]'), "utf-8"
    )
    refused = call(None, "run", world, "--ticks", 1, "--out", tmp_path / "none")
    assert refused.returncode
    assert "there is no set of rules “waving”" in refused.stderr
    made = call(package, "run", world, "--ticks", 90, "--out", run, "--llm", "builtin")
    assert made.returncode == 0, made.stderr
    header = json.loads((run / "segment-000.jsonl").read_text("utf-8").splitlines()[0])["record"]
    assert header["rules"] == {"social": "1", "waving": "1"}
    told = call(package, "replay", run, "--view", "transcript").stdout
    wave = re.search(r"Mon 08:(\d\d)  Mina waves at Otto\.", told)
    assert wave, told
    assert "Mina waves at Otto" in call(package, "chronicle", run).stdout
    why = call(package, "why", run, "--agent", "mina", "--tick", int(wave[1]))
    found = call(package, "find", run, "event:waved and agent:mina").stdout
    assert "Mina waves at Otto." in found
    assert "wave Otto" in why.stdout, why.stderr
    assert "Otto is here" in why.stdout
    assert call(package, "verify", run).returncode == 0
    for command in ("verify", "replay", "resume"):
        missing = call(None, command, run)
        assert missing.returncode == 1, command
        assert "this run needs the rules “waving”, version 1" in missing.stderr, command
