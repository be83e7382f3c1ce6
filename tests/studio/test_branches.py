"""What could have been: interviews, edits of the present, branches and their comparison."""

from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.widgets import Input

from latticeville.reports.diff.compare import compare
from latticeville.reports.why import why_rows
from latticeville.reports.why.explain import explain
from latticeville.runs.branch import read_branch
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import (
    DeleteMemory,
    EditMemory,
    GodEvent,
    InsertMemory,
    PutPerson,
    SetBelief,
    Whisper,
)
from studio.app.help import HelpDialog
from studio.player import orders
from studio.run.comparison_screen import ComparisonLines, ComparisonScreen
from studio.run.interventions import beings, destinations
from studio.run.panes.beliefs_pane import BeliefsPane
from studio.run.panes.interview_pane import InterviewPane
from studio.run.panes.memory_pane import MemoryPane
from studio.run.panes.timeline_pane import TimelinePane
from studio.run.panes.why_pane import WhyPane
from studio.ui.dialogs.option_dialog import OptionDialog
from studio.ui.dialogs.text_dialog import RepeatedPrompt
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.list_view import ListView
from tests.digests import digest_of
from tests.studio.conftest import Driven, studio
from tests.studio.test_agent_panes import TALK, ada
from tests.studio.test_frames import SIZES, named


def shown(driven: Driven) -> Path:
    """Return the folder of the shown run."""
    assert driven.app.player is not None
    return driven.app.player.source.folder


def seek(driven: Driven, tick: int) -> None:
    assert driven.app.player is not None
    driven.app.player.do(orders.Seek(tick))


async def steps(driven: Driven, tick: int) -> None:
    """Go on to a tick that is not there yet."""
    for _ in range(tick - driven.view.payload.tick):
        driven.simulate.action_step()
    await driven.tick(tick)


async def elsewhere(driven: Driven, parent: Path, tick: int) -> None:
    """Wait until another run than one is to be seen, at a tick."""

    def holds() -> bool:
        player = driven.app.player
        if (
            player is None
            or player.source.folder == parent
            or driven.view.history is not player.history
        ):
            return False
        return driven.view.payload.tick == tick and not player.playback.reading

    await driven.until(holds)


