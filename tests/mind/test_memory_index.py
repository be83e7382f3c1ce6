"""Recollection: what is kept changes no answer, what was recalled is recalled again, and prompts
have a budget."""

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.conversation import MAX_LINES
from latticeville.mind.memory import Access, AccessLog, MemoryRecord, MemoryStream
from latticeville.mind.planner import DIVISION_SHARE
from latticeville.mind.reflect import BUDGET_FACTOR
from latticeville.mind.retrieval.memory_index import MemoryIndex
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.retrieval.records import RetrievalQuery
from latticeville.mind.retrieval.retrieve import rescore
from latticeville.models.embed import HashEmbedder, Vectors
from latticeville.models.tokens import estimate_tokens
from latticeville.sim.inputs import GodEvent
from latticeville.sim.tick import TickPayload
from tests.hamlet import baker, drifter, hamlet
from tests.laws import law
from tests.model_doubles import Listening, Scripted
from tests.worlds import all_day, build, live

TEXTS = ("The oak must stay.", "Ada bakes.", "Bob mends a net.", "It rains.", "The oak falls!", "")
Branch = tuple[int, MemoryStream, AccessLog]
"""A moment of somebody's life: its tick and what is remembered and was called up by then."""

_steps = st.lists(
    st.tuples(
        st.integers(0, 30),
        st.lists(st.tuples(st.sampled_from(TEXTS), st.integers(0, 10)), max_size=3),
        st.lists(st.integers(0, 30), max_size=3),
        st.sampled_from(["ada", "bob"]),
        st.sampled_from(TEXTS),
        st.sampled_from([*PROFILES]),
    ),
    min_size=1,
    max_size=14,
)


@law(150)
@given(_steps)
def test_what_is_kept_changes_no_answer(
    steps: list[tuple[int, list[tuple[str, int]], list[int], str, str, str]],
) -> None:
    """Grow and touch any moment lived so far, older ones too, and ask in each; a new recollection
    must say the same."""
    indexes, branches = (
        [MemoryIndex(HashEmbedder(), most) for most in (1, 2048)],
        [(0, MemoryStream(), AccessLog())],
    )
    for source, rows, touches, who, query, profile in steps:
        before, memory, touched = branches[source % len(branches)]
        tick, length = before + 1, len(memory)
        memory = memory.grow(
            MemoryRecord(length + at, "observation", text, tick, "hut", (), rating)
            for at, (text, rating) in enumerate(rows)
        )
        if len(memory):
            touched = touched.grow(Access(place % len(memory), tick) for place in touches)
        branches.append((tick, memory, touched))
        asked = [
            RetrievalQuery(who, memory, touched, text, tick, 3, profile, 5)
            for text in (query, TEXTS[0])
        ]
        fresh = MemoryIndex(HashEmbedder()).answer(asked)
        assert [kept.answer(asked) for kept in indexes] == [fresh, fresh]


class _CountedEmbedder(HashEmbedder):
    def __init__(self) -> None:
        self.texts: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.texts += texts
        return super().embed(texts)


def test_so_many_texts_keep_their_vectors_and_those_wanted_last_stay() -> None:
    embedder = _CountedEmbedder()
    index = MemoryIndex(embedder, 3)
    for text in ("one", "two", "three", "one", "four", "one", "three", "two"):
        index.vector(text)
    assert embedder.texts == ["one", "two", "three", "four", "two"]


def test_an_empty_stream_answers_with_nothing() -> None:
    (found,) = MemoryIndex(HashEmbedder()).answer(
        [RetrievalQuery("ada", MemoryStream(), AccessLog(), "Why?", 3, 8, "paper", 1)]
    )
    assert (found.memories, found.record.ids) == ((), ())


def test_who_remembers_nothing_recalls_nothing_and_is_told_nothing_of_it() -> None:
    world = build(
        "....",
        areas={"room": [0, 0, 4, 1]},
        people={
            "ada": {"start": [0, 0], **all_day("room")},
            "bob": {"start": [2, 0], **all_day("room")},
        },
    )
    model = Scripted()
    payload = live(world, 1, model=model)[-1]
    assert {request.kind for request in model.requests} == {"greet"}
    assert all(not thought.recalls for thought in payload.thoughts.values())
    assert all(
        not request.facts["memories"] and "remembers" not in request.prompt
        for request in model.requests
    )


