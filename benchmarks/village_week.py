"""What people say over five days of a village: repeated sentences, secrets, views, insights.

`python -m benchmarks.village_week [WORLD] [SEED ...]` prints a table a seed; with `--lines`, all
that was said, too.
"""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from benchmarks.talk_answers import (
    answers,
    fits,
    is_confession,
    is_decision,
    is_of_scene,
    person_of,
    reacts,
)
from latticeville.core.clock import DAY, format_time
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.reply_variants import replies
from latticeville.mind.builtin.sentences import phrases
from latticeville.mind.claims.vocabulary import lists, words_of_kind
from latticeville.mind.topic import DEED, PLAN, SECRET, SIGHTING, outcome_of
from latticeville.reports.novelty import bare_sentences, bare_words, names_in
from latticeville.sim.events import Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.run import Run
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.world.load import load_world
from latticeville.world.model.confidants import audience
from latticeville.world.model.world import World

DAYS, SEEDS = 5, (1907,)
SEQUENCE = 5
"""The words of a sequence."""
PERSONA_KINDS = ("opinion", "memory", "secret", "view", "introduction")
LEAST_WORDS = 2
"""The words from which on a sentence needs a verb."""
GREETINGS = ("Good ", "Hello", "Until", "Farewell", "So long", "Thank you")
ORDERS = frozenset(
    [
        "mind",
        "promise",
        "forgive",
        "consider",
        "count",
        "take",
        "listen",
        "ask",
        "save",
        "guess",
        "mark",
        "bless",
        "keep",
        "come",
        "meet",
        "help",
        "imagine",
        "tell",
        "let",
        "elect",
    ]
)
SUBJECTS = ("i", "you", "he", "she", "it", "we", "they", "who", "that", "nobody", "everybody")
_SENTENCES = re.compile(r"(?<=[.!?…])\s+")
_WORDS = re.compile(r"\w+(?:'\w+)?")
_AFTER_SUBJECT = re.compile(r"\b(?:I|You|you|They|they|we|We) (\w+)")
_HABIT = re.compile(r"\bevery (morning|afternoon|evening)\b")


class Spoken(NamedTuple):
    """An utterance with its absolute minute."""

    minute: int
    said: Said

    @property
    def day(self) -> int:
        """The day on which it was said, from 0."""
        return self.minute // DAY


class Week(NamedTuple):
    """The talk of a run in order of time, and the state at its end."""

    spoken: list[Spoken]
    state: State


def live(world: World, seed: int, days: int = DAYS) -> Week:
    """Return what some days of a world hold."""
    spoken: list[Spoken] = []

    def keep(payload: TickPayload) -> None:
        spoken.extend(
            Spoken(payload.state.minute, event)
            for event in payload.events
            if isinstance(event, Said)
        )

    run = Run(TickPayload(0, initial_state(world, seed)), BuiltinMind(), keep)
    while run.payload.state.minute // DAY < days:
        run.step()
    return Week(spoken, run.payload.state)


def share(part: int, whole: int) -> str:
    """Return a part as a decimal."""
    return f"{part / whole:.2f}" if whole else "–"


def sequences(words: str, names: frozenset[str]) -> list[str]:
    """Return the sequences of five words within the sentences of an utterance."""
    return [
        " ".join(part[at : at + SEQUENCE])
        for part in bare_words(words, names)
        for at in range(len(part) - SEQUENCE + 1)
    ]


def repeated(
    spoken: Sequence[Spoken], units: Callable[[str, frozenset[str]], Iterable[str]], world: World
) -> Iterator[str]:
    """Yield for each day which share of its sentences, or sequences, was said on an earlier day."""
    names = names_in(world)
    earlier: set[str] = set()
    for day in range(DAYS):
        said = [one for talk in spoken if talk.day == day for one in units(talk.said.words, names)]
        yield share(sum(one in earlier for one in said), len(said))
        earlier.update(said)


def lines_of(spoken: Sequence[Spoken], is_counted: Callable[[Said], bool]) -> Iterator[str]:
    """Yield for each day the share of its utterances that count."""
    for day in range(DAYS):
        said = [one.said for one in spoken if one.day == day]
        yield share(sum(map(is_counted, said)), len(said))


