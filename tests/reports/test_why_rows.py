"""The chain behind an action as rows: what each leads to, and what folds."""

from itertools import chain as joined
from pathlib import Path

import pytest

from latticeville.core.clock import format_time
from latticeville.mind.action import SAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model
from latticeville.reports.rows import RetrievalTarget, TickTarget, ViewRow
from latticeville.reports.why import why_rows
from latticeville.reports.why.explain import explain
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from tests.hamlet import baker, drifter, hamlet
from tests.model_doubles import Instead, LanguageModel
from tests.reports.conftest import TICKS, unfolded
from tests.reports.runs import recorded
from tests.talkers import talkers
from tests.worlds import all_day, build


@pytest.mark.slow
def test_every_row_has_a_key_of_its_own_and_leads_where_it_says(folder: Path) -> None:
    replay = Replay(folder)
    found = list[ViewRow]()
    for who, tick in ((who, tick) for tick in range(1, TICKS + 1) for who in ("mina", "otto")):
        rows = list(unfolded(why_rows(explain(replay, who, tick), replay.at(tick).state.world)))
        assert len({row.key for row in rows}) == len(rows)
        assert [row.label for row in rows[:3]] == ["action", "because", "when"]
        assert rows[-1].text == "Replay check: same decision"
        found += rows
    for row in found:
        match row.target:
            case TickTarget(tick, who):
                assert (
                    f"tick {tick}" in row.text
                    or format_time(replay.at(tick).state.minute) in row.text
                )
                assert not who or "perceived by" in row.text
            case RetrievalTarget(place, memory):
                assert row.key == (
                    f"recall {place}" if memory is None else f"recall {place} {memory}"
                )
            case _:
                assert row.label != "retrieved"
    assert {type(row.target) for row in found} == {TickTarget, RetrievalTarget, type(None)}


def test_questions_unfold_to_the_letter(folder: Path) -> None:
    replay = Replay(folder)
    chains = [
        explain(replay, who, tick) for tick in range(1, TICKS + 1) for who in ("mina", "otto")
    ]
    world = replay.at(0).state.world
    assert any(chain.asks for chain in chains)
    for chain in chains:
        asked = [row for row in why_rows(chain, world) if row.key.startswith("ask ")]
        for row, ask in zip(asked, chain.asks, strict=True):
            assert row.children
            told = "\n".join(each.text for each in row.children())
            wanted = (ask.system, ask.prompt, "\n".join(ask.choices), ask.reply, ask.error)
            assert told == "\n".join(joined(filter(None, wanted)))


TO_PUB = '{"kind": "move", "move": {"to_location_id": "pub"}}'


@pytest.mark.parametrize(
    ("model", "wanted"),
    [
        (FakeLLM(), {"chosen by rules, and planned"}),
        (
            LanguageModel(Instead(lambda request: TO_PUB if request.kind == "act" else None)),
            {"chosen by the model"},
        ),
        (
            Instead(lambda request: "?" if request.kind == "act" else None),
            {"the reply of the model names no valid action"},
        ),
    ],
)
def test_the_reason_names_who_chose_the_action(
    tmp_path: Path, model: Model, wanted: set[str]
) -> None:
    run = RecordedRun.start(
        tmp_path / "run",
        hamlet(minds={"act": "model"}, ada=baker(0), bob=drifter(2)),
        model,
        "fake",
    )
    for _ in range(8):
        run.step()
    run.close()
    replay = Replay(tmp_path / "run")
    rows = (why_rows(explain(replay, "ada", tick), run.payload.state.world) for tick in range(1, 9))
    told = {row.text for found in rows for row in found if row.key == "because"}
    assert wanted <= told
    assert "current plan step" not in told


EMPTY_URN = """
[kinds.urn]
glyph = "u"
blocks = false
counters.cups = { start = 1, min = 0, max = 1 }
[[kinds.urn.transitions]]
from = "still"
verb = "take"
needs = [{ counter = "cups", min = 1 }]
does = [{ counter = "cups", add = -1 }]
fails = "{who} finds the {thing} empty."
[[kinds.urn.transitions]]
from = "still"
verb = "wash"
"""


def test_what_an_object_refuses_now_is_no_valid_action(tmp_path: Path) -> None:
    """Ada takes tea again and again, which an urn of one cup refuses from the second time on."""
    world = build(
        "...",
        areas={"hut": [0, 0, 3, 1]},
        objects={"urn": {"cell": [1, 0]}},
        people={"ada": {"start": [0, 0], **all_day("hut", "take urn", every=3)}},
        things=EMPTY_URN,
    )
    replay = Replay(recorded(tmp_path / "run", 9, world))
    chains = [explain(replay, "ada", tick) for tick in range(1, 10)]
    uses = [chain for chain in chains if chain.action == "take the urn"]
    told = [{row.label: row.text for row in why_rows(chain, world)} for chain in uses[:2]]
    refused = "Ada finds the urn empty."
    assert [(row["choice"], row["checked"]) for row in told] == [
        ("one of 5 valid actions", "valid"),
        ("refused; 4 actions were valid", f"refused: {refused}"),
    ]
    assert told[1]["event"] == f"Ada tries to take the urn: {refused}"


def test_what_was_said_stands_before_what_could_have_been(tmp_path: Path) -> None:
    replay = Replay(recorded(tmp_path / "run", 60, talkers(9), model=BuiltinMind()))
    told = [
        (explain(replay, who, payload.tick), thought)
        for payload in replay.payloads()
        for who, thought in payload.thoughts.items()
        if thought.action.kind == SAY and thought.action.topic is not None
    ]
    offered = [chain for chain, _thought in told if chain.topics]
    assert offered
    assert max(len(chain.topics) for chain in offered) == 4
    for chain in offered:
        assert [one.said for one in chain.topics][1:] == [False] * (len(chain.topics) - 1)
        others = [one.worth for one in chain.topics[1:]]
        assert others == sorted(others, reverse=True)
    labels = [row.label for row in why_rows(offered[0], replay.at(None).state.world)]
    assert "said" in labels or "not said" in labels
