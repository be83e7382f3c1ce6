"""What `latticeville models` finds out about servers: who answers at each address, how and how fast."""

import json
import time
from collections.abc import Callable
from typing import NamedTuple

from latticeville.models.allowed_hosts import read_allowed_addresses
from latticeville.models.dialects import DIALECTS
from latticeville.models.json_schema import object_schema
from latticeville.models.model import Model, ModelError, Request
from latticeville.models.request_text import RequestText
from latticeville.models.server import ServerModel
from latticeville.models.spec_options import read_options, split_options

SERVER = "server:"
_CODE = "zx-81"
"""What no model says unless the schema makes it."""


class ServerTrial(NamedTuple):
    """What one server did: its dialect, what it replied, whether it holds replies to a schema, and
    seconds until it had listed its models and until it had replied."""

    dialect: str
    reply: str
    guides_json: bool
    load_seconds: float
    answer_seconds: float

    @property
    def note(self) -> str:
        """What came of it, in words."""
        guided = "guided JSON" if self.guides_json else "no guided JSON: replies may not fit"
        return f"{DIALECTS[self.dialect]}, {guided}, chose “{self.reply}”"


def split_servers(spec: str) -> list[str]:
    """Return a spec of a server for each address of a spec; ModelError where an address is none.

    >>> split_servers("server:http://127.0.0.1:1,http://127.0.0.1:2#small?seed=3")
    ['server:http://127.0.0.1:1#small?seed=3', 'server:http://127.0.0.1:2#small?seed=3']
    """
    base, options = split_options(spec)
    named = read_allowed_addresses(base.removeprefix(SERVER))
    model = f"#{named.model}" if named.model else ""
    return [f"{SERVER}{url}{model}{options}" for url in named.urls]


def try_server(spec: str, question: Callable[[str], Request]) -> tuple[str, ServerTrial]:
    """Try the server of a spec with two questions, of which the second is timed, and a schema.

    Return the spec with the name of the model, and what came of it; ModelError where the server
    does not answer.
    """
    base, text = split_options(spec)
    options = read_options(text)
    begun = time.perf_counter()
    address = base.removeprefix(SERVER)
    model = ServerModel(address, temperature=options.temperature, dialect=options.dialect)
    loaded = time.perf_counter()
    _ask(model, question("oak"))
    warm = time.perf_counter()
    reply = _ask(model, question("brook"))
    done = time.perf_counter()
    (dialect,) = model.find_dialects()
    named = f"{base.partition('#')[0]}#{model.model}{text}"
    guides = _guides_json(model)
    return named, ServerTrial(dialect, reply, guides, loaded - begun, done - warm)


def _ask(model: Model, request: Request) -> str:
    (reply,) = model.answer([request])
    if reply.error:
        raise ModelError(reply.error)
    return reply.text


def _guides_json(model: Model) -> bool:
    """Tell whether a reply is held to a schema of which the prompt says nothing."""
    schema = object_schema(code={"type": "string", "enum": [_CODE]})
    text = RequestText("What is the colour of the sky?", schema=json.dumps(schema))
    (reply,) = model.answer([Request("try", "ada", 0, text, max_tokens=8)])
    return not reply.error
