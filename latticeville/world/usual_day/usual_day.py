"""A day out of what somebody's texts say, and out of what is usual where they say nothing."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.clock_words import TimeSpan
from latticeville.core.rng import RandomStream, rng
from latticeville.world.model.areas import WORLD
from latticeville.world.model.personas import ObjectUse, Persona, Resident, RoutineRow
from latticeville.world.model.world import World
from latticeville.world.usual_day.clauses import Clause, read_clauses, without_place
from latticeville.world.usual_day.day_strip import GRID, DayEntry, DayStrip
from latticeville.world.usual_day.places import OwnPlaces, Town
from latticeville.world.usual_day.vocabulary import DayActivity, activities, words_of

HOUR, NOON = 60, 12 * 60
WAKE, BED = 7 * HOUR, 22 * HOUR + 30
"""When people get up and go to bed whose texts say nothing; by conscientiousness earlier or later."""
LONGEST_WAY, DETOUR = 60, 130
"""Minutes by which somebody sets out at most before a time at which they mean to be somewhere, and
the length of a way in percent of the distance."""
_WORDS = {
    "extraversion": (
        "outgoing sociable friendly cheerful lively talkative warm charming",
        "shy quiet reserved withdrawn solitary private",
    ),
    "openness": (
        "curious creative imaginative artistic dreamy open",
        "practical traditional plain",
    ),
    "conscientiousness": (
        "diligent hardworking organized organised careful punctual disciplined conscientious",
        "lazy careless messy easygoing forgetful",
    ),
}
"""Traits that say much, and little, of a factor."""


class UsualDay(NamedTuple):
    """The rows of a day; `read` says of each clause to which row it led, `unread` why not.

    `firm` are the rows that nothing changes on a whim: what the texts say, and work.
    """

    rows: tuple[RoutineRow, ...]
    firm: tuple[RoutineRow, ...] = ()
    read: tuple[tuple[str, RoutineRow], ...] = ()
    unread: tuple[tuple[str, str], ...] = ()


class UsualDays:
    """The usual days of the people of a world, each made when it is asked for."""

    def __init__(self, world: World) -> None:
        self.town = Town(world)
        self.are_lived = "social" in world.rules and world.minds.plan != "none"
        """Whether people live by days in this world."""
        self._found: dict[str, UsualDay] = {}

    def of(self, who: str) -> UsualDay:
        """Return how somebody spends a usual day; their routine where one is written, and where
        nobody lives by days."""
        found = self._found.get(who)
        if found is None:
            resident = self.town.world.people[who]
            written = resident.persona.routine
            is_read = self.are_lived and not written
            found = _Day(resident, self.town).made() if is_read else UsualDay(written)
            self._found[who] = found
        return found


def usual_days(world: World) -> UsualDays:
    """Return the usual days of a world, which are kept with it as what it computes of itself is."""
    return world.keep("usual_days", lambda: UsualDays(world))


def factor_of(persona: Persona, factor: str) -> float:
    """Return a factor of a personality, from 0 to 1: as given, else as the traits say, else 0.5."""
    given = persona.big_five.get(factor)
    if given is not None:
        return given
    words = {word for trait in persona.traits for word in words_of(trait)}
    much, little = (set(one.split()) for one in _WORDS[factor])
    return 0.5 + 0.3 * (bool(words & much) - bool(words & little))


class _Day:
    def __init__(self, resident: Resident, town: Town) -> None:
        self.persona = resident.persona
        self.places = OwnPlaces(resident, town)
        self.clauses = read_clauses(self.persona)
        self.unread = [(one.text, one.trouble) for one in self.clauses if one.trouble]
        self.told = [one for one in self.clauses if not one.trouble]
        self.avoided = {
            area for one in self.told if one.is_denied for area in self.places.named_in(one.text)
        }
        self.draws: RandomStream = rng(town.world.seed, 0, resident.id, "usual day")
        early = round((factor_of(self.persona, "conscientiousness") - 0.5) * 4) * 30
        usual = WAKE - early + self._jitter()
        opens = self._first_told(("open", "start"), ("work", "start"), ("teach", "start"))
        up = min(usual, max(opens - HOUR, 0)) if opens is not None else usual
        self.wake = self._time_of("wake", self._wakes() or up)
        self.bed = self._bedtime(BED - early + self._jitter())

    def made(self) -> UsualDay:
        """Return the day: what is usual, with what was told painted over it."""
        usual, told, strip = [*self._usual()], [*self._told()], DayStrip()
        for entry in (*usual, *told):
            strip.lay(entry, self._way(strip.before(entry.start), entry.place))
        rows = strip.rows()
        read = tuple(
            (entry.text, row)
            for entry in told
            for row in rows
            if row.doing == entry.doing and entry.start % DAY in row
        )
        told_rows = {row for _, row in read}
        firm = tuple(row for row in rows if row in told_rows or row.place == self.places.work)
        return UsualDay(rows, firm, read, tuple(self.unread))

    def _way(self, last: DayEntry | None, target: str) -> int:
        """Return the minutes of a walk to a place that is not at home, on the grid of times."""
        areas, settings = self.places.world.areas, self.places.world.settings
        origin = last.place if last is not None else WORLD
        if WORLD in (origin, target) or target in (origin, self.places.home, self.places.house):
            return 0
        begin, end = (areas.by_id[one].boxes[0] for one in (origin, target))
        cells = abs(begin.x - end.x) + abs(begin.y - end.y)
        minutes = cells * DETOUR * settings.step_ticks * settings.tick_minutes // 100
        return min(-(-minutes // GRID) * GRID, LONGEST_WAY)

    def _bedtime(self, usual: int) -> int:
        """Return when they go to bed, in minutes since the midnight before they get up."""
        told = self._time_of("bed", usual)
        worked = self._worked
        if worked and told == usual:
            told = max(usual, worked.end + HOUR)
        return told + DAY if told <= self.wake else told

    def _jitter(self) -> int:
        return (self.draws.integer_below(7) - 3) * GRID

    def _wakes(self) -> int | None:
        """Return until when the texts say that they sleep."""
        ends = (when.end for when in self._spans_of("bed"))
        return next((end for end in ends if end is not None and end < NOON), None)

    def _time_of(self, name: str, usual: int) -> int:
        for when in self._spans_of(name):
            found = when.end if when.start is None else when.start
            is_waking = name == "bed" and when.start is None and (found or NOON) < NOON
            if found is not None and not is_waking:
                return found
        return usual

    def _spans_of(self, name: str) -> Iterator[TimeSpan]:
        """Yield when the texts say that somebody does something."""
        activity = activities()[name]
        return (
            one.when
            for one in self.told
            if one.activity is activity and one.when and not one.is_denied
        )

    def _usual(self) -> Iterator[DayEntry]:
        """Yield a day at home, at work and at leisure, each over what came before it."""
        places, up = self.places, self.wake
        yield self._at_home(up, self.bed)
        yield from self._leisure()
        if self._worked is not None:
            yield self._worked
        yield self._done("wake", up, up + 30)
        yield self._done("breakfast", up + 30, up + HOUR)
        lunch = 12 * HOUR + 15 * self.draws.integer_below(4)
        dinner = 18 * HOUR + 15 * self.draws.integer_below(5)
        if not self._tells_of("lunch"):
            yield self._meal("lunch", lunch)
        if places.house != WORLD and not self._tells_of("dinner"):
            yield self._meal("dinner", dinner)
        yield self._done("bed", self.bed, self.wake + (DAY if self.bed < DAY else 2 * DAY))

    def _tells_of(self, name: str) -> bool:
        """Tell whether the texts give an activity a time of its own."""
        activity = activities()[name]
        return any(one.activity is activity and one.when and not one.is_denied for one in self.told)

    def _at_home(self, start: int, end: int) -> DayEntry:
        found = [
            activity
            for activity in map(
                activities().get, ("read", "play", "paint", "watch", "write", "game")
            )
            if activity and self.places.uses(self.places.house, activity.uses[:2], 1)
        ]
        if not found:
            return DayEntry(start, end, self.places.home, "spending time at home")
        chosen = self.draws.pick(found)
        uses = self.places.uses(self.places.house, chosen.uses[:2], 2)
        return DayEntry(start, end, self.places.home, _AT_HOME[chosen.name], uses)

    def _leisure(self) -> Iterator[DayEntry]:
        """Yield what somebody does who is not at work: out by day without work, and in the evening
        if they are sociable."""
        shops, outings = self.places.visited("errand"), self._outings()
        sociable = factor_of(self.persona, "extraversion")
        if not self.places.work:
            if shops:
                yield self._visit(self.draws.pick(shops), self.wake + 150, 45)
            if outings:
                yield self._visit(self.draws.pick(outings), 14 * HOUR + self._jitter(), 90)
        if outings and self.draws.uniform() < 0.35 + 0.6 * sociable:
            length = 60 + round(sociable * 4) * 15
            yield self._visit(self.draws.pick(outings), 19 * HOUR + 30 + self._jitter(), length)

    def _outings(self) -> list[str]:
        open_to = [area for area in self.places.visited("leisure") if area not in self.avoided]
        return open_to + [area for area in self.places.visited("eat") if area not in self.avoided]

    def _visit(self, area: str, start: int, minutes: int) -> DayEntry:
        kind = self.places.kind_at(area)
        doing = kind.doing if kind else "looking around"
        uses = self.places.uses(area, kind.uses) if kind else ()
        return DayEntry(start, start + minutes, area, doing, uses)

    @cached_property
    def _worked(self) -> DayEntry | None:
        """The work of somebody: by the hours that they tell, else by those of its kind."""
        work, kind = self.places.work, self.places.work_kind
        if not work or work == self.places.home:
            return None
        usual = kind.work if kind and kind.work else (9 * HOUR, 17 * HOUR)
        begun, ended = self._told_hours(work)
        start = max(usual[0], self.wake + HOUR) if begun is None else begun
        end = usual[1] if ended is None else ended
        uses = self.places.uses(work, kind.work_uses if kind else ("desk", "counter"))
        doing = kind.working if kind else "working"
        return DayEntry(start, end if end > start else end + DAY, work, doing, uses)

    def _told_hours(self, work: str) -> tuple[int | None, int | None]:
        """Return from when to when the texts say that they work, or are at their place of work."""
        begun = self._first_told(("open", "start"), ("work", "start"), ("teach", "start"))
        ended = self._first_told(("close", "start"), ("work", "end"))
        if begun is not None or ended is not None:
            return begun, ended
        spans = (
            (one.when.start, one.when.end)
            for one in self.told
            if one.when and not one.when.part and work in self.places.named_in(one.text)[:1]
        )
        return next(((start, end) for start, end in spans if start and end), (None, None))

    def _first_told(self, *wanted: tuple[str, str]) -> int | None:
        """Return the first time that is told of some activities and their sides."""
        times = (self._named_time(name, side) for name, side in wanted)
        return next((time for time in times if time is not None), None)

    def _named_time(self, name: str, side: str) -> int | None:
        for one in self.told:
            if one.activity is activities()[name] and one.when and not one.when.part:
                found = one.when.start if side == "start" else one.when.end
                if found is not None and not one.is_denied:
                    return found
        return None

    def _meal(self, name: str, start: int) -> DayEntry:
        """Return a meal: at the house where one can cook, else where meals are sold."""
        activity, eateries = activities()[name], self.places.eateries
        at_work = bool(self.places.work_kind and self.places.work_kind.visit == "eat")
        cooks = self.places.has(self.places.house, ("stove", "fridge", "table", "oven", "kitchen"))
        sociable = factor_of(self.persona, "extraversion")
        if at_work and name == "lunch":
            place = self.places.work
        elif eateries and (not cooks or (name == "lunch" and self.draws.uniform() < sociable)):
            place = eateries[0]
        else:
            place = self.places.house
        uses = self.places.uses(place, activity.uses)
        return DayEntry(start, start + activity.minutes, place, activity.doing, uses)

    def _done(self, name: str, start: int, end: int) -> DayEntry:
        activity = activities()[name]
        place = self.places.home if name == "bed" else self.places.house
        uses = self._own_uses(activity, 1)
        if name == "wake":
            bed = self._own_uses(activities()["bed"], 1)[:1]
            uses = (*(ObjectUse("leave", one.thing) for one in bed if self._accepts(one)), *uses)
        return DayEntry(start, end, place, activity.doing, uses[:1] if name == "bed" else uses)

    def _accepts(self, use: ObjectUse) -> bool:
        """Tell whether one leaves an object that one has used."""
        world = self.places.world
        return "leave" in world.kinds[world.objects[use.thing].kind].vocabulary

    def _own_uses(self, activity: DayActivity, most: int) -> tuple[ObjectUse, ...]:
        found = self.places.uses(self.places.home, activity.uses, most)
        return found or self.places.uses(self.places.house, activity.uses, most)

    def _told(self) -> Iterator[DayEntry]:
        """Yield what the texts say, each where it has a time of its own: parts of the day first."""
        found = [entry for one in self.told if not one.is_denied for entry in self._entry(one)]
        exact = {one.text for one in self.told if one.when and not one.when.part}
        yield from sorted(found, key=lambda entry: (entry.text in exact, entry.start))

    def _entry(self, clause: Clause) -> Iterator[DayEntry]:
        activity = clause.activity
        if activity is None or activity.name in ("bed", "wake"):
            return
        opens = activity.name in ("open", "close")
        place = (self.places.work if opens else "") or self._place(clause, activity)
        if not place:
            self.unread.append((clause.text, "no place of this world is named"))
            return
        start, end = self._span(clause, activity)
        yield DayEntry(start, end, place, *self._deed(clause, activity, place), clause.text)

    def _deed(
        self, clause: Clause, activity: DayActivity, place: str
    ) -> tuple[str, tuple[ObjectUse, ...]]:
        """Return what is done at a place, in words and with its objects."""
        kind, at_work = self.places.kind_at(place), place == self.places.work
        doing = without_place(clause.doing, self.places.world.name_of(place))
        if kind is None:
            return doing, self.places.uses(place, activity.uses)
        if activity.name == "visit":
            doing = (kind.working if at_work else kind.doing) or doing
        own = kind.work_uses if at_work else kind.uses
        return doing, self.places.uses(place, (*activity.uses, *own))

    def _place(self, clause: Clause, activity: DayActivity) -> str:
        """Return where something is done; "" where that is not known."""
        named = self.places.named_in(clause.text)
        if named:
            return named[0]
        if "home" in words_of(clause.text) or activity.place == "home":
            return self.places.home
        if activity.place == "work":
            return self.places.work or self.places.home
        work = self.places.work_kind
        if work and work.name == activity.place:
            return self.places.work
        return (self.places.of_kind(activity.place) or self.places.home) if activity.place else ""

    def _span(self, clause: Clause, activity: DayActivity) -> tuple[int, int]:
        """Return from when to when something is done; what tells no time is done in free time."""
        if clause.when is not None:
            return self._told_span(clause.when, activity)
        if clause.relative:
            start = self._relative_start(clause.relative, activity.minutes)
        else:
            start = self._free_start(activity.minutes) if activity.at is None else activity.at
        return start, start + activity.minutes

    def _told_span(self, when: TimeSpan, activity: DayActivity) -> tuple[int, int]:
        end = when.end
        if when.start is not None:
            start = when.start
            end = start + activity.minutes if end is None else end
        else:
            end = self.bed if end is None else end
            opened = self._named_time("open", "start")
            start = max(self.wake + HOUR, end - activity.minutes) if opened is None else opened
        return start, end if end > start else end + DAY

    def _relative_start(self, relative: tuple[str, str], minutes: int) -> int:
        word, event = relative
        worked = self._worked
        spans: dict[str, tuple[int, int]] = {
            "work": (worked.start, worked.end) if worked else (9 * HOUR, 17 * HOUR),
            "school": (worked.start, worked.end) if worked else (9 * HOUR, 15 * HOUR),
            "breakfast": (self.wake + 30, self.wake + HOUR),
            "lunch": (12 * HOUR + 15, 13 * HOUR),
            "dinner": (18 * HOUR + 30, 19 * HOUR + 15),
            "supper": (18 * HOUR + 30, 19 * HOUR + 15),
            "bed": (self.bed, self.wake + DAY),
        }
        start, end = spans[event]
        return start - minutes if word == "before" else end

    def _free_start(self, minutes: int) -> int:
        """Return when there is time for something: after work, or in the middle of a day without."""
        worked = self._worked
        return worked.end if worked else 10 * HOUR if minutes > HOUR else 15 * HOUR


_AT_HOME = {
    "read": "reading at home",
    "play": "making music",
    "paint": "painting",
    "watch": "watching television",
    "write": "writing",
    "game": "sitting at the computer",
}
