"""The sets of rules that a world can choose from."""

from functools import cache

from latticeville.sim.rules.needs import ENERGY, HEALTH, HUNGER
from latticeville.sim.rules.rule_set import RuleSet, join_rule_sets
from latticeville.sim.rules.social import SOCIAL
from latticeville.sim.rules.survival import SURVIVAL

RULES: dict[str, RuleSet] = {
    "social": SOCIAL,
    "survival": SURVIVAL,
    "hunger": HUNGER,
    "energy": ENERGY,
    "health": HEALTH,
}
"""Each set of rules by name."""


@cache
def rules_of(names: tuple[str, ...]) -> RuleSet:
    """Return the rules of a world that chooses these sets.

    Raises:
        KeyError: There is no set of that name.
    """
    return join_rule_sets(RULES[name] for name in names)
