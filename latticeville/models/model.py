"""The interface between minds and models: a batch of requests in, a batch of replies out."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

import msgspec

from latticeville.core.disk import content_hash
from latticeville.models.request_text import DeferredText, RequestText
from latticeville.models.tokens import estimate_tokens

MODEL, RULES, CACHE = "model", "rules", "cache"
"""Where a reply came from: a language model, rules that read no prompt, or the cache of replies."""


class Request(msgspec.Struct, frozen=True, gc=False):
    """One question of one mind; the struct `data` says in typed form what its `text` says in words.

    Where `choices` is not empty the reply must be one of them, to the letter; where `schema` is not
    empty it must be JSON that fits that JSON Schema.
    """

    kind: str
    who: str
    tick: int
    text: RequestText | DeferredText
    choices: tuple[str, ...] = ()
    max_tokens: int = 80
    seed: int = 0
    data: Any = None

    @property
    def reads_words(self) -> bool:
        """Whether who asks also reads a reply in words, or in JSON of another form than the
        schema's."""
        return getattr(self.data, "reads_words", False)

    @property
    def data_for_rules(self) -> object:
        """The data that rules read: those that the data themselves name as `read_by_rules`, or
        all."""
        return getattr(self.data, "read_by_rules", self.data)

    @property
    def prompt(self) -> str:
        """What a model is asked."""
        return self.text.prompt

    @property
    def system(self) -> str:
        """The part of the prompt that many requests share."""
        return self.text.system

    @property
    def schema(self) -> str:
        """The JSON Schema of the reply, "" for any."""
        return self.text.schema

    @property
    def facts(self) -> Mapping[str, str]:
        """What the prompt says in words, by name."""
        return self.text.facts

    @property
    def digest(self) -> str:
        """Hash of all that may move the reply of a model that reads."""
        text = self.text
        asked = (
            self.kind,
            text.system,
            text.prompt,
            self.choices,
            text.schema,
            self.max_tokens,
            self.seed,
        )
        return hash_parts(*asked, dict(text.facts), self.data)

    def rules_digest(self, rules: str, reads: Sequence[str]) -> str:
        """Hash of all that may move the reply of rules, which read typed data and no text but some
        facts."""
        facts = pick_facts(self.facts, reads) if reads else {}
        return hash_parts(self.kind, self.choices, self.data_for_rules, facts, self.seed, rules)

    def key(self, reply: "Reply") -> str:
        """Return the hash under which a reply to this request is known: that of rules, or that of a
        model."""
        return self.rules_digest(reply.rules, reply.reads) if reply.rules else self.digest


def hash_parts(*parts: object) -> str:
    """Return a short hash of values; keys are sorted, since a tape keeps no order of them."""
    return content_hash(msgspec.json.encode(parts, enc_hook=tuple, order="sorted"), 12)


def pick_facts(facts: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    """Return those of some facts that there are."""
    return {name: facts[name] for name in names if name in facts}


class Reply(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """What a model answered, and whence: `MODEL`, `RULES` or `CACHE`; with `error` there is no text
    to trust.

    `tokens` are those of prompt and reply, and `seconds` the wall time of the call, 0 where nobody
    counted. `model` is the spec of the model, where a run has several. `rules` names the rules that
    answered and their version, and `reads` the facts that they read beside the typed data.
    """

    text: str
    source: str = MODEL
    error: str = ""
    tokens: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    model: str = ""
    rules: str = ""
    reads: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Take out halves of characters, which nobody could write down."""
        if self.text.isascii() and self.error.isascii():
            return
        for name in ("text", "error"):
            said = getattr(self, name)
            if not said.isascii():
                msgspec.structs.force_setattr(self, name, said.encode("utf-8", "ignore").decode())


class Readable(Protocol):
    """What has a prompt, such as a request, or one on a tape."""

    @property
    def system(self) -> str:
        """The part of the prompt that many requests share."""
        ...

    @property
    def prompt(self) -> str:
        """What a model is asked."""
        ...


def token_counts(request: Readable, reply: Reply) -> tuple[int, int]:
    """Return the tokens that a model read and wrote, estimated where it did not count them; rules
    read none.

    >>> token_counts(Request("act", "ada", 1, RequestText("What now?")), Reply("Bake.", source=RULES))
    (0, 0)
    """
    if reply.source == RULES:
        return 0, 0
    read, written = reply.tokens
    return read or estimate_tokens(request.system + request.prompt), written or estimate_tokens(
        reply.text
    )


class Model(Protocol):
    """Anything that answers a batch, one reply for each request, in the same order."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies."""
        ...


@runtime_checkable
class CrowdModel(Protocol):
    """A model that may answer the same to many who ask the same."""

    def answer_alike(
        self, requests: Sequence[Request], askers: Sequence[Sequence[str]]
    ) -> list[Reply] | None:
        """Return the reply to each request, which is nobody's, for all of its askers; None where it
        may matter who asks."""
        ...


class ModelError(Exception):
    """A model gave no usable answer; the sentence says which and why."""
