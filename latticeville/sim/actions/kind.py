"""What a kind of action must be able to do."""

from collections.abc import Iterable
from typing import Protocol

from latticeville.mind.action import Action
from latticeville.sim.stage import Stage
from latticeville.sim.state import State


class ActionKind(Protocol):
    """One kind of action: its name, its valid targets, and what it does to the world."""

    name: str

    def targets(self, state: State, who: str) -> Iterable[Action]:
        """Yield every valid action of this kind, in a fixed order."""
        ...

    def refuses(self, state: State, who: str, action: Action) -> str:
        """Return why an action is not valid, or ""."""
        ...

    def claims(self, action: Action) -> str:
        """Return the one thing that this action contends for, or ""."""
        ...

    def resolve(self, stage: Stage, who: str, action: Action) -> None:
        """Do it: change the stage and add the events that tell of it."""
        ...
