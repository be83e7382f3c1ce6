"""Search expressions on events and states, for searches, breakpoints and scenarios.

`event:said and agent:ada and not area:square`, `doing:sleeping`, `state:urn.cups<3 or phrase:"the
oak"`, `knows:"the party">=3`. All terms about an event must hold for the same event. An expression about states alone
matches when it becomes true.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from latticeville.core.clock import format_time
from latticeville.core.closest_match import closest_match
from latticeville.core.text_fold import fold
from latticeville.core.text_width import text_width
from latticeville.measures.state_terms import STATE_TERMS
from latticeville.measures.term_text import ExpressionError, TermText, brief
from latticeville.runs.replay import Replay
from latticeville.sim.event import Event
from latticeville.sim.rule_set import event_kinds
from latticeville.sim.state import State
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.measures.state_term import StateTerm

TOKEN = re.compile(
    r"\s*(?:(?P<open>\()|(?P<close>\))"
    r"|(?P<term>\w+:(?:\"[^\"]*\"|[^\s()\"])+(?:\s*(?:!=|[<>]=?|=)\s*-?\d+(?:\.\d+)?(?![\w.]))?)"
    r"|(?P<word>[^\s()]+))"
)
__all__ = ["KEYS", "Expression", "ExpressionError", "Hit", "excerpt", "find", "parse"]
EVENT_KEYS = ("event", "agent", "who", "to", "area", "object", "phrase")
"""What a term on events can be about."""
KEYS = (*EVENT_KEYS, *STATE_TERMS)
"""What a term can be about."""
DEEPEST = 100
"""How many brackets and nots may lie in one another."""
NAMED = 16
"""Most names that a mistake lists."""
AROUND = 60
"""Most letters that are shown before and after the place of a mistake."""
_NAMED = {"agent": ("who", "to"), "object": ("thing", "target")}
"""The fields of an event that a term on it may name, where they are not that of its own name."""
_WHERE = ("area", "left")


def excerpt(error: ExpressionError, text: str) -> tuple[str, str]:
    """Return a line with the part of an expression that an error means, and one with a mark below
    its place."""
    place = error.column - 1
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
    a state meets it, `readings` how a state stands to each of its terms.

    `number` is that of its only term, if this compares none and has one: a count of people where it
    `is_of_people`.
    """

    text: str
    test: Test
    of_events: bool
    of_states: bool
    tells: tuple[Tell, ...] = ()
    readings: tuple[Callable[[State], str], ...] = ()
    number: Callable[[State], float | None] | None = None
    is_of_people: bool = False

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


def parse(
    text: str,
    world: World,
    editions: Callable[[], Iterable[World]] = tuple,
    *,
    as_number: bool = False,
) -> Expression:
    """Read an expression; names are held against a world, and where it has none of a name against
    other editions. With `as_number`, a single term needs no comparison."""
    reader = _Reader(text, world, editions, as_number=as_number)
    test = reader.all()
    terms = reader.terms
    tells = tuple(term.tell for term in terms if term.tell is not None)
    readings = tuple(term.reading for term in terms)
    only = terms[0] if terms and reader.is_single else None
    number = only.number if only is not None else None
    is_of_people = number is not None and only is not None and only.is_of_people
    return Expression(
        text, test, reader.of_events, bool(terms), tells, readings, number, is_of_people
    )


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

    def __init__(
        self,
        text: str,
        world: World,
        editions: Callable[[], Iterable[World]],
        *,
        as_number: bool,
    ) -> None:
        self._text, self._world, self._place, self._depth = text, world, 0, 0
        self._editions = editions
        self._as_number = as_number
        self.of_events = False
        self.terms: list[StateTerm] = []

    def all(self) -> Test:
        test = self._or()
        kind, word, column = self._peek()
        if kind:
            _check_quotes(word, column)
            raise ExpressionError(
                column, f"unexpected “{brief(word)}”: write “and” or “or” between terms"
            )
        return test

    @property
    def is_single(self) -> bool:
        """Whether a number is asked for, and the text is one term."""
        match = TOKEN.fullmatch(self._text.rstrip())
        return self._as_number and match is not None and match.lastgroup == "term"

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
            return self._term(key, value, column)
        _check_quotes(word, column)
        short = brief(word)
        terms = f"a term begins with {', '.join(f'{key}:' for key in KEYS[:-1])} or {KEYS[-1]}:"
        raise ExpressionError(
            column,
            f"{terms}; “{short}” is not a term: did you mean doing:{short}?"
            if word
            else f"{terms}; one is missing",
        )

    def _term(self, key: str, value: str, column: int) -> Test:
        at = column + len(key) + 1
        if key not in KEYS:
            raise ExpressionError(
                column,
                f"there is no “{brief(key)}:”{self._near(key, KEYS)}: it is one of "
                f"{', '.join(KEYS)}",
            )
        if key in STATE_TERMS:
            text = TermText(key, value, at, self._check, as_number=self.is_single)
            term = STATE_TERMS[key](text)
            if text.has_number:
                term = term._replace(number=None)
            self.terms.append(term)
            return lambda moment: moment.state is not None and term.test(moment.state)
        self.of_events = True
        return self._event_term(key, value.replace('"', ""), at)

    def _event_term(self, key: str, value: str, at: int) -> Test:
        if key == "event":
            hint = f"; to find an activity, write doing:{brief(value)}"
            self._check(value, lambda world: event_kinds(world.rules), at, "event", hint)
            return lambda moment: moment.event is not None and moment.event.tag == value
        if key == "phrase":
            wanted = fold(value)
            return lambda moment: (
                moment.event is not None and wanted in fold(moment.event.sentence(moment.world))
            )
        if key == "area":
            self._check(value, lambda world: world.areas.by_id, at, "area")
            return lambda moment: _in_area(moment, value)
        self._check(
            value, lambda world: world.objects if key == "object" else world.people, at, key
        )
        names = _NAMED.get(key, (key,))
        return lambda moment: any(getattr(moment.event, name, "") == value for name in names)

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
            raise ExpressionError(column, f"there is no “{brief(word)}”{near}")
        some = ", ".join(names[:NAMED]) + (
            f" … {len(names) - NAMED} more" if len(names) > NAMED else ""
        )
        head = f"{what}{'' if what.endswith(('=', '.')) else ':'}"
        raise ExpressionError(
            column, f"{head} takes {some or 'nothing here'}: there is no “{brief(word)}”{else_}"
        )

    @staticmethod
    def _near(word: str, known: tuple[str, ...]) -> str:
        near = closest_match(word, sorted(known))
        return f" (did you mean “{near}”?)" if near else ""

    def _peek(self) -> tuple[str, str, int]:
        match = TOKEN.match(self._text, self._place)
        if match is None or match.lastgroup is None:
            return "", "", len(self._text.rstrip()) + 1
        return match.lastgroup, match[match.lastgroup], match.start(match.lastgroup) + 1

    def _takes(self, word: str) -> bool:
        if self._peek()[:2] != ("word", word):
            return False
        self._skip()
        return True

    def _skip(self) -> None:
        match = TOKEN.match(self._text, self._place)
        self._place = match.end() if match else len(self._text)


def _check_quotes(word: str, column: int) -> None:
    """Raise ExpressionError where a word holds an open quote."""
    if word.count('"') % 2:
        raise ExpressionError(column + word.index('"'), "this quote is not closed")


def _in_area(moment: ExpressionContext, area: str) -> bool:
    areas = moment.world.areas
    places = [getattr(moment.event, name, "") for name in _WHERE]
    return area in areas.by_id and any(
        place in areas.by_id and areas.is_within(place, area) for place in places
    )
