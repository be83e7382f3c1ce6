"""Tables of talk and thought: utterances, retrievals, calls of models."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import msgspec

from latticeville.core.decoders import json_decoder
from latticeville.models.known_replies import BEHAVIOR
from latticeville.models.model import Reply, token_counts
from latticeville.models.model_call_tape import ModelCall, read_model_call
from latticeville.runs.lines import DamageError
from latticeville.runs.replay import Replay
from latticeville.runs.tape import TapeFollower, TapeLine, decode_calls
from latticeville.runs.timeline import TalkTracker
from latticeville.sim.event import Event
from latticeville.sim.tick import TickPayload
from latticeville.tables.mind_tables import TOPIC_COLUMNS, topic_cells
from latticeville.tables.table import (
    BOOLEAN,
    DOUBLE,
    INTEGER,
    MINUTE,
    TEXT,
    TEXTS,
    Row,
    RowMaker,
    RunTable,
    TableColumn,
)
from latticeville.tables.world_tables import AT_TICK, WHO

if TYPE_CHECKING:
    from latticeville.mind.mind import Thought


def _utterances(_replay: Replay) -> RowMaker:
    talks = TalkTracker()
    return lambda payload: utterances_in(payload.tick, payload.events, talks)


def utterances_in(tick: int, events: Sequence[Event], talks: TalkTracker) -> Iterator[Row]:
    """Yield the utterances of a tick; `talks` has seen those of all ticks before."""
    for place, event in enumerate(events):
        if not event.is_speech:
            continue
        promise = event.promise
        yield (
            tick,
            place,
            talks.add(tick, event),
            event.turn,
            event.who or None,
            event.to or None,
            event.listeners,
            event.area or None,
            event.words,
            getattr(event, "end", False),
            *topic_cells(event.topic),
            *((promise.place, promise.start) if promise else (None, None)),
        )


UTTERANCES = RunTable(
    "utterances",
    "What was said.",
    ("tick", "event"),
    (
        AT_TICK,
        TableColumn("event", INTEGER, "its place among the events of the tick, as in events"),
        TableColumn("talk", INTEGER, "the number of the conversation in the run, from 0"),
        TableColumn("turn", INTEGER, "which utterance of the conversation it is, from 0"),
        TableColumn("who", TEXT, "the speaker, by id"),
        TableColumn("other", TEXT, "the only one who is addressed, by id; null for several"),
        TableColumn("listeners", TEXTS, "all for whom the words are, by id"),
        TableColumn("area", TEXT, "where, by id"),
        TableColumn("words", TEXT, "the words"),
        TableColumn("leaves", BOOLEAN, "whether the speaker leaves the conversation with it"),
        *TOPIC_COLUMNS,
        TableColumn("promise_place", TEXT, "the place of the appointment that they agree to"),
        TableColumn("promise_starts", INTEGER, "when that begins", MINUTE),
    ),
    _utterances,
)


def _retrievals(_replay: Replay) -> RowMaker:
    seen: dict[str, Thought] = {}

    def make(payload: TickPayload) -> Iterator[Row]:
        for who, thought in payload.thoughts.items():
            # A thought stays in the payloads until the next, so one that is the same is no news.
            if not thought.recalls or thought is seen.get(who) or thought == seen.get(who):
                continue
            seen[who] = thought
            for place, one in enumerate(thought.recalls):
                for rank, memory in enumerate(one.ids, start=1):
                    yield payload.tick, who, place, rank, memory, one.query, one.k, one.profile

    return make


RETRIEVALS = RunTable(
    "retrievals",
    "What came to mind: a row for each memory that a retrieval returned, the best first.",
    ("tick", "who", "retrieval", "rank"),
    (
        AT_TICK,
        WHO,
        TableColumn(
            "retrieval", INTEGER, "its place among those of the person in the tick, from 0"
        ),
        TableColumn("rank", INTEGER, "the rank of the memory, from 1"),
        TableColumn("memory", INTEGER, "the record that came to mind, as in memories"),
        TableColumn("query", TEXT, "what they wanted to recall"),
        TableColumn("k", INTEGER, "how many records were wanted", "records"),
        TableColumn("profile", TEXT, "the retrieval profile"),
    ),
    _retrievals,
)


class _Asked(msgspec.Struct, frozen=True, gc=False):
    """What the table holds of a request."""

    kind: str
    who: str
    tick: int
    prompt: str = ""
    system: str = ""


class _Call(msgspec.Struct, frozen=True, gc=False):
    """What the table holds of a call, whose data and facts are most of it."""

    request: _Asked
    reply: Reply
    batch: int = 0
    askers: tuple[str, ...] = ()


_DECODER = json_decoder(_Call)


def _read_call(record: bytes) -> _Call | ModelCall:
    try:
        return _DECODER.decode(record)
    except msgspec.ValidationError:
        return read_model_call(record)  # which makes estimates of counts that are none


def _calls(replay: Replay) -> RowMaker:
    tape = _open_tape(replay)
    waiting: TapeLine | None = None

    def make(payload: TickPayload) -> Iterator[Row]:
        nonlocal waiting
        while tape is not None:
            waiting = waiting or tape.next()
            if waiting is None or waiting.tick > payload.tick:
                return
            line, waiting = waiting, None
            if line.tick >= replay.first:
                calls = decode_calls(tape.path, line, _read_call)
                cells = [one for call in calls for one in _cells_of_each(call)]
                for place, each in enumerate(cells):
                    yield line.tick, place, *each

    return make


def _open_tape(replay: Replay) -> TapeFollower | None:
    """Return the tape of a run; None where the replies are gone: all other tables do without
    them."""
    try:
        return TapeFollower(replay.folder)
    except DamageError:
        return None


def _cells_of_each(call: _Call | ModelCall) -> Iterator[Row]:
    """Yield the cells of a call for each who asked."""
    first, *rest = _call_cells(call)
    for who in call.askers or (first,):
        yield who, *rest


def _call_cells(call: _Call | ModelCall) -> Row:
    request, reply = call.request, call.reply
    read, written = (0, 0) if reply.source == BEHAVIOR else token_counts(request, reply)
    return (
        request.who or None,
        request.kind,
        call.batch,
        reply.source,
        reply.model or None,
        read,
        written,
        reply.seconds,
        reply.error or None,
        reply.text,
    )


CALLS = RunTable(
    "calls",
    "What the models were asked, and what the built-in rules answered; none without a tape.",
    ("tick", "call"),
    (
        AT_TICK,
        TableColumn("call", INTEGER, "its place among the calls of the tick, from 0"),
        TableColumn("who", TEXT, "who asked, by id; null for questions that are nobody's"),
        TableColumn("kind", TEXT, "the kind of question, such as plan, rate, talk"),
        TableColumn("batch", INTEGER, "the batch of the tick in which it was asked, from 0"),
        TableColumn(
            "source",
            TEXT,
            "where the reply came from: model, cache, rules, or behavior (the mind "
            "knew it, and no model was asked)",
        ),
        TableColumn("model", TEXT, "the model that replied"),
        TableColumn("tokens_read", INTEGER, "the tokens of the prompt; 0 for rules", "tokens"),
        TableColumn("tokens_written", INTEGER, "the tokens of the reply; 0 for rules", "tokens"),
        TableColumn("seconds", DOUBLE, "how long the reply took", "seconds"),
        TableColumn("error", TEXT, "why there was no usable reply"),
        TableColumn("reply", TEXT, "the reply"),
    ),
    _calls,
)
