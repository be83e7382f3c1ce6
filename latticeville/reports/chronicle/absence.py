"""Where somebody was while others waited for them: on the way, on another way, or busy."""

import re
from collections.abc import Sequence
from itertools import takewhile

from latticeville.core.clock import format_hours
from latticeville.core.word_list import list_words
from latticeville.mind.topic import Appointment
from latticeville.reports.chronicle.story import Doing, Story
from latticeville.reports.chronicle.words import place_text

WALK, TALK = "walking to ", "talking with "
"""How the words begin for what somebody does who walks or talks."""


def absence_text(story: Story, who: str, at: Appointment) -> str:
    """Return what somebody did instead of coming to an appointment that the story tells to its
    end."""
    done = [one for one in story.doings.get(who, ()) if one.start < at.end]
    goals = _goals(story, at)
    walks = [one for one in done if one.text in goals and one.end > at.start]
    if not walks:
        return _stay_text(story, who, at)
    way = _way(done, walks, goals)
    return _way_text(story, who, at, way, [one for one in done if one.start >= walks[-1].end])


def _way_text(
    story: Story, who: str, at: Appointment, way: Sequence[Doing], after: Sequence[Doing]
) -> str:
    """Return since when somebody walked, with whom they talked, and where they turned away or still
    were."""
    since = f"walked there from {format_hours(way[0].start)}"
    if other := next((one for one in after if not _is_talk(one)), None):
        return f"{since} and turned away at {format_hours(other.start)} ({other.text})"
    talked = _partners([*way, *after])
    met = f", talked on the way with {talked}," if talked else ""
    return f"{since}{met} and was still {_place(story, who, at.end)} at {format_hours(at.end)}"


def _goals(story: Story, at: Appointment) -> set[str]:
    """Return what somebody does who walks to the place of an appointment."""
    areas = story.world.areas
    inside = [one for one in areas.by_id if at.place in areas.path(one)]
    return {f"{WALK}{story.world.name_of(one)}" for one in (at.place, *inside)}


def _is_talk(one: Doing) -> bool:
    return one.text.startswith(TALK)


def _way(done: Sequence[Doing], walks: Sequence[Doing], goals: set[str]) -> list[Doing]:
    """Return all between the first walk to a place and the last, and the walks and talks right
    before."""
    first, last = done.index(walks[0]), done.index(walks[-1])
    before = [*takewhile(lambda one: one.text in goals or _is_talk(one), reversed(done[:first]))][
        ::-1
    ]
    while before and _is_talk(before[0]):
        before.pop(0)
    return [*before, *done[first : last + 1]]


def _partners(done: Sequence[Doing]) -> str:
    """Return with whom somebody talked, in the order of time; "" for nobody."""
    found = (re.split(r", | and ", one.text.removeprefix(TALK)) for one in done if _is_talk(one))
    people = list(dict.fromkeys(name for some in found for name in some))
    return list_words(people) if people else ""


def _stay_text(story: Story, who: str, at: Appointment) -> str:
    """Return where somebody was as an appointment began, doing what, and what they did longest
    after that."""
    done = [one for one in story.doings.get(who, ()) if one.start < at.end and one.end > at.start]
    told = f"was {_place(story, who, at.start)} at {format_hours(at.start)}"
    if not done:
        return told
    longest = max(done, key=lambda one: min(one.end, at.end) - max(one.start, at.start))
    doing = f" ({done[0].text})" if done[0].text else ""
    later = (
        f", then {longest.text} from {format_hours(longest.start)}"
        if longest is not done[0]
        else ""
    )
    return f"{told}{doing}{later}"


def _place(story: Story, who: str, minute: int) -> str:
    """Return where somebody was at a minute."""
    here = next((one.area for one in story.stays.get(who, ()) if one.start <= minute < one.end), "")
    return place_text(story.world, here)
