"""Follow the plan without asking a model: continue the current errand or start the step's."""

from collections.abc import Collection

from msgspec.structs import replace

from latticeville.mind.action import IDLE, INTERACT, MOVE, Action, AreaClosing, Options
from latticeville.mind.belief import BeliefTree
from latticeville.mind.conversation import awaits_words
from latticeville.mind.mind import Decision, Mind, Thought
from latticeville.mind.percept import OBJECT, Percept
from latticeville.mind.plan import PlanStep
from latticeville.mind.supplies import find_source, lacking_items, leave_out
from latticeville.world.model.areas import WORLD
from latticeville.world.model.objects import Verb
from latticeville.world.model.personas import ObjectUse
from latticeville.world.model.world import World


def follow(mind: Mind, percept: Percept, options: Options, world: World) -> Decision:
    """Decide without a question."""
    leaving = options.next_closing()
    if leaving is not None:
        return _leave_area(mind, percept, leaving, world)
    errand = mind.intent.errand
    if errand is not None and _is_feasible(mind, errand, percept, options, world):
        return _run_errand(mind, errand, options)
    mind = _update_intent(mind, errand=None) if errand is not None else mind
    if awaits_words(mind, percept):
        return _wait_for_words(mind, world)
    step = mind.intent.step
    if step is None:
        return Decision(mind, Thought("plan", Action(IDLE, words="idle")))
    return _follow_step(mind, step, percept, options, world)


def _follow_step(
    mind: Mind, step: PlanStep, percept: Percept, options: Options, world: World
) -> Decision:
    if step.use is not None and not mind.intent.used:
        mind = _choose_object(mind, step.use, percept, world)
        if not mind.intent.used and _is_closed(mind, percept, mind.intent.meant, world):
            if mind.intent.barred_until < step.end:
                return _wait_for_entry(mind, step, percept, world)
            mind = _update_intent(mind, used=True)
        if not mind.intent.used:
            return _use_object(mind, step, step.use, percept, options, world)
    if _is_closed(mind, percept, step.place, world):
        return _wait_for_entry(mind, step, percept, world)
    return Decision(
        mind,
        Thought(
            "plan", _choose_step_action(percept, step, options, mind.intent.baulked, world), step
        ),
    )


def _update_intent(mind: Mind, **changes: object) -> Mind:
    return replace(mind, intent=replace(mind.intent, **changes))


def _wait_for_words(mind: Mind, world: World) -> Decision:
    """Stay for what somebody else in the talk says next."""
    talk = mind.social.talk
    words = f"talking with {world.list_names(talk.others)}" if talk else "idle"
    return Decision(mind, Thought("talk", Action(IDLE, words=words), mind.intent.step))


def _leave_area(mind: Mind, percept: Percept, leaving: AreaClosing, world: World) -> Decision:
    """Go where the plan leads next, or home, before this area closes; nobody comes back before it
    opens."""
    area = leaving.area
    mind = _update_intent(mind, barred=area, barred_until=leaving.opens, patience=0)
    step, resident = mind.intent.step, world.people[percept.who]
    wanted = [
        leaving.exit_area,
        step.place if step is not None else "",
        resident.home,
        resident.work,
    ]
    known = (place for place in wanted if _is_known(mind, place))
    goal = next((place for place in known if not _lies_in(mind, percept, place, area, world)), "")
    action = (
        Action(MOVE, goal)
        if goal
        else Action(IDLE, words=f"about to leave {world.name_with_article(area)}")
    )
    return Decision(mind, Thought("leave", action, step))


def _wait_for_entry(mind: Mind, step: PlanStep, percept: Percept, world: World) -> Decision:
    """Wait where there was no way in; whoever would wait in vain goes home."""
    home = world.people[percept.who].home
    vain = (
        mind.intent.barred_until >= step.end
        and home in world.areas.by_id
        and home != mind.intent.baulked
    )
    if (
        vain
        and percept.cell not in world.areas.by_id[home]
        and not _is_closed(mind, percept, home, world)
    ):
        return Decision(mind, Thought("barred", Action(MOVE, home), step))
    words = f"waiting to get into {world.name_with_article(mind.intent.barred)}"
    return Decision(mind, Thought("barred", Action(IDLE, words=words), step))


def _is_closed(mind: Mind, percept: Percept, place: str, world: World) -> bool:
    """Tell whether a place, or what is believed to hold a thing, lies in the area that is not tried
    for now."""
    barred = mind.intent.barred
    if not barred or percept.minute >= mind.intent.barred_until or barred not in world.areas.by_id:
        return False
    return not world.areas.is_within(percept.place, barred) and _lies_in(
        mind, percept, place, barred, world
    )


def _is_known(mind: Mind, place: str) -> bool:
    return place not in ("", WORLD) and mind.beliefs.find(place) is not None


def _lies_in(mind: Mind, percept: Percept, place: str, area: str, world: World) -> bool:
    if place in percept.carries:
        return False
    if place not in world.areas.by_id:
        held = mind.beliefs.find(place)
        place = held.parent if held is not None else ""
    return place in world.areas.by_id and world.areas.is_within(place, area)


