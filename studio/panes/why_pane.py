"""Why somebody did what they did: the chain behind one action, link by link, each of which opens."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType
from textual.message import Message

from latticeville.sim.tick import TickPayload
from latticeville.world.pack import World
from studio.panes.agent_pane import AgentPane
from studio.panes.run_context import LineTarget, RunContext
from studio.player.run_sources import RunSource
from studio.widgets.part import bindings
from studio.widgets.spans import ALARM, PLAIN, QUIET, STRONG, WARM, Row, Span, bordered, clean, fit, wrap

if TYPE_CHECKING:
    from latticeville.lab.why import Asked, Noted, Outcome, Retrieved, Why

LABEL = 11
"""Cells that the names of the links fill."""
ROOM = LABEL + 11
"""Cells beside what is inside of something that is open."""
BECAUSE = {
    "plan": "it is what the plan says for now",
    "errand": "of an errand that something perceived began",
    "answer": "somebody spoke to them",
    "greet": "they met somebody",
    "talk": "they are talking",
    "react": "of what they perceived",
}
"""What the mind's reasons mean."""


class WhyExplained(Message):
    """A chain was walked; or why it could not be."""

    def __init__(self, wish: object, chain: "Why | None", trouble: str = "") -> None:
        super().__init__()
        self.wish, self.chain, self.trouble = wish, chain, trouble


class WhyPane(AgentPane):
    """Shows the chain of the selected person's action in the shown tick; enter opens a link or goes where it leads."""

    where = "why"
    BINDINGS: ClassVar[list[BindingType]] = bindings("why")
    BORDER_TITLE = "Why"
    wanting = ("Select a person: why they do what they do is shown here.", "enter")

    class Led(Message):
        """A link leads to a tick, and maybe to somebody else."""

        def __init__(self, tick: int, who: str = "") -> None:
            super().__init__()
            self.tick, self.who = tick, who

    class Recalls(Message):
        """Somebody wants to see a retrieval with all its numbers."""

        def __init__(self, place: int, memory: int | None) -> None:
            super().__init__()
            self.place, self.memory = place, memory

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._wish: object = None
        self._chain: Why | None = None
        self._trouble = ""

    def _draw_agent(self, context: RunContext) -> None:
        frame = context.frame
        self.border_title = bordered(f"Why · {frame.payload.state.world.name_of(self.who)}")
        if frame.playing:
            self._wish = None
            self._say("space: pause to see why")
            return
        wish = self._moment(context)
        if wish != self._wish:
            self._wish, self._chain, self._trouble = wish, None, ""
            work = partial(_explain, context.source, frame.payload, self.who, wish)
            self.run_worker(lambda: self.post_message(work()), thread=True, group="why")
        if self._trouble:
            self._say(self._trouble)
        elif self._chain is None:
            self.show_rows((Row("", (Span("walking back from the action…", QUIET),)),))
        else:
            self.show_heads(())
            self.show_rows(list(rows(self._chain, frame.payload.state.world, self.size.width, self._opened)))
            self._arrive()

    def _say(self, sentence: str) -> None:
        self.show_heads(())
        self.show_rows([Row("", (Span(line, QUIET),)) for line in wrap(sentence, self.size.width)])

    def on_why_explained(self, message: WhyExplained) -> None:
        """Show a chain, if it is still wanted."""
        if message.wish == self._wish:
            self._chain, self._trouble = message.chain, message.trouble
            self._draw()

    def _reach(self, target: LineTarget) -> None:
        """Go to a question, and in it to the line of the prompt that differs or to the reply; to the plan; or above."""
        self._move_to(0)
        if target.what == "plan":
            self._move_to_key(next((row.key for row in self.rows if row.key.endswith(" plan step")), ""))
        elif target.key:
            super()._reach(target._replace(key=f"ask {target.key}"))
            text = next(wrap(target.text, self.size.width - ROOM), "")
            part = f"ask {target.key} {'reply' if target.what == 'answers' else 'prompt'}"
            inside = (row for row in self.rows if row.key.startswith(part))
            self._move_to_key(next((row.key for row in inside if text in row.spans[-1].text), ""))

    def action_open(self) -> None:
        """Open the link of the line, or go where it leads."""
        if not self.rows:
            return
        row = self.rows[self.cursor]
        sort, _, rest = row.link.partition(" ")
        if sort == "open":
            self._opened ^= {rest}
            self._draw()
            self._reveal_whole()
        elif sort == "tick":
            tick, _, who = rest.partition(" ")
            self.post_message(self.Led(int(tick), who))
        elif sort == "recall":
            place, _, memory = rest.partition(" ")
            self.post_message(self.Recalls(int(place), int(memory) if memory else None))