@pytest.fixture(scope="module")
def day() -> tuple[list[TickPayload], Listening]:
    """Return an eventful day of three people with little room in their prompts, and what was
    asked."""
    model = Listening()
    fed = {
        tick: [GodEvent(f"Star number {tick} falls{'!' * (tick % 40 == 0)}")]
        for tick in range(5, 288, 5)
    }
    ada = baker(0, memories=[{"text": "Bob burnt the bread."}])
    minds = {"budget": 60, "recall": 12, "profile": "agent-crossing"}
    world = hamlet(minds=minds, ada=ada, bob=drifter(2), cid=baker(1))
    return live(world, 288, model=model, feed=fed), model


def test_a_recorded_call_comes_to_the_same_after_the_run(
    day: tuple[list[TickPayload], Listening],
) -> None:
    payloads, _ = day
    for who, mind in payloads[-1].state.minds.items():
        memories = MemoryIndex(HashEmbedder())
        columns = memories.columns(who, mind.memory, mind.touched)
        calls = [call for payload in payloads[1:] for call in payload.thoughts[who].recalls]
        assert len(calls) > 20
        for call in calls:
            assert (
                tuple(rescore(call, columns, memories.vector(call.query)).ids.tolist()) == call.ids
            )


def test_what_was_recalled_was_last_accessed_then(day: tuple[list[TickPayload], Listening]) -> None:
    payloads, _ = day
    moved = 0
    for before, payload in pairwise(payloads):
        for who, thought in payload.thoughts.items():
            called = {found for call in thought.recalls for found in call.ids}
            mind = payload.state.minds[who]
            fresh = mind.touched.since(len(before.state.minds[who].touched))
            assert {touch.id for touch in fresh} == called
            assert {touch.tick for touch in fresh} <= {payload.tick}
            if called:
                last = (
                    MemoryIndex(HashEmbedder())
                    .columns(who, mind.memory, mind.touched)
                    .last_accesses()
                )
                assert {int(last[place]) for place in called} == {payload.tick}
                moved += 1
    assert moved > 60


def test_a_call_brings_what_is_known_by_then_and_no_more_than_wanted(
    day: tuple[list[TickPayload], Listening],
) -> None:
    payloads, _ = day
    for payload in payloads[1:]:
        for who, thought in payload.thoughts.items():
            length = len(payload.state.minds[who].memory)
            for call in thought.recalls:
                assert (call.now, call.profile, call.minutes) == (payload.tick, "agent-crossing", 5)
                assert 12 <= call.k <= (12 + MAX_LINES if thought.asks[0].kind == "answer" else 12)
                assert len(call.ids) == min(call.k, call.length)
                assert call.length <= length
                assert call.query.strip()


def test_no_prompt_holds_more_memories_than_the_budget_has_room_for(
    day: tuple[list[TickPayload], Listening],
) -> None:
    _, model = day
    spent = set()
    for request in model.requests:
        lines = request.facts.get("memories", "").splitlines()[1:]
        assert sum(estimate_tokens(line.removeprefix("- ")) for line in lines) <= 60
        assert all(line in request.prompt for line in lines)
        spent.add(len(lines))
        statements = request.facts.get("statements", "").splitlines()
        share = BUDGET_FACTOR * 60 if request.kind == "questions" else 60
        told = [line.partition(". ")[2] for line in statements]
        texts = [line.partition(" – ")[2] or line for line in told]
        assert sum(map(estimate_tokens, texts)) <= share
    assert {0, 1, 2} < spent


def test_the_budget_and_not_the_number_cuts_what_is_told(
    day: tuple[list[TickPayload], Listening],
) -> None:
    """None of those called up and not told would have had room."""
    payloads, model = day
    memory = payloads[-1].state.minds["ada"].memory
    for request in model.of("day", "react"):
        if request.who != "ada" or request.tick < 100:
            continue
        lines = [line.removeprefix("- ") for line in request.facts["memories"].splitlines()[1:]]
        texts = [re.sub(r"^\w{3} \d\d:\d\d – ", "", line) for line in lines]
        called = [
            [memory[place].text for place in call.ids]
            for call in payloads[request.tick].thoughts["ada"].recalls
        ]
        found = next(each for each in called if set(texts) <= set(each))
        assert set(texts) < set(found)
        for left_out in set(found) - set(texts):
            room = 60 if request.kind == "react" else 60 // DIVISION_SHARE
            assert sum(map(estimate_tokens, [*lines, f"Mon 00:00 – {left_out}"])) > room
