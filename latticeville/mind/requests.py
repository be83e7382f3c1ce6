"""Every question that a mind can ask of a model, and how its answer is parsed; what cannot be used comes to None."""

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY, parse_hours
from latticeville.llm.model import Reply, Request
from latticeville.mind.plan import SHORT, Step, Steps
from latticeville.mind.prompting import ask
from latticeville.world.pack import World
from latticeville.world.personas import Use

KEEP = "keep to the plan"
"""The choice that changes nothing."""
CHANGE = "change the plan"
"""The choice that plans the rest of the day anew."""
MAX_WORDS = 300
"""Characters of an utterance or an insight; a longer one is cut."""
MAX_DOING = 80
"""Characters of what somebody is doing."""
RATINGS = tuple(str(rating) for rating in range(1, 11))
LEAST = 5
"""Minutes that a step takes at least."""

_TIME = {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}
_TEXT = {"type": "string", "minLength": 1, "maxLength": 200}
_DOING = {"type": "string", "minLength": 1, "maxLength": MAX_DOING}
_RATING = {"type": "integer", "minimum": 1, "maximum": 10}


class Rate(msgspec.Struct, frozen=True, gc=False):
    """How important a sentence is, from 1 to 10."""

    sentence: str

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        return ask(world, "rate", who, tick, {"sentence": self.sentence}, choices=RATINGS, max_tokens=4)

    def parse(self, reply: Reply) -> int | None:
        """Return the rating, clamped."""
        found = re.search(r"-?\d{1,4}", reply.text)
        return None if reply.error or not found else _clamped(int(found[0]))


class Greet(msgspec.Struct, frozen=True, gc=False):
    """Whether to talk to somebody just met, what for, and what to say."""

    facts: Mapping[str, str]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        fields = {"talk": {"type": "boolean"}, "goal": {**_TEXT, "maxLength": 100}, "words": _TEXT}
        return ask(world, "greet", who, tick, self.facts, schema=_object(fields), max_tokens=120)

    def parse(self, reply: Reply) -> tuple[str, str] | None:
        """Return the goal and the opening words, which are empty for passing by."""
        match _json(reply):
            case {"talk": bool(talk), "goal": str(goal), "words": str(words)} if words.strip() or not talk:
                return _line(goal), _line(words) if talk else ""
        return None


class Answer(msgspec.Struct, frozen=True, gc=False):
    """What to answer to somebody's words, and whether that ends the talk."""

    facts: Mapping[str, str]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        fields = {"words": _TEXT, "end": {"type": "boolean"}}
        return ask(world, "answer", who, tick, self.facts, schema=_object(fields), max_tokens=100)

    def parse(self, reply: Reply) -> tuple[str, bool] | None:
        """Return the words and whether the talk ends."""
        match _json(reply):
            case {"words": str(words), "end": bool(end)} if words.strip():
                return _line(words), end
        return None


class Chat(msgspec.Struct, frozen=True, gc=False):
    """What to say to a stranger who asks; `ids` are the records behind the numbered memories, in the same order."""

    facts: Mapping[str, str]
    ids: tuple[int, ...]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        numbers = _list({"type": "integer", "minimum": 1, "maximum": max(1, len(self.ids))}, 0, 5)
        fields = {"words": {**_TEXT, "maxLength": 2 * MAX_WORDS}, "because": numbers}
        return ask(world, "chat", who, tick, self.facts, schema=_object(fields), max_tokens=200)

    def parse(self, reply: Reply) -> tuple[str, tuple[int, ...]] | None:
        """Return the words, and the records that they rest on; numbers of nothing are dropped."""
        match _json(reply):
            case {"words": str(words), "because": [*numbers]} if words.strip():
                valid = [each for each in numbers if type(each) is int and 1 <= each <= len(self.ids)]
                return _line(words, 2 * MAX_WORDS), tuple(dict.fromkeys(self.ids[each - 1] for each in valid))
        return None


class React(msgspec.Struct, frozen=True, gc=False):
    """Whether to leave the plan for something just perceived, and for which of the choices."""

    facts: Mapping[str, str]
    choices: tuple[str, ...]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        return ask(world, "react", who, tick, self.facts, choices=(KEEP, *self.choices), max_tokens=24)

    def parse(self, reply: Reply) -> int | None:
        """Return the index of the choice, -1 for keeping to the plan, or None for no valid answer."""
        text = reply.text.strip()
        if text == KEEP and not reply.error:
            return -1
        return self.choices.index(text) if text in self.choices and not reply.error else None


