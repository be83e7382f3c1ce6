"""The tape: what was answered once is answered again, without the model; what is not on it is an
error."""

import json
from collections.abc import Mapping

import msgspec
import pytest
from msgspec.structs import replace

from latticeville.mind.requests.importance import RatedEvent
from latticeville.models.fake import FakeLLM
from latticeville.models.model import RULES, ModelError, Reply, Request
from latticeville.models.model_call_tape import (
    ModelCall,
    RecordingModel,
    ReplayingModel,
    read_model_call,
    tape_call,
)
from latticeville.models.request_text import RequestText
from tests.model_doubles import Scripted


def request(
    who: str,
    tick: int = 1,
    prompt: str = "Hello?",
    facts: Mapping[str, str] | None = None,
    **more: object,
) -> Request:
    return Request("greet", who, tick, RequestText(prompt, facts=facts or {}), **more)  # type: ignore[arg-type]


def words(reply: Reply) -> str:
    return str(json.loads(reply.text)["words"])


def test_recording_hands_on_what_the_model_says_and_keeps_it_in_order() -> None:
    kept: list[ModelCall] = []
    batch = [request("ada"), request("bob")]
    replies = RecordingModel(Scripted({"greet": '{"talk": false}'}), kept.append).answer(batch)
    assert [reply.text for reply in replies] == ['{"talk": false}'] * 2
    assert kept == [tape_call(asked, reply) for asked, reply in zip(batch, replies, strict=True)]


def test_a_model_that_answers_too_little_is_found_out() -> None:
    class Lazy:
        def answer(self, _requests: object) -> list[Reply]:
            return []

    with pytest.raises(ValueError, match="zip"):
        RecordingModel(Lazy(), lambda _exchange: None).answer([request("ada")])


def test_the_tape_answers_as_was_answered_then_in_any_batch() -> None:
    tape: list[ModelCall] = []
    recording = RecordingModel(Scripted(), tape.append)
    for tick in (1, 2, 3):
        recording.answer([request("ada", tick), request("bob", tick)])
    asked = [request("bob", 3), request("ada", 1)]
    assert [words(reply) for reply in ReplayingModel(tape).answer(asked)] == ["greet 3", "greet 1"]


@pytest.mark.parametrize(
    "other",
    [
        request("bob"),
        request("ada", 2),
        request("ada", prompt="What?"),
        request("ada", max_tokens=9),
        request("ada", seed=1),
        request("ada", choices=("a",)),
    ],
)
def test_another_question_is_not_on_the_tape(other: Request) -> None:
    replaying = ReplayingModel([tape_call(request("ada"), Reply("Hi."))])
    assert replaying.answer([request("ada")]) == [Reply("Hi.")]
    with pytest.raises(ModelError, match=rf"tick {other.tick}: .* {other.who}'s “greet”"):
        replaying.answer([other])


def test_whatever_may_move_a_reply_moves_the_digest() -> None:
    plain = request("ada").digest
    data = RatedEvent("said")
    assert request("ada", facts={"hour": "8"}).digest != plain
    assert (
        request("ada", data=data).digest
        != request("ada", data=replace(data, topic="event")).digest
        != plain
    )
    assert request("ada", prompt="?").digest != plain


def test_a_digest_is_the_same_for_what_a_tape_gives_back() -> None:
    asked = request("ada", facts={"to": "Bob", "hour": "8"}, data=RatedEvent("said", topic="event"))
    for reply in (Reply("7"), Reply("7", source=RULES, rules="any 1", reads=("hour", "missing"))):
        taped = msgspec.json.encode(tape_call(asked, reply), order="sorted")
        assert read_model_call(taped).key == asked.key(reply)


def test_the_fake_answers_the_same_for_the_same_facts() -> None:
    facts = {"hour": "8", "to": "Bob", "turn": "1", "doing": "baking"}
    batch = [
        Request(kind, "ada", 1, RequestText("", facts=facts), choices=("keep", "run"))
        for kind in ("greet", "answer", "react")
    ]
    one, two = FakeLLM().answer(batch), FakeLLM().answer(list(reversed(batch)))
    assert one == list(reversed(two))
    assert words(one[0]) == "Good morning, Bob."
    assert one[2].text == "run"


@pytest.mark.parametrize(
    ("hour", "salute"),
    [
        (3, "Good evening"),
        (4, "Good morning"),
        (10, "Good morning"),
        (11, "Hello"),
        (17, "Hello"),
        (18, "Good evening"),
    ],
)
def test_the_fake_knows_the_time_of_day(hour: int, salute: str) -> None:
    (reply,) = FakeLLM().answer(
        [Request("greet", "ada", 1, RequestText("", facts={"hour": str(hour), "to": "Bob"}))]
    )
    assert words(reply) == f"{salute}, Bob."


def test_the_fake_takes_the_first_choice_of_what_it_does_not_know() -> None:
    known, free = FakeLLM().answer(
        [
            Request("new", "ada", 1, RequestText(""), choices=("a", "b")),
            Request("new", "ada", 1, RequestText("")),
        ]
    )
    assert (known.text, free.text) == ("a", "")


@pytest.mark.parametrize(
    "tokens", ["[true, 5]", "[null, 5]", '["7", 5]', "[-1, 5]", "[1.5, 5]", "7", '"ab"', "[5]"]
)
def test_a_tape_with_counts_that_are_none_can_still_be_read(tokens: str) -> None:
    put = tape_call(request("ada"), Reply("")).request
    asked, said = msgspec.json.encode(put).decode(), f'{{"text": "Hello Ada.", "tokens": {tokens}}}'
    found = read_model_call(f'{{"request": {asked}, "reply": {said}}}'.encode())
    assert found.request == put
    assert found.reply.text == "Hello Ada."
    assert all(0 < count < 6 for count in found.reply.tokens)


@pytest.mark.parametrize(
    "record", ["7", "{}", '{"reply": 7}', '{"request": {}, "reply": {"text": "x", "tokens": true}}']
)
def test_what_is_no_exchange_otherwise_too_is_an_error(record: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_model_call(record.encode())