def is_of_persona(said: Said) -> bool:
    """Tell whether an utterance tells something out of a persona."""
    return said.topic is not None and said.topic.kind in PERSONA_KINDS


def is_of_habit(said: Said) -> bool:
    """Tell whether an utterance says what somebody does every day."""
    return _HABIT.search(said.words) is not None


def is_deed(said: Said) -> bool:
    """Tell whether an utterance tells what somebody did or was seen doing today."""
    topic = said.topic
    return topic is not None and topic.kind in (DEED, SIGHTING)


def lacks_verb(words: str) -> bool:
    """Tell whether words that are more than a greeting hold no finite verb: no auxiliary, no form of
    a known verb, and nothing with the ending of a past or a third person after a name or pronoun.

    >>> lacks_verb("Two, tomorrow."), lacks_verb("Good morning, Ada."), lacks_verb("I had Edda with me.")
    (True, False, False)
    """
    for sentence in _SENTENCES.split(words):
        found = _WORDS.findall(sentence.replace("’", "'"))
        if len(found) < LEAST_WORDS or sentence.startswith(GREETINGS):
            continue
        if not any(
            _is_verb(word.lower(), found[at - 1] if at else "") for at, word in enumerate(found)
        ):
            return True
    return False


def _is_verb(low: str, before: str) -> bool:
    if low in finite_verbs() or "'" in low.removesuffix("'s"):
        return True
    is_after_subject = before.lower() in SUBJECTS or (before[:1].isupper() and len(before) > 1)
    return is_after_subject and low.endswith(("s", "ed"))


@cache
def finite_verbs() -> frozenset[str]:
    """Return words that are finite verbs: auxiliaries, irregular pasts with their present, verbs of
    claims, and what the phrases of the mind say after “I”, “you” and “they”."""
    written = (*phrases().values(), *replies().values())
    spoken = " ".join(one for variants in written for one in variants)
    said = {one.lower() for one in _AFTER_SUBJECT.findall(spoken)}
    known = (words_of_kind(kind) for kind in ("auxiliaries", "verbs", "past", "orders"))
    irregular = (pair.split("=") for pair in lists().irregular.split())
    return frozenset(said.union(ORDERS, *known, *irregular)) - {"children", "child", "men", "man"}


def declined_in_a_row(spoken: Sequence[Spoken]) -> int:
    """Return how many invitations came after two of the same two people on the same day."""
    asked = Counter(
        (one.day, *sorted((one.said.who, listener)))
        for one in spoken
        if one.said.topic is not None and one.said.topic.kind == PLAN
        for listener in one.said.listeners
    )
    return sum(max(count - 2, 0) for count in asked.values())


def names_oneself(said: Said, world: World) -> bool:
    """Tell whether somebody names themselves in the third person, outside quotes and “I am Ada”."""
    name = re.escape(world.people[said.who].persona.first_name)
    plain = re.sub("“[^”]*”", "", said.words)
    plain = re.sub(rf"\b(?:I am|call me|name is) {name}\b|^{name} is my name", "", plain)
    return re.search(rf"\b{name}\b(?! is my name)", plain) is not None


def told_of(spoken: Sequence[Spoken], kind: str) -> dict[str, set[str]]:
    """Return the keys of the topics of a kind that were told, each with who heard it."""
    found: dict[str, set[str]] = {}
    for _, said in spoken:
        if said.topic is not None and said.topic.kind == kind:
            found.setdefault(said.topic.key, set()).update(said.listeners)
    return found


def is_within_audience(said: Said, world: World) -> bool:
    """Tell whether words tell no secret, or one that all who are spoken to may know."""
    topic = said.topic
    if topic is None or topic.kind != SECRET:
        return True
    secret = world.people[topic.who].persona.secrets[int(topic.key.rsplit(".", 1)[-1])]
    return {*said.listeners} <= audience(world, topic.who, secret)


def _tells_secret(one: Spoken, day: int) -> bool:
    return one.day == day and one.said.topic is not None and one.said.topic.kind == SECRET


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


