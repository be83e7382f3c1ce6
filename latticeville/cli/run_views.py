"""`--view summary|map|events|json|none`: what a run prints while it is simulated."""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Protocol

from latticeville.cli.output import write_json
from latticeville.cli.terminal import STDOUT
from latticeville.core.clock import format_time
from latticeville.core.text_width import pad
from latticeville.draw.emoji import body_emoji
from latticeville.draw.frame import frame
from latticeville.draw.transcript import TranscriptLine, tell, transcript_line
from latticeville.draw.transcript_chores import Chores
from latticeville.draw.transcript_folds import HOUR, Fold, FoldedTranscript
from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.percept import Percept
from latticeville.sim.event import Event
from latticeville.sim.perception import perceive
from latticeville.sim.resource_layer import ResourceLayer
from latticeville.sim.state import State
from latticeville.sim.tick import TickPayload
from latticeville.sim.tree_nodes import TreeNode, tree_nodes
from latticeville.world.model.survival import THOUSAND


class TickPrinter(Protocol):
    """Something that writes payloads out."""

    def begin(self, payload: TickPayload) -> None:
        """Show where the run stands at the beginning."""
        ...

    def show(self, payload: TickPayload) -> None:
        """Show one tick."""
        ...

    def end(self, payload: TickPayload) -> None:
        """Show how it ended."""
        ...


class Quiet:
    """Shows nothing."""

    def begin(self, payload: TickPayload) -> None:
        """Show nothing."""

    def show(self, payload: TickPayload) -> None:
        """Show nothing."""

    def end(self, payload: TickPayload) -> None:
        """Show nothing."""


class Events(Quiet):
    """One line an event, and one for each who sets out; with `hearers` also who else heard what is
    said."""

    def __init__(self, *, hearers: bool = False) -> None:
        self._past: TickPayload | None = None
        self._hearers = hearers

    def begin(self, payload: TickPayload) -> None:
        """Know from where on everybody goes."""
        self._past = payload

    def show(self, payload: TickPayload) -> None:
        """Write the tick's events."""
        heard = _heard_by(payload) if self._hearers else {}
        for told in self.lines(payload):
            sys.stdout.write(f"{transcript_line(told)}{heard.get(told.text, '')}\n")

    def lines(self, payload: TickPayload) -> list[TranscriptLine]:
        """Return the lines of a tick, with who sets out in it since the last one that was shown."""
        past, self._past = self._past, payload
        before = past.state if past is not None and past.tick == payload.tick - 1 else None
        return tell(payload, before)


class TranscriptPrinter(Quiet):
    """The events for reading: a walk, or a spell of gathering, eating and resting, is one line at
    its end, who idles is left out, and chores that were told before are one line an hour."""

    def __init__(self) -> None:
        self._events, self._folded = Events(), FoldedTranscript()
        self._chores, self._hour = Chores(), 0

    def begin(self, payload: TickPayload) -> None:
        """Know from where on everybody goes."""
        self._events.begin(payload)

    def show(self, payload: TickPayload) -> None:
        """Write what is complete with the tick."""
        hour = payload.state.minute // HOUR
        if hour != self._hour:
            self._sum_up(payload)
            self._hour = hour
        for told in self._events.lines(payload):
            if told.routine is not None or not told.minor:
                self._write(self._folded.add(told))

    def end(self, payload: TickPayload) -> None:
        """Write what is not complete."""
        self._write(self._folded.end())
        self._sum_up(payload)

    def _sum_up(self, payload: TickPayload) -> None:
        told = self._chores.sum_up(payload.state.world)
        if told:
            sys.stdout.write(f"{format_time(payload.state.minute)}  {told}\n")

    def _write(self, folds: list[Fold]) -> None:
        shown = (fold for fold in folds if fold.is_folded or not fold.first.minor)
        told = [fold for fold in shown if not self._chores.take_up(fold)]
        sys.stdout.writelines(f"{fold.printed}\n" for fold in told)


class TalkPrinter(Quiet):
    """One line for each utterance: who spoke to whom, and who else heard it."""

    def show(self, payload: TickPayload) -> None:
        """Write what was said in the tick; it is heard in the next one."""
        for told, by in _heard_by(payload).items():
            sys.stdout.write(f"{format_time(payload.state.minute)}  {told}{by}\n")


