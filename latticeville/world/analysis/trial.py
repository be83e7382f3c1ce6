"""A trial of a kind outside any world: use verbs, let time pass, and see what happens and why.

A verb takes no time. Time passes as in a world of one-minute ticks: in each minute at most one
automatic transition fires, and none in a minute in which a verb changed the object. Waiting jumps
from one minute in which something may happen to the next, with the same result as going minute by
minute.
"""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.world.model.machine import (
    Actor,
    MachineState,
    Pocket,
    TimeAndWeather,
    TransitionResult,
    failure_of,
    fire,
)
from latticeville.world.model.machine_text import (
    describe_effect,
    describe_guard,
    describe_trigger,
    describe_unaccepted,
    infinitive,
    third_person,
)
from latticeville.world.model.objects import Kind, TimeGuard, Transition, order_verbs

ACTOR_NAME = "Somebody"
"""Who acts in a trial."""


class GuardResult(msgspec.Struct, frozen=True, gc=False):
    """One condition of a row as it was found: in words, and why it did not hold, or ""."""

    text: str
    reason: str = ""


class TrialEvent(msgspec.Struct, frozen=True, gc=False):
    """One thing that happened or was refused: `row` is the row that fired, None where none did.

    `tried` are the rows that fitted with the conditions of each, and `told` is what witnesses, or
    the one who failed, would remember.
    """

    minute: int
    what: str
    before: MachineState
    after: MachineState
    pocket: Pocket
    row: Transition | None = None
    tried: tuple[tuple[Transition, tuple[GuardResult, ...]], ...] = ()
    effects: tuple[str, ...] = ()
    told: str = ""
    refused: str = ""


