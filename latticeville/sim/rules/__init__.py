"""The action kinds of each set of rules that a world can choose."""

from latticeville.sim.actions.kind import ActionKind
from latticeville.sim.rules.social import SOCIAL

RULES: dict[str, dict[str, ActionKind]] = {"social": SOCIAL}
"""The action kinds of each set of rules, by name."""
