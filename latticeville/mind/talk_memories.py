"""Memories in the prompts of a talk: those of its first answer stay, and later answers add what is
new."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from msgspec.structs import replace

from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import Conversation
from latticeville.mind.model_calls import fit_budget, format_memories
from latticeville.mind.situation import Situation
from latticeville.mind.topics import OfferedTopic

FIRST_SHARE, MORE_SHARE = 8, 25
"""One in so many parts of the budget of memories is for the first answer of a talk, and for each
later one."""


def memory_facts(
    now: Situation,
    talk: Conversation,
    found: Sequence[MemoryRecord],
    topics: Sequence[OfferedTopic],
    facts: Mapping[str, str],
) -> tuple[Conversation, dict[str, str]]:
    """Return the talk with the memories that its prompts keep telling, and the facts of an answer.

    What stays comes first in a prompt, so that the answers of a talk share it. What a topic says is
    not told twice.
    """
    told, memory = {one.text for one in topics}, now.mind.memory
    kept = [memory[at] for at in talk.recalled if at < len(memory)]
    fresh = _without(found, told.union(one.text for one in kept))
    opinion = {"opinion": ""} if facts["view"] in told else {}
    budget, name = now.settings.budget, facts["name"]
    if not kept:
        kept, fresh = fit_budget(fresh, budget // FIRST_SHARE), []
        talk = replace(talk, recalled=tuple(one.id for one in kept))
    more = format_memories(now, fresh, name, MORE_SHARE).partition("\n")[2]
    return talk, {"memories": format_memories(now, kept, name), "more": more, **opinion}


def _without(found: Sequence[MemoryRecord], known: AbstractSet[str]) -> Sequence[MemoryRecord]:
    return [one for one in found if one.text not in known]
