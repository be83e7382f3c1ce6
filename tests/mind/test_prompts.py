"""Prompts: every kind is filled in whole, a world's own come first, and what was used is on
record."""

import json
import re
from collections import defaultdict
from importlib.resources import files

import pytest
from msgspec.structs import replace

from latticeville.core.disk import content_hash
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.prompt_templates import load_prompt
from latticeville.mind.requests.polish import PolishParagraph
from latticeville.models.embed import HashEmbedder
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Model, pick_facts
from latticeville.models.request_text import RequestText
from latticeville.reports.interview.ask import interview
from latticeville.reports.interview.chat import ChatLine, talk
from latticeville.reports.interview.questions import QuestionnaireItem
from latticeville.sim.inputs import GodEvent, SimulatorInput, Whisper
from latticeville.sim.tick import TickPayload
from latticeville.world.model.prompts import PROMPT_WORDS
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.model_doubles import LanguageModel, Listening
from tests.sim.test_survival import survivors
from tests.worlds import assembled, live

SHIPPED = {
    file.name.removesuffix(".md"): file.read_text("utf-8")
    for file in files("latticeville.mind").joinpath("prompts/en").iterdir()
}
"""The engine's prompts by kind."""
LINES = (
    ChatLine(own=False, words="Who are you?"),
    ChatLine(own=True, words="Ada."),
    ChatLine(own=False, words="Indeed?"),
)
"""A talk with a stranger."""
BLANK = re.compile(r"\$\{?[a-z_]+")
"""What stands in a prompt for a fact."""


def people() -> World:
    """Return a hamlet where all that a prompt can tell is told of somebody."""
    ada = baker(
        0,
        about="Ada bakes.",
        age=40,
        traits=["brisk"],
        values=["order"],
        aspiration="A second oven.",
        big_five={"openness": 0.9},
        secrets=["She is tired of bread."],
        memories=[{"text": "Bob burnt the bread."}],
        opinions=[{"topic": "bread", "view": "Crust is all."}],
        relationships=[{"who": "bob", "how": "neighbour", "view": "He is late."}],
    )
    return hamlet(minds={"profile": "paper"}, ada=ada, bob=drifter(2), cid=baker(6, act="model"))


@pytest.fixture(scope="module")
def day() -> tuple[list[TickPayload], Listening]:
    """Return an eventful day in a hamlet and two ticks under need, and what was asked."""
    model = Listening(LanguageModel())
    fed: dict[int, list[SimulatorInput]] = {
        tick: [GodEvent(f"Star number {tick} falls!")] for tick in range(10, 280, 10)
    }
    fed[15] = [Whisper("ada", "Come to the bakery at noon!")]
    payloads = live(people(), 288, model=model, feed=fed)
    payloads += live(
        survivors({"dan": {"start": [0, 0], "values": ["order"]}, "eve": {"start": [1, 1]}}),
        2,
        model=model,
    )
    talk(payloads[288].state, "ada", [*LINES], model)
    model.answer(
        [PolishParagraph("It rained.", "Monday").request("", 0, payloads[288].state.world)]
    )
    interview(
        payloads[288].state,
        ["ada"],
        [QuestionnaireItem("Who is {other}?", "memory")],
        model,
        HashEmbedder(),
    )
    return payloads, model


def test_every_kind_of_question_was_put(day: tuple[list[TickPayload], Listening]) -> None:
    _, model = day
    assert {request.kind for request in model.requests} == {*SHIPPED}


def test_no_prompt_leaves_a_fact_out(day: tuple[list[TickPayload], Listening]) -> None:
    _, model = day
    for request in model.requests:
        assert not BLANK.search(request.prompt), request.kind
        assert not BLANK.search(request.system), request.kind
        assert request.prompt
        assert request.prompt == "\n".join(
            line for line in request.prompt.splitlines() if line.strip()
        )


def test_every_prompt_to_a_person_says_who_they_are_and_when_it_is(
    day: tuple[list[TickPayload], Listening],
) -> None:
    _, model = day
    for request in model.requests:
        if request.kind not in ("rate", "polish"):
            assert request.prompt.startswith("You are "), request.kind
            assert re.search(r"\b(Mon|Tue)(day)?\b", request.prompt), request.kind
            assert "remembers:" not in request.prompt


def test_what_a_talk_said_stands_apart_from_what_is_remembered(
    day: tuple[list[TickPayload], Listening],
) -> None:
    _, model = day
    asked = [one for one in model.of("answer") if one.facts["lines"]]
    assert asked
    for request in asked:
        before, _, after = request.prompt.partition("The talk so far:\n")
        assert (
            "\n".join(after.splitlines()[: request.facts["lines"].count("\n")])
            in (request.facts["lines"])
        )
        assert request.facts["heard"] in after.splitlines()[-1]
        assert all(line not in before for line in request.facts["lines"].splitlines()[1:])


def test_a_mind_writes_why_before_it_decides(day: tuple[list[TickPayload], Listening]) -> None:
    _, model = day
    for kind, first in (("commit", "reason"), ("act", "reasoning"), ("greet", "goal")):
        assert {next(iter(json.loads(one.schema)["properties"])) for one in model.of(kind)} == {
            first
        }