def _heard_by(payload: TickPayload) -> dict[str, str]:
    """Return who else heard each utterance of a tick, by the sentence that tells it: who takes
    part, and bystanders."""
    said = {
        event.sentence(payload.state.world): event for event in payload.events if event.is_speech
    }
    heard = dict(perceive(payload.state)) if said else {}
    found = {}
    for sentence, event in said.items():
        told = {
            "with": event.listeners[1:] if event.to else (),
            "heard by": [*_bystanders(event, heard)],
        }
        parts = [
            f"{how} {payload.state.world.list_names(people)}"
            for how, people in told.items()
            if people
        ]
        found[sentence] = f"  ({'; '.join(parts)})" if parts else ""
    return found


def _bystanders(said: Event, heard: Mapping[str, Percept]) -> Iterator[str]:
    """Yield who hears an utterance and takes no part in the talk."""
    for who, percept in heard.items():
        words = ((one.actor, one.words) for one in percept.news)
        if who not in (said.who, *said.listeners) and (said.who, said.words) in words:
            yield who


class Thoughts(Quiet):
    """One line for each plan and each conclusion, and below it the memories that it rests on."""

    def show(self, payload: TickPayload) -> None:
        """Write what was planned and concluded in the tick."""
        for mind in payload.state.minds.values():
            fresh = list(takewhile(lambda one: one.tick == payload.tick, _newest(mind.memory)))
            for memory in reversed(fresh):
                if memory.kind in ("plan", "commitment", "reflection"):
                    sys.stdout.write(
                        f"{format_time(payload.state.minute)}  {memory.kind:<10}  {memory.text}\n"
                    )
                    sys.stdout.writelines(
                        f"{'':>23}because {mind.memory[one].text}\n" for one in memory.cites
                    )


def _newest(memories: MemoryStream) -> Iterator[MemoryRecord]:
    return (memories[place] for place in range(len(memories) - 1, -1, -1))


class MapPrinter(Quiet):
    """The map as text, after every tick."""

    def begin(self, payload: TickPayload) -> None:
        """Draw the map."""
        self.show(payload)

    def show(self, payload: TickPayload) -> None:
        """Draw the map."""
        sys.stdout.write(
            f"tick {payload.tick} · {format_time(payload.state.minute)} · {payload.state.sky}\n"
        )
        sys.stdout.write("\n".join(frame(payload.state)) + "\n")


class Json(Quiet):
    """One JSON object a tick: time, weather, people, events, and the nodes of the tree that changed
    since the last."""

    def __init__(self) -> None:
        self._nodes: dict[str, TreeNode] = {}

    def begin(self, payload: TickPayload) -> None:
        """Write the first tick."""
        self.show(payload)

    def show(self, payload: TickPayload) -> None:
        """Write one tick."""
        state = payload.state
        line = {
            "tick": payload.tick,
            "time": format_time(state.minute),
            "weather": state.weather,
            **({"season": state.season} if state.season else {}),
            "people": {who: _json_person(state, who) for who in state.bodies},
            **(
                {"resources": _json_resources(state)}
                if any(state.world.resource_maxima.values())
                else {}
            ),
            "events": payload.events,
            "nodes": self._changed_nodes(state),
        }
        write_json(line, sort=True)

    def _changed_nodes(self, state: State) -> dict[str, TreeNode | None]:
        """Return the nodes that differ from those of the tick before, by id; None for those that
        are gone."""
        nodes = tree_nodes(state)
        changed = {name: node for name, node in nodes.items() if self._nodes.get(name) != node}
        gone = dict.fromkeys(self._nodes.keys() - nodes.keys())
        self._nodes = nodes
        return {**changed, **gone}


def _json_person(state: State, who: str) -> dict[str, object]:
    body = state.bodies[who]
    person: dict[str, object] = {
        "cell": body.cell,
        "area": body.area,
        "doing": body.doing,
        "emoji": body_emoji(state, who),
    }
    if body.vitals is not None:
        vitals = body.vitals
        needs = {"hunger": vitals.hunger, "energy": vitals.energy, "health": vitals.health}
        person |= {name: value / THOUSAND for name, value in needs.items()}
        person |= {"strength": vitals.strength / THOUSAND, "items": body.items, "died": vitals.died}
    return person


