"""Follow the plan without asking a model: continue the current errand or start the step's."""

from collections.abc import Collection

from latticeville.mind.action import IDLE, INTERACT, MOVE, Action, AreaClosing
from latticeville.mind.conversation import awaits_words
from latticeville.mind.matters import is_bound
from latticeville.mind.mind import Decision
from latticeville.mind.percept import OBJECT
from latticeville.mind.plan import PlanStep
from latticeville.mind.situation import Options, Situation
from latticeville.mind.supplies import find_source, lacking_items, leave_out
from latticeville.world.model.areas import WORLD
from latticeville.world.model.objects import Verb
from latticeville.world.model.personas import ObjectUse


def follow(now: Situation) -> Decision:
    """Decide without a question."""
    leaving = now.options.next_closing()
    if leaving is not None:
        return _leave_area(now, leaving)
    errand = now.mind.intent.errand
    if errand is not None and _is_feasible(now, errand):
        return _run_errand(now, errand)
    now = now.with_intent(errand=None) if errand is not None else now
    if awaits_words(now) and not is_bound(now):
        return _wait_for_words(now)
    step = now.mind.intent.step
    if step is None:
        return now.decide("plan", Action(IDLE, words="idle"))
    return _follow_step(now, step)


def _follow_step(now: Situation, step: PlanStep) -> Decision:
    if step.use is not None and not now.mind.intent.used:
        now = _choose_object(now, step.use)
        if not now.mind.intent.used and _is_closed(now, now.mind.intent.meant):
            if now.mind.intent.barred_until < step.end:
                return _wait_for_entry(now, step)
            now = now.with_intent(used=True)
        if not now.mind.intent.used:
            return _use_object(now, step, step.use)
    if _is_closed(now, step.place):
        return _wait_for_entry(now, step)
    return now.decide("plan", _choose_step_action(now, step))


def _wait_for_words(now: Situation) -> Decision:
    """Stay for what somebody else in the talk says next."""
    talk = now.mind.social.talk
    words = f"talking with {now.world.list_names(talk.others)}" if talk else "idle"
    return now.decide("talk", Action(IDLE, words=words))


def _leave_area(now: Situation, leaving: AreaClosing) -> Decision:
    """Go where the plan leads next, or home, before this area closes; nobody comes back before it
    opens."""
    area = leaving.area
    now = now.with_intent(barred=area, barred_until=leaving.opens, patience=0)
    step, resident = now.mind.intent.step, now.world.people[now.who]
    wanted = [
        leaving.exit_area,
        step.place if step is not None else "",
        resident.home,
        resident.work,
    ]
    known = (place for place in wanted if _is_known(now, place))
    goal = next((place for place in known if not _lies_in(now, place, area)), "")
    action = (
        Action(MOVE, goal)
        if goal
        else Action(IDLE, words=f"about to leave {now.world.name_with_article(area)}")
    )
    return now.decide("leave", action)


def _wait_for_entry(now: Situation, step: PlanStep) -> Decision:
    """Wait where there was no way in; whoever would wait in vain goes home."""
    home = now.world.people[now.who].home
    vain = (
        now.mind.intent.barred_until >= step.end
        and home in now.world.areas.by_id
        and home != now.mind.intent.baulked
    )
    if vain and now.percept.cell not in now.world.areas.by_id[home] and not _is_closed(now, home):
        return now.decide("barred", Action(MOVE, home))
    words = f"waiting to get into {now.world.name_with_article(now.mind.intent.barred)}"
    return now.decide("barred", Action(IDLE, words=words))


def _is_closed(now: Situation, place: str) -> bool:
    """Tell whether a place, or what is believed to hold a thing, lies in the area that is not tried
    for now."""
    barred = now.mind.intent.barred
    if (
        not barred
        or now.minute >= now.mind.intent.barred_until
        or barred not in now.world.areas.by_id
    ):
        return False
    return not now.world.areas.is_within(now.percept.place, barred) and _lies_in(now, place, barred)


def _is_known(now: Situation, place: str) -> bool:
    return place not in ("", WORLD) and now.mind.beliefs.find(place) is not None


def _lies_in(now: Situation, place: str, area: str) -> bool:
    if place in now.percept.carries:
        return False
    if place not in now.world.areas.by_id:
        held = now.mind.beliefs.find(place)
        place = held.parent if held is not None else ""
    return place in now.world.areas.by_id and now.world.areas.is_within(place, area)


