"""`secrets`: to whom each secret was told, and what was missing where it was not."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from latticeville.core.clock import DAY, format_time
from latticeville.mind.mind_effects import find_secret, imprints, told_in_scenes
from latticeville.mind.secrets import brings_up, first_day, secret_key
from latticeville.mind.topic import SECRET
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Emphasis, TextPart, TickTarget, ViewRow, heading, line
from latticeville.sim.events import Said
from latticeville.sim.state import State
from latticeville.tables.row_stream import ticks_until
from latticeville.world.model.beat_parts import MindEffect
from latticeville.world.model.confidants import NOBODY, audience, threshold
from latticeville.world.model.personas import Secret
from latticeville.world.model.world import World

DIGITS = 2
"""Decimal places of a trust."""
QUIET, WARM = Emphasis.QUIET, Emphasis.WARM


class Confession(msgspec.Struct, frozen=True):
    """Somebody told a secret to others at a tick; the owner, or one who passed it on. What a scene
    or an outcome lets others know `is_staged`."""

    tick: int
    who: str
    to: tuple[str, ...]
    is_staged: bool = False


class Confidant(msgspec.Struct, frozen=True):
    """Somebody who may be told a secret: the trust of its owner at the tick, how often the two
    spoke where nobody else listened who may not know it, and how often the other brought it up
    there.

    `missing` is why it was not told; "" where it was.
    """

    who: str
    trust: float
    private: int
    occasions: int
    missing: str = ""


class SecretView(msgspec.Struct, frozen=True):
    """A secret of somebody: the trust that it needs, the words that bring it up, who may know it,
    and to whom it was told."""

    who: str
    number: int
    text: str
    trust: float
    when: tuple[str, ...]
    is_meant: bool
    """Whether `to` names those who may know it."""
    confidants: tuple[Confidant, ...]
    told: tuple[Confession, ...]


class _Talks(NamedTuple):
    """What was said in a run: who told which secret, and the words between each two, with all who
    listened."""

    told: Mapping[str, Sequence[Confession]]
    said: Mapping[tuple[str, str], Sequence[tuple[frozenset[str], str]]]


def _ask(asked: Asked) -> list[SecretView]:
    talks, state = _listen(asked), asked.state
    people = [asked.who] if asked.who else [*state.world.people]
    return [
        _view(state, who, number, secret, talks)
        for who in people
        if who in state.world.people
        for number, secret in enumerate(state.world.people[who].persona.secrets)
    ]


def _listen(asked: Asked) -> _Talks:
    run, told, said = (
        asked.run,
        defaultdict[str, list[Confession]](list),
        defaultdict[tuple[str, str], list[tuple[frozenset[str], str]]](list),
    )
    for payload in ticks_until(run.payloads(), run.first, asked.payload.tick, asked.looked):
        for event in payload.events:
            if not isinstance(event, Said):
                continue
            listeners = frozenset(event.hearers) | _bystanders(payload.state, event)
            for other in event.listeners:
                said[event.who, other].append((listeners, event.words))
            if event.topic is not None and event.topic.kind == SECRET:
                one = Confession(payload.tick, event.who, event.listeners)
                told[event.topic.key].append(one)
    for key, one in _staged(asked.state):
        if not any({*one.to} <= {*each.to} for each in told[key]):
            told[key].append(one)
    return _Talks(told, said)


def _staged(state: State) -> Iterator[tuple[str, Confession]]:
    """Yield what scenes and outcomes have let people know, by the key of the secret."""
    by_key = imprints(state.world).by_key
    for who, mind in state.minds.items():
        for passed, tick in mind.inner.changed_by.items():
            effects = by_key[passed].effects if passed in by_key else ()
            for owner, number in _learnt(state.world, who, effects):
                yield secret_key(owner, number), Confession(tick, owner, (who,), is_staged=True)


def _learnt(world: World, who: str, effects: Sequence[MindEffect]) -> Iterator[tuple[str, int]]:
    """Yield the owners and the numbers of the secrets that effects let somebody know."""
    for one in effects:
        if one.person == who and one.knows is not None:
            found = find_secret(world, one.of or "", one.knows)
            if found is not None:
                yield one.of or "", found[0]


def _bystanders(state: State, event: Said) -> frozenset[str]:
    """Return who else is within hearing where somebody speaks."""
    speaker, far = state.bodies[event.who], state.world.settings.hearing
    return frozenset(
        who
        for who, body in state.bodies.items()
        if body.area == event.area and speaker.cell.distance_to(body.cell) <= far
    )


def _view(state: State, who: str, number: int, secret: Secret, talks: _Talks) -> SecretView:
    told = talks.told.get(secret_key(who, number), ())
    knowing = {one for each in told if each.who == who for one in each.to}
    heard_by = audience(state.world, who, secret)
    allowed = [one for one in state.world.people if one in heard_by]
    confidants = tuple(
        _confidant(state, (who, number), secret, other, allowed, talks, is_told=other in knowing)
        for other in allowed
    )
    return SecretView(
        who,
        number,
        secret.text,
        threshold(secret),
        secret.when,
        bool(secret.to),
        confidants,
        tuple(told),
    )


def _confidant(
    state: State,
    of: tuple[str, int],
    secret: Secret,
    other: str,
    allowed: Sequence[str],
    talks: _Talks,
    *,
    is_told: bool,
) -> Confidant:
    who = of[0]
    trust = round(state.minds[who].relations.to(other).trust, DIGITS)
    knowing = {who, *allowed}
    heard = [words for people, words in talks.said.get((other, who), ()) if people <= knowing]
    own = [words for people, words in talks.said.get((who, other), ()) if people <= knowing]
    occasions = sum(brings_up(secret, words) for words in heard)
    found = Confidant(other, trust, len(heard) + len(own), occasions)
    if is_told:
        return found
    talked = len(talks.said.get((other, who), ()))
    missing = _missing(
        state, of, secret, found, talked, is_open=not talks.told.get(secret_key(*of))
    )
    return msgspec.structs.replace(found, missing=missing)


def _missing(
    state: State,
    of: tuple[str, int],
    secret: Secret,
    one: Confidant,
    talked: int,
    *,
    is_open: bool,
) -> str:
    """Return the first thing that was missing for somebody to be told a secret that, if it is open,
    nobody was told."""
    who, (least, day) = of[0], (threshold(secret), first_day(state.world, state.seed, *of))
    staged, name = told_in_scenes(state.world), state.world.name_with_article(who)
    is_dealt = bool(secret.to) and secret.trust is None
    early = not one.occasions and not secret.when and day > state.minute // DAY
    reasons = (
        ((who, one.who, secret.text) in staged, "a scene is there to tell them"),
        (one.trust < least, f"trust {one.trust:.2f}, and {least:g} is needed"),
        (not talked, "never spoke"),
        (not one.private, "never spoke where nobody else listened"),
        (
            bool(one.occasions),
            f"brought it up {_times(one.occasions)}, and was told something else",
        ),
        (bool(secret.when), f"never said {_either(secret.when)} to {name} alone"),
        (not (is_open or is_dealt), "told already; from then on, only words bring it up"),
        (early, f"its day is {_weekday(day)}, and nobody brought it up before"),
    )
    spoke = f"they said {_sentences(one.private)} to each other alone, of other things"
    return next((text for holds, text in reasons if holds), spoke)


def _weekday(day: int) -> str:
    return format_time(day * DAY).partition(" ")[0]


def _either(words: Sequence[str]) -> str:
    """Return words of which one is enough: “rope, eyes or knots”."""
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _sentences(number: int) -> str:
    return "one sentence" if number == 1 else f"{number} sentences"


def _times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def _trigger(one: SecretView, state: State) -> str:
    """Return when a secret is told."""
    if one.when:
        return f"when somebody says {_either(one.when)}"
    day = first_day(state.world, state.seed, one.who, one.number)
    begins = state.world.settings.start // DAY
    since = "from the first day on" if day <= begins else f"from {_weekday(day)} on"
    is_dealt = one.is_meant and not one.trust
    return f"{since}, {'one person a day' if is_dealt else 'or when words bring it up'}"


def _tell(asked: Asked, found: list[SecretView]) -> Iterator[ReportSection]:
    yield ReportSection("", secret_rows(found, asked.state))


def secret_rows(found: Sequence[SecretView], state: State) -> Iterator[ViewRow]:
    """Yield the secrets person by person, each with whom it was told, or what was missing."""
    if not found:
        yield line("none", "Nobody here has a secret.", QUIET)
    for who in dict.fromkeys(one.who for one in found):
        own = [one for one in found if one.who == who]
        told = sum(bool(one.told) for one in own)
        yield heading(f"secrets {who}", state.world.name_of(who), f"{told} of {len(own)} told")
        for one in own:
            yield from _rows_of(one, state)


def _rows_of(one: SecretView, state: State) -> Iterator[ViewRow]:
    key, name = f"secret {one.who} {one.number}", state.world.name_with_article
    yield line(key, f"“{one.text}”")
    yield _audience_row(f"{key} may", one, state)
    for place, told in enumerate(one.told):
        by = "" if told.who == one.who else f" by {name(told.who)}"
        staged = " by a scene or an outcome" if told.is_staged else ""
        text = TextPart(f"  told{by} to {state.world.list_names(told.to)}{staged}")
        when = format_time(state.minute_of(told.tick))
        at = TextPart(f" · {when}, tick {told.tick}", QUIET)
        yield ViewRow(f"{key} told {place}", (text, at), target=TickTarget(told.tick))
    for other in one.confidants:
        if other.missing:
            text_of = f"  not to {name(other.who)}: {other.missing}"
            yield line(f"{key} not {other.who}", text_of, QUIET if one.told else WARM)


def _audience_row(key: str, one: SecretView, state: State) -> ViewRow:
    """Return who may be told a secret, and when."""
    if not one.confidants:
        text = "told to nobody" if one.trust == NOBODY else "nobody may know it"
        return line(key, f"  {text}", WARM)
    people = state.world.list_names([other.who for other in one.confidants])
    least = f" from trust {one.trust:g}" if one.trust else ""
    return line(key, f"  may be told to {people}{least}, {_trigger(one, state)}", QUIET)


REPORT = Report(
    "secrets",
    BUILT_IN["secrets"],
    _ask,
    _tell,
    "secrets runs/monday --agent mina",
    person="optional",
    at_tick=True,
)
