"""What the rules `social` add to a mind."""

from msgspec.structs import replace

from latticeville.mind.attention import sightings
from latticeville.mind.situation import Faculty, Situation


class SocialFaculty(Faculty):
    """The mind of somebody among others: it notices what they do and how things look."""

    def notice(self, now: Situation) -> Situation:
        """Return the situation with the activities and objects that are seen and were not
        believed."""
        seen = sightings(now)
        if not seen:
            return now
        return replace(now, percept=replace(now.percept, news=(*now.percept.news, *seen)))
