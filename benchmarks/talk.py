"""What the built-in mind says over two days of a village: repetitions, answers, insights, by seed.

`python -m benchmarks.talk [WORLD]` prints one row a seed.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from latticeville.core.clock import DAY
from latticeville.core.spoken_time import DAY_NAMES
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.memory import MemoryRecord
from latticeville.sim.events import Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world

SEEDS, TICKS = (7, 8, 9), 2 * DAY
MARKS = {
    "One can find": "habit",
    "have a chat": "meeting",
    "is never far": "coincidence",
    "both say so": "confirmed",
    "more than before": "trust gained",
    "should not rely": "trust lost",
    "keep meeting": "company",
    "much to say": "subject",
    "should ask": "messenger",
    "close to the heart": "confidence",
    "always something": "trouble",
}
"""Words by which the kinds of insight are told apart."""


class Lived(NamedTuple):
    """The talk of a run in order of time, with the minute of each utterance, and the state at its
    end."""

    said: list[tuple[int, Said]]
    state: State


def lived(folder: Path, seed: int, ticks: int = TICKS) -> Lived:
    """Return what two days of a world hold."""
    said: list[tuple[int, Said]] = []

    def keep(payload: TickPayload) -> None:
        said.extend(
            (payload.state.minute, event) for event in payload.events if isinstance(event, Said)
        )

    run = Run(TickPayload(0, initial_state(load_world(folder), seed)), BuiltinMind(), keep)
    for _ in range(ticks):
        run.step()
    return Lived(said, run.payload.state)


def share(part: int, whole: int) -> str:
    """Return a part in percent."""
    return f"{100 * part / whole:.1f} %" if whole else "–"


def repeated(words: Sequence[str]) -> str:
    """Return the share of utterances that repeat an earlier one to the letter."""
    return share(len(words) - len(set(words)), len(words))


def answered(said: Sequence[tuple[int, Said]]) -> str:
    """Return the share of openings that somebody answers within three minutes of those whom they
    were for."""
    openings = [(minute, one) for minute, one in said if one.turn == 0]
    replies = {(minute, one.who, to) for minute, one in said if one.turn for to in one.listeners}
    done = sum(
        any((minute + wait, who, one.who) in replies for wait in (1, 2, 3) for who in one.listeners)
        for minute, one in openings
    )
    return f"{share(done, len(openings))} of {len(openings)}"


def agreements(state: State) -> str:
    """Return how many commitments were agreed in talks, by day."""
    records = (
        one
        for mind in state.minds.values()
        for one in mind.memory
        if one.kind == "commitment" and one.shared
    )
    days = Counter(state.minute_of(one.tick) // DAY for one in records)
    return ", ".join(f"{DAY_NAMES[day % 7]} {count}" for day, count in sorted(days.items()))


def outcomes(state: State) -> str:
    """Return what became of the commitments that were agreed in talks."""
    counts = Counter[str]()
    for memory in (mind.memory for mind in state.minds.values()):
        made = {one.id for one in memory if one.kind == "commitment" and one.shared}
        ends = [one for one in memory if made.intersection(one.cites)]
        counts.update(_outcome(one.text) for one in ends)
    return ", ".join(f"{word} {count}" for word, count in sorted(counts.items()))


def _outcome(text: str) -> str:
    if "after all" in text or "called it off" in text:
        return "cancelled"
    return "missed" if text.endswith((" and missed it.", " and did not get to it.")) else "kept"


def groups(said: Sequence[tuple[int, Said]]) -> str:
    """Return how many utterances were made among how many people."""
    sizes = Counter(1 + len(one.listeners) for _, one in said)
    return ", ".join(f"{size}: {count}" for size, count in sorted(sizes.items()))


def sound_insights(state: State) -> str:
    """Return the share of insights that rest on two memories, with less than 80 % of their words
    from each."""
    insights = [
        (mind.memory, one)
        for mind in state.minds.values()
        for one in mind.memory
        if one.kind == "reflection"
    ]
    sound = sum(
        len(set(one.cites)) > 1 and all(_differs(one, memory[at]) for at in one.cites)
        for memory, one in insights
    )
    return (
        f"{share(sound, len(insights))} of {len(insights)}, "
        f"{len({one.text for _, one in insights})} distinct"
    )


def kinds_of_insights(state: State) -> str:
    """Return how many insights there are of each kind, by the words that mark it."""
    texts = [
        one.text for mind in state.minds.values() for one in mind.memory if one.kind == "reflection"
    ]
    counts = Counter(
        next((kind for mark, kind in MARKS.items() if mark in text), "other") for text in texts
    )
    return ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))


def _differs(insight: MemoryRecord, source: MemoryRecord) -> bool:
    mine, its = set(insight.text.lower().split()), set(source.text.lower().split())
    return len(mine & its) < 0.8 * len(mine)


def rows(folder: Path) -> Iterator[str]:
    """Yield the lines of the table."""
    runs = {seed: lived(folder, seed) for seed in SEEDS}
    first = {one.words for _, one in runs[SEEDS[0]].said}
    for seed, (said, state) in runs.items():
        words = [one.words for _, one in said]
        midnight = DAY
        monday = {one.words for minute, one in said if minute < midnight}
        tuesday = [one.words for minute, one in said if minute >= midnight]
        yield f"seed {seed}: {len(words)} utterances, {repeated(words)} repeated"
        again = share(sum(one in monday for one in tuesday), len(tuesday))
        yield f"  Tuesday says again of Monday: {again} of {len(tuesday)}"
        if seed != SEEDS[0]:
            yield (
                f"  shared with seed {SEEDS[0]}: "
                f"{share(sum(one in first for one in words), len(words))}"
            )
        yield f"  talk in groups of {groups(said)}"
        yield f"  agreed in talks: {agreements(state)}; {outcomes(state)}"
        yield f"  openings answered: {answered(said)}"
        yield f"  insights that conclude something: {sound_insights(state)}"
        yield f"  insights by kind: {kinds_of_insights(state)}"


def main() -> None:
    """Print the table of a world."""
    for row in rows(Path(sys.argv[1] if len(sys.argv) > 1 else "worlds/ville")):
        print(row, flush=True)


if __name__ == "__main__":
    main()
