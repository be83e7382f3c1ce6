"""Actions in a few words."""

from latticeville.mind.action import ATTACK, GATHER, GIVE, MOVE, SAY, STEP, Action
from latticeville.mind.directions import WAYS
from latticeville.world.model.world import World


def describe(action: Action, world: World) -> str:
    """Tell an action in a few words, such as “give 2 food to Bob” or “go north-east”."""
    target = world.name_with_article(action.target) if action.target else ""
    if action.kind == SAY:
        return f"say to {target or 'all'}: “{action.words}”"
    if action.kind in _FORMS:
        way = WAYS.get(action.verb or "", "")
        return _FORMS[action.kind].format(
            target=target, way=way, count=action.count, item=action.verb
        )
    if action.verb is None:
        return action.words or f"{action.kind} {target}".strip()
    return f"{action.verb} {target}"


_FORMS = {
    MOVE: "go to {target}",
    STEP: "go {way}",
    GIVE: "give {count} {item} to {target}",
    GATHER: "gather {target}",
    ATTACK: "attack {target}",
}