class Identify(msgspec.Struct, frozen=True, gc=False):
    """Who somebody is now, in a few sentences."""

    facts: Mapping[str, str]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        return ask(world, "identity", who, tick, self.facts, max_tokens=120)

    def parse(self, reply: Reply) -> str | None:
        """Return the summary."""
        return None if reply.error else " ".join(reply.text.split())[: 2 * MAX_WORDS] or None


class PlanDay(msgspec.Struct, frozen=True, gc=False):
    """The broad strokes of a day from a minute on, at `places` (ids by name)."""

    facts: Mapping[str, str]
    places: Mapping[str, str]
    start: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        stroke = {"from": _TIME, "place": {"enum": [*self.places]}, "doing": _DOING, "rest": {"type": "boolean"}}
        least = 5 if self.start % DAY < DAY // 2 else 1
        fields = {"strokes": _list(_object(stroke), least, 8), "importance": _RATING}
        return ask(world, "day", who, tick, self.facts, schema=_object(fields), max_tokens=420)

    def parse(self, reply: Reply) -> tuple[Steps, int] | None:
        """Return strokes that fill the day up, and its importance."""
        match _json(reply):
            case {"strokes": [*rows], "importance": int(importance)}:
                strokes = _timed(rows, self.places, self.start, self.start - self.start % DAY + DAY)
                return (strokes, _clamped(importance)) if strokes else None
        return None


