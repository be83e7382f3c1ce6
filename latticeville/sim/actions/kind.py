"""The interface of a kind of action."""

from collections.abc import Iterable
from typing import Protocol

from latticeville.mind.action import Action
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft


class ActionKind(Protocol):
    """One kind of action: its name, its valid targets, and what it does to the world."""

    name: str

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield every valid action of this kind, in a fixed order."""
        ...

    def refusal_reason(self, state: State, who: str, action: Action) -> str:
        """Return why an action is not valid, or ""."""
        ...

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Change the draft and add events; what several may want becomes a claim, which a law of
        nature settles."""
        ...
