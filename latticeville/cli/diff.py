"""`latticeville diff`: where two runs part, why, and what became of it."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from latticeville.cli.output import write
from latticeville.db.lines import DamageError
from latticeville.lab.diff import Comparison, Parting, Person, compare, compare_all
from latticeville.lab.strands import Strand
from latticeville.lab.verdict import tell_strand

WIDTH = 24
LONG = 160
"""Most letters that are told of what differs first."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville diff runs/monday runs/what-if --all"
    parser.add_argument("a", type=Path, metavar="A", help="folder of one run")
    parser.add_argument("b", type=Path, metavar="B", help="folder of the other")
    parser.add_argument("--all", action="store_true", help="go on behind the parting: people, areas, events, numbers")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 0 where the runs are the same, 1 where they part, 2 where one is not there."""
    try:
        whole = compare_all(args.a, args.b) if args.all else None
        parting = whole.parting if whole else compare(args.a, args.b)
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    write(whole or parting, told_all(whole) if whole else told(parting), json=args.json)
    return 0 if parting.tick is None else 1


def told(parting: Parting) -> Iterator[str]:
    """Yield the parting as lines: every part of the tick."""
    yield from _head(parting)
    for what, a, b in parting.parts:
        yield from (f"  {what}", f"    a: {a}", f"    b: {b}")


def _head(parting: Parting) -> Iterator[str]:
    for what, a, b in parting.given:
        yield f"{what}: a has {a}, b has {b}"
    if parting.tick is None:
        yield "the runs tell the same story, tick by tick"
    else:
        yield f"the runs part at tick {parting.tick}: {parting.cause}"


def told_all(whole: Comparison) -> Iterator[str]:
    """Yield all that differs: the verdict, then people, things, places, events and numbers in columns."""
    for what, a, b in whole.parting.given:
        yield f"{what}: a has {a}, b has {b}"
    yield from whole.verdict
    if not whole.people:
        return
    yield f"compared up to tick {whole.until}"
    for one in whole.people:
        yield from _person(one, whole.until)
    yield from _strands(whole.rest, whole.until, "")
    yield from _places(whole)
    for pair in whole.events:
        yield f"tick {pair.tick}"
        for label, texts in (("a", pair.a), ("b", pair.b)):
            yield from (f"  {label}: {text}" for text in texts)
    yield f"{'':<{WIDTH}}{'a':>8}{'b':>8}"
    for metric in whole.metrics:
        yield f"{metric.name:<{WIDTH}}{metric.a:>8}{metric.b:>8}"


def _places(whole: Comparison) -> Iterator[str]:
    """Yield the places where other things happened, or where others are in the end."""
    for place in whole.places:
        if place.events[0] != place.events[1] or place.people[0] != place.people[1]:
            who = " | ".join(", ".join(names) or "nobody" for names in place.people)
            yield f"{place.name}: events {place.events[0]} | {place.events[1]}, in the end {who}"


def _person(one: Person, until: int) -> Iterator[str]:
    if not one.strands:
        yield f"{one.name}: the same"
        return
    yield f"{one.name}:"
    yield from _strands(one.strands, until, "  ")
    yield f"  in the end at {one.area[0]}, {one.doing[0] or 'idle'} | at {one.area[1]}, {one.doing[1] or 'idle'}"
    for label, texts in zip("ab", one.only, strict=True):
        yield from (f"  only {label} remembers: {text}" for text in texts)


def _strands(strands: tuple[Strand, ...], until: int, margin: str) -> Iterator[str]:
    for strand in strands:
        what, first = tell_strand(strand, until)
        yield f"{margin}{what}: {_short(first)}"


def _short(text: str) -> str:
    plain = " ".join(text.split())
    return plain if len(plain) <= LONG else f"{plain[: LONG - 1]}…"
