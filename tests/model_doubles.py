"""Models and loops of thought for tests: scripted, garbled, spying, wild."""

import json
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.action import SAY, Action
from latticeville.mind.mind import Decision, Mind, Thought, ThoughtProcess, as_process
from latticeville.mind.percept import Percept
from latticeville.mind.situation import Options
from latticeville.mind.think import think
from latticeville.models.fake import LAST_TURN, FakeLLM
from latticeville.models.model import MODEL, Model, Reply, Request
from latticeville.sim.tick import Thinker
from latticeville.world.model.world import World


class Scripted:
    """Answers each kind of request with the same words, and keeps the batches that it was sent."""

    def __init__(self, words: Mapping[str, str] | None = None) -> None:
        self.words = words or {}
        self.batches: list[list[Request]] = []

    @property
    def requests(self) -> list[Request]:
        """All that was asked, in order, ratings apart."""
        return [request for batch in self.batches for request in batch if request.kind != "rate"]

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the words for each kind; where there are none, the kind and the tick, and 2 for a
        rating."""
        self.batches.append(list(requests))
        return [Reply(self._text(request)) for request in requests]

    def _text(self, request: Request) -> str:
        twos = json.dumps({"ratings": [2] * int(request.facts.get("count", "1"))})
        text = self.words.get(
            request.kind, twos if request.kind == "rate" else f"{request.kind} {request.tick}"
        )
        if request.kind == "greet" and not text.startswith("{"):
            return json.dumps({"talk": bool(text.strip()), "goal": "to talk", "words": text})
        if request.kind == "answer" and not text.startswith("{"):
            return json.dumps({"words": text, "end": int(request.facts["turn"]) >= LAST_TURN})
        return text


class Listening:
    """Passes everything on to a model, and keeps the batches that it was sent, with what was
    answered."""

    def __init__(self, model: Model | None = None) -> None:
        self._model = model or FakeLLM()
        self.batches: list[list[Request]] = []
        self.said: list[tuple[Request, str]] = []

    @property
    def requests(self) -> list[Request]:
        """All that was asked, in order."""
        return [request for batch in self.batches for request in batch]

    def of(self, *kinds: str) -> list[Request]:
        """Return what was asked of some kinds."""
        return [request for request in self.requests if request.kind in kinds]

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the model's replies."""
        self.batches.append(list(requests))
        replies = self._model.answer(requests)
        self.said.extend(
            (request, reply.text) for request, reply in zip(requests, replies, strict=True)
        )
        return replies


class Instead:
    """Answers as the fake does, but for the requests to which `words` has something else to say."""

    def __init__(self, words: Callable[[Request], str | None]) -> None:
        self._words = words

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        other = [self._words(request) for request in requests]
        return [
            reply if text is None else Reply(text)
            for text, reply in zip(other, FakeLLM().answer(requests), strict=True)
        ]


class LanguageModel:
    """Gives the replies of another model, by default the fake, under the name of a language
    model."""

    def __init__(self, model: Model | None = None) -> None:
        self._model = model or FakeLLM()

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request."""
        return [
            replace(one, source=MODEL, rules="", reads=()) for one in self._model.answer(requests)
        ]


class Garbled:
    """Answers as the dice fall: with a valid choice, with words, with nothing, with nonsense."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request, the same for the same request."""
        return [Reply(self._words(request)) for request in requests]

    def _words(self, request: Request) -> str:
        chance = rng(1, request.tick, request.who, request.digest)
        fitting = FakeLLM().answer([request])[0].text
        spoilt = fitting[: len(fitting) // 2]
        options = (
            "",
            "\n“what”\t\x00 \ud7ff{who} {thing}",
            "x" * 999,
            spoilt,
            *[fitting] * 3,
            *request.choices * 3,
        )
        return chance.pick(options)


def alike(choose: Callable[[Mind, Percept, Options], Action | None]) -> Thinker:
    """Return a loop of thought that believes and remembers as ever, and then does what `choose`
    says, if anything."""

    def loop(mind: Mind, percept: Percept, options: Options, world: World) -> ThoughtProcess:
        decision = yield from as_process(think(mind, percept, options, world))
        action = choose(decision.mind, percept, options)
        return decision if action is None else Decision(decision.mind, Thought("plan", action))

    return loop


def doing(actions: Mapping[str, Mapping[int, Action]]) -> Thinker:
    """Return a loop in which people do what they are told at a tick, and otherwise stay where they
    are."""

    def choose(_mind: Mind, percept: Percept, _options: Options) -> Action:
        return actions.get(percept.who, {}).get(percept.tick, Action("idle"))

    return alike(choose)


def _wild(_mind: Mind, percept: Percept, options: Options) -> Action | None:
    """Follow the plan one time in three; else do anything valid, or now and then something that is
    not."""
    chance = rng(5, percept.tick, percept.who, "wild")
    mood = chance.uniform()
    if mood < 1 / 3:
        return None
    if mood > 0.97:
        return chance.pick(
            (Action("fly"), Action("move", "nowhere"), Action("interact", "nothing"), Action("say"))
        )
    interacts = [action for action in options.all_actions() if action.kind == "interact"]
    action = chance.pick(interacts if interacts and mood < 0.7 else options.all_actions())
    return replace(action, words="So.") if action.kind == SAY else action


wild = alike(_wild)
