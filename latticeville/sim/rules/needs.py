"""One need by itself, for a world with other rules: `rules = ["social", "hunger"]`."""

from latticeville.sim.actions.eat import Eat
from latticeville.sim.actions.rest import Rest
from latticeville.sim.rules.rule_set import rule_set
from latticeville.sim.survival.needs import let_die, pass_time
from latticeville.sim.survival.seasons import turn_season

HUNGER = rule_set(actions=(Eat(),), laws=(pass_time, turn_season))
"""Bodies hunger; EAT takes a unit of food that they carry."""
ENERGY = rule_set(actions=(Rest(),), laws=(pass_time, turn_season))
"""Bodies tire; REST gives energy."""
HEALTH = rule_set(actions=(), laws=(pass_time, let_die, turn_season))
"""Bodies die without health; hunger costs health where the world has both needs."""
