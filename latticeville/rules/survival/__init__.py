"""The rules `survival`: food grows, bodies hunger, and people gather, share and fight.

Each need is also a set of rules by itself, for a world with other rules: `rules = ["social",
"hunger"]`.
"""

from msgspec.structs import replace

from latticeville.models.model import Model
from latticeville.rules.social.idle import Idle
from latticeville.rules.social.interact import Interact, settle_rivals
from latticeville.rules.social.say import Say
from latticeville.rules.survival.attack import Attack, settle_attacks
from latticeville.rules.survival.carry_over import carry_over_survival
from latticeville.rules.survival.eat import Eat
from latticeville.rules.survival.events import SURVIVAL_EVENTS
from latticeville.rules.survival.gather import Gather, settle_harvest
from latticeville.rules.survival.give import Give, settle_gifts
from latticeville.rules.survival.mind.alone import think_alone
from latticeville.rules.survival.mind.faculty import NeedsFaculty, SurvivalFaculty
from latticeville.rules.survival.nature import blight, burn, flood, migrate, turn_season
from latticeville.rules.survival.needs import give_needs, let_die, pass_time
from latticeville.rules.survival.rest import Rest
from latticeville.rules.survival.senses import sense_needs
from latticeville.rules.survival.step import Step
from latticeville.rules.survival.wait import Wait
from latticeville.sim.area_access import admit, show_out
from latticeville.sim.beats.events import BEAT_EVENTS
from latticeville.sim.beats.law import run_beats
from latticeville.sim.crowd import Crowd
from latticeville.sim.dynamics import change_weather, run_machines
from latticeville.sim.rule_set import join_rule_sets, rule_set
from latticeville.sim.state import State

_NEEDS = rule_set(
    laws=(pass_time, turn_season),
    events=SURVIVAL_EVENTS,
    bodies=(give_needs,),
    senses=(sense_needs,),
    faculties=(NeedsFaculty(),),
    carry_overs=(carry_over_survival,),
)
_LAND = rule_set(
    actions=(Idle(), Step(), Gather(), Eat(), Rest(), Say(), Give(), Attack(), Interact(), Wait()),
    laws=(
        settle_rivals,
        admit,
        show_out,
        settle_attacks,
        settle_gifts,
        settle_harvest,
        pass_time,
        flood,
        blight,
        burn,
        migrate,
        let_die,
        turn_season,
        change_weather,
        run_machines,
        run_beats,
    ),
    events=BEAT_EVENTS,
    faculties=(SurvivalFaculty(),),
)


def think_together(state: State, model: Model) -> Crowd | None:
    """Return the people alone whose tick goes on as before, in columns (`mind.crowd`)."""
    from latticeville.rules.survival.mind import crowd  # numpy, which other rules do without

    return crowd.think_together(state, model)


SURVIVAL = replace(join_rule_sets((_LAND, _NEEDS)), alone=think_alone, crowd=think_together)
"""STEP, GATHER, EAT, REST, SAY, GIVE, ATTACK and WAIT; machines serve for crafting."""
HUNGER = join_rule_sets((rule_set([Eat()]), _NEEDS))
"""Bodies hunger; EAT takes a unit of food that they carry."""
ENERGY = join_rule_sets((rule_set([Rest()]), _NEEDS))
"""Bodies tire; REST gives energy."""
HEALTH = join_rule_sets((rule_set(laws=[pass_time, let_die]), _NEEDS))
"""Bodies die without health; hunger costs health where the world has both needs."""
