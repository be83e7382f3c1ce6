"""The rules `social`: people walk, talk and use objects."""

from latticeville.rules.social.faculty import SocialFaculty
from latticeville.rules.social.idle import Idle
from latticeville.rules.social.interact import Interact, settle_rivals
from latticeville.rules.social.move import Move
from latticeville.rules.social.say import Say
from latticeville.sim.area_access import admit, show_out
from latticeville.sim.beats.events import BEAT_EVENTS
from latticeville.sim.beats.law import run_beats
from latticeville.sim.dynamics import change_weather, run_machines, tell_hour
from latticeville.sim.rule_set import rule_set

SOCIAL = rule_set(
    actions=(Idle(), Move(), Interact(), Say()),
    laws=(settle_rivals, admit, show_out, tell_hour, change_weather, run_machines, run_beats),
    events=BEAT_EVENTS,
    faculties=(SocialFaculty(),),
)
"""IDLE, MOVE, INTERACT and SAY; objects, doors, weather and machines."""
