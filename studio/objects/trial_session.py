"""A trial with its moves, replayed whenever the state machine is edited."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.structs import replace

from latticeville.core.clock import format_hours, parse_hours
from latticeville.world.analysis.trial import Trial, make_trial, verb_refusals
from latticeville.world.model.machine import Pocket
from latticeville.world.model.objects import (
    ANYTHING,
    UNBOUNDED,
    CounterGuard,
    Effect,
    Guard,
    HoldsGuard,
    InsideGuard,
    ItemEffect,
    Kind,
    RightGuard,
    TimeGuard,
    TransferEffect,
    Transition,
    WeatherGuard,
)
from studio.objects.notation import format_items, parse_items
from studio.project.edits.edit import EditRefusedError

STAGE_HELP = (
    "a state, water 2, at 19:00, weather rain, owner, no owner, key, with 2 beans, inside 1 cup"
)
_AT = re.compile(r"at ([01]?\d|2[0-3]):([0-5]\d)")
_WEATHER = re.compile(r"weather (.+)")
_ITEMS = re.compile(r"(with|inside) (.+)")
_RIGHT = re.compile(r"(no )?(owner|key)")
_COUNTER = re.compile(r"([a-z][a-z0-9_]*) (-?\d{1,7})")


class TrialSession:
    """The moves that were made on a kind, and the trial that they lead to."""

    def __init__(self, kind: Kind, stage: str | None = None) -> None:
        """Begin a trial as a line says; without a line, so that a verb is possible, if that can
        be."""
        self._chosen = stage is not None
        """Whether the start conditions were given."""
        self.kind, self.stage = kind, suggest_stage(kind) if stage is None else stage
        self.moves: tuple[str | int, ...] = ()
        self.idle: tuple[tuple[int, int, int], ...] = ()
        """Waits in which nothing happened: how much had happened before, the minute at the end, how
        many minutes."""
        self.first = parse_stage(kind, self.stage)
        self.trial = self.first

    def replace_kind(self, kind: Kind) -> None:
        """Repeat the moves on an edited kind; start conditions that it does not have are
        dropped."""
        if not self._chosen and not self.moves:
            self.stage = suggest_stage(kind)
        try:
            self.first = parse_stage(kind, self.stage)
        except EditRefusedError:
            self.stage, self.first = "", make_trial(kind)
        self.kind = kind
        self._repeat(self.moves)

    def begin(self, stage: str) -> None:
        """Start over as a line says, or refuse."""
        self.first = parse_stage(self.kind, stage)
        self.stage, self._chosen = stage, True
        self._repeat(())

    def move(self, move: str | int) -> None:
        """Press a verb, or let so many minutes pass."""
        self.moves, before = (*self.moves, move), self.trial
        self.trial = self.trial.press(move) if isinstance(move, str) else self.trial.wait(move)
        if isinstance(move, int) and len(self.trial.trace) == len(before.trace):
            self.idle = (*self.idle, (len(before.trace), self.trial.minute, move))

    def undo(self) -> None:
        """Take the last move back."""
        self._repeat(self.moves[:-1])

    def restart(self) -> None:
        """Take every move back."""
        self._repeat(())

    def replay(self, table: Mapping[str, Any]) -> None:
        """Do what a saved test does, from where it begins, or refuse."""
        steps = table.get("steps")
        self.begin(format_stage(table))
        for step in steps if isinstance(steps, list) else ():
            self.move(str(step["verb"]) if "verb" in step else int(step.get("wait", 0)))

    def suggest_wait(self) -> int:
        """Return in how many minutes something may happen by itself; 10 where nothing is known
        to."""
        settled = self.trial
        if settled.next_due(settled.minute + 1) == settled.minute + 1:
            ahead = settled.wait(1)
            if len(ahead.trace) > len(settled.trace):
                return 1
            settled = ahead
        moment = settled.next_due(settled.minute + 24 * 60)
        return max(1, moment - self.trial.minute) if moment is not None else 10

    def _repeat(self, moves: tuple[str | int, ...]) -> None:
        self.moves, self.idle, self.trial = (), (), self.first
        for move in moves:
            self.move(move)


def suggest_stage(kind: Kind) -> str:
    """Return start conditions under which a verb is possible: what the first transition from the
    start needs, else none, or what another one needs.

    Where that does not suffice, either, there are none.
    """
    trial = make_trial(kind)
    rows = [row for row in kind.transitions if row.verb and trial.part.state in row.sources]
    needed = [needed_stage(row) for row in rows]
    for stage in (*needed[:1], "", *needed[1:]):
        with suppress(EditRefusedError):
            if any(not reason for _, reason in verb_refusals(parse_stage(kind, stage))):
                return stage
    return ""


def parse_stage(kind: Kind, stage: str) -> Trial:
    """Return the trial that begins as a line says, or refuse; commas separate its parts."""
    trial, given = make_trial(kind), dict[str, str]()
    for word in _joined_items(" ".join(raw.split()) for raw in stage.split(",")):
        subject = _subject(kind, word)
        if subject in given:
            raise EditRefusedError(f"“{given[subject]}” and “{word}”: write only one of them")
        trial, given[subject] = _set_up(trial, word), word
    return make_trial(
        kind, trial.part, actor=trial.actor, minute=trial.minute, weather=trial.weather
    )


def _joined_items(words: Iterable[str]) -> Iterator[str]:
    """Yield the parts of a line with all items of a pocket in one of them."""
    pockets: dict[str, str] = {}
    for word in words:
        if found := _ITEMS.fullmatch(word):
            pockets[found[1]] = (
                f"{pockets[found[1]]} and {found[2]}" if found[1] in pockets else found[2]
            )
        elif word:
            yield word
    yield from (f"{pocket} {items}" for pocket, items in pockets.items())


def _subject(kind: Kind, word: str) -> str:
    """Return the first word of what a part of the line sets: time, weather, a right, a counter; ""
    for the state."""
    return "" if word in kind.states else word.removeprefix("no ").split(" ")[0]


def _set_up(trial: Trial, word: str) -> Trial:
    """Return the trial that begins as one part of the line says, too."""
    if word in trial.kind.states:
        return replace(trial, part=replace(trial.part, state=word))
    for pattern, change in _CHANGES:
        if found := pattern.fullmatch(word):
            return change(trial, found)
    raise _unknown(word)


def _set_time(trial: Trial, found: re.Match[str]) -> Trial:
    return replace(trial, minute=parse_hours(f"{found[1]:0>2}:{found[2]}"))


def _set_weather(trial: Trial, found: re.Match[str]) -> Trial:
    return replace(trial, weather=found[1])


def _set_items(trial: Trial, found: re.Match[str]) -> Trial:
    pocket = Pocket(parse_items(found[2].replace(" and ", ",")))
    if found[1] == "with":
        return replace(trial, actor=replace(trial.actor, pocket=pocket))
    return replace(trial, part=replace(trial.part, inside=pocket))


def _set_right(trial: Trial, found: re.Match[str]) -> Trial:
    return replace(trial, actor=replace(trial.actor, **{found[2]: not found[1]}))


def _set_counter(trial: Trial, found: re.Match[str]) -> Trial:
    name, value = found[1], int(found[2])
    bounds = trial.kind.counters.get(name)
    if bounds is None:
        raise _unknown(found[0])
    if not bounds.least <= value <= bounds.most:
        raise EditRefusedError(f"“{name}” must be between {bounds.least} and {bounds.most}")
    return replace(trial, part=replace(trial.part, counters={**trial.part.counters, name: value}))


def _unknown(word: str) -> EditRefusedError:
    return EditRefusedError(f"unknown start condition “{word}”; options: {STAGE_HELP}")


_CHANGES: tuple[tuple[re.Pattern[str], Callable[[Trial, re.Match[str]], Trial]], ...] = (
    (_AT, _set_time),
    (_WEATHER, _set_weather),
    (_ITEMS, _set_items),
    (_RIGHT, _set_right),
    (_COUNTER, _set_counter),
)
"""What a part of the line may look like, and what it changes."""


def format_stage(table: Mapping[str, Any]) -> str:
    """Write how a saved test begins as the line that is typed for it.

    >>> format_stage({"state": "hot", "counters": {"cups": 2}, "at": "10:00", "holding": {"water": 1}, "owner": False})
    'hot, cups 2, at 10:00, with 1 water, no owner'
    """
    told = [
        *([str(table["state"])] if "state" in table else []),
        *(f"{name} {count}" for name, count in (table.get("counters") or {}).items()),
        *(f"{key} {table[key]}" for key in ("at", "weather") if key in table),
        *_format_pockets(table),
        *(key if table[key] else f"no {key}" for key in ("owner", "key") if key in table),
    ]
    return ", ".join(told)


def _format_pockets(table: Mapping[str, Any]) -> list[str]:
    """Write what lies in the hand and inside."""
    words = {"holding": "with", "inside": "inside"}
    pockets = [(word, table[key]) for key, word in words.items() if table.get(key)]
    return [f"{word} {format_items(items).replace(', ', ' and ')}" for word, items in pockets]


def describe_trial(trial: Trial) -> str:
    """Say in a line how the thing stands now, and what whoever tries it carries."""
    part, carried = trial.part, trial.actor.pocket.items
    counters = [f"{name} {count}" for name, count in part.counters.items()]
    told = [format_hours(trial.minute), part.state, *counters]
    told += [f"inside {format_items(part.inside.items)}"] if part.inside.items else []
    told += [f"in hand {format_items(carried)}"] if carried else []
    return " · ".join(told)


class _Stock(NamedTuple):
    """Items that have to be there: with the person, or inside the object."""

    word: str
    item: str
    number: int


def needed_stage(row: Transition) -> str:
    """Return what a transition needs as the line of start conditions that a trial reads.

    >>> needed_stage(Transition(("off",), "on", "use", guards=(HoldsGuard("cup", 1, wanted=True), TimeGuard(60, 120))))
    'at 01:00, with 1 cup'
    """
    stocks: dict[str, dict[str, int]] = {}
    for word, item, count in (*_guarded(row.guards), *_used(row.effects)):
        items, name = stocks.setdefault(word, {}), "item" if item == ANYTHING else item
        items[name] = max(items.get(name, 0), count)
    stocked = (
        f"{word} {' and '.join(f'{count} {item}' for item, count in items.items())}"
        for word, items in stocks.items()
    )
    needed = dict[str, str]()
    for word in filter(None, map(_condition, row.guards)):
        subject = word.removeprefix("no ").split(" ")[0]
        needed[subject] = max(word, needed.get(subject, ""))  # of two times, both hold at the later
    return ", ".join((*needed.values(), *stocked))


def _guarded(guards: tuple[Guard, ...]) -> Iterator[_Stock]:
    for guard in guards:
        match guard:
            case HoldsGuard(item=item, count=count, wanted=True):
                yield _Stock("with", item, count)
            case InsideGuard(item=item, least=least) if least > 0:
                yield _Stock("inside", item, least)


def _used(effects: tuple[Effect, ...]) -> Iterator[_Stock]:
    for effect in effects:
        match effect:
            case ItemEffect(item=item, amount=amount) if amount < 0:
                yield _Stock("with", item, -amount)
            case TransferEffect(deed="store", item=item, count=count):
                yield _Stock("with", item, count)
            case TransferEffect(deed="fetch" | "spend", item=item, count=count):
                yield _Stock("inside", item, count)


def _condition(guard: Guard) -> str:
    """Return the start condition under which a condition holds that is not about items; "" for the
    others."""
    match guard:
        case RightGuard(right=right, wanted=wanted):
            return f"{'' if wanted else 'no '}{right}"
        case TimeGuard(start=start):
            return f"at {format_hours(start)}"
        case WeatherGuard(weathers=weathers):
            return f"weather {weathers[0]}"
        case CounterGuard(counter=name, least=least, most=most):
            return f"{name} {least if least > -UNBOUNDED else most}"
    return ""
