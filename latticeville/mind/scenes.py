"""Scenes in a mind: whoever has a line says it to whom it is for, or goes to them first."""

from msgspec.structs import replace

from latticeville.mind.action import IDLE, MOVE, SAY, Action
from latticeville.mind.conversation import after_meeting
from latticeville.mind.matters import DECIDED_RECORDS, is_bound
from latticeville.mind.mind import Decision
from latticeville.mind.percept import Cue
from latticeville.mind.situation import Situation


def play(now: Situation, cue: Cue) -> Decision | None:
    """Return what somebody does for a scene; None where they are not free for it."""
    why = f"a scene of “{cue.beat}”"
    if now.options.next_closing() is not None:
        return None
    if not cue.words:
        doing = f"talking with {now.world.name_with_article(cue.other)}"
        return now.decide(why, Action(IDLE, words=doing), _cites(now, cue))
    if cue.turn == 0 and _is_due_elsewhere(now):
        return None
    topic = replace(cue.topic, to=cue.other) if cue.topic is not None else None
    line = Action(SAY, cue.other, None, cue.words, cue.turn, cue.end, topic, cue.others)
    if not now.options.refusal_reason(line):
        now = after_meeting(now, (cue.other,), settles=True)
        return now.decide(why, line, _cites(now, cue))
    way = _way_to(now, cue)
    return None if way is None else now.decide(why, way, _cites(now, cue))


def _way_to(now: Situation, cue: Cue) -> Action | None:
    """Return the walk to whom a line is for; None where there is none."""
    ways = (Action(MOVE, cue.other), Action(MOVE, cue.place))
    return next((one for one in ways if cue.place and not now.options.refusal_reason(one)), None)


def _is_due_elsewhere(now: Situation) -> bool:
    plan = now.mind.plan
    has_appointment = plan is not None and plan.appointment_at(now.minute) is not None
    return has_appointment or is_bound(now)


def _cites(now: Situation, cue: Cue) -> tuple[int, ...]:
    """Return the memory in which somebody first learnt of what the scene is about."""
    key = cue.topic.key if cue.topic is not None else ""
    newest = now.mind.memory.last(DECIDED_RECORDS) if key else ()
    known = (one.id for one in newest if one.topic is not None and one.topic.key == key)
    return tuple([*known][:1])
