"""Following the plan: the errand in hand, or what the step asks for; asks nobody."""

from msgspec.structs import replace

from latticeville.mind.action import IDLE, INTERACT, MOVE, Action, Options
from latticeville.mind.belief import Beliefs
from latticeville.mind.mind import Decision, Mind, Thought
from latticeville.mind.percept import AREA, OBJECT, Percept
from latticeville.mind.plan import Step
from latticeville.world.pack import World
from latticeville.world.personas import Use


def follow(mind: Mind, percept: Percept, options: Options, world: World) -> Decision:
    """Decide without a question."""
    errand = mind.errand
    if errand is not None and errand.thing != mind.baulked and mind.beliefs.find(errand.thing) is not None:
        return _run_errand(mind, errand, options)
    mind = replace(mind, errand=None) if errand is not None else mind
    step = mind.step
    if step is None:
        return Decision(mind, Thought("plan", Action(IDLE, words="idle")))
    if step.use is not None and not mind.used:
        mind = _choose(mind, step.use, percept, world)
        if not mind.used:
            return _use(mind, step, step.use, options)
    return Decision(mind, Thought("plan", _attend(percept, step, options, mind.baulked), step))


def _run_errand(mind: Mind, errand: Use, options: Options) -> Decision:
    if not options.reaches(errand.thing):
        return Decision(mind, Thought("errand", Action(MOVE, errand.thing), mind.step))
    done = replace(mind, errand=None)
    return Decision(done, Thought("errand", Action(INTERACT, errand.thing, errand.verb), mind.step))


def _choose(mind: Mind, use: Use, percept: Percept, world: World) -> Mind:
    """Settle which thing the step means; where there is none to be had, the step counts as done."""
    if not mind.meant or mind.beliefs.find(mind.meant) is None:
        mind = replace(mind, meant=_meant(mind.beliefs, percept, use, world))
    return replace(mind, used=True) if mind.meant in ("", mind.baulked) else mind


def _use(mind: Mind, step: Step, use: Use, options: Options) -> Decision:
    if not options.reaches(mind.meant):
        return Decision(mind, Thought("plan", Action(MOVE, mind.meant), step))
    return Decision(replace(mind, used=True), Thought("plan", Action(INTERACT, mind.meant, use.verb), step))


def _attend(percept: Percept, step: Step, options: Options, baulked: str) -> Action:
    """Go to the step's place and do there what it says."""
    here = any(node.id == step.place and node.kind == AREA for node in percept.sights)
    there = here or options.reaches(step.place)
    if step.place == baulked or (there and percept.walking != step.place):
        return Action(IDLE, words=step.doing)
    return Action(MOVE, step.place)


def _meant(beliefs: Beliefs, percept: Percept, use: Use, world: World) -> str:
    """Return the thing that a step means: the one it names, or the nearest believed one of the kind, or ""."""
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
