"""Limits around any model: a budget, counts, and a second try for replies that do not fit."""

import time
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from latticeville.models.model import CACHE, MODEL, RULES, Model, ModelError, Reply, Request
from latticeville.models.replies import parse_reply
from latticeville.models.tokens import count_or_estimate, is_plausible_count


class BudgetError(ModelError):
    """A run has used up what it was given; it ends at the tick before."""


class BudgetedModel:
    """Passes requests on until calls, tokens or seconds are used up; the batch after that raises
    BudgetError.

    Only replies of a model or of rules are counted, not those of a cache; None is no limit.
    """

    def __init__(
        self,
        model: Model,
        *,
        calls: int | None = None,
        tokens: int | None = None,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._model, self._clock = model, clock
        self._limits = {"calls": calls, "tokens": tokens, "seconds": seconds}
        self.used: dict[str, float] = dict.fromkeys(self._limits, 0)

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the model's replies, or raise BudgetError before asking."""
        for name, limit in self._limits.items():
            if limit is not None and self.used[name] >= limit:
                raise BudgetError(f"the budget of {limit:,} {name} is used up")
        begun = self._clock()
        replies = self._model.answer(requests)
        self.used["seconds"] += self._clock() - begun
        fresh = [reply for reply in replies if reply.source in (MODEL, RULES)]
        self.used["calls"] += len(fresh)
        self.used["tokens"] += sum(sum(reply.tokens) for reply in fresh)
        return replies


class MeteredModel:
    """Passes requests on and counts what came back: from the model and from the cache, and the
    model's tokens."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.model_replies, self.cached_replies, self.prompt_tokens, self.reply_tokens = 0, 0, 0, 0

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the model's replies."""
        replies = self._model.answer(requests)
        fresh = [reply.tokens for reply in replies if reply.source == MODEL]
        self.model_replies += len(fresh)
        self.cached_replies += sum(reply.source == CACHE for reply in replies)
        self.prompt_tokens += sum(asked for asked, _ in fresh)
        self.reply_tokens += sum(said for _, said in fresh)
        return replies

    def __str__(self) -> str:
        """Tell the counts in one line."""
        counts = (
            f"model: {self.model_replies:,} replies, and {self.cached_replies:,} from the cache"
        )
        return f"{counts}; {self.prompt_tokens:,} tokens read, {self.reply_tokens:,} written"


class CheckedModel:
    """Holds every reply against its request, asks once more where it does not fit, and turns
    failures into errors.

    An error that the model itself reports is final. ModelError passes through: it says that the
    model as a whole cannot be used. `unfit` counts the first replies that did not fit.
    """

    def __init__(self, model: Model) -> None:
        self._model, self.unfit = model, 0

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one fitting reply a request, or one with an error."""
        heard = self._ask(requests)
        replies = [_check_reply(*pair, is_last=False) for pair in zip(requests, heard, strict=True)]
        self.unfit += sum(bool(reply.error) for reply in replies)
        again = [at for at, reply in enumerate(replies) if reply.error and not heard[at].error]
        if again:
            retries = [replace(requests[at], seed=requests[at].seed + 1) for at in again]
            for at, request, reply in zip(again, retries, self._ask(retries), strict=True):
                replies[at] = _add_cost(replies[at], _check_reply(request, reply, is_last=True))
        return replies

    def ready(self) -> None:
        """Raise ModelError where the model can tell beforehand that it will not answer."""
        ready = getattr(self._model, "ready", None)
        if ready is not None:
            ready()

    def warm(self) -> None:
        """Let the model do once what is slow the first time, where there is anything of the
        kind."""
        warm = getattr(self._model, "warm", None)
        if warm is not None:
            warm()

    def report_to(self, tell: Callable[[str], None]) -> None:
        """Let the model tell what goes wrong without a reply being lost, where it can."""
        getattr(self._model, "report_to", lambda _tell: None)(tell)

    def _ask(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the batch's replies; where the batch fails as a whole, each request's own."""
        try:
            return _answer_batch(self._model, requests)
        except ModelError:
            raise
        except Exception as error:  # noqa: BLE001 - whatever a backend raises is one request's misfortune
            if len(requests) == 1:
                return [Reply("", error=f"{type(error).__name__}: {error}")]
        return [reply for request in requests for reply in self._ask([request])]


def _answer_batch(model: Model, requests: Sequence[Request]) -> list[Reply]:
    replies = model.answer(requests)
    if len(replies) != len(requests):
        raise ValueError(f"{len(requests)} requests got {len(replies)} replies")
    return [
        _repair_counts(request, reply) for request, reply in zip(requests, replies, strict=True)
    ]


def _check_reply(request: Request, reply: Reply, *, is_last: bool) -> Reply:
    if reply.error:
        return reply
    try:
        text = parse_reply(request, reply.text, is_last=is_last)
    except ValueError as error:
        return replace(reply, text="", error=str(error))
    return reply if text == reply.text else replace(reply, text=text)


def _repair_counts(request: Request, reply: Reply) -> Reply:
    """Return the reply; where one of its counts is no plausible number, with an estimate in its
    place."""
    asked, said = reply.tokens
    if is_plausible_count(asked) and is_plausible_count(said):
        return reply
    counts = (
        count_or_estimate(asked, request.system + request.prompt),
        count_or_estimate(said, reply.text),
    )
    return replace(reply, tokens=counts)


def _add_cost(first: Reply, second: Reply) -> Reply:
    """Return the reply to a second try, with what the first has cost."""
    (asked, said), (more, longer) = first.tokens, second.tokens
    return replace(
        second, tokens=(asked + more, said + longer), seconds=first.seconds + second.seconds
    )
