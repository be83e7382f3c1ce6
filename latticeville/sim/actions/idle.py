"""IDLE: stay, and be seen doing something."""

from collections.abc import Iterable

from msgspec.structs import replace

from latticeville.mind.action import IDLE, Action
from latticeville.sim.stage import Stage
from latticeville.sim.state import State


class Idle:
    """Change nothing but what one is seen doing."""

    name = IDLE

    def targets(self, _state: State, _who: str) -> Iterable[Action]:
        """Yield the one way of doing nothing."""
        yield Action(IDLE)

    def refuses(self, _state: State, _who: str, _action: Action) -> str:
        """Nothing stands against doing nothing."""
        return ""

    def claims(self, _action: Action) -> str:
        """Contend for nothing."""
        return ""

    def resolve(self, stage: Stage, who: str, action: Action) -> None:
        """Stop walking and be seen doing what the words say."""
        body = stage.body(who)
        doing = action.words or body.doing
        if doing != body.doing or body.journey is not None:
            stage.put_body(replace(body, doing=doing, journey=None))
