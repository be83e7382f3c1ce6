"""The summary of a comparison in a few sentences."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from latticeville.lab.compare.differences import DONE, Difference

if TYPE_CHECKING:
    from latticeville.lab.compare.compare import Divergence

VERBS = {
    "plan": "plans",
    "beliefs": "believes",
    "memories": "remembers",
    "recalls": "recalls",
    "questions": "is asked",
    "answers": "is answered",
    "inner": "has in mind",
}
"""What somebody does of whom a strand tells."""
LONG = 60
"""Most letters of what somebody does otherwise."""
NAMED = 2
"""Most people that a sentence names."""
Strands = tuple[Difference, ...]


def describe_comparison(
    parting: "Divergence",
    until: int,
    people: Sequence[tuple[str, Strands]] = (),
    rest: Strands = (),
    *,
    events: bool = False,
) -> Iterator[str]:
    """Yield where two runs part and why, then what differs of what is done, then of what is in minds."""
    if parting.tick is None:
        yield "They tell the same story, tick by tick: nothing differs."
        return
    when = f" ({parting.when})" if parting.when else ""
    if parting.tick > until:
        yield f"They tell the same up to tick {until}: {_closed(parting.cause)}"
        return
    yield f"They part at tick {parting.tick}{when}: {_closed(parting.cause)}"
    yield from _done(people, rest, until, events=events)
    minds = list(_minds(people, until))
    if minds:
        yield _closed(f"{minds[0][0].upper()}{'; '.join(minds)[1:]}")
    yield "Nothing else differs."


def _closed(text: str) -> str:
    text = text.rstrip(".")
    return text if text.endswith((".”", "!”", "?”")) else f"{text}."


def _done(people: Sequence[tuple[str, Strands]], rest: Strands, until: int, *, events: bool) -> Iterator[str]:
    """Yield what differs of all that can be seen: who first does otherwise, how many do, and what things are."""
    acting = sorted(
        ((strand, name) for name, strands in people for strand in strands if strand.what in DONE),
        key=lambda pair: (pair[0].first, DONE.index(pair[0].what), pair[1]),
    )
    if acting:
        yield _first_to_act(acting)
    else:
        yield "What is done never differs." if not events else "What people do never differs."
    if rest:
        yield f"Of the world itself, {_differ(rest)} {span(rest, until)}."
    elif events and not acting:
        yield "Some events are of one run alone, though."


def _brief(text: str) -> str:
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def _differ(rest: Strands) -> str:
    some = ", ".join(strand.what for strand in rest[:NAMED])
    more = f" and {len(rest) - NAMED} more" if len(rest) > NAMED else ""
    return f"{some}{more} differ{'s' * (len(rest) == 1)}"


def _first_to_act(acting: Sequence[tuple[Difference, str]]) -> str:
    """Say who does otherwise first, and how many others do later."""
    first, name = acting[0]
    others = len({other for _, other in acting} - {name})
    more = f", {others} other{'s' * (others != 1)} later" if others else ", nobody else"
    sides = " | ".join(map(_brief, first.cases[0].sides))
    return f"{name} is the first to do otherwise, at tick {first.first} ({sides}){more}."


def _minds(people: Sequence[tuple[str, Strands]], until: int) -> Iterator[str]:
    """Say of whom strands tell, and until when; what is true of the same people at the same time stands together."""
    told: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for what, verb in VERBS.items():
        found = [(name, strand) for name, strands in people for strand in strands if strand.what == what]
        if found:
            key = tuple(name for name, _ in found), span(tuple(strand for _, strand in found), until)
            told.setdefault(key, []).append(verb)
    for (names, when), verbs in told.items():
        yield f"what {_do(names, verbs)} differs {when}"


def _do(names: Sequence[str], verbs: list[str]) -> str:
    """Say what people do, such as “Ada and Byron do and plan”."""
    who = " and ".join(names) if len(names) <= NAMED else f"{len(names)} people"
    does = verbs if len(names) == 1 else [_plural(verb) for verb in verbs]
    return f"{who} {', '.join(does[:-1])} and {does[-1]}" if does[1:] else f"{who} {does[0]}"


def _plural(verb: str) -> str:
    first, _, rest = verb.partition(" ")
    many = {"is": "are", "has": "have"}.get(first, first.removesuffix("s"))
    return f"{many} {rest}".strip()


def span(strands: Strands, until: int) -> str:
    """Say from which tick to which something differs."""
    first, last = min(one.first for one in strands), max(one.last for one in strands)
    if first == last:
        return f"at tick {first} alone"
    return f"from tick {first} to the end" if last == until else f"from tick {first} to {last}"