class Trial(msgspec.Struct, frozen=True, gc=False):
    """A copy of one thing with whoever tries it, at a minute and in a weather; `since` is when it
    entered its state.

    It is `settled` where nothing happens by itself before the clock asks for it.
    """

    kind: Kind
    part: MachineState
    actor: Actor = Actor()
    minute: int = 8 * 60
    weather: str = "clear"
    since: int = 8 * 60
    settled: bool = False
    trace: tuple[TrialEvent, ...] = ()

    def press(self, verb: str) -> "Trial":
        """Return the trial after somebody did this to the thing."""
        rows = self.kind.transitions_for(self.part.state, verb)
        hour = TimeAndWeather(self.minute, self.weather)
        tried = _explain_guards(rows, self.part, hour, self.actor)
        outcome = (
            fire(self.kind, rows, self.part, hour, self.actor)
            if rows
            else describe_unaccepted(verb, self.part.state)
        )
        if isinstance(outcome, str):
            reason = _fill_names(outcome, self.kind)
            told = f"{ACTOR_NAME} tries to {infinitive(verb)} the {self.kind.name}: {reason}"
            event = TrialEvent(
                self.minute,
                verb,
                self.part,
                self.part,
                self.actor.pocket,
                tried=tried,
                told=told,
                refused=reason,
            )
            return replace(self, trace=(*self.trace, event))
        told = (
            _fill_names(outcome.row.says, self.kind)
            or f"{ACTOR_NAME} {third_person(verb)} the {self.kind.name}."
        )
        return self._record(outcome, verb, tried, told, self.minute)

    def wait(self, minutes: int) -> "Trial":
        """Return the trial after so many minutes, in leaps."""
        trial, end = self, self.minute + minutes
        while (due := trial.next_due(end)) is not None:
            trial = replace(trial, minute=due).fire_due()
        return replace(trial, minute=end)

    def tick(self) -> "Trial":
        """Return the trial a minute later, as `wait(1)` does, without looking ahead."""
        return replace(self, minute=self.minute + 1).fire_due()

    def fire_due(self) -> "Trial":
        """Return the trial after what is due in this minute, if anything is."""
        age = self.minute - self.since
        rows = tuple(
            row
            for row in self.kind.automatic_transitions(self.part.state)
            if row.after is None or age >= row.after
        )
        hour = TimeAndWeather(self.minute, self.weather)
        outcome = fire(self.kind, rows, self.part, hour, None)
        if isinstance(outcome, str) or (outcome.part == self.part and outcome.row.after is None):
            return replace(self, settled=True)
        if outcome.part == self.part and not outcome.row.says:
            return replace(self, since=self.minute, settled=False)
        tried, told = _explain_guards(rows, self.part, hour, None), self._describe_outcome(outcome)
        return self._record(
            outcome, describe_trigger(outcome.row), tried, told, self.minute, acted=False
        )

    def _describe_outcome(self, outcome: TransitionResult) -> str:
        """Return what witnesses of a row that fires by itself would remember."""
        changed = outcome.part.state != self.part.state
        return _fill_names(outcome.row.says, self.kind) or (
            f"The {self.kind.name} is {outcome.part.state} now." if changed else ""
        )

    def _record(
        self,
        done: TransitionResult,
        what: str,
        tried: tuple[tuple[Transition, tuple[GuardResult, ...]], ...],
        told: str,
        minute: int,
        *,
        acted: bool = True,
    ) -> "Trial":
        since = (
            minute
            if done.row.target != self.part.state or done.row.after is not None
            else self.since
        )
        pocket = done.pocket if acted else self.actor.pocket
        effects = tuple(map(describe_effect, done.row.effects))
        event = TrialEvent(
            minute, what, self.part, done.part, pocket, done.row, tried, effects, told
        )
        actor = replace(self.actor, pocket=pocket)
        return replace(
            self,
            part=done.part,
            actor=actor,
            since=since,
            settled=False,
            trace=(*self.trace, event),
        )

    def next_due(self, end: int) -> int | None:
        """Return the next minute up to `end` in which a row may fire by itself."""
        if not self.settled:
            return self.minute + 1 if self.minute < end else None
        rows = self.kind.automatic_transitions(self.part.state)
        moments = (moment for row in rows for moment in self._due_minutes(row))
        return min((moment for moment in moments if self.minute < moment <= end), default=None)

    def _due_minutes(self, row: Transition) -> Iterator[int]:
        """Yield the minutes at which a row may come to hold, or cease to come before another."""
        yield self.since + (row.after or 0)
        today = self.minute - self.minute % DAY
        for guard in row.guards:
            if isinstance(guard, TimeGuard):
                for day in (today, today + DAY, today + 2 * DAY):
                    yield day + guard.start
                    yield day + guard.end


def make_trial(kind: Kind, part: MachineState | None = None, **more: object) -> Trial:
    """Return a trial of a thing of a kind, as it stands at tick 0 or as `part` says."""
    first = MachineState(
        kind.start,
        {name: counter.start for name, counter in kind.counters.items()},
        Pocket(kind.inside),
    )
    trial = Trial(kind, part or first)
    trial = replace(trial, **more)
    return replace(trial, since=trial.minute)


def verb_refusals(trial: Trial) -> tuple[tuple[str, str], ...]:
    """Return each verb of the kind, and why it would be refused now, or ""."""
    verbs = order_verbs(row.verb for row in trial.kind.transitions if row.verb)
    return tuple((verb, trial.press(verb).trace[-1].refused) for verb in verbs)


def _explain_guards(
    rows: tuple[Transition, ...], part: MachineState, hour: TimeAndWeather, actor: Actor | None
) -> tuple[tuple[Transition, tuple[GuardResult, ...]], ...]:
    return tuple(
        (
            row,
            tuple(
                GuardResult(describe_guard(guard), failure_of(guard, part, hour, actor))
                for guard in row.guards
            ),
        )
        for row in rows
    )


def _fill_names(text: str, kind: Kind) -> str:
    return text.replace("{who}", ACTOR_NAME).replace("{thing}", kind.name)
