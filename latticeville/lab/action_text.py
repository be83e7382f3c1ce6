"""Actions in a few words."""

from latticeville.mind.action import Action
from latticeville.world.model.world import World


def describe(action: Action, world: World) -> str:
    """Tell an action in a few words."""
    target = world.name_with_article(action.target) if action.target else ""
    if action.kind == "say":
        return f"say to {target}: “{action.words}”"
    if action.kind == "move":
        return f"go to {target}"
    if action.verb is not None:
        return f"{action.verb} {target}"
    return action.words or action.kind
