"""Search expressions on event, agent, area, state and phrase, for searches and breakpoints.

`event:said and agent:ada and not area:square`, `doing:sleeping`, `state:urn.cups<3 or phrase:"the
oak"`. All terms about an event must hold for the same event. An expression about states alone
matches when it becomes true.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Literal, NamedTuple

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.text_fold import fold
from latticeville.core.text_width import text_width
from latticeville.runs.replay import Replay
from latticeville.sim.event import Event
from latticeville.sim.rule_set import event_kinds
from latticeville.sim.state import State
from latticeville.world.io.schema_errors import closest_match
from latticeville.world.model.world import World

_TOKEN = re.compile(
    r"\s*(?:(?P<open>\()|(?P<close>\))|(?P<term>\w+:(?:\"[^\"]*\"|[^\s()\"]+))|(?P<word>[^\s()]+))"
)
_STATE = re.compile(
    r"(?P<thing>\w+)(?:\.(?P<counter>\w+))?(?P<sign>!=|<=|>=|=|<|>)(?P<value>-?[\w]+)"
)
SIGNS: Mapping[str, Callable[[int, int], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
}
KEYS = ("event", "agent", "area", "phrase", "doing", "state", "weather")
"""What a term can be about."""
DEEPEST = 100
"""How many brackets and nots may lie in one another."""
NAMED = 16
"""Most names that a mistake lists."""
BRIEF = 40
"""Most letters of a word that a mistake quotes."""
AROUND = 60
"""Most letters that are shown before and after the place of a mistake."""
_WHO = ("who", "to")
_WHERE = ("area", "left")


class ExpressionError(Exception):
    """An expression cannot be read; the sentence says where and why."""

    def __init__(self, column: int, what: str) -> None:
        super().__init__(f"expression:1:{column}: {what}")
        self.column, self.what = column, what

    def excerpt(self, text: str) -> tuple[str, str]:
        """Return a line with the part of the expression that is meant, and one with a mark below
        its place."""
        place = self.column - 1
        start = max(0, place - AROUND)
        before, after = (
            "".join(" " if one.isspace() else one for one in part)
            for part in (text[start:place], text[place : place + AROUND])
        )
        head, tail = "…" * (start > 0), "…" * (place + AROUND < len(text))
        return f"{head}{before}{after}{tail}", f"{' ' * text_width(head + before)}^"


class ExpressionContext(NamedTuple):
    """What a test looks at: an event, or none, in a world, at a state, or at none where no term
    asks for one."""

    event: Event | None
    world: World
    state: State | None


class Hit(msgspec.Struct, frozen=True):
    """A tick in which an expression is met, and by which events."""

    tick: int
    when: str
    told: tuple[str, ...]


Test = Callable[[ExpressionContext], bool]
Tell = Callable[[State], Iterator[str]]


class Expression(msgspec.Struct, frozen=True):
    """A test of moments; `of_events` and `of_states` say what its terms are about, `tells` what in
    a state meets it."""

    text: str
    test: Test
    of_events: bool
    of_states: bool
    tells: tuple[Tell, ...] = ()

    def met(self, state: State, events: tuple[Event, ...]) -> tuple[Event, ...] | None:
        """Return the events of a tick that meet this, none of them where it is about states alone;
        else None."""
        if not self.of_events:
            return () if self.test(ExpressionContext(None, state.world, state)) else None
        found = tuple(
            event for event in events if self.test(ExpressionContext(event, state.world, state))
        )
        return found or None

    def told(self, state: State, events: tuple[Event, ...]) -> tuple[str, ...]:
        """Tell what met this: the events, or who does what is looked for."""
        if events:
            return tuple(event.sentence(state.world) for event in events)
        return tuple(sentence for tell in self.tells for sentence in tell(state))


def parse(text: str, world: World, editions: Callable[[], Iterable[World]] = tuple) -> Expression:
    """Read an expression; names are held against a world, and where it has none of a name against
    other editions."""
    reader = _Reader(text, world, editions)
    return Expression(text, reader.all(), reader.of_events, reader.of_states, tuple(reader.tells))


def find(
    replay: Replay,
    expression: Expression,
    start: int = 0,
    looked: Callable[[int], object] = lambda _tick: None,
) -> Iterator[Hit]:
    """Yield the ticks from one on in which an expression is met; `looked` is told of each tick, and
    may raise."""
    start = max(start, replay.first)
    if expression.of_states or not expression.of_events:
        yield from _by_state(replay, expression, start, looked)
        return
    test = expression.test
    for tick, minute, world, events, *_others in replay.summaries(start):
        looked(tick)
        met = [event for event in events if test(ExpressionContext(event, world, None))]
        if met:
            yield Hit(tick, format_time(minute), tuple(event.sentence(world) for event in met))


def _by_state(
    replay: Replay, expression: Expression, start: int, looked: Callable[[int], object]
) -> Iterator[Hit]:
    was = False
    for payload in replay.payloads(max(replay.first, start - 1)):
        looked(payload.tick)
        met = expression.met(payload.state, payload.events)
        fresh = met is not None and (expression.of_events or not was)
        was = met is not None
        if fresh and met is not None and payload.tick >= start:
            yield Hit(
                payload.tick, format_time(payload.state.minute), expression.told(payload.state, met)
            )


class _Reader:
    """A parser of one expression: or, and, not, brackets and terms."""

    def __init__(self, text: str, world: World, editions: Callable[[], Iterable[World]]) -> None:
        self._text, self._world, self._place, self._depth = text, world, 0, 0
        self._editions = editions
        self.of_events = self.of_states = False
        self.tells: list[Tell] = []

    def all(self) -> Test:
        test = self._or()
        kind, word, column = self._peek()
        if kind:
            _check_quotes(word, column)
            raise ExpressionError(
                column, f"unexpected “{_brief(word)}”: write “and” or “or” between terms"
            )
        return test

    def _or(self) -> Test:
        tests = [self._and()]
        while self._takes("or"):
            tests.append(self._and())
        return tests[0] if len(tests) == 1 else lambda moment: any(test(moment) for test in tests)

    def _and(self) -> Test:
        tests = [self._not()]
        while self._takes("and"):
            tests.append(self._not())
        return tests[0] if len(tests) == 1 else lambda moment: all(test(moment) for test in tests)

    def _not(self) -> Test:
        kind, word, column = self._peek()
        if (kind, word) == ("word", "not"):
            self._skip()
            test = self._inner(self._not, column)
            return lambda moment: not test(moment)
        if kind == "open":
            self._skip()
            test = self._inner(self._or, column)
            if self._peek()[0] != "close":
                raise ExpressionError(
                    self._peek()[2], f"a “)” is missing for the “(” in column {column}"
                )
            self._skip()
            return test
        return self._single(kind, word, column)

    def _inner(self, read: Callable[[], Test], column: int) -> Test:
        """Read what lies in a bracket or behind a not."""
        if self._depth == DEEPEST:
            raise ExpressionError(
                column, f"more than {DEEPEST} nested brackets and nots: simplify the expression"
            )
        self._depth += 1
        test = read()
        self._depth -= 1
        return test

    def _single(self, kind: str, word: str, column: int) -> Test:
        self._skip()
        if kind == "term":
            key, _, value = word.partition(":")
            return self._term(key, value.strip('"'), column)
        _check_quotes(word, column)
        brief = _brief(word)
        terms = f"a term begins with {', '.join(f'{key}:' for key in KEYS[:-1])} or {KEYS[-1]}:"
        raise ExpressionError(
            column,
            f"{terms}; “{brief}” is not a term: did you mean doing:{brief}?"
            if word
            else f"{terms}; one is missing",
        )

    def _term(self, key: str, value: str, column: int) -> Test:
        at = column + len(key) + 1
        if key not in KEYS:
            raise ExpressionError(
                column,
                f"there is no “{_brief(key)}:”{self._near(key, KEYS)}: it is one of "
                f"{', '.join(KEYS)}",
            )
        if key in ("state", "weather", "doing"):
            self.of_states = True
            return {"state": self._state, "weather": self._weather, "doing": self._doing}[key](
                value, at
            )
        self.of_events = True
        if key == "event":
            self._check(
                value,
                lambda world: event_kinds(world.rules),
                at,
                "event",
                f"; to find an activity, write doing:{_brief(value)}",
            )
            return lambda moment: moment.event is not None and moment.event.tag == value
        if key == "phrase":
            wanted = fold(value)
            return lambda moment: (
                moment.event is not None and wanted in fold(moment.event.sentence(moment.world))
            )
        if key == "agent":
            self._check(value, lambda world: world.people, at, "agent")
            return lambda moment: any(getattr(moment.event, name, "") == value for name in _WHO)
        self._check(value, lambda world: world.areas.by_id, at, "area")
        return lambda moment: _in_area(moment, value)

    def _weather(self, value: str, column: int) -> Test:
        self._check(
            value, lambda world: [world.climate.start, *world.climate.chain], column, "weather"
        )
        return lambda moment: moment.state is not None and moment.state.weather == value

    def _doing(self, value: str, column: int) -> Test:
        """Read `sleeping` or `ada=sleeping`: words of what somebody is seen doing."""
        who, sign, words = value.rpartition("=")
        if sign:
            self._check(who, lambda world: world.people, column, "doing")
        wanted = fold(words)
        if not wanted:
            raise ExpressionError(
                column, "the activity is missing: write doing:sleeping, or doing:ada=sleeping"
            )

        def found(state: State) -> Iterator[str]:
            for name, body in state.bodies.items():
                if name == (who or name) and wanted in fold(body.doing):
                    yield f"{state.world.name_with_article(name)}: {body.doing}"

        self.tells.append(found)
        return lambda moment: (
            moment.state is not None and next(found(moment.state), None) is not None
        )

    def _state(self, value: str, column: int) -> Test:
        match = _STATE.fullmatch(value)
        if match is None:
            raise ExpressionError(
                column,
                f"“{_brief(value)}” is not a state: write OBJECT=STATE, or OBJECT.COUNTER<NUMBER",
            )
        thing, counter, sign, wanted = (
            match["thing"],
            match["counter"],
            match["sign"],
            match["value"],
        )
        self._check(thing, lambda world: world.objects, column, "state")
        at = column + match.start("value")
        if counter is None:
            self._check(wanted, lambda world: _parts(world, thing, "states"), at, f"state:{thing}=")
            if sign not in ("=", "!="):
                raise ExpressionError(column + match.start("sign"), "compare a state with = or !=")
            return lambda moment: (
                _held(moment, thing) is not None
                and (_held(moment, thing) == wanted) == (sign == "=")
            )
        start = column + match.start("counter")
        self._check(
            counter, lambda world: _parts(world, thing, "counters"), start, f"state:{thing}."
        )
        if not re.fullmatch(r"-?\d{1,9}", wanted):
            raise ExpressionError(at, f"“{_brief(wanted)}” is not a whole number")
        number = int(wanted)
        return lambda moment: (
            moment.state is not None
            and thing in moment.state.things
            and SIGNS[sign](moment.state.things[thing].counters.get(counter, 0), number)
        )

    def _check(
        self,
        word: str,
        known: Callable[[World], Collection[str]],
        column: int,
        what: str,
        else_: str = "",
    ) -> None:
        """Refuse a word that no edition knows: with one that it is like, or with all that there
        are."""
        if word in known(self._world) or any(word in known(world) for world in self._editions()):
            return
        names = sorted(known(self._world))
        near = self._near(word, tuple(names))
        if near:
            raise ExpressionError(column, f"there is no “{_brief(word)}”{near}")
        some = ", ".join(names[:NAMED]) + (
            f" … {len(names) - NAMED} more" if len(names) > NAMED else ""
        )
        head = f"{what}{'' if what.endswith(('=', '.')) else ':'}"
        raise ExpressionError(
            column, f"{head} takes {some or 'nothing here'}: there is no “{_brief(word)}”{else_}"
        )

    @staticmethod
    def _near(word: str, known: tuple[str, ...]) -> str:
        near = closest_match(word, sorted(known))
        return f" (did you mean “{near}”?)" if near else ""

    def _peek(self) -> tuple[str, str, int]:
        match = _TOKEN.match(self._text, self._place)
        if match is None or match.lastgroup is None:
            return "", "", len(self._text.rstrip()) + 1
        return match.lastgroup, match[match.lastgroup], match.start(match.lastgroup) + 1

    def _takes(self, word: str) -> bool:
        if self._peek()[:2] != ("word", word):
            return False
        self._skip()
        return True

    def _skip(self) -> None:
        match = _TOKEN.match(self._text, self._place)
        self._place = match.end() if match else len(self._text)


def _parts(world: World, thing: str, sort: Literal["states", "counters"]) -> Collection[str]:
    """Return the states or the counters of an object; none where an edition has no such object."""
    if thing not in world.objects:
        return ()
    kind = world.kinds[world.objects[thing].kind]
    return kind.states if sort == "states" else kind.counters


def _check_quotes(word: str, column: int) -> None:
    """Raise ExpressionError where a word holds an open quote."""
    if word.count('"') % 2:
        raise ExpressionError(column + word.index('"'), "this quote is not closed")


def _held(moment: ExpressionContext, thing: str) -> str | None:
    things = moment.state.things if moment.state is not None else {}
    return things[thing].state if thing in things else None


def _in_area(moment: ExpressionContext, area: str) -> bool:
    areas = moment.world.areas
    places = [getattr(moment.event, name, "") for name in _WHERE]
    return area in areas.by_id and any(
        place in areas.by_id and areas.is_within(place, area) for place in places
    )


def _brief(word: str) -> str:
    """Return a word, cut where it is long."""
    return word if len(word) <= BRIEF else f"{word[: BRIEF - 1]}…"
