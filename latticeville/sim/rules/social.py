"""The rules `social`: people walk, talk and use objects."""

from latticeville.sim.actions.idle import Idle
from latticeville.sim.actions.interact import Interact
from latticeville.sim.actions.kind import ActionKind
from latticeville.sim.actions.move import Move
from latticeville.sim.actions.say import Say

_KINDS: tuple[ActionKind, ...] = (Idle(), Move(), Interact(), Say())
SOCIAL: dict[str, ActionKind] = {kind.name: kind for kind in _KINDS}
"""IDLE, MOVE, INTERACT and SAY."""
