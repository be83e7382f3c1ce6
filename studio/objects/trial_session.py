"""A trial that is done again whenever its machine is edited: how it begins, and every move since."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from latticeville.core.clock import hours, parse_hours
from latticeville.world.machine import Actor, Pocket
from latticeville.world.things import Kind
from latticeville.world.trial import Trial, begin
from studio.documents.edit import Refused
from studio.objects.notation import items_of, items_text

STAGE_HELP = "a state, water 2, at 19:00, weather rain, owner, no owner, key, with 2 beans, inside 1 cup"
_AT = re.compile(r"at (\d\d?:\d\d)")
_COUNTER = re.compile(r"([a-z][a-z0-9_]*) (-?\d{1,7})")


class Rehearsal:
    """The moves that were made on a kind, and the trial that comes of them now."""

    def __init__(self, kind: Kind, stage: str = "") -> None:
        self.kind, self.stage = kind, stage
        self.moves: tuple[str | int, ...] = ()
        self.idle: tuple[tuple[int, int, int], ...] = ()
        """Waits in which nothing happened: how much had happened before, the minute at the end, how many minutes."""
        self.first = staged(kind, stage)
        self.trial = self.first

    def on(self, kind: Kind) -> None:
        """Do the moves again on an edited kind; a stage that it no longer has is let go."""
        try:
            self.first = staged(kind, self.stage)
        except Refused:
            self.stage, self.first = "", begin(kind)
        self.kind = kind
        self._again(self.moves)

    def set(self, stage: str) -> None:
        """Begin anew as a line says, or refuse."""
        self.first = staged(self.kind, stage)
        self.stage = stage
        self._again(())

    def move(self, move: str | int) -> None:
        """Press a verb, or let so many minutes pass."""
        self.moves, before = (*self.moves, move), self.trial
        self.trial = self.trial.press(move) if isinstance(move, str) else self.trial.wait(move)
        if isinstance(move, int) and len(self.trial.trace) == len(before.trace):
            self.idle = (*self.idle, (len(before.trace), self.trial.minute, move))

    def back(self, *, over: bool = False) -> None:
        """Take the last move back, or all."""
        self._again(() if over else self.moves[:-1])

    def follow(self, table: Mapping[str, Any]) -> None:
        """Do what a saved test does, from where it begins, or refuse."""
        steps = table.get("steps")
        self.set(stage_text(table))
        for step in steps if isinstance(steps, list) else ():
            self.move(str(step["verb"]) if "verb" in step else int(step.get("wait", 0)))

    def due(self) -> int:
        """Return in how many minutes something may happen by itself; 10 where nothing is known to."""
        settled = self.trial
        if settled.next_due(settled.minute + 1) == settled.minute + 1:
            ahead = settled.wait(1)
            if len(ahead.trace) > len(settled.trace):
                return 1
            settled = ahead
        moment = settled.next_due(settled.minute + 24 * 60)
        return max(1, moment - self.trial.minute) if moment is not None else 10

    def _again(self, moves: tuple[str | int, ...]) -> None:
        self.moves, self.idle, self.trial = (), (), self.first
        for move in moves:
            self.move(move)


def staged(kind: Kind, stage: str) -> Trial:
    """Return the trial that begins as a line says, or refuse.

    The parts of the line are parted by commas, items by “and”.
    """
    trial = begin(kind)
    part, actor, minute, weather = trial.part, Actor(), trial.minute, trial.weather
    for raw in stage.split(","):
        word = " ".join(raw.split())
        counter, moment = _COUNTER.fullmatch(word), _AT.fullmatch(word)
        if word in kind.states:
            part = replace(part, state=word)
        elif moment and int(moment[1].split(":")[0]) < 24 and int(moment[1].split(":")[1]) < 60:
            minute = parse_hours(moment[1].rjust(5, "0"))
        elif word.startswith("weather "):
            weather = word.removeprefix("weather ")
        elif word.startswith(("with ", "inside ")):
            sort, _, items = word.partition(" ")
            pocket = Pocket(items_of(items.replace(" and ", ",")))
            actor = replace(actor, pocket=pocket) if sort == "with" else actor
            part = replace(part, inside=pocket) if sort == "inside" else part
        elif word in ("owner", "no owner", "key", "no key"):
            right = word.removeprefix("no ")
            actor = replace(actor, **{right: not word.startswith("no ")})
        elif counter and counter[1] in kind.counters:
            bounds, value = kind.counters[counter[1]], int(counter[2])
            if not bounds.least <= value <= bounds.most:
                raise Refused(f"“{counter[1]}” lies between {bounds.least} and {bounds.most}")
            part = replace(part, counters={**part.counters, counter[1]: value})
        elif word:
            raise Refused(f"“{word}” is nothing to begin with: {STAGE_HELP}")
    return begin(kind, part, actor=actor, minute=minute, weather=weather)


def stage_text(table: Mapping[str, Any]) -> str:
    """Write how a saved test begins as the line that is typed for it.

    >>> stage_text({"state": "hot", "counters": {"cups": 2}, "at": "10:00", "holding": {"water": 1}, "owner": False})
    'hot, cups 2, at 10:00, with 1 water, no owner'
    """
    told = [str(table["state"])] if "state" in table else []
    told += [f"{name} {count}" for name, count in (table.get("counters") or {}).items()]
    told += [f"at {table['at']}"] if "at" in table else []
    told += [f"weather {table['weather']}"] if "weather" in table else []
    for key, word in (("holding", "with"), ("inside", "inside")):
        told += [f"{word} {items_text(table[key]).replace(', ', ' and ')}"] if table.get(key) else []
    told += [key if table[key] else f"no {key}" for key in ("owner", "key") if key in table]
    return ", ".join(told)


def standing(trial: Trial) -> str:
    """Say in a line how the thing stands now, and what whoever tries it carries."""
    told = [hours(trial.minute), trial.part.state, *(f"{name} {count}" for name, count in trial.part.counters.items())]
    told += [f"inside {items_text(trial.part.inside.items)}"] if trial.part.inside.items else []
    told += [f"in hand {items_text(trial.actor.pocket.items)}"] if trial.actor.pocket.items else []
    return " · ".join(told)
