"""The law of nature by which matters are decided, storylines go on and scheduled events happen."""

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.sim.beats.conditions import all_hold
from latticeville.sim.beats.consequences import carry_out, clear_cells
from latticeville.sim.beats.events import Developed
from latticeville.sim.beats.matters import go_on
from latticeville.sim.beats.scenes import play_scenes
from latticeville.sim.events import Happened
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.access import WEEK
from latticeville.world.model.beat_parts import NO_TIME
from latticeville.world.model.beats import (
    HAPPENED,
    NOT_BEGUN,
    BeatState,
    ScheduledEvent,
    Storyline,
    first_minute,
)


def run_beats(draft: TickDraft) -> None:
    """Let each scene go on by what was said, and each matter, storyline and scheduled event by one
    stage at most.

    Their conditions are asked of the state before the tick, so that their order changes nothing.
    """
    beats = draft.world.beats
    if not beats:
        return
    play_scenes(draft)
    for matter in beats.matters:
        go_on(draft, matter)
    for story in beats.storylines:
        _unfold(draft, story)
    for event in beats.scheduled:
        _happen(draft, event)
    if draft.beats:
        clear_cells(draft)


def _unfold(draft: TickDraft, story: Storyline) -> None:
    """Begin the first stage whose conditions hold."""
    was = draft.before.beats.get(story.id, NOT_BEGUN)
    following = () if was.is_over else story.stages_after(was.stage)
    stage = next((one for one in following if all_hold(one.when, draft.before, draft.minute)), None)
    if stage is None:
        return
    is_over = not story.stages_after(stage.id)
    scenes = (0,) * len(stage.scenes)
    draft.beats[story.id] = BeatState(stage.id, draft.tick, is_over, scenes=scenes)
    if stage.text:
        given = (one.person for one in stage.effects if one.person is not None)
        area, people = stage.place or "", tuple(sorted({*story.people, *given}))
        draft.events.append(Developed(story.id, stage.id, stage.text, area, people))
    carry_out(draft, stage.effects, stage.errands)


def _happen(draft: TickDraft, event: ScheduledEvent) -> None:
    """Let an event happen whose time has come and whose conditions hold."""
    was = draft.before.beats.get(event.id, NOT_BEGUN)
    opens = was.opens if was.opens != NO_TIME else _first_time(draft, event)
    if was.is_over or draft.minute < opens:
        return
    if not all_hold(event.when, draft.before, draft.minute):
        return
    following = NO_TIME
    if event.every is not None:
        step = DAY if event.every == "day" else WEEK
        following = opens + step * ((draft.minute - opens) // step + 1)
    draft.beats[event.id] = replace(
        NOT_BEGUN,
        stage=HAPPENED,
        since=draft.tick,
        is_over=event.every is None,
        opens=following,
        scenes=(0,) * len(event.scenes),
    )
    is_cue = bool(event.people and event.scenes)
    draft.events.append(Happened(event.text, event.place or "", event.people, is_cue))
    carry_out(draft, event.effects, event.errands)


def _first_time(draft: TickDraft, event: ScheduledEvent) -> int:
    if event.at == NO_TIME:
        return NO_TIME
    return first_minute(event.at, draft.world.settings.start)
