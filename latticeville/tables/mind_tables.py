"""Tables of what minds hold: memories, claims, plans, commitments, relations.

All are change tables: a row says what somebody holds from a tick on, until a newer row of the same
key says otherwise.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from latticeville.mind.memory import MemoryRecord, MemoryStream
from latticeville.mind.plan import Plan, PlanStep
from latticeville.mind.relation import CLOSENESS, DEBT, FEAR, KINSHIP, TRUST, UNKNOWN, Relations
from latticeville.mind.topic import (
    CLAIM,
    CONFIRMATION,
    CONFIRMED_KEY,
    DENIAL,
    DENIED_KEY,
    Commitment,
    Topic,
)
from latticeville.runs.replay import Replay
from latticeville.sim.tick import TickPayload
from latticeville.tables.table import (
    BOOLEAN,
    DOUBLE,
    INTEGER,
    INTEGERS,
    MINUTE,
    SHARE,
    TEXT,
    TEXTS,
    TICK,
    Row,
    RowMaker,
    RunTable,
    TableColumn,
)
from latticeville.tables.world_tables import AT_TICK, WHO

TOPIC_COLUMNS = (
    TableColumn("topic", TEXT, "the key of what it tells, the same from mouth to mouth"),
    TableColumn("topic_kind", TEXT, "its kind, such as event, opinion, secret, plan, claim"),
    TableColumn("gist", TEXT, "what it tells in a sentence; null where the words say it"),
    TableColumn("source", TEXT, "who told it to the person, by id; null for what is their own"),
)
NO_TOPIC = (None, None, None, None)


def topic_cells(topic: Topic | None) -> Row:
    """Return the values of `TOPIC_COLUMNS`."""
    if topic is None:
        return NO_TOPIC
    return topic.key, topic.kind, topic.gist or None, topic.source or None


class _NewRecords:
    """Finds the records of each memory stream that are new, or that were edited or deleted."""

    def __init__(self) -> None:
        self._seen: dict[str, MemoryStream] = {}

    def take(
        self, payload: TickPayload
    ) -> Iterator[tuple[str, Sequence[MemoryRecord], Sequence[int]]]:
        """Yield for each person what is new or reads otherwise since the tick before, and the ids
        that are gone."""
        for who, mind in payload.state.minds.items():
            was, now = self._seen.get(who), mind.memory
            if was is now:
                continue
            self._seen[who] = now
            if was is None:
                yield who, now.since(0), ()
            elif not payload.inputs or now.extends(was):
                yield who, now.since(len(was)), ()
            else:
                before = was.since(0)
                fresh = [one for one in now if one not in before[one.id : one.id + 1]]
                yield who, fresh, range(len(now), len(before))


def _memories(_replay: Replay) -> RowMaker:
    records = _NewRecords()

    def make(payload: TickPayload) -> Iterator[Row]:
        since = payload.tick
        for who, fresh, gone in records.take(payload):
            for one in fresh:
                yield (
                    since,
                    who,
                    one.id,
                    False,
                    one.tick,
                    one.kind,
                    one.text,
                    one.place or None,
                    one.importance or None,
                    one.spoken,
                    one.doing or None,
                    one.about,
                    one.shared,
                    one.cites,
                    *topic_cells(one.topic),
                )
            for number in gone:
                yield since, who, number, True, *_GONE_MEMORY

    return make


MEMORIES = RunTable(
    "memories",
    "The memory streams: a row for each record, and another where somebody edits or deletes it.",
    ("since", "who", "memory"),
    (
        TableColumn("since", INTEGER, "the tick from which on it reads so", TICK),
        WHO,
        TableColumn("memory", INTEGER, "the number of the record in the stream, from 0"),
        TableColumn("gone", BOOLEAN, "whether the stream no longer has a record of the number"),
        TableColumn("tick", INTEGER, "when it was remembered; -1 before the run", TICK),
        TableColumn("kind", TEXT, "observation, action, plan, commitment or reflection"),
        TableColumn("text", TEXT, "the record in a sentence"),
        TableColumn("place", TEXT, "the area where it was, by id"),
        TableColumn("importance", INTEGER, "the importance; null where nobody rated it", "1–10"),
        TableColumn("spoken", BOOLEAN, "whether it is of words"),
        TableColumn("doing", TEXT, "what somebody was seen doing, or the deed under need"),
        TableColumn("about", TEXTS, "the people and objects in it, by id"),
        TableColumn("shared", TEXTS, "others who know it, by id"),
        TableColumn("cites", INTEGERS, "the numbers of the records that it rests on"),
        *TOPIC_COLUMNS,
    ),
    _memories,
)
_GONE_MEMORY: Row = (None,) * (len(MEMORIES.columns) - 4)
_CLAIM_KINDS = frozenset((CLAIM, DENIAL, CONFIRMATION))


def _claims(_replay: Replay) -> RowMaker:
    records = _NewRecords()

    def make(payload: TickPayload) -> Iterator[Row]:
        for who, fresh, _gone in records.take(payload):
            for one in fresh:
                topic = one.topic
                if topic is None or topic.kind not in _CLAIM_KINDS:
                    continue
                key = topic.key.removeprefix(DENIED_KEY).removeprefix(CONFIRMED_KEY)
                said = topic.kind, topic.gist or None, topic.who or None, topic.source or None
                yield payload.tick, who, one.id, key, *said, one.spoken, one.shared

    return make


CLAIMS = RunTable(
    "claims",
    "Claims, denials and confirmations: a row for each memory that somebody has of one.",
    ("tick", "who", "memory"),
    (
        AT_TICK,
        WHO,
        TableColumn("memory", INTEGER, "the record that holds it"),
        TableColumn("claim", TEXT, "the key of the claim, the same for its denials"),
        TableColumn("kind", TEXT, "claim, denial or confirmation"),
        TableColumn("gist", TEXT, "what is claimed, in a sentence"),
        TableColumn("origin", TEXT, "who said it first, or whose it is, by id"),
        TableColumn("source", TEXT, "who told it to the person, by id; null for their own"),
        TableColumn("spoken", BOOLEAN, "whether it is of words, and not a verdict of their own"),
        TableColumn("shared", TEXTS, "others who know it, by id"),
    ),
    _claims,
)


_LEVELS: Mapping[str, Callable[[Plan], tuple[PlanStep, ...]]] = {
    "day": lambda plan: plan.strokes,
    "hour": lambda plan: plan.hours,
    "step": lambda plan: plan.steps,
    "appointment": lambda plan: plan.appointments,
    "variation": lambda plan: plan.variations,
}
PLANNED, OVER, DROPPED = "planned", "over", "dropped"
"""What becomes of a step of a plan."""


def _plans(_replay: Replay) -> RowMaker:
    seen: dict[str, Plan | None] = {}

    def make(payload: TickPayload) -> Iterator[Row]:
        for who, mind in payload.state.minds.items():
            was, now = seen.get(who), mind.plan
            if now is was:
                continue
            seen[who] = now
            for level, steps_of in _LEVELS.items():
                before = steps_of(was) if was is not None else ()
                after = steps_of(now) if now is not None else ()
                if before is not after:
                    for state, step in _step_changes(before, after, payload.state.minute):
                        cause = _cause_of_drop(payload, who) if state == DROPPED else None
                        yield payload.tick, who, level, state, *_step_cells(step), cause

    return make


def _step_changes(
    before: tuple[PlanStep, ...], after: tuple[PlanStep, ...], minute: int
) -> Iterator[tuple[str, PlanStep]]:
    """Yield which steps are over or dropped, then which are new."""
    was, now = dict.fromkeys(before), dict.fromkeys(after)
    for step in was:
        if step not in now:
            yield OVER if step.end <= minute else DROPPED, step
    for step in now:
        if step not in was:
            yield PLANNED, step


def _cause_of_drop(payload: TickPayload, who: str) -> str | None:
    thought = payload.thoughts.get(who)
    return thought.why or None if thought is not None else None


def _step_cells(step: PlanStep) -> Row:
    use = (step.use.verb, step.use.thing) if step.use else (None, None)
    return step.start, step.end, step.place or None, step.doing, *use, step.rest, step.rule or None


PLANS = RunTable(
    "plans",
    "Steps of plans: a row where one is planned, and one where it is over or dropped.",
    ("tick", "who", "level", "state", "starts", "ends", "place", "doing", "verb", "object"),
    (
        AT_TICK,
        WHO,
        TableColumn("level", TEXT, "day, hour, step, appointment or variation of the routine"),
        TableColumn("state", TEXT, "planned, over (its time has passed) or dropped (before that)"),
        TableColumn("starts", INTEGER, "when it begins", MINUTE),
        TableColumn("ends", INTEGER, "when it ends", MINUTE),
        TableColumn("place", TEXT, "where to be, by id"),
        TableColumn("doing", TEXT, "what to do"),
        TableColumn("verb", TEXT, "what to do with the object"),
        TableColumn("object", TEXT, "the object to use, by id"),
        TableColumn("rest", BOOLEAN, "whether it is rest, such as sleep"),
        TableColumn("rule", TEXT, "the rule by which a variation differs from the usual"),
        TableColumn("cause", TEXT, "what the person decided by, in the tick that dropped it"),
    ),
    _plans,
)


def _commitments(_replay: Replay) -> RowMaker:
    held: dict[str, dict[int, Commitment]] = {}
    seen: dict[str, tuple[Commitment, ...]] = {}

    def make(payload: TickPayload) -> Iterator[Row]:
        for who, mind in payload.state.minds.items():
            if mind.commitments is seen.get(who):
                continue
            seen[who] = mind.commitments
            was = held.get(who, {})
            now = held[who] = {one.record: one for one in mind.commitments}
            for record, one in was.items():
                if record not in now:
                    yield payload.tick, who, *_commitment_cells(one, held=False)
            for record, one in now.items():
                if was.get(record) != one:
                    yield payload.tick, who, *_commitment_cells(one, held=True)

    return make


def _commitment_cells(one: Commitment, *, held: bool) -> Row:
    at = one.at
    where = at.what, at.place, at.start, at.end, one.other or None
    return one.record, held, one.key, *where, one.is_met, one.is_joined


COMMITMENTS = RunTable(
    "commitments",
    "What people agreed to: a row where somebody agrees, where it changes, and where it ends.",
    ("tick", "who", "memory"),
    (
        AT_TICK,
        WHO,
        TableColumn("memory", INTEGER, "the record of the commitment"),
        TableColumn("held", BOOLEAN, "whether it still stands; false once it is settled or off"),
        TableColumn("topic", TEXT, "the key of what they agreed to, such as an invitation"),
        TableColumn("what", TEXT, "what is to be done"),
        TableColumn("place", TEXT, "where, by id"),
        TableColumn("starts", INTEGER, "when it begins", MINUTE),
        TableColumn("ends", INTEGER, "when it ends", MINUTE),
        TableColumn("other", TEXT, "with whom, by id"),
        TableColumn("met", BOOLEAN, "whether they were there"),
        TableColumn("joined", BOOLEAN, "whether they saw there who asked them"),
    ),
    _commitments,
)


_RELATION_VALUES = (CLOSENESS, TRUST, FEAR, DEBT, KINSHIP)


def _relations(_replay: Replay) -> RowMaker:
    seen: dict[str, Relations] = {}

    def make(payload: TickPayload) -> Iterator[Row]:
        for who, mind in payload.state.minds.items():
            was, now = seen.get(who), mind.relations
            if now is was:
                continue
            seen[who] = now
            before = was.people if was is not None else {}
            for other in before:
                if other not in now.people:
                    yield payload.tick, who, other, True, *_UNRELATED
            for other, state in now.people.items():
                held = before.get(other)
                if held is state or (held is not None and held.values == state.values):
                    continue
                values = (
                    state.values.get(name, UNKNOWN.get(name, 0.0)) for name in _RELATION_VALUES
                )
                yield payload.tick, who, other, False, *values, *_cause(was, now, other)

    return make


def _cause(was: Relations | None, now: Relations, other: str) -> Row:
    """Return the rules that moved a relation since, and the record that the last of them rests
    on."""
    newest = was.changes[-1].tick if was is not None and was.changes else None
    moved = [
        one for one in now.changes if one.about == other and (newest is None or one.tick > newest)
    ]
    memory = moved[-1].memory if moved else -1
    return [one.rule for one in moved], memory if memory >= 0 else None


_UNRELATED: Row = (None,) * (len(_RELATION_VALUES) + 2)
RELATIONS = RunTable(
    "relations",
    "What others are to somebody: a row at the start, and one for each change.",
    ("tick", "who", "other"),
    (
        AT_TICK,
        WHO,
        TableColumn("other", TEXT, "to whom they stand so, by id"),
        TableColumn("gone", BOOLEAN, "whether the other is no longer of the world"),
        TableColumn("closeness", DOUBLE, "how close the other is to them", SHARE),
        TableColumn("trust", DOUBLE, "how far they trust the other", SHARE),
        TableColumn("fear", DOUBLE, "how far they fear the other", SHARE),
        TableColumn("debt", DOUBLE, "how far they owe the other a favour", SHARE),
        TableColumn("kinship", DOUBLE, "how near kin the other is", SHARE),
        TableColumn("causes", TEXTS, "the rules that moved it in this tick, in order"),
        TableColumn("memory", INTEGER, "the record of theirs that the last of them rests on"),
    ),
    _relations,
)