def _is_feasible(
    mind: Mind, errand: ObjectUse, percept: Percept, options: Options, world: World
) -> bool:
    """Tell whether an errand can still be run: its thing can be got at, and does not visibly refuse
    the verb."""
    return (
        not _is_closed(mind, percept, errand.thing, world)
        and errand.thing != mind.intent.baulked
        and mind.beliefs.find(errand.thing) is not None
        and _accepts(errand, errand.thing, options)
    )


def _accepts(use: ObjectUse, thing: str, options: Options) -> bool:
    """Tell whether a thing accepts a verb as far as one sees; out of reach that is found out on the
    spot."""
    return not options.reaches(thing) or use.verb in options.verbs(thing)


def _run_errand(mind: Mind, errand: ObjectUse, options: Options) -> Decision:
    if not options.reaches(errand.thing):
        return Decision(mind, Thought("errand", Action(MOVE, errand.thing), mind.intent.step))
    done = _update_intent(mind, errand=None)
    return Decision(
        done, Thought("errand", Action(INTERACT, errand.thing, errand.verb), mind.intent.step)
    )


def _choose_object(mind: Mind, use: ObjectUse, percept: Percept, world: World) -> Mind:
    """Settle which thing the step means; where there is none to be had, the step counts as done."""
    if not mind.intent.meant or mind.beliefs.find(mind.intent.meant) is None:
        mind = _update_intent(mind, meant=_find_target(mind.beliefs, percept, use, world))
    return (
        _update_intent(mind, used=True) if mind.intent.meant in ("", mind.intent.baulked) else mind
    )


def _use_object(
    mind: Mind, step: PlanStep, use: ObjectUse, percept: Percept, options: Options, world: World
) -> Decision:
    """Use what the step means, unless one sees that its state does not accept the verb.

    What is in hand is used, and what is closed is closed, in the step's place itself.
    """
    meant = mind.intent.meant
    inside = meant in percept.carries or use.verb == Verb.CLOSE
    if (
        inside
        and step.place != mind.intent.baulked
        and not _is_at_place(percept, step, options, world)
    ):
        return Decision(mind, Thought("plan", Action(MOVE, step.place), step))
    lacking = lacking_items(mind, percept, ObjectUse(use.verb, meant), world)
    if lacking:
        return _fetch_or_leave(
            mind, step, ObjectUse(use.verb, meant), lacking, percept, options, world
        )
    if not options.reaches(meant):
        return Decision(mind, Thought("plan", Action(MOVE, meant), step))
    done = _update_intent(mind, used=True)
    if not _accepts(use, meant, options):
        return Decision(
            done,
            Thought(
                "plan",
                _choose_step_action(percept, step, options, mind.intent.baulked, world),
                step,
            ),
        )
    return Decision(done, Thought("plan", Action(INTERACT, meant, use.verb), step))


def _fetch_or_leave(
    mind: Mind,
    step: PlanStep,
    use: ObjectUse,
    lacking: Collection[str],
    percept: Percept,
    options: Options,
    world: World,
) -> Decision:
    """Fetch what a use takes, once, where one believes to find it near; else leave the use out, and
    remember why."""
    source = None if mind.intent.fetched else find_source(mind, percept, lacking, world)
    if source is not None:
        return _run_errand(_update_intent(mind, errand=source, fetched=True), source, options)
    done = _update_intent(leave_out(mind, percept, use, lacking, world), used=True)
    return Decision(
        done,
        Thought(
            "plan", _choose_step_action(percept, step, options, mind.intent.baulked, world), step
        ),
    )


def _choose_step_action(
    percept: Percept, step: PlanStep, options: Options, baulked: str, world: World
) -> Action:
    """Go to the step's place and do there what it says."""
    arrived = percept.walk_target != step.place and _is_at_place(percept, step, options, world)
    if step.place == baulked or arrived:
        return Action(IDLE, words=step.doing)
    return Action(MOVE, step.place)


def _is_at_place(percept: Percept, step: PlanStep, options: Options, world: World) -> bool:
    """Tell whether somebody stands in a place; other areas that lie over it do not count."""
    if step.place in world.areas.by_id:
        return percept.cell in world.areas.by_id[step.place]
    return options.reaches(step.place)


def _find_target(beliefs: BeliefTree, percept: Percept, use: ObjectUse, world: World) -> str:
    """Return the thing that a step means: the one it names, or the nearest believed one of the
    kind, or ""."""
    if use.thing in percept.carries or beliefs.find(use.thing) is not None:
        return use.thing
    x, y = percept.cell
    near = [
        (abs(node.cell.x - x) + abs(node.cell.y - y), name)
        for name, held in beliefs.nodes.items()
        if (node := held.node).kind == OBJECT
        and not held.missing
        and node.cell is not None
        and name in world.objects
        and world.objects[name].kind == use.thing
    ]
    return min(near)[1] if near else ""
