"""The table of beliefs: what people hold of places, objects, people and subjects.

It is a change table: a row says what somebody believes from a tick on, until a newer row of the
same key says otherwise.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import compress
from operator import is_not
from typing import TYPE_CHECKING

from latticeville.mind.belief import BeliefTree
from latticeville.mind.learned_beliefs import describe_learned
from latticeville.mind.mind import Mind
from latticeville.runs.replay import Replay
from latticeville.sim.tick import TickPayload
from latticeville.tables.table import (
    BOOLEAN,
    DOUBLE,
    TEXT,
    Row,
    RowMaker,
    RunTable,
    TableColumn,
)
from latticeville.tables.world_tables import AT_TICK, WHO

if TYPE_CHECKING:
    from latticeville.mind.percept import Node

_Believed = Iterator[tuple[tuple[str, str], Row | None]]
"""Kind and subject of beliefs, and what is believed; None where it no longer is."""


class _NodeChanges:
    """What one person believes of places, objects and people, from tick to tick."""

    def __init__(self) -> None:
        self._sights: tuple[Node, ...] = ()
        self._held: dict[str, Row] = {}

    def take(self, tree: BeliefTree) -> "Sequence[tuple[tuple[str, str], Row]]":
        """Return what changed since the tree before, where it was not edited: only what is in sight
        and what is found missing does."""
        if tree.sights is self._sights and not tree.lost:
            return ()
        was, self._sights = self._sights, tree.sights
        fresh = [*compress(tree.sights, map(is_not, tree.sights, was)), *tree.sights[len(was) :]]
        if not fresh and not tree.lost:
            return ()
        found = [_seen(node, missing=False) for node in fresh]
        found += [_seen(tree.kept[name].node, missing=True) for name in tree.lost]
        changed = [(key, row) for key, row in found if self._held.get(key[1]) != row]
        self._held.update((key[1], row) for key, row in changed)
        return changed

    def compare(self, was: BeliefTree | None, tree: BeliefTree) -> _Believed:
        """Yield what changed since a tree in any way."""
        self._sights, before = tree.sights, self._held
        self._held = {}
        for name, belief in tree.nodes.items():
            key, row = _seen(belief.node, missing=belief.missing)
            self._held[name] = row
            if before.get(name) != row:
                yield key, row
        for name in before:
            belief_was = was.get(name) if was is not None and name not in self._held else None
            if belief_was is not None:
                yield (belief_was.node.kind, name), None


def _seen(node: "Node", *, missing: bool) -> tuple[tuple[str, str], Row]:
    return (node.kind, node.id), (node.parent or None, missing, node.looks or None, None, None)


class _TextChanges:
    """What one person thinks of subjects and believes of themselves, from tick to tick."""

    def __init__(self, read: Callable[[Mind], Iterator[tuple[tuple[str, str], Row]]]) -> None:
        self._read = read
        self._held: dict[tuple[str, str], Row] = {}

    def take(self, mind: Mind) -> _Believed:
        """Yield what changed since the mind before."""
        was, self._held = self._held, dict(self._read(mind))
        for key, row in self._held.items():
            if was.get(key) != row:
                yield key, row
        for key in was:
            if key not in self._held:
                yield key, None


def _opinions(mind: Mind) -> Iterator[tuple[tuple[str, str], Row]]:
    for subject, one in mind.relations.opinions.items():
        yield ("opinion", subject), (None, False, one.view, one.stance, one.source or None)


def _learned(mind: Mind) -> Iterator[tuple[tuple[str, str], Row]]:
    for key, one in mind.inner.learned.items():
        text = describe_learned(one, one.other)
        yield (one.kind, key), (None, False, text, round(one.confidence, 4), None)


class _BeliefChanges:
    """All that one person believes, from tick to tick."""

    def __init__(self) -> None:
        self._mind: Mind | None = None
        self._nodes = _NodeChanges()
        self._opinions, self._learned = _TextChanges(_opinions), _TextChanges(_learned)

    def take(self, now: Mind, *, edited: bool) -> _Believed:
        """Yield what changed; equal parts are mostly the same object."""
        was, self._mind = self._mind, now
        if was is None or edited:
            yield from self._nodes.compare(was.beliefs if was else None, now.beliefs)
        else:
            yield from self._nodes.take(now.beliefs)
        if was is None or (
            was.relations is not now.relations and was.relations.opinions != now.relations.opinions
        ):
            yield from self._opinions.take(now)
        if was is None or was.inner.learned is not now.inner.learned:
            yield from self._learned.take(now)


def _beliefs(_replay: Replay) -> RowMaker:
    minds: defaultdict[str, _BeliefChanges] = defaultdict(_BeliefChanges)

    def make(payload: TickPayload) -> Iterator[Row]:
        edited = bool(payload.inputs)
        for who, mind in payload.state.minds.items():
            for (kind, about), row in minds[who].take(mind, edited=edited):
                yield payload.tick, who, about, kind, row is None, *(row or _NOTHING_BELIEVED)

    return make


_NOTHING_BELIEVED: Row = (None, False, None, None, None)
BELIEFS = RunTable(
    "beliefs",
    "What people believe of places, objects, people and subjects: a row at the start, and one for "
    "each change.",
    ("tick", "who", "kind", "about"),
    (
        AT_TICK,
        WHO,
        TableColumn("about", TEXT, "the area, object or person by id, the subject, or the rule"),
        TableColumn("kind", TEXT, "area, object, agent, opinion, self or causal"),
        TableColumn("gone", BOOLEAN, "whether they no longer know of it"),
        TableColumn("area", TEXT, "the area or object where they believe it to be, by id"),
        TableColumn("missing", BOOLEAN, "whether they looked for it there, and it was not"),
        TableColumn("text", TEXT, "how they believe it to look, or what they think, in words"),
        TableColumn(
            "value", DOUBLE, "the stance of an opinion, -1 to 1; the confidence of a rule, 0 to 1"
        ),
        TableColumn("source", TEXT, "who argued for the words of an opinion, by id"),
    ),
    _beliefs,
)