def _is_feasible(now: Situation, errand: ObjectUse) -> bool:
    """Tell whether an errand can still be run: its thing can be got at, and does not visibly refuse
    the verb."""
    return (
        not _is_closed(now, errand.thing)
        and errand.thing != now.mind.intent.baulked
        and now.mind.beliefs.find(errand.thing) is not None
        and _accepts(errand, errand.thing, now.options)
    )


def _accepts(use: ObjectUse, thing: str, options: Options) -> bool:
    """Tell whether a thing accepts a verb as far as one sees; out of reach that is found out on the
    spot."""
    return not options.reaches(thing) or use.verb in options.verbs(thing)


def _run_errand(now: Situation, errand: ObjectUse) -> Decision:
    if not now.options.reaches(errand.thing):
        return now.decide("errand", Action(MOVE, errand.thing))
    done = now.with_intent(errand=None)
    return done.decide("errand", Action(INTERACT, errand.thing, errand.verb))


def _choose_object(now: Situation, use: ObjectUse) -> Situation:
    """Settle which thing the step means; where there is none to be had, the step counts as done."""
    if not now.mind.intent.meant or now.mind.beliefs.find(now.mind.intent.meant) is None:
        now = now.with_intent(meant=_find_target(now, use))
    return (
        now.with_intent(used=True)
        if now.mind.intent.meant in ("", now.mind.intent.baulked)
        else now
    )


def _use_object(now: Situation, step: PlanStep, use: ObjectUse) -> Decision:
    """Use what the step means, unless one sees that its state does not accept the verb.

    What is in hand is used, and what is closed is closed, in the step's place itself.
    """
    meant = now.mind.intent.meant
    inside = meant in now.percept.carries or use.verb == Verb.CLOSE
    if inside and step.place != now.mind.intent.baulked and not _is_at_place(now, step):
        return now.decide("plan", Action(MOVE, step.place))
    lacking = lacking_items(now, ObjectUse(use.verb, meant))
    if lacking:
        return _fetch_or_leave(now, step, ObjectUse(use.verb, meant), lacking)
    if not now.options.reaches(meant):
        return now.decide("plan", Action(MOVE, meant))
    done = now.with_intent(used=True)
    if not _accepts(use, meant, now.options):
        return done.decide("plan", _choose_step_action(now, step))
    return done.decide("plan", Action(INTERACT, meant, use.verb))


def _fetch_or_leave(
    now: Situation, step: PlanStep, use: ObjectUse, lacking: Collection[str]
) -> Decision:
    """Fetch what a use takes, once, where one believes to find it near; else leave the use out, and
    remember why."""
    source = None if now.mind.intent.fetched else find_source(now, lacking)
    if source is not None:
        return _run_errand(now.with_intent(errand=source, fetched=True), source)
    done = leave_out(now, use, lacking).with_intent(used=True)
    return done.decide("plan", _choose_step_action(now, step))


def _choose_step_action(now: Situation, step: PlanStep) -> Action:
    """Go to the step's place and do there what it says."""
    arrived = now.percept.walk_target != step.place and _is_at_place(now, step)
    if step.place == now.mind.intent.baulked or arrived:
        return Action(IDLE, words=step.doing)
    return Action(MOVE, step.place)


def _is_at_place(now: Situation, step: PlanStep) -> bool:
    """Tell whether somebody stands in a place; other areas that lie over it do not count."""
    if step.place in now.world.areas.by_id:
        return now.percept.cell in now.world.areas.by_id[step.place]
    return now.options.reaches(step.place)


def _find_target(now: Situation, use: ObjectUse) -> str:
    """Return the thing that a step means: the one it names, or the nearest believed one of the
    kind, or ""."""
    if use.thing in now.percept.carries or now.mind.beliefs.find(use.thing) is not None:
        return use.thing
    x, y = now.percept.cell
    objects = now.world.objects
    near = [
        (abs(node.cell.x - x) + abs(node.cell.y - y), node.id)
        for node in now.mind.beliefs.present()
        if node.kind == OBJECT
        and node.cell is not None
        and node.id in objects
        and objects[node.id].kind == use.thing
    ]
    return min(near)[1] if near else ""