async def chosen(driven: Driven, title: str, *keys: str) -> None:
    """Wait for a list, and choose from it."""
    await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
    await driven.pilot.pause(0.05)
    assert title in driven.frame()
    await driven.press(*keys, "enter")


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_an_interview_cites_and_leaves_no_trace(
    frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    async with ada(size) as driven:
        before = digest_of(driven.view.payload)
        await driven.press("A")
        await driven.pilot.pause(0.1)
        await driven.press(*"oak", "enter")
        pane = driven.simulate.query_one(InterviewPane)
        await driven.until(lambda: bool(pane.answers))
        assert isinstance(driven.app.screen, RepeatedPrompt)
        await driven.press("escape", "enter", "g")
        assert driven.frame() == frames
        assert pane.answers[0].cites
        assert digest_of(driven.view.payload) == before
        await steps(driven, TALK + 2)
        assert all(memory.text != "oak" for memory in driven.view.payload.state.minds["ada"].memory)


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_the_present_is_edited_through_the_log(
    frames: SnapshotAssertion, size: tuple[int, int]
) -> None:
    async with ada(size) as driven:
        await driven.press("e")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames
        await chosen(driven, "Edit the present", *"whisper")
        await driven.pilot.pause(0.1)
        await driven.press(*"Fire", "enter")
        await steps(driven, TALK + 1)
        assert Whisper("ada", "Fire") in driven.view.payload.inputs
        assert any(
            "Fire" in memory.text
            for memory in driven.view.payload.state.minds["ada"].memory.last(5)
        )


async def test_to_edit_the_past_is_to_branch_from_it() -> None:
    async with ada() as driven:
        parent = shown(driven)
        driven.simulate.action_back()
        await driven.tick(TALK - 1)
        driven.simulate.add_input(PutPerson("ada", "library"))
        await elsewhere(driven, parent, TALK - 1)
        await steps(driven, TALK)
        assert driven.view.payload.inputs[0] == PutPerson("ada", "library")
        child = shown(driven)
        own = read_branch(child)
        assert own is not None
        assert own.tick == TALK - 1
        assert compare(parent, child).tick == TALK
        assert Replay(parent).last == TALK


async def test_a_fork_as_it_was_tells_the_same_and_one_goes_between_them() -> None:
    async with ada() as driven:
        parent = shown(driven)
        seek(driven, 20)
        await driven.tick(20)
        await driven.press("f")
        await chosen(driven, "Fork at tick 20")
        await elsewhere(driven, parent, 20)
        await steps(driven, TALK)
        child = shown(driven)
        assert "Y" in driven.frame().splitlines()[0]
        assert compare(parent, child).parts == ()
        await driven.press("B")
        await chosen(driven, "Branches", *parent.name)
        await driven.until(lambda: shown(driven) == parent)
        await driven.tick(TALK)


async def test_memory_and_why_are_those_of_the_shown_run() -> None:
    async with ada() as driven:
        memories, reasons = (
            driven.simulate.query_one(MemoryPane),
            driven.simulate.query_one(WhyPane),
        )
        parent = shown(driven)
        seek(driven, 30)
        await driven.tick(30)
        driven.simulate.add_input(InsertMemory("ada", "The stove is on at home.", importance=9))
        await elsewhere(driven, parent, 30)
        await steps(driven, TALK)
        child = shown(driven)

        async def told(folder: Path) -> None:
            """Wait until both panes tell of a run, whichever they told of before."""
            await elsewhere(driven, parent if folder == child else child, TALK)
            await driven.press("m")
            recorded = driven.view.payload.thoughts["ada"].recalls[0]
            await driven.until(lambda: memories.retrieval is not None)
            assert memories.retrieval is not None
            assert len(memories.retrieval.now.memories) == recorded.length
            await driven.press("w")
            await driven.until(lambda: reasons._answer is not None)
            chain = explain(Replay(folder), "ada", TALK)
            wanted = [
                (row.key, row.text) for row in why_rows(chain, driven.view.payload.state.world)
            ]
            assert [(row.key, row.text) for row in reasons._answer or ()] == wanted

        await told(child)
        memories.letters = "stove"
        driven.app.branches.show_run(parent)
        await driven.until(lambda: shown(driven) == parent)
        await told(parent)
        assert not memories.letters
        driven.app.branches.show_run(child)
        await driven.until(lambda: shown(driven) == child)
        await told(child)


async def test_an_answer_of_another_run_says_which() -> None:
    async with ada() as driven:
        parent = shown(driven)
        await driven.press("A", *"oak", "enter")
        pane = driven.simulate.query_one(InterviewPane)
        await driven.until(lambda: bool(pane.answers))
        await driven.press("escape")
        assert parent.name not in pane.text()
        await driven.press("f")
        await chosen(driven, f"Fork at tick {TALK}")
        await elsewhere(driven, parent, TALK)
        await driven.until(
            lambda: f"{parent.name} · tick {TALK}" in "".join(row.tail.text for row in pane.rows)
        )


@pytest.mark.parametrize("size", SIZES, ids=named)
async def test_branches_are_compared(
    frames: SnapshotAssertion, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("studio.ui.task_runner.SAYING", 1e9)
    async with ada(size) as driven:
        parent = shown(driven)
        await driven.press("d")
        await driven.until(lambda: "no run to compare with" in driven.frame())
        seek(driven, 30)
        await driven.tick(30)
        driven.simulate.add_input(GodEvent("The ground shakes."))
        await elsewhere(driven, parent, 30)
        await steps(driven, TALK)
        await driven.until(lambda: len(driven.simulate.query_one(TimelinePane).tracks) == 2)
        await driven.pilot.pause(0.1)
        await driven.press("d")
        await driven.until(lambda: isinstance(driven.app.screen, ComparisonScreen))
        await driven.pilot.pause(0.1)
        assert driven.frame() == frames


async def test_lines_of_a_comparison_lead_to_their_tick_and_one_comes_back() -> None:
    async with ada() as driven:
        parent = shown(driven)
        seek(driven, 30)
        await driven.tick(30)
        driven.simulate.add_input(GodEvent("The ground shakes."))
        await elsewhere(driven, parent, 30)
        await steps(driven, TALK)
        child = shown(driven)
        await driven.press("d")
        sides = await compared(driven)
        await driven.press("question_mark")
        await driven.until(lambda: isinstance(driven.app.screen, HelpDialog))
        assert "Two runs with the same start" in driven.frame()
        await driven.press("escape")
        await stand(driven, sides, "e 31 1 0")
        await driven.press("enter")
        await driven.tick(31)
        assert shown(driven) == child
        assert "C: back to the comparison" in driven.frame()
        await driven.press("d")
        sides = await compared(driven)
        await driven.until(lambda: sides.rows[sides.cursor].key == "e 31 1 0")
        await stand(driven, sides, "until")
        await driven.press("enter")
        assert "No target on this line." in driven.frame()
        await driven.press("escape", "d")
        sides = await compared(driven)
        assert sides.rows[sides.cursor].key == "who ada memories"


async def test_lines_lead_to_the_very_memory_belief_question_and_recall_in_either_run() -> None:
    async with ada() as driven:
        parent = shown(driven)
        seek(driven, 30)
        await driven.tick(30)
        driven.simulate.add_input(InsertMemory("ada", "The stove is on at home.", importance=9))
        await elsewhere(driven, parent, 30)
        known = driven.view.payload.state.minds["ada"].beliefs
        far = min(
            known.kept.keys()
            - {node.id for node in known.sights}
            - driven.view.payload.state.bodies.keys()
        )
        driven.simulate.add_input(SetBelief("ada", far, missing=True))
        await steps(driven, TALK)
        child = shown(driven)
        memories, reasons = (
            driven.simulate.query_one(MemoryPane),
            driven.simulate.query_one(WhyPane),
        )
        beliefs = driven.simulate.query_one(BeliefsPane)

        async def led(key: str, *keys: str) -> None:
            await driven.press("d")
            sides = await compared(driven)
            await stand(driven, sides, key)
            await driven.press(*keys)

        def under(pane: ListView) -> str:
            row = pane.rows[pane.cursor]
            return "".join(span.text for span in row.spans)

        planted = "The stove is on at home."
        for key in ("who ada memories", "who ada only 1 0"):
            await led(key, "enter")
            await driven.until(lambda: bool(memories.rows) and planted in under(memories))
            assert shown(driven) == child
            assert memories.whole
            assert any(row.key.endswith("/facts") for row in memories.rows)
        await led("who ada recalls", "enter")
        await driven.until(lambda: memories.retrieval is not None and planted in under(memories))
        assert (shown(driven), memories.whole) == (child, False)
        await led("who ada recalls", "space")
        await driven.until(lambda: shown(driven) == parent and planted not in memories.text())
        assert memories.retrieval is not None
        await led("who ada questions", "space")
        await driven.until(lambda: shown(driven) == child and driven.simulate.focused is reasons)
        await driven.until(lambda: bool(reasons.rows) and planted in under(reasons))
        assert "prompt" in reasons.rows[reasons.cursor].key
        await led("who ada beliefs", "enter")
        await driven.until(lambda: driven.simulate.focused is beliefs and bool(beliefs.rows))
        await driven.until(lambda: beliefs.rows[beliefs.cursor].key == far)
        assert far in beliefs._opened


async def test_a_comparison_folds_is_searched_and_remembers_what_was_open() -> None:
    async with ada() as driven:
        seek(driven, 30)
        await driven.tick(30)
        parent = shown(driven)
        driven.simulate.add_input(GodEvent("The ground shakes."))
        await elsewhere(driven, parent, 30)
        await steps(driven, TALK)
        await driven.press("d")
        sides = await compared(driven)

        def lines() -> str:
            return "\n".join("".join(span.text for span in row.spans) for row in sides.rows)

        await driven.press("right_parenthesis", "right_parenthesis")
        second = sides.rows[sides.cursor].key
        assert second.startswith("who ")
        before = lines()
        await driven.press("right")
        assert second in sides.opened
        assert len(lines()) > len(before)
        await driven.press("j", "left")
        assert (sides.rows[sides.cursor].key, lines()) == (second, before)
        await driven.press("left_parenthesis", "slash", *"shakes", "enter")
        await driven.until(lambda: driven.app.screen is sides.screen)
        assert "shakes" in "".join(span.text for span in sides.rows[sides.cursor].spans)
        place = sides.cursor
        await driven.press("n")
        assert sides.cursor > place
        await driven.press("N")
        assert sides.cursor == place
        await driven.press("slash", *"dragon", "enter")
        await driven.until(lambda: "No line has “" in driven.frame())
        opened, row = sides.opened, sides.rows[sides.cursor].key
        await driven.press("enter")
        await driven.until(lambda: not isinstance(driven.app.screen, ComparisonScreen))
        await driven.press("d")
        again = await compared(driven)
        await driven.until(lambda: again.rows[again.cursor].key == row)
        assert again.opened == opened


async def compared(driven: Driven) -> ComparisonLines:
    await driven.until(lambda: isinstance(driven.app.screen, ComparisonScreen))
    await driven.pilot.pause(0.1)
    return driven.app.screen.query_one(ComparisonLines)


async def stand(driven: Driven, sides: ComparisonLines, key: str) -> None:
    """Put the cursor on a line by keys."""
    await driven.press("g")
    while sides.rows[sides.cursor].key != key:
        before = sides.cursor
        await driven.press("j")
        assert sides.cursor != before, [row.key for row in sides.rows]


async def test_things_and_areas_in_a_list_are_told_apart() -> None:
    async with ada() as driven:
        state = driven.view.payload.state
        for options in (beings(state, "ada"), destinations(state)):
            listed = [*options]
            names = [one.name for one in listed]
            assert len({*names}) == len(names)
            assert not any(one.name == "Kitchen" for one in listed)
        carried = {one.key: one.note for one in beings(state, "ada")}
        held = {
            thing.id: state.world.name_with_article(thing.holder)
            for thing in state.things.values()
            if thing.holder
        }
        assert {"cafe_apron": "Byron"}.items() <= held.items()
        assert all(
            carried[name] == f"carried by {who}" for name, who in held.items() if who != "Ada"
        )
        assert carried["byron"] == "Counter"


async def test_nothing_is_forked_of_a_run_that_has_not_begun() -> None:
    async with ada(tick=0) as driven:
        await driven.press("f")
        await driven.pilot.pause(0.1)
        assert "step once first" in driven.frame()


async def test_a_memory_is_given_as_far_as_it_matters() -> None:
    async with ada() as driven:
        await driven.press("e")
        await chosen(driven, "Ada", *"memory")
        await driven.pilot.pause(0.1)
        await driven.press(*"Snow", "enter")
        await driven.pilot.pause(0.1)
        assert "Importance" in driven.frame()
        await driven.press("ctrl+u", *"11", "enter")
        assert "type a whole number from 1 to 10" in driven.frame()
        await driven.press("ctrl+u", *"9", "enter")
        await driven.until(lambda: "applies at the next tick" in driven.frame())
        await steps(driven, TALK + 1)
        (given,) = [one for one in driven.view.payload.inputs if isinstance(one, InsertMemory)]
        assert (given.who, given.text, given.importance) == ("ada", "Snow", 9)


async def test_a_memory_is_rewritten_and_taken_away() -> None:
    async with ada() as driven:
        await driven.press("m", "v", "e")
        await driven.pilot.pause(0.1)
        await driven.press("ctrl+u", *"Snow", "enter")
        await steps(driven, TALK + 1)
        memory = driven.view.payload.state.minds["ada"].memory
        place = next(one.id for one in memory if one.text == "Snow")
        assert EditMemory("ada", place, "Snow") in driven.view.payload.inputs
        driven.simulate.query_one(MemoryPane).post_message(
            MemoryPane.MemoryEditRequested(DeleteMemory("ada", place))
        )
        await driven.pilot.pause(0.1)
        await steps(driven, TALK + 2)
        assert all(one.text != "Snow" for one in driven.view.payload.state.minds["ada"].memory)


async def test_a_branch_without_a_tick_of_its_own_is_not_compared_yet() -> None:
    async with ada() as driven:
        parent = shown(driven)
        await driven.press("f")
        await chosen(driven, f"Fork at tick {TALK}")
        await elsewhere(driven, parent, TALK)
        driven.simulate.add_input(GodEvent("The ground shakes."))
        await driven.press("d")
        await driven.until(lambda: f"no tick after the fork at {TALK} yet" in driven.frame())
        await steps(driven, TALK + 2)
        await driven.press("d")
        await driven.until(lambda: isinstance(driven.app.screen, ComparisonScreen))
        await driven.pilot.pause(0.1)
        assert f"Same up to tick {TALK}: {parent.name} ends here; only in " in driven.frame()
        assert f"{parent.name} ends there: resume it to compare more." in driven.frame()
        assert "Comparing…" not in driven.frame()


async def test_a_key_that_does_not_hold_says_why() -> None:
    async with ada() as driven:
        driven.simulate.select("")
        await driven.press("F")
        assert "Follow: select a person first." in driven.frame()


async def test_letters_typed_right_after_the_key_reach_the_dialog() -> None:
    async with studio() as driven:
        await steps(driven, 1)
        await driven.burst("f", *"without m")
        await driven.until(lambda: isinstance(driven.app.screen, OptionDialog))
        await driven.until(lambda: driven.app.screen.query_one(Input).value == "without m")


async def test_letters_typed_after_a_command_of_the_palette_reach_its_dialog() -> None:
    async with studio() as driven:
        await driven.burst("ctrl+p", *"new world", "enter")
        await driven.until(lambda: isinstance(driven.app.screen, ValidatedInput))
        await driven.press(*"inn")
        await driven.until(lambda: driven.app.screen.query_one(Input).value == "inn")
