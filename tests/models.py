"""Models and loops of thought for tests: scripted, garbled, spying, wild."""

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from latticeville.core.dice import dice
from latticeville.llm.model import Reply, Request
from latticeville.mind.action import SAY, Action, Options
from latticeville.mind.mind import Decision, Mind, Thinking, Thought
from latticeville.mind.percept import Percept
from latticeville.mind.think import think
from latticeville.sim.tick import Thinker
from latticeville.world.pack import World


class Scripted:
    """Answers each kind of request with the same words, and keeps the batches that it was sent."""

    def __init__(self, words: Mapping[str, str] | None = None) -> None:
        self.words = words or {}
        self.batches: list[list[Request]] = []

    @property
    def requests(self) -> list[Request]:
        """All that was asked, in order."""
        return [request for batch in self.batches for request in batch]

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the words for each kind; where there are none, the kind and the tick."""
        self.batches.append(list(requests))
        return [Reply(self.words.get(request.kind, f"{request.kind} {request.tick}")) for request in requests]


class Garbled:
    """Answers as the dice fall: with a valid choice, with words, with nothing, with nonsense."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request, the same for the same request."""
        return [Reply(self._words(request)) for request in requests]

    def _words(self, request: Request) -> str:
        chance = dice(1, request.tick, request.who, request.digest)
        options = ("", "\n“what”\t\x00 \ud7ff{who} {thing}", "x" * 999, "Fine words.", *request.choices * 3)
        return chance.pick(options)


def alike(choose: Callable[[Mind, Percept, Options], Action | None]) -> Thinker:
    """Return a loop of thought that believes and remembers as ever, and then does what `choose` says, if anything."""

    def loop(mind: Mind, percept: Percept, options: Options, world: World) -> Thinking:
        decision = yield from think(mind, percept, options, world)
        action = choose(decision.mind, percept, options)
        return decision if action is None else Decision(decision.mind, Thought("plan", action))

    return loop


def doing(actions: Mapping[str, Mapping[int, Action]]) -> Thinker:
    """Return a loop in which people do what they are told at a tick, and otherwise stay where they are."""

    def choose(_mind: Mind, percept: Percept, _options: Options) -> Action:
        return actions.get(percept.who, {}).get(percept.tick, Action("idle"))

    return alike(choose)


def _wild(_mind: Mind, percept: Percept, options: Options) -> Action | None:
    """Follow the plan one time in three; else do anything valid, or now and then something that is not."""
    chance = dice(5, percept.tick, percept.who, "wild")
    mood = chance.unit()
    if mood < 1 / 3:
        return None
    if mood > 0.97:
        return chance.pick((Action("fly"), Action("move", "nowhere"), Action("interact", "nothing"), Action("say")))
    interacts = [action for action in options.all() if action.kind == "interact"]
    action = chance.pick(interacts if interacts and mood < 0.7 else options.all())
    return replace(action, words="So.") if action.kind == SAY else action


wild = alike(_wild)