def _explain(tape: RunSource, payload: TickPayload, who: str, wish: object) -> WhyExplained:
    from latticeville.db.lines import DamageError
    from latticeville.db.replay import Replay
    from latticeville.lab.why import NobodyError, explain

    if payload.thoughts.get(who) is None:
        return WhyExplained(
            wish, None, "Nobody has thought yet: this is how the run begins. One step on (.) they will."
        )
    try:
        return WhyExplained(wish, explain(Replay(tape.folder), who, payload.tick))
    except (DamageError, NobodyError) as error:
        return WhyExplained(wish, None, str(error))


def rows(chain: "Why", world: World, cells: int, opened: set[str]) -> Iterator[Row]:
    """Yield the links, the action first and then from what was perceived to who perceived it."""
    write = _Writer(world, cells, opened)
    yield from write.link("action", chain.action, STRONG)
    yield from write.link("because", BECAUSE.get(chain.why, chain.why))
    yield from write.link("when", f"tick {chain.tick} · {chain.when} · {chain.place}", QUIET)
    yield Row("gap", ())
    yield from _taken_in(write, chain)
    yield from _considered(write, chain)
    yield from _came_of(write, chain)


def _taken_in(write: "_Writer", chain: "Why") -> Iterator[Row]:
    for item in chain.inputs:
        yield from write.link("given", item, WARM)
    yield from _percept(write, chain)
    for one in chain.observations:
        yield from write.link("noted", _note(one))
    for place, call in enumerate(chain.recalls):
        yield from _recall(write, place, call)


def _considered(write: "_Writer", chain: "Why") -> Iterator[Row]:
    if chain.step:
        yield from write.link("plan step", chain.step)
    for root in chain.roots:
        link = f"tick {root.tick}" if root.tick >= 0 else ""
        at = f"tick {root.tick} · {root.when}: " if root.tick >= 0 else ""
        kind = f"{root.kind} · " if root.kind else ""
        yield from write.link("since", f"{kind}{at}{root.what}", PLAIN, link)
        for place, ask in enumerate(root.asks):
            yield from _ask(write, f"root {root.tick} {place}", ask)
    for place, ask in enumerate(chain.asks):
        yield from _ask(write, f"ask {place}", ask)
    for one in chain.notes:
        yield from write.link("thought", _note(one))
    for one in chain.cites:
        yield from write.link("cites", _note(one))


def _came_of(write: "_Writer", chain: "Why") -> Iterator[Row]:
    yield from write.link("choice", f"one of {chain.choices} actions that were valid", QUIET)
    if chain.valid:
        yield from write.link("checked", "valid")
    else:
        yield from write.link("checked", f"refused: {chain.verdict}", ALARM)
    if not chain.outcomes:
        yield from write.link("events", "none: nothing that anybody could perceive", QUIET)
    for outcome in chain.outcomes:
        yield from _outcome(write, outcome)
    yield from write.link("again", f"run once more on the tape, the mind thinks the same: {chain.again}", QUIET)


