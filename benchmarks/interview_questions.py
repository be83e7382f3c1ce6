"""Do people answer questions rightly? Each answer is held against the run's events, bodies and
relations, not against what the answering rules read.

Usage: python -m benchmarks.interview_questions [SEED]

It simulates a day and a half of `worlds/ville`, and of a harbour of six people whom no shipped world
knows, asks everybody, and counts what is right, the nearest or unknown, and wrong.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from benchmarks.harbour import harbour_files
from latticeville.cli.main import main as latticeville
from latticeville.core.clock import DAY, format_hours
from latticeville.core.day_names import weekday
from latticeville.mind.builtin.interview import answer_basis
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.embed import HashEmbedder
from latticeville.reports.interview.ask import interview
from latticeville.reports.interview.questions import QuestionnaireItem
from latticeville.runs.replay import Replay
from latticeville.sim.events import Said
from latticeville.sim.state import State
from latticeville.world.io.files import write_world
from latticeville.world.model.areas import WORLD

TICKS = 2160
"""A day and a half."""


class KeyedQuestion(NamedTuple):
    """A question to somebody, and words of which the right answer has one."""

    who: str
    ask: str
    right: tuple[str, ...]


def questions(replay: Replay, state: State) -> Iterator[KeyedQuestion]:
    """Yield questions to all people, with their keys."""
    met, been = _first_day(replay)
    for who in sorted(state.minds):
        yield from _of_persona(state, who)
        yield from _of_relations(state, who)
        yield from _of_days(replay, state, who, been[who])
        names = {state.world.people[one].persona.first_name for one in met.get(who, ())}
        yield KeyedQuestion(who, "Whom did you talk to yesterday?", tuple(names) or ("Nobody",))


def _of_persona(state: State, who: str) -> Iterator[KeyedQuestion]:
    world, persona = state.world, state.world.people[who].persona
    resident = world.people[who]
    yield KeyedQuestion(who, "What is your name?", (persona.name,))
    yield KeyedQuestion(who, "How old are you?", (str(persona.age),))
    yield KeyedQuestion(who, "Where do you live?", (world.name_of(resident.home),))
    yield KeyedQuestion(who, "Where do you work?", (world.name_of(resident.work),))
    yield KeyedQuestion(who, "What day is it today?", (weekday(state.minute),))
    yield KeyedQuestion(who, "Wo bist du gewesen?", ("do not understand",))
    yield KeyedQuestion(who, "Who is the king of Atlantis?", ("don't know", "not sure"))


def _of_relations(state: State, who: str) -> Iterator[KeyedQuestion]:
    world, mind = state.world, state.minds[who]
    people = mind.relations.people
    if people:
        near = max(sorted(people), key=lambda one: people[one].closeness)
        least = min(sorted(people), key=lambda one: people[one].trust)
        yield KeyedQuestion(who, "Who is closest to you?", (world.name_of(near),))
        yield KeyedQuestion(who, "Whom do you trust least?", (world.name_of(least),))
    for subject, held in sorted(mind.relations.opinions.items())[:2]:
        side = (
            "for it"
            if held.stance >= 0.15
            else "against it"
            if held.stance <= -0.15
            else "undecided"
        )
        yield KeyedQuestion(who, f"What do you think about {subject}?", (side,))
        yield KeyedQuestion(
            who, f"Has your opinion on {subject} changed?", (f"{held.stance:+.2f}",)
        )
    others = tuple(
        world.people[one.other].persona.first_name
        for one in mind.commitments
        if one.other and one.at.end > state.minute
    )
    nothing = (
        ("agreed nothing", "Others have agreed")
        if not any(one.at.end > state.minute for one in mind.commitments)
        else ("agreed",)
    )
    yield KeyedQuestion(who, "What have you agreed to?", others or nothing)


def _of_days(replay: Replay, state: State, who: str, been: set[str]) -> Iterator[KeyedQuestion]:
    """Yield questions for whereabouts, whose keys are the places of the body then, and the minute
    before."""
    world, start = state.world, state.world.settings.start
    for minute in (10 * 60, 15 * 60, 19 * 60 + 30):
        ticks = (minute - start, minute - start - 1)
        areas = [replay.at(tick).state.bodies[who].area for tick in ticks]
        names = {world.name_of(one) for area in areas for one in world.areas.path(area)[1:]}
        ask = f"Where were you yesterday at {format_hours(minute)}?"
        yield KeyedQuestion(who, ask, tuple(sorted(names)) or (world.name,))
    yield KeyedQuestion(who, "What are you doing now?", (state.bodies[who].doing or "idle",))
    places = [one for one, area in world.areas.by_id.items() if area.parent == WORLD]
    for area in places[:: max(1, len(places) // 3)]:
        key = "Yes" if area in been else "No"
        yield KeyedQuestion(who, f"Were you at {world.name_of(area)} yesterday?", (key,))


def _first_day(replay: Replay) -> tuple[Mapping[str, set[str]], Mapping[str, set[str]]]:
    """Return with whom each person spoke on the first day, and in which buildings and places they
    were."""
    met: dict[str, set[str]] = {}
    been: dict[str, set[str]] = {}
    for payload in replay.payloads():
        if payload.state.minute >= DAY:
            break
        for who, body in payload.state.bodies.items():
            been.setdefault(who, set()).add(payload.state.world.areas.outermost(body.area))
        for event in payload.events:
            if isinstance(event, Said):
                company = {event.who, event.to, *event.others} - {""}
                for one in {event.who, event.to} - {""}:
                    met.setdefault(one, set()).update(company - {one})
    return met, been


def _says(answer: str, words: str) -> bool:
    """Tell whether an answer has some words; “Yes” and “No” stand at its beginning."""
    if words in ("Yes", "No"):
        return re.match(rf"{words}\b", answer) is not None
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", answer, re.IGNORECASE) is not None


def judge(folder: Path, name: str) -> None:
    """Ask everybody at the end of a run, and print what is right."""
    replay = Replay(folder)
    state = replay.at(None).state
    counts: Counter[str] = Counter()
    for one in questions(replay, state):
        (found,) = interview(
            state, [one.who], [QuestionnaireItem(one.ask)], BuiltinMind(), HashEmbedder()
        )
        basis = answer_basis(found.answer)
        is_right = any(_says(found.answer, words) for words in one.right)
        verdict = "right" if is_right else "wrong" if basis == "known" else "nearest or unknown"
        counts[verdict] += 1
        if not is_right:
            sys.stdout.write(f"  {verdict}: {one.who}: {one.ask} {found.answer} {one.right}\n")
    told = ", ".join(f"{verdict} {count}" for verdict, count in sorted(counts.items()))
    sys.stdout.write(f"{name}: {sum(counts.values())} questions: {told}\n")


def main() -> None:
    """Simulate both worlds, and judge the answers."""
    seed = sys.argv[1] if len(sys.argv) > 1 else "41"
    with TemporaryDirectory() as folder:
        harbour = Path(folder) / "harbour"
        harbour.mkdir()
        write_world(harbour, harbour_files())
        for name, world in (("ville", Path("worlds/ville")), ("harbour", harbour)):
            out = Path(folder) / f"run-{name}"
            words = ["run", str(world), "--seed", seed, "--ticks", str(TICKS), "--out", str(out)]
            latticeville([*words, "--view", "none"])
            judge(out, name)


if __name__ == "__main__":
    main()