def test_all_requests_of_a_kind_share_their_system_text_in_a_world(
    day: tuple[list[TickPayload], Listening],
) -> None:
    _, model = day
    systems = defaultdict(set)
    for request in model.requests:
        systems[request.kind].add(request.system)
    of_rules = systems.pop("act")
    assert len(of_rules) == 2
    assert sum('{"kind": "gather", "gather": {"resource": "…"}}' in one for one in of_rules) == 1
    assert {kind: len(texts) for kind, texts in systems.items()} == dict.fromkeys(
        {*SHIPPED} - {"act"}, 1
    )
    assert all(SHIPPED[kind].startswith(text) for kind, (text,) in systems.items())
    assert all(text for (text,) in systems.values())


def test_every_question_is_on_record_with_its_prompt(
    day: tuple[list[TickPayload], Listening],
) -> None:
    payloads, model = day
    others = ("rate", "interview", "chat", "polish")
    asked = {(one.tick, one.who, one.digest) for one in model.requests if one.kind not in others}
    noted = [
        (payload.tick, who, ask)
        for payload in payloads
        for who, thought in payload.thoughts.items()
        for ask in thought.asks
    ]
    assert {(tick, who, ask.digest) for tick, who, ask in noted} == asked
    assert len(noted) == len(model.requests) - sum(len(model.of(kind)) for kind in others)
    for _, _, ask in noted:
        assert ask.prompt == content_hash(SHIPPED[ask.kind].encode(), 4)
    said = {request.digest: text for request, text in model.said}
    assert all(ask.reply == said[ask.digest] for _, _, ask in noted)


@pytest.mark.parametrize("rules", [FakeLLM(), BuiltinMind()])
def test_rules_decide_on_nothing_but_what_their_key_holds(
    day: tuple[list[TickPayload], Listening], rules: Model
) -> None:
    _, model = day
    for request, reply in zip(model.requests, rules.answer(model.requests), strict=True):
        known = RequestText("unread", facts=pick_facts(request.facts, reply.reads))
        assert rules.answer([replace(request, text=known, max_tokens=1)]) == [reply]
        assert replace(request, text=known, max_tokens=1).key(reply) == request.key(reply)


def test_the_words_that_a_prompt_may_use_are_those_that_are_always_filled_in(
    day: tuple[list[TickPayload], Listening],
) -> None:
    _, model = day
    assert {*PROMPT_WORDS} == {*SHIPPED}
    for kind, words in PROMPT_WORDS.items():
        given = [{*one.facts, *(["choices"] if one.choices else [])} for one in model.of(kind)]
        assert {*words} == set.intersection(*given), kind
        assert {match[1:].strip("{") for match in BLANK.findall(SHIPPED[kind])} <= {*words}


def test_an_empty_prompt_leaves_the_engines_in_its_place() -> None:
    _, model = meeting({"prompts/en/greet.md": " \n"})
    assert SHIPPED["greet"].startswith(model.of("greet")[0].system)


OWN = "Be rude.\n---\n$name sees $to. $memories $unheard_of"


def meeting(extra: dict[str, str], language: str = "en") -> tuple[TickPayload, Listening]:
    """Return the first tick of two who meet in a world with prompts of its own."""
    world = hamlet(
        start="Mon 07:30",
        minds={"plan": "routine", "language": language},
        ada=baker(0),
        bob=baker(2),
    )
    model = Listening()
    return live(assembled({**world.files, **extra}), 2, model=model)[1], model


def test_a_worlds_own_prompt_replaces_the_engines() -> None:
    payload, model = meeting({"prompts/en/greet.md": OWN})
    greet, answer = model.of("greet")[0], model.of("answer")[0]
    assert (greet.system, greet.prompt) == ("Be rude.", "Ada sees Bob.  $unheard_of")
    assert SHIPPED["answer"].startswith(answer.system)
    assert payload.thoughts["ada"].asks[0].prompt == content_hash(OWN.encode(), 4)


def test_a_prompt_without_a_shared_part_is_all_ones_own() -> None:
    _, model = meeting({"prompts/en/greet.md": "Hello, $to"})
    assert (model.of("greet")[0].system, model.of("greet")[0].prompt) == ("", "Hello, Bob")


def test_another_language_has_its_own_prompts_and_else_the_english_ones() -> None:
    payload, model = meeting(
        {"prompts/de/greet.md": "$name sieht $to.", "prompts/en/answer.md": "So: $heard"}, "de"
    )
    assert model.of("greet")[0].prompt == "Ada sieht Bob."
    assert model.of("answer")[0].prompt == f"So: {model.of('answer')[0].facts['heard']}"
    assert payload.thoughts["ada"].asks[0].prompt == content_hash(b"$name sieht $to.", 4)
    _, other = meeting({"prompts/de/greet.md": "$name sieht $to."})
    assert SHIPPED["greet"].startswith(other.of("greet")[0].system)


def test_there_is_no_prompt_for_what_nobody_asks() -> None:
    with pytest.raises(KeyError, match="smalltalk"):
        load_prompt(people(), "smalltalk", "ada")


def test_memories_stand_in_prompts_with_weekday_and_time() -> None:
    ada = baker(0, memories=[{"text": "Bob burnt the bread."}], retrieval={"recall": 50})
    model = Listening()
    live(hamlet(ada=ada, bob=drifter(0), start="Mon 11:00"), 20, model=model)
    lines = [line for one in model.of("steps") for line in one.facts["memories"].splitlines()]
    assert "- Bob burnt the bread." in lines
    assert any(line.startswith("- Mon 11:") and "Ada plans Mon" in line for line in lines)
    assert all(line.startswith(("- Mon ", "- Bob burnt", "You remember:")) for line in lines)