def insights(state: State) -> Iterator[str]:
    """Yield insights with what they cite, evenly drawn from all."""
    drawn = [
        (who, mind.memory, one)
        for who, mind in state.minds.items()
        for one in mind.memory
        if one.kind == "reflection"
    ]
    for who, memory, one in drawn[:: max(len(drawn) // 30, 1)]:
        yield f"  {who}: {one.text}"
        for cited in one.cites:
            source = memory[cited]
            yield f"      {format_time(state.minute_of(source.tick))} {source.place}: {source.text}"


def table(week: Week, world: World) -> Iterator[str]:
    """Yield the rows of a seed."""
    spoken, state = week
    days = [sum(one.day == day for one in spoken) for day in range(DAYS)]
    views = sum(
        bool(one.view) for each in world.people.values() for one in each.persona.relationships
    )
    secrets = sum(len(each.persona.secrets) for each in world.people.values())
    told, confided = told_of(spoken, "view"), told_of(spoken, "secret")
    hearers = ", ".join(
        f"{key} to {'/'.join(sorted(who))}" for key, who in sorted(confided.items())
    )
    yield f"  utterances a day: {days}"
    yield f"  sentences of an earlier day: {' '.join(repeated(spoken, bare_sentences, world))}"
    yield f"  five-word sequences of an earlier day: {' '.join(repeated(spoken, sequences, world))}"
    yield from _answered(spoken, world)
    yield f"  lines about habits: {' '.join(lines_of(spoken, is_of_habit))}"
    yield f"  lines from personas: {' '.join(lines_of(spoken, is_of_persona))}"
    yield f"  secrets told: {len(confided)} of {secrets}: {hearers}"
    outside = [one for one in spoken if not is_within_audience(one.said, world)]
    yield f"  secrets told outside their audience: {len(outside)}"
    yield f"  views spoken: {len(told)} of {views}"
    yield f"  reports of activities: {sum(is_deed(one.said) for one in spoken)}"
    without = [one for one in spoken if lacks_verb(one.said.words)]
    yield f"  lines with a sentence without a verb: {len(without)}"
    yield f"  invitations after two of a day between the same two: {declined_in_a_row(spoken)}"
    own = [one for one in spoken if names_oneself(one.said, world)]
    yield f"  lines in which somebody names themselves as another: {len(own)}"
    per_day = [sum(_tells_secret(one, day) for one in spoken) for day in range(DAYS)]
    yield f"  secrets told a day: {per_day}"
    yield f"  agreements: {outcomes(state)}"
    kinds = Counter(one.said.topic.kind if one.said.topic else "–" for one in spoken)
    yield f"  topics: {', '.join(f'{kind} {count}' for kind, count in kinds.most_common())}"


def _answered(spoken: Sequence[Spoken], world: World) -> Iterator[str]:
    """Yield how many replies fit whom their topic is of, and take up decisions and confessions."""
    found = [*answers(spoken)]
    names = {who: one.persona.first_name for who, one in world.people.items()}
    of_others = [one for one in found if person_of(one.topic) not in ("", one.asked.who)]
    fitting = share(sum(fits(one, names) for one in of_others), len(of_others))
    yield f"  replies to topics of a third person or the hearer that fit: {fitting} of {len(of_others)}"
    outcomes = sum(
        one.said.topic is not None and outcome_of(one.said.topic) != "" for one in spoken
    )
    yield f"  remarks on what was decided or came to light: {outcomes}"
    kinds = {"decisions": is_decision, "confessions": is_confession, "own words": is_of_scene}
    for name, is_counted in kinds.items():
        told = [one for one in found if is_counted(one)]
        yield f"  {name} taken up: {share(sum(map(reacts, told)), len(told))} of {len(told)}"


def main() -> None:
    """Print the tables of a world."""
    options = [one for one in sys.argv[1:] if one.startswith("--")]
    given = [one for one in sys.argv[1:] if not one.startswith("--")]
    world = load_world(Path(given[0] if given else "worlds/ville"))
    for seed in [int(one) for one in given[1:]] or SEEDS:
        week = live(world, seed)
        print(f"seed {seed}", *table(week, world), sep="\n", flush=True)
        if "--insights" in options:
            print(*insights(week.state), sep="\n")
        if "--verbless" in options:
            print(*(one.said.words for one in week.spoken if lacks_verb(one.said.words)), sep="\n")
        if "--lines" in options:
            for minute, said in week.spoken:
                kind = said.topic.key if said.topic else "–"
                to = ",".join(said.listeners)
                print(f"{format_time(minute)} {said.who} > {to} [{kind}] {said.words}")


if __name__ == "__main__":
    main()
