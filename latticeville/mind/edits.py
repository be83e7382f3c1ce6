"""Edits of a mind from outside: insert, rewrite and delete memories and beliefs.

Ids stay dense: deleting a record renumbers the later ones, in citations and accesses too.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from latticeville.mind.belief import Belief, BeliefTree
from latticeville.mind.learned_beliefs import LearnedBelief
from latticeville.mind.memory import Access, AccessLog, MemoryRecord, MemoryStream
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Node
from latticeville.mind.relation import OpenTalk, Relations


def insert_memory(
    mind: Mind,
    text: str,
    kind: str,
    tick: int,
    place: str,
    importance: int,
    cites: tuple[int, ...] = (),
) -> Mind:
    """Return a mind with one more record."""
    memory = MemoryRecord(len(mind.memory), kind, text, tick, place, cites, importance)
    return replace(mind, memory=mind.memory.grow([memory]))


def edit_memory(mind: Mind, place: int, text: str = "", importance: int = 0) -> Mind:
    """Return a mind in which a record says something else or matters otherwise; "" and 0 leave it
    as it was."""
    records = list(mind.memory)
    was = records[place]
    records[place] = replace(was, text=text or was.text, importance=importance or was.importance)
    return replace(mind, memory=MemoryStream(records))


def delete_memory(mind: Mind, place: int) -> Mind:
    """Return a mind without a record, and without the appointment that it is of."""
    kept = [one for one in mind.memory if one.id != place]
    records = [
        replace(one, id=number, cites=_renumber(one.cites, place))
        for number, one in enumerate(kept)
    ]
    touches = [
        Access(moved, one.tick) for one in mind.touched for moved in _renumber((one.id,), place)
    ]
    inner = mind.inner
    if place < inner.reflected:
        inner = replace(inner, reflected=inner.reflected - 1)
    if inner.learned:
        inner = replace(inner, learned=_renumber_learned(inner.learned, place))
    relations = _renumber_relations(mind.relations, place)
    return replace(
        _without_appointment(mind, place),
        memory=MemoryStream(records),
        touched=AccessLog(touches),
        inner=inner,
        relations=relations,
    )


def set_belief(
    mind: Mind, node: Node, above: Iterable[Node], tick: int, *, missing: bool = False
) -> Mind:
    """Return a mind that believes a node to be as it is given; the areas `above` it become
    known."""
    beliefs = mind.beliefs
    areas = {one.id: Belief(one, tick) for one in above if beliefs.get(one.id) is None}
    kept = {**beliefs.kept, **areas, node.id: Belief(node, tick, missing)}
    return replace(mind, beliefs=_replace_kept(beliefs, kept))


def delete_belief(mind: Mind, name: str) -> Mind:
    """Return a mind that knows nothing of a node."""
    beliefs = mind.beliefs
    return replace(
        mind,
        beliefs=_replace_kept(
            beliefs, {key: held for key, held in beliefs.kept.items() if key != name}
        ),
    )


def _replace_kept(beliefs: BeliefTree, kept: dict[str, Belief]) -> BeliefTree:
    return replace(beliefs, kept=kept)


def _renumber_relations(relations: Relations, gone: int) -> Relations:
    """Return relations that cite records under their new ids, and -1 for the one that is gone."""

    def moved(memory: int) -> int:
        return -1 if memory == gone else memory - (memory > gone)

    def moved_talks(talks: Mapping[str, OpenTalk]) -> dict[str, OpenTalk]:
        shift = {
            who: (one.first - (one.first > gone), one.last - (one.last >= gone))
            for who, one in talks.items()
        }
        return {
            who: replace(one, first=shift[who][0], last=shift[who][1]) for who, one in talks.items()
        }

    return replace(
        relations,
        opinions={
            subject: replace(one, memory=moved(one.memory))
            for subject, one in relations.opinions.items()
        },
        changes=tuple(replace(one, memory=moved(one.memory)) for one in relations.changes),
        promises=tuple(replace(one, memory=moved(one.memory)) for one in relations.promises),
        talks=moved_talks(relations.talks),
        unsettled=moved_talks(relations.unsettled),
    )


def _without_appointment(mind: Mind, gone: int) -> Mind:
    """Return a mind that does not mean to keep the appointment of a record, and cites the others
    under their new ids."""
    given_up = {(one.at.place, one.at.end) for one in mind.commitments if one.record == gone}
    kept = tuple(
        replace(one, record=one.record - (one.record > gone))
        for one in mind.commitments
        if one.record != gone
    )
    mind = replace(mind, commitments=kept)
    return _without_steps(mind, given_up) if given_up else mind


def _without_steps(mind: Mind, given_up: AbstractSet[tuple[str, int]]) -> Mind:
    """Return a mind whose plan holds no appointment at a place until a minute."""
    plan = mind.plan
    if plan is None:
        return mind
    off = [one for one in plan.appointments if (one.place, one.end) in given_up]
    left = tuple(one for one in plan.appointments if one not in off)
    intent = replace(mind.intent, step=None) if mind.intent.step in off else mind.intent
    return replace(mind, plan=replace(plan, appointments=left), intent=intent)


def _renumber_learned(learned: Mapping[str, LearnedBelief], gone: int) -> dict[str, LearnedBelief]:
    """Return beliefs that cite records under their new ids."""
    return {
        key: replace(one, cites=_renumber(one.cites, gone), against=_renumber(one.against, gone))
        for key, one in learned.items()
    }


def _renumber(ids: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(each - (each > gone) for each in ids if each != gone)
