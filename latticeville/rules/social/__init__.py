"""The rules `social`: people walk, talk and use objects."""

from msgspec.structs import replace

from latticeville.mind.attention import sightings
from latticeville.mind.percept import PerceivedNews
from latticeville.mind.situation import Faculty, Situation
from latticeville.rules.social.idle import Idle
from latticeville.rules.social.interact import Interact, settle_rivals
from latticeville.rules.social.move import Move
from latticeville.rules.social.say import Say
from latticeville.sim.area_access import admit, show_out
from latticeville.sim.beats.chair import sense_meeting
from latticeville.sim.beats.events import BEAT_EVENTS
from latticeville.sim.beats.law import run_beats
from latticeville.sim.beats.scenes import sense_cue
from latticeville.sim.dynamics import change_weather, run_machines, tell_hour
from latticeville.sim.rule_set import rule_set


class SocialFaculty(Faculty):
    """The mind of somebody among others: it notices what they do and how things look."""

    def notice(self, now: Situation) -> Situation:
        """Return the situation with the activities and objects that are seen and were not
        believed."""
        seen = sightings(now)
        if not seen:
            return now
        return replace(
            now, percept=replace(now.percept, news=PerceivedNews((*now.percept.news, *seen)))
        )


SOCIAL = rule_set(
    actions=(Idle(), Move(), Interact(), Say()),
    laws=(settle_rivals, admit, show_out, tell_hour, change_weather, run_machines, run_beats),
    events=BEAT_EVENTS,
    senses=(sense_cue, sense_meeting),
    faculties=(SocialFaculty(),),
)
"""IDLE, MOVE, INTERACT and SAY; objects, doors, weather and machines."""
