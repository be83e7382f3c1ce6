"""`latticeville why`: the whole chain behind one action of one person."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from latticeville.cli.counts import count
from latticeville.cli.output import write
from latticeville.cli.people import person
from latticeville.db.lines import DamageError
from latticeville.db.replay import Replay
from latticeville.lab.why import Asked, NobodyError, Noted, Outcome, Retrieved, Root, Why, explain

WIDTH = 12


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville why runs/monday --agent ada --tick 35"
    parser.add_argument("run_folder", metavar="RUN", type=Path, help="folder of the run")
    parser.add_argument("--agent", required=True, metavar="ID", help="whose action, by id or name")
    parser.add_argument("--tick", type=count, metavar="N", help="in which tick; else the last")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(args: argparse.Namespace) -> int:
    """Run the command; 1 where the run cannot be read, 2 where it has no such person or tick."""
    try:
        replay = Replay(args.run_folder)
        tick = replay.last if args.tick is None else args.tick
        chain = explain(replay, person(replay.at(replay.last).state, args.agent) or args.agent, tick)
    except DamageError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except NobodyError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    write(chain, told(chain), json=args.json)
    return 0


def told(chain: Why) -> Iterator[str]:
    """Yield the chain as lines of text, a heading a link."""
    yield f"{chain.name} at tick {chain.tick} · {chain.when} · {chain.place}"
    yield from _link("percept", _percept(chain))
    yield from _link("noted", [*map(_note, chain.observations)])
    for call in chain.recalls:
        yield from _link("recalled", _recall(call))
    yield from _link("step", [chain.step] if chain.step else [])
    for root in chain.roots:
        yield from _since(root)
    for ask in chain.asks:
        yield from _link("asked", _ask(ask))
    yield from _link("also noted", [*map(_note, chain.notes)])
    yield from _link("action", [f"{chain.action} (because of: {chain.why}; one of {chain.choices} that were valid)"])
    yield from _link("cites", [*map(_note, chain.cites)])
    yield from _link("validation", ["valid" if chain.valid else f"not valid: {chain.verdict}"])
    for outcome in chain.outcomes:
        yield from _link("event", _outcome(outcome))
    if not chain.outcomes:
        yield from _link("event", ["none: nothing that anybody could perceive"])
    yield from _link("again", [f"thinking once more on the tape comes to the same: {chain.again}"])


def _since(root: Root) -> Iterator[str]:
    at = f"tick {root.tick} · {root.when}: " if root.tick >= 0 else ""
    kind = f"{root.kind} · " if root.kind else ""
    yield from _link("since", [f"{kind}{at}{root.what}"])
    for ask in root.asks:
        yield from _link("", [f"asked “{ask.kind}”, answered: {ask.reply}"])


def _link(label: str, lines: list[str]) -> Iterator[str]:
    for place, line in enumerate(lines):
        yield f"{label if place == 0 else '':<{WIDTH}}{line}".rstrip()


def _percept(chain: Why) -> list[str]:
    names = [f"{one.name}{f' ({one.looks})' if one.looks else ''}{' *' * one.new}" for one in chain.sights]
    things = ", ".join(names) or "nothing"
    news = [f"hears of: {text}" for text in chain.news]
    return [*(f"given: {item}" for item in chain.inputs), f"sees {things}", *news]


def _note(one: Noted) -> str:
    rests = f", rests on {', '.join(f'#{each}' for each in one.cites)}" if one.cites else ""
    return f"#{one.id} {one.kind}, importance {one.importance or '–'}{rests}: {one.text}"


def _recall(call: Retrieved) -> list[str]:
    lines = [f"“{call.query}” · profile {call.profile} · {call.k} of {call.of}"]
    for one in call.memories:
        mark = "▸" if one.row.id in call.prompted else " "
        lines.append(f"{mark} {one.row.rank:>2} {one.row.score:.3f} #{one.row.id} {one.when}: {one.text}")
    return lines


def _ask(ask: Asked) -> list[str]:
    cost = f"{ask.tokens[0]} + {ask.tokens[1]} tokens, {ask.seconds:.3f} s" if any(ask.tokens) else "not counted"
    lines = [f"“{ask.kind}” · from {ask.source} · {cost}"]
    for label, text in (("system", ask.system), ("prompt", ask.prompt), ("reply", ask.reply), ("error", ask.error)):
        lines += [f"{label if not place else '':<7}│ {line}" for place, line in enumerate(text.splitlines())]
    return lines


def _outcome(outcome: Outcome) -> list[str]:
    seen = [
        f"{one.who} at tick {one.tick}{'' if one.memory is None else f' (#{one.memory})'}" for one in outcome.witnesses
    ]
    return [outcome.text, f"perceived by {', '.join(seen) or 'nobody'}"]