class PlanHours(msgspec.Struct, frozen=True, gc=False):
    """A stroke from a minute on, divided into pieces of about an hour."""

    facts: Mapping[str, str]
    places: Mapping[str, str]
    start: int
    end: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        piece = {"from": _TIME, "place": {"enum": [*self.places]}, "doing": _DOING}
        most = max(2, -(-(self.end - self.start) // 45))
        fields = {"hours": _list(_object(piece), 1, most)}
        return ask(world, "hours", who, tick, self.facts, schema=_object(fields), max_tokens=60 + 40 * most)

    def parse(self, reply: Reply) -> Steps | None:
        """Return pieces that fill the stroke up."""
        match _json(reply):
            case {"hours": [*rows]}:
                return _timed(rows, self.places, self.start, self.end) or None
        return None


class PlanSteps(msgspec.Struct, frozen=True, gc=False):
    """An hour from a minute on, divided into steps with a thing to use in each or none."""

    facts: Mapping[str, str]
    uses: Mapping[str, Use]
    hour: Step

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        step = {
            "minutes": {"type": "integer", "minimum": LEAST, "maximum": SHORT},
            "doing": _DOING,
            "use": {"enum": ["", *self.uses]},
        }
        most = max(1, -(-(self.hour.end - self.hour.start) // SHORT)) + 4
        fields = {"steps": _list(_object(step), 1, most)}
        return ask(world, "steps", who, tick, self.facts, schema=_object(fields), max_tokens=60 + 32 * most)

    def parse(self, reply: Reply) -> Steps | None:
        """Return steps that fill the hour up, one after the other; what is left over has no use."""
        match _json(reply):
            case {"steps": [*rows]}:
                return self._laid(rows) or None
        return None

    def _laid(self, rows: list[Any]) -> Steps:
        found: list[Step] = []
        start, hour = self.hour.start, self.hour
        for row in rows:
            match row:
                case {"minutes": int(minutes), "doing": str(doing), "use": str(use)} if (
                    start < hour.end and doing.strip()
                ):
                    end = min(start + min(max(minutes, LEAST), SHORT), hour.end)
                    found.append(Step(start, end, hour.place, _line(doing, MAX_DOING), self.uses.get(use)))
                    start = end
        if found and start < hour.end:
            found.append(replace(hour, start=start, use=None))
        return tuple(found)


class Wonder(msgspec.Struct, frozen=True, gc=False):
    """The questions that somebody's memories raise."""

    facts: Mapping[str, str]
    count: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        fields = {"questions": _list(_TEXT, self.count, self.count)}
        return ask(world, "questions", who, tick, self.facts, schema=_object(fields), max_tokens=60 * self.count)

    def parse(self, reply: Reply) -> list[str] | None:
        """Return the questions."""
        match _json(reply):
            case {"questions": [*texts]}:
                asked = [_line(text) for text in texts if isinstance(text, str) and text.strip()]
                return list(dict.fromkeys(asked))[: self.count] or None
        return None


class Insight(msgspec.Struct, frozen=True, gc=False):
    """What was concluded, how much it matters, and the records that it rests on."""

    text: str
    importance: int
    cites: tuple[int, ...]


class Conclude(msgspec.Struct, frozen=True, gc=False):
    """Insights from numbered statements; `ids` are the records behind them, in the same order."""

    facts: Mapping[str, str]
    ids: tuple[int, ...]
    least: int
    most: int

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        numbers = _list({"type": "integer", "minimum": 1, "maximum": len(self.ids)}, 1, 5)
        insight = _object({"insight": _TEXT, "because": numbers, "importance": _RATING})
        fields = {"insights": _list(insight, self.least, self.most)}
        return ask(world, "insights", who, tick, self.facts, schema=_object(fields), max_tokens=90 * self.most)

    def parse(self, reply: Reply) -> list[Insight] | None:
        """Return the insights; citations of nothing or of the same again are dropped, and what then cites nothing."""
        match _json(reply):
            case {"insights": [*rows]}:
                return [found for row in rows[: self.most] if (found := self._insight(row)) is not None]
        return None

    def _insight(self, row: object) -> Insight | None:
        match row:
            case {"insight": str(text), "because": [*numbers], **rest} if text.strip():
                valid = [each for each in numbers if type(each) is int and 1 <= each <= len(self.ids)]
                cites = tuple(dict.fromkeys(self.ids[each - 1] for each in valid))
                rating = rest.get("importance")
                importance = _clamped(rating) if type(rating) is int else 0
                return Insight(_line(text), importance, cites) if cites else None
        return None


class Interview(msgspec.Struct, frozen=True, gc=False):
    """What somebody answers to a stranger's question; `ids` are the records behind the numbered statements."""

    facts: Mapping[str, str]
    ids: tuple[int, ...]

    def request(self, who: str, tick: int, world: World) -> Request:
        """Return the request."""
        numbers = _list({"type": "integer", "minimum": 1, "maximum": max(1, len(self.ids))}, 0, 5)
        fields = {"answer": {**_TEXT, "maxLength": MAX_WORDS}, "because": numbers}
        return ask(world, "interview", who, tick, self.facts, schema=_object(fields), max_tokens=160)

    def parse(self, reply: Reply) -> tuple[str, tuple[int, ...]] | None:
        """Return the answer and the records that it rests on; citations of nothing are dropped."""
        match _json(reply):
            case {"answer": str(text), "because": [*numbers]} if text.strip():
                valid = [each for each in numbers if type(each) is int and 1 <= each <= len(self.ids)]
                return _line(text), tuple(dict.fromkeys(self.ids[each - 1] for each in valid))
        return None


def _object(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": [*fields], "additionalProperties": False}


def _list(items: Mapping[str, Any], least: int, most: int) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least, "maxItems": most}


def _json(reply: Reply) -> object:
    if reply.error:
        return None
    try:
        return msgspec.json.decode(reply.text)
    except (ValueError, RecursionError):
        return None


def _clamped(rating: int) -> int:
    return min(max(int(rating), 1), 10)


def _line(text: str, most: int = MAX_WORDS) -> str:
    return " ".join(text.split())[:most]


def _timed(rows: list[Any], places: Mapping[str, str], start: int, end: int) -> Steps:
    """Return steps one after the other from `start` to `end`, each until the next begins."""
    found: dict[int, Step] = {}
    for row in rows:
        match row:
            case {"from": str(text), "place": str(place), "doing": str(doing)} if place in places and doing.strip():
                begins = _minute(text, start, end)
                step = Step(
                    max(begins, start), end, places[place], _line(doing, MAX_DOING), rest=row.get("rest") is True
                )
                if begins < start:
                    found[start] = step
                elif begins < end:
                    found.setdefault(begins, step)
    steps = [found[begins] for begins in sorted(found)]
    if not steps:
        return ()
    steps[0] = replace(steps[0], start=start)
    follow = [step.start for step in steps[1:]] + [end]
    return tuple(replace(step, end=until) for step, until in zip(steps, follow, strict=True))


def _minute(text: str, start: int, end: int) -> int:
    """Return the absolute minute of a time of day; one before `start` may mean the next day."""
    try:
        minute = start - start % DAY + parse_hours(text)
    except ValueError:
        return end
    return minute + DAY if minute < start and minute + DAY < end else minute
