"""The outline of the world: nested areas, objects with their states, people."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from textual.binding import BindingType

from latticeville.core.clock import DAY
from latticeville.draw.frame import DEAD, object_sprite, single
from latticeville.draw.tilemap.badges import badges_of
from latticeville.mind.percept import AGENT, Node
from latticeville.sim.state import State
from latticeville.world.model.areas import WORLD
from studio.canvas.styles import has_badges
from studio.player.history import TickIndex
from studio.run.panes.run_context import RunContext, Selection
from studio.ui.command_scope import bindings
from studio.ui.list_view import ListView
from studio.ui.sign_rows import person_span
from studio.ui.text import PLAIN, QUIET, STRONG, Span, TextRow, clean, span_width

BARS = " ▁▂▃▄▅▆▇█"
"""Heights of a bar, from nothing to most."""
PARTS = 8
"""Bars of a day: one for each three hours."""
FEWEST = 3
"""Fewest bars of activity that are shown behind a name."""
SMALL = 40
"""A world with no more areas, objects and people than this is shown unfolded."""


def activity_bars(happened: TickIndex, state: State, people: Iterable[str]) -> Mapping[str, str]:
    """Return for each person how many lines of the transcript are about them in each part of the
    shown day.

    The last bar is that of the part that the shown tick is in. All bars have one scale: the highest
    is the most that any of them has in a part. Who has none is left out.
    """
    part, minutes = DAY // PARTS, state.world.settings.tick_minutes
    midnight = state.tick - state.minute % DAY // minutes
    edges = [
        min(midnight + place * part // minutes, state.tick + 1)
        for place in range(state.minute % DAY // part + 2)
    ]
    counts = {who: happened.counts(edges, who) for who in people}
    most = max(map(max, counts.values()), default=0)
    return {
        who: "".join(BARS[-(-count * (len(BARS) - 1) // most)] for count in found)
        for who, found in counts.items()
        if any(found)
    }


class WorldOutline(ListView):
    """The tree; enter selects a line, and opens or closes an area."""

    where = "outline"
    BINDINGS: ClassVar[list[BindingType]] = bindings("outline")
    BORDER_TITLE = "Outline"

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._open: set[str] | None = None
        self._state: State | None = None
        self._selection: Selection | None = None
        self._inside: Counter[str] = Counter()
        self._happened = TickIndex()
        self._activity: Mapping[str, str] = {}
        self._badges: Mapping[str, str] = {}
        """The two letters that the map shows of each person; none where it shows letters."""

    def show(self, context: RunContext) -> None:
        """Show another frame; open the areas around what was selected, and go to its line."""
        if not self.display:
            return
        before, self._state = self._state, context.frame.payload.state
        state = self._state
        self._learn_badges(before, state)
        self._happened = context.frame.history.happened
        if self._open is None:
            world = state.world
            small = len(world.areas.by_id) + len(world.objects) + len(world.people) <= SMALL
            self._open = set(world.areas.by_id) if small else {WORLD}
        again, self._selection = context.selection is not self._selection, context.selection
        name = context.selection.id
        seek = again and bool(name) and not (self.rows and self.rows[self.cursor].link == name)
        if seek and (parent := self._around(name)):
            self._open |= {*state.world.areas.path(parent)}
        self.mark(name)
        self._draw()
        if seek:
            self.go_to(name)

    def _learn_badges(self, before: State | None, state: State) -> None:
        if before is None or before.world.people is not state.world.people:
            self._badges = badges_of(state.world) if has_badges(self.app) else {}

    def on_resize(self) -> None:
        """Show as many bars as there is room for."""
        self._draw()

    def action_unfold(self) -> None:
        """Open the area under the cursor."""
        if self.rows and self._open is not None and self._state:
            link = self.rows[self.cursor].link
            if link in self._open or link not in self._state.world.areas.by_id:
                self.action_down()
                return
            self._open.add(link)
            self._draw()

    def action_fold(self) -> None:
        """Close the area under the cursor, or go to the one around."""
        if not self.rows or self._open is None:
            return
        link = self.rows[self.cursor].link
        if link in self._open and link != WORLD:
            self._open.discard(link)
            self._draw()
        elif parent := self._around(link):
            self.go_to(parent)

    def action_open(self) -> None:
        """Select the line; an area that is selected already opens or closes."""
        if self.rows and self._open is not None and self._state:
            link = self.rows[self.cursor].link
            if link == self.chosen and link in self._state.world.areas.by_id:
                self._open ^= {link}
                self._draw()
                return
        super().action_open()

    def _around(self, name: str) -> str:
        if self._state is None or name not in self._state.tree.nodes:
            return ""
        return self._state.tree.nodes[name].parent

    def _draw(self) -> None:
        if self._state is None:
            return
        state = self._state
        self._inside = _count_inside(state)
        self._activity = activity_bars(self._happened, state, self._people_in_open_areas(state))
        self.show_rows((*self._branch(state, WORLD, 0), *_graves(state)))

    def _people_in_open_areas(self, state: State) -> list[str]:
        """Return the people whose lines are shown: only their bars are worked out."""
        areas = state.world.areas
        opened = self._open or set()
        known = [area for area in opened if area in areas.by_id]
        shown = [area for area in known if opened.issuperset(areas.path(area))]
        members = (node for area in shown for node in state.tree.members.get(area, ()))
        return [node.id for node in members if node.kind == AGENT]

    def _branch(self, state: State, area: str, depth: int) -> Iterator[TextRow]:
        """Yield the line of an area, and all that is in it where it is open."""
        world, opened = state.world, self._open or set()
        inner, members = world.areas.children(area), state.tree.members.get(area, ())
        fold = ("▾ " if area in opened else "▸ ") if inner or members else "  "
        count = self._inside[area]
        name = Span(clean(world.name_of(area)), STRONG if depth == 0 else PLAIN)
        tail = Span(str(count), QUIET) if count else Span("")
        yield TextRow(area, (Span(" " * depth + fold, QUIET), name), tail, area)
        if area not in opened:
            return
        for child in inner:
            yield from self._branch(state, child, depth + 1)
        for node in members:
            yield self._leaf(state, node, depth + 1)

    def _bars(self, who: str, spans: tuple[Span, ...]) -> Span:
        """Return the newest bars of somebody's activity for which there is room behind their
        name."""
        room = self.size.width - span_width(spans) - 1
        return Span(self._activity.get(who, "")[-room:] if room >= FEWEST else "", QUIET)

    def _leaf(self, state: State, node: Node, depth: int) -> TextRow:
        world, indent = state.world, " " * (depth + 1)
        name = Span(clean(world.name_of(node.id)))
        if node.kind == AGENT:
            persona = world.people[node.id].persona
            badge = self._badges.get(node.id)
            face = (
                person_span(badge, persona.color)
                if badge
                else Span(single(persona.glyph), f"@{persona.color}")
            )
            spans = (Span(indent), face, Span(" "), name)
            return TextRow(node.id, spans, self._bars(node.id, spans), node.id)
        thing = state.things[node.id]
        sprite = object_sprite(world, thing)
        looks = Span(
            "" if thing.state == "still" else clean(thing.state), "alarm" if node.alarm else QUIET
        )
        return TextRow(
            node.id,
            (Span(indent), Span(f"{sprite.glyph} ", f"@{sprite.color}"), name),
            looks,
            node.id,
        )


def _count_inside(state: State) -> Counter[str]:
    """Return how many living people are in each area, those in areas within it included."""
    inside = Counter[str]()
    standing = Counter(body.area for body in state.bodies.values() if not body.is_dead)
    for area, count in standing.items():
        for around in state.world.areas.path(area):
            inside[around] += count
    return inside


def _graves(state: State) -> Iterator[TextRow]:
    """Yield a line for each of the dead, with the tick of their death."""
    for body in state.bodies.values():
        if body.is_dead and body.vitals:
            name = clean(f"{DEAD} {state.world.name_of(body.id)}")
            yield TextRow(
                body.id,
                (Span("  "), Span(name, QUIET)),
                Span(f"tick {body.vitals.died}", QUIET),
                body.id,
            )