class _Writer:
    """Writes links as lines of a width."""

    def __init__(self, world: World, cells: int, opened: set[str]) -> None:
        self.world, self.cells, self.opened, self._count = world, cells, opened, 0

    def link(self, label: str, text: str, style: str = PLAIN, link: str = "") -> Iterator[Row]:
        """Yield the lines of a link."""
        self._count += 1
        tail = Span("→" if link else "", WARM)
        for turn, line in enumerate(wrap(text, self.cells - LABEL - 2)):
            head = Span(f"{label if turn == 0 else '':<{LABEL}}", QUIET)
            yield Row(f"{self._count} {label}", (head, Span(line, style)), tail if turn == 0 else Span(""), link)

    def fold(self, key: str, label: str, text: str, inside: Iterator[Row]) -> Iterator[Row]:
        """Yield a line that opens, and what is inside of it while it is open."""
        mark = "▾" if key in self.opened else "▸"
        spans = (Span(f"{label:<{LABEL}}", QUIET), Span(f"{mark} ", WARM), Span(clean(text)))
        yield Row(key, tuple(fit(spans, self.cells)), Span(""), f"open {key}")
        if key in self.opened:
            yield from inside

    def inner(self, key: str, label: str, text: str, style: str = PLAIN, link: str = "") -> Iterator[Row]:
        """Yield lines inside of something that is open, broken where the text is."""
        at = 0
        for line in text.split("\n"):
            for piece in wrap(line, self.cells - ROOM):
                head = Span(f"{'':<{LABEL + 2}}{label if at == 0 else '':<7}│ ", QUIET)
                yield Row(f"{key} {at}", (head, Span(piece, style)), Span("→" if link else "", WARM), link)
                at += 1


def _percept(write: _Writer, chain: "Why") -> Iterator[Row]:
    fresh = [one.name for one in chain.sights if one.new]
    text = f"{len(chain.sights)} in sight" + (f", new: {', '.join(fresh)}" if fresh else ", nothing new")
    inside = (
        row
        for one in chain.sights
        for row in write.inner(f"sight {one.id}", "new" if one.new else one.kind, f"{one.name} {one.looks}".strip())
    )
    yield from write.fold("percept", "perceived", text, inside)
    for text in chain.news:
        yield from write.link("heard of", text)


def _recall(write: _Writer, place: int, call: "Retrieved") -> Iterator[Row]:
    yield from write.link("recalled", f"“{call.query}”", PLAIN, f"recall {place}")
    for one in call.memories:
        mark = "in the prompt " if one.row.id in call.prompted else ""
        text = f"{one.row.rank:>2}  {one.row.score:.3f}  {one.when:<9}  {clean(one.text)}"
        spans = (Span(f"{'':<{LABEL}}"), Span(text, PLAIN if mark else QUIET))
        yield Row(
            f"recall {place} {one.row.id}",
            tuple(fit(spans, write.cells - 16)),
            Span(f"{mark}→", QUIET),
            f"recall {place} {one.row.id}",
        )


def _ask(write: _Writer, key: str, ask: "Asked") -> Iterator[Row]:
    cost = f" · {ask.tokens[0]} + {ask.tokens[1]} tokens, {ask.seconds:.2f} s" if any(ask.tokens) else ""
    answer = ask.error or ask.reply.replace("\n", " ")
    text = f"{ask.kind} · from the {ask.source}{cost} · answer: {answer}"
    parts = (("system", ask.system), ("prompt", ask.prompt), ("choices", "\n".join(ask.choices)), ("reply", ask.reply))
    inside = (
        row
        for label, part in (*parts, ("error", ask.error))
        if part
        for row in write.inner(f"{key} {label}", label, part, STRONG if label == "reply" else PLAIN)
    )
    yield from write.fold(key, "asked", text, inside)


def _outcome(write: _Writer, outcome: "Outcome") -> Iterator[Row]:
    yield from write.link("event", outcome.text, STRONG)
    if not outcome.witnesses:
        yield from write.link("", "perceived by nobody", QUIET)
    for one in outcome.witnesses:
        noted = "" if one.memory is None else f", who remembers it as #{one.memory}"
        yield from write.link(
            "",
            f"perceived by {write.world.told(one.who)} at tick {one.tick}{noted}",
            QUIET,
            f"tick {one.tick} {one.who}",
        )


def _note(one: "Noted") -> str:
    rests = f", rests on {', '.join(f'#{each}' for each in one.cites)}" if one.cites else ""
    return f"#{one.id} {one.kind}, importance {one.importance or 'not rated'}{rests}: {one.text}"