def _json_resources(state: State) -> dict[str, dict[str, int]]:
    """Return the whole units of each resource in the cells that hold some, by "x,y"."""
    width, found = state.world.grid.width, dict[str, dict[str, int]]()
    for name, maxima in state.world.resource_maxima.items():
        cells = sorted({*maxima, *state.resources.get(name, ResourceLayer()).stocks})
        units = {
            f"{cell % width},{cell // width}": state.amount_in(cell, name) // THOUSAND
            for cell in cells
        }
        found[name] = {cell: count for cell, count in units.items() if count}
    return found


class SummaryPrinter(Quiet):
    """How many events of each kind there were, what was asked, and where everybody is at the
    end."""

    def __init__(self) -> None:
        self._counts: Counter[str] = Counter()
        self._rated: int | None = None

    def begin(self, payload: TickPayload) -> None:
        """Note what was rated before."""
        self._rated = len(payload.state.ratings)

    def show(self, payload: TickPayload) -> None:
        """Count the tick's events and questions."""
        self._counts.update(event.label for event in payload.events)
        self._counts["asked"] += sum(len(thought.asks) for thought in payload.thoughts.values())
        rated = len(payload.state.ratings)
        self._counts["rated"] += rated - (rated if self._rated is None else self._rated)
        self._rated = rated

    def end(self, payload: TickPayload) -> None:
        """Write the table."""
        state = payload.state
        write = sys.stdout.write
        write(
            f"{state.world.name} · {format_time(state.minute)} · {state.sky} · tick "
            f"{payload.tick}\n"
        )
        write(
            "".join(f"  {name:<13}{number:>6}\n" for name, number in sorted(self._counts.items()))
        )
        for who in sorted(state.bodies):
            body = state.bodies[who]
            name = state.world.people[who].persona.name
            sign = body_emoji(state, who)
            write(
                f"  {pad(name, 24)} {pad(state.world.name_of(body.area), 24)} "
                f"{f'{sign} ' * bool(sign)}{body.doing}\n"
            )


VIEWS: dict[str, Callable[[], TickPrinter]] = {
    "summary": SummaryPrinter,
    "talk": TalkPrinter,
    "thoughts": Thoughts,
    "map": MapPrinter,
    "events": Events,
    "transcript": TranscriptPrinter,
    "json": Json,
    "none": Quiet,
}
"""Every view by name."""


def make_views(names: Sequence[str]) -> list[TickPrinter]:
    """Return the views of some names, each once; `talk` beside `events` adds hearers to the
    latter's lines."""
    wanted = dict.fromkeys(names)
    if {"talk", "events"} <= wanted.keys():
        del wanted["talk"]
        return [Events(hearers=True) if name == "events" else VIEWS[name]() for name in wanted]
    return [VIEWS[name]() for name in wanted]


class Display:
    """The views of a run that goes on without them where stdout fails; `lost` says why it did."""

    def __init__(self, names: Sequence[str]) -> None:
        self._views = make_views(names)
        self.lost: OSError | None = None

    def begin(self, payload: TickPayload) -> None:
        """Show where the run stands at the beginning."""
        self._each(lambda view: view.begin(payload))

    def show(self, payload: TickPayload) -> None:
        """Show one tick."""
        self._each(lambda view: view.show(payload))

    def end(self, payload: TickPayload) -> None:
        """Show how it ended, and flush."""
        self._each(lambda view: view.end(payload))
        self._each(lambda _view: sys.stdout.flush())

    def _each(self, act: Callable[[TickPrinter], None]) -> None:
        try:
            for view in self._views:
                act(view)
        except OSError as error:
            if error.filename != STDOUT:
                raise
            self.lost, self._views = error, []


def add_view(parser: argparse.ArgumentParser, default: str) -> None:
    """Add `--view`, which takes several with commas, and `--json`, the view for programs."""
    form = parser.add_mutually_exclusive_group()
    form.add_argument(
        "--view",
        type=_names,
        metavar="VIEW",
        default=[default],
        help=f"views to print: {', '.join(VIEWS)}; separate several with commas ({default})",
    )
    form.add_argument(
        "--json",
        dest="view",
        action="store_const",
        const=["json"],
        help="write JSON, one object per line for each tick: the view json",
    )


def _names(text: str) -> list[str]:
    names = text.split(",")
    for name in names:
        if name not in VIEWS:
            raise argparse.ArgumentTypeError(
                f"there is no view “{name}”: choose from {', '.join(VIEWS)}"
            )
    return names
