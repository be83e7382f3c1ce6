"""The chronicle of a recorded run, and what a model may make of it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.topic import EVENT, Topic
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model
from latticeville.reports.chronicle.attitudes import Attitudes
from latticeville.reports.chronicle.document import markdown
from latticeville.reports.chronicle.read import chronicle_ticks, polish_chronicle, read_chronicle
from latticeville.reports.chronicle.story import ChronicleTick
from latticeville.reports.chronicle.witnesses import minds_of, read_minds
from latticeville.reports.chronicle.write import write_chronicle
from latticeville.runs.replay import Replay
from latticeville.sim.event import Event
from latticeville.sim.events import Said
from latticeville.sim.inputs import Whisper
from latticeville.sim.tick import TickPayload
from tests.mind.test_commitments import PARTY, village
from tests.model_doubles import Listening, Scripted, doing
from tests.reports.runs import recorded
from tests.runs.runs import write
from tests.sim.test_survival import anything, survivors, valley
from tests.world_folders import SQUARE

TICKS = 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a recorded run of three people in a valley who do anything."""
    path = tmp_path_factory.mktemp("chronicle") / "run"
    people = {name: {"start": [place, 0]} for place, name in enumerate(("ada", "bob", "cy"))}
    write(path, valley(people, {"damage": 0.05}), TICKS, minds=anything)
    return path


def ticks_of_payloads(run: list[TickPayload]) -> Iterator[ChronicleTick]:
    """Yield what a chronicle reads of whole payloads."""
    for before, one in zip((run[0], *run), run, strict=False):
        minds = {
            who: mind.memory.since(len(before.state.minds[who].memory)) if one is not run[0] else ()
            for who, mind in one.state.minds.items()
        }
        thoughts = {} if one is run[0] else one.thoughts
        held = {who: mind.commitments for who, mind in one.state.minds.items()}
        found = minds_of(one.tick, minds, thoughts, held)
        state = one.state
        rest = (found.seen, found.reasons, state.resources, found.commitments)
        yield ChronicleTick(one.tick, state.minute, state.world, state.bodies, one.events, *rest)


def test_the_log_tells_who_perceived_what_themselves_and_why_they_attacked(tmp_path: Path) -> None:
    people = {name: {"start": [place, 0]} for place, name in enumerate(("ada", "bob", "cy"))}
    hit, warn = (
        Action("attack", "bob"),
        Topic("attack.ada.bob.0", EVENT, "Ada attacks Bob.", "ada", "bob"),
    )
    tell = Action("say", "cy", words="Beware.", topic=warn)
    write(tmp_path / "run", valley(people), 4, minds=doing({"ada": {1: hit}, "bob": {3: tell}}))
    found = {one.tick: one for one in read_minds(Replay(tmp_path / "run"), 0, 4)}
    assert {tick: one.seen for tick, one in found.items() if one.seen} == {
        2: {"attack.ada.bob.0": ("ada", "bob", "cy")},
    }
    assert {tick: one.reasons for tick, one in found.items() if one.reasons} == {1: {"ada": ""}}


def test_the_reason_of_an_attack_is_that_of_the_reply(tmp_path: Path) -> None:
    people = {name: {"start": [place, 0]} for place, name in enumerate(("ada", "bob"))}
    reply = json.dumps(
        {
            "reasoning": "Bob is rich.",
            "action": {"kind": "attack", "attack": {"to_agent_id": "bob"}},
        }
    )
    write(tmp_path / "run", survivors(people), 1, model=Scripted({"act": reply}))
    assert [one.reasons for one in read_minds(Replay(tmp_path / "run"), 1, 1)] == [
        dict.fromkeys(people, "Bob is rich.")
    ]
    (told,) = [
        each.text
        for chapter in read_chronicle(Replay(tmp_path / "run")).chapters
        for part in chapter.paragraphs
        if part.subject == "fights"
        for each in part.sentences
    ]
    assert told.endswith(" of full health. Why: Ada thought: “Bob is rich.”")


def test_the_log_tells_who_committed_themselves_and_words_without_a_yes_tell_the_same(
    tmp_path: Path,
) -> None:
    path = recorded(tmp_path / "run", 60, village(), {1: Whisper("ada", PARTY)}, BuiltinMind())
    replay = Replay(path)
    found = {one.tick: one.commitments for one in read_minds(replay, 0, 60) if one.commitments}
    run = list(replay.payloads())
    assert found == {one.tick: one.commitments for one in ticks_of_payloads(run) if one.commitments}
    made = [
        (who, each.other) for some in found.values() for who, held in some.items() for each in held
    ]
    assert ("ada", "") in made
    assert ("bob", "ada") in made
    ticks = list(chronicle_ticks(replay, 0, 60))
    silent = [
        one._replace(events=tuple(_without_promise(event) for event in one.events)) for one in ticks
    ]
    assert write_chronicle(silent) == write_chronicle(ticks)
    assert write_chronicle([one._replace(commitments={}) for one in silent]) != write_chronicle(
        ticks
    )


def _without_promise(event: Event) -> Event:
    return replace(event, promise=None) if isinstance(event, Said) else event


def test_the_log_tells_what_the_run_told(folder: Path) -> None:
    replay = Replay(folder)
    run = list(replay.payloads())
    ticks = list(ticks_of_payloads(run))
    trust = [Attitudes.of(run[0].state.minds, one.state.minds) for one in run]
    assert read_chronicle(replay) == write_chronicle(ticks, attitudes=trust[-1])
    assert read_chronicle(replay, 12) == write_chronicle(ticks[:13], attitudes=trust[12])


