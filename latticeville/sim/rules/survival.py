"""The rules `survival`: food grows, bodies hunger, and people gather, share and fight."""

from latticeville.sim.access_control import admit, show_out
from latticeville.sim.actions.attack import Attack, settle_attacks
from latticeville.sim.actions.eat import Eat
from latticeville.sim.actions.gather import Gather, settle_harvest
from latticeville.sim.actions.give import Give, settle_gifts
from latticeville.sim.actions.idle import Idle
from latticeville.sim.actions.interact import Interact, settle_rivals
from latticeville.sim.actions.rest import Rest
from latticeville.sim.actions.say import Say
from latticeville.sim.actions.step import Step
from latticeville.sim.actions.wait import Wait
from latticeville.sim.dynamics import change_weather, run_machines
from latticeville.sim.rules.blight import blight
from latticeville.sim.rules.fire import burn
from latticeville.sim.rules.flood import flood
from latticeville.sim.rules.migration import migrate
from latticeville.sim.rules.rule_set import rule_set
from latticeville.sim.survival.needs import let_die, pass_time
from latticeville.sim.survival.seasons import turn_season

SURVIVAL = rule_set(
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
    ),
)
"""STEP, GATHER, EAT, REST, SAY, GIVE, ATTACK and WAIT; machines serve for crafting."""