@pytest.mark.parametrize("model", [FakeLLM(), BuiltinMind()])
def test_rules_leave_the_text_as_it_is(folder: Path, model: Model) -> None:
    replay, listening = Replay(folder), Listening(model)
    chronicle = read_chronicle(replay)
    polished = polish_chronicle(chronicle, replay.world(replay.header.world), listening)
    assert not any(one.polished or one.refusal for one in polished.paragraphs())
    assert {one.kind for one in listening.requests} == {"polish"}
    assert len(listening.batches) == len(chronicle.chapters) + 3
    assert [each.text for one in polished.paragraphs() for each in one.sentences] == [
        each.text for one in chronicle.paragraphs() for each in one.sentences
    ]


@pytest.mark.parametrize(
    "lie", ["Zelda killed Ada.", "They met 41 times in the castle.", "not JSON"]
)
def test_a_lie_is_refused_and_the_template_stays(folder: Path, lie: str) -> None:
    replay = Replay(folder)
    chronicle = read_chronicle(replay)
    text = lie if lie == "not JSON" else json.dumps({"text": lie})
    polished = polish_chronicle(
        chronicle, replay.world(replay.header.world), Scripted({"polish": text})
    )
    assert all(one.refusal and not one.polished for one in polished.paragraphs())
    told = "\n".join(markdown(polished))
    assert "the text of the model was refused" in told
    assert lie not in told
    assert all(
        one in told
        for one in ("Everybody", "## Turning points", "Five" if "Five" in told else "Three")
    )


def test_an_honest_text_replaces_the_template_and_keeps_the_marks(folder: Path) -> None:
    replay = Replay(folder)
    chronicle = read_chronicle(replay)
    honest = Scripted({"polish": json.dumps({"text": "Much went on."})})
    polished = polish_chronicle(chronicle, replay.world(replay.header.world), honest)
    assert all(one.polished == "Much went on." for one in polished.paragraphs())
    assert "Much went on.[^" in "\n".join(markdown(polished))


def test_the_command_writes_markdown_and_json_whose_marks_resolve(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chronicle", str(folder)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("# Chronicle of Test\n")
    out, as_json = tmp_path / "chronicle.md", tmp_path / "chronicle.json"
    assert main(["chronicle", str(folder), "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == text
    assert main(["chronicle", str(folder), "--out", str(as_json), "--json"]) == 0
    assert capsys.readouterr().out == f"{out}\n{as_json}\n"
    found = json.loads(as_json.read_text(encoding="utf-8"))
    events = {one.tick: len(one.events) for one in Replay(folder).payloads()}
    marks = [
        ref
        for one in found["chapters"]
        for part in one["paragraphs"]
        for each in part["sentences"]
        for ref in each["events"]
    ]
    assert marks
    assert all(number < events[tick] for tick, number in marks)


def test_the_command_tells_a_part_and_refuses_what_it_cannot_do(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chronicle", str(folder), "--tick", "3", "--by", "day"]) == 0
    assert "(ticks 0 to 3)" in capsys.readouterr().out
    assert main(["chronicle", str(folder), "--tick", "99"]) == 2
    assert "tick 99" in capsys.readouterr().err
    assert main(["chronicle", str(tmp_path)]) == 2


@pytest.mark.parametrize(
    ("options", "code", "told"),
    [
        (["--calls", "3"], 2, "--calls needs --llm"),
        (["--seconds", "3"], 2, "--seconds needs --llm"),
        (["--llm", ""], 2, "--llm names no model"),
        (["--llm", "nonsense"], 3, "builtin"),
        (["--by", "season"], 0, "the world has no seasons"),
    ],
)
def test_the_command_says_what_its_options_cannot_do(
    folder: Path, options: list[str], code: int, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chronicle", str(folder), *options]) == code
    assert told in capsys.readouterr().err


def test_the_command_polishes_and_says_what_was_refused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["chronicle", str(folder), "--llm", "fake"]) == 0
    polished = capsys.readouterr()
    assert main(["chronicle", str(folder)]) == 0
    assert polished.out == capsys.readouterr().out
    assert "refused" not in polished.err


def test_a_social_world_has_a_chronicle_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    assert main(["run", str(SQUARE), "--ticks", "200", "--out", str(run), "--view", "none"]) == 0
    capsys.readouterr()
    assert main(["chronicle", str(run)]) == 0
    text = capsys.readouterr().out
    assert "### Where people were" in text
    assert "### Everybody" in text
    assert "Fights" not in text
    assert "gather" not in text


def test_a_tick_as_json_has_the_state_of_survival(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(folder), "--tick", "30", "--view", "json"]) == 0
    found, state = json.loads(capsys.readouterr().out), Replay(folder).at(30).state
    assert {who: one["died"] for who, one in found["people"].items()} == {
        who: state.tick_of_death(who) for who in state.bodies
    }
    assert all(
        0 <= one[need] <= 1
        for one in found["people"].values()
        for need in ("hunger", "energy", "health")
    )
    units = sum(found["resources"]["food"].values())
    grid = state.world.grid
    assert units == sum(
        state.units_in(Cell(at % grid.width, at // grid.width), "food") for at in range(24)
    )
