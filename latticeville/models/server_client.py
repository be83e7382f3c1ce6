"""One exchange with one replica: its dialect, its list of models, and a request in its words."""

import time
from collections.abc import Mapping
from typing import Any, TypeGuard

from latticeville.core.server_address import DEFAULT_PATH, ServerAddress
from latticeville.models.dialects import (
    OPENAI,
    VERSION_PATH,
    dialect_of_list,
    dialect_of_version,
    read_answer,
    translate_request,
)
from latticeville.models.http_json import UNREACHED, Connections, HttpJsonError, request_json
from latticeville.models.model import ModelError
from latticeville.models.replicas import Replica

LIST_TIMEOUT = 5.0
"""How long a server may take to say which models it has."""
MAX_NAME_LENGTH = 200
"""Letters of a model's name; a longer one is not taken from a server."""
_UNKNOWN_FIELD = (400, 422)
"""The status with which servers refuse a field that they do not know."""


def list_models(replica: Replica, seconds: float) -> list[str]:
    """Return the names of the models that a server offers, at least one, without those that no spec
    can hold; ModelError where it does not."""
    try:
        listed = request_json(replica.place, "/models", seconds=min(LIST_TIMEOUT, seconds))
        offered = [model["id"] for model in listed["data"]]
    except HttpJsonError as error:
        raise ModelError(str(error)) from error
    except (LookupError, TypeError) as error:
        raise ModelError(
            "the server does not say which models it has: name one after a # in the address"
        ) from error
    if not offered:
        raise ModelError("the server has no model: load one there first")
    replica.dialect = replica.dialect or dialect_of_list(listed)
    names = [name for name in offered if _is_usable_name(name)]
    if not names:
        raise ModelError(
            "the server's models have no usable names: name one after a # in the address"
        )
    return names


def send_request(
    replica: Replica,
    body: Mapping[str, Any],
    *,
    own_schema: bool,
    seconds: float,
    connections: Connections,
) -> Any:  # noqa: ANN401 - whatever a server sends
    """Return a server's answer to a request of OpenAI's form, in that form; HttpJsonError where
    there is none.

    With `own_schema` the schema is in the server's own words. A server that refuses to hear of
    thinking is told no more.
    """
    end = time.monotonic() + seconds
    dialect = _find_dialect(replica, seconds, connections)

    def exchange(*, stops_thinking: bool) -> Any:  # noqa: ANN401
        sent = translate_request(
            dialect, body, own_schema=own_schema, stops_thinking=stops_thinking
        )
        place = _at_root(replica.place) if sent.at_root else replica.place
        left = max(end - time.monotonic(), 0.001)
        heard = request_json(place, sent.path, sent.body, seconds=left, connections=connections)
        return read_answer(dialect, heard)

    if replica.stops_thinking:
        try:
            return exchange(stops_thinking=True)
        except HttpJsonError as fault:
            if fault.status not in _UNKNOWN_FIELD:
                raise
    heard = exchange(stops_thinking=False)
    replica.stops_thinking = False
    return heard


def find_dialect(replica: Replica) -> str:
    """Return the dialect of a server, which is asked once; HttpJsonError where it is not there."""
    return _find_dialect(replica, LIST_TIMEOUT, Connections())


def _find_dialect(replica: Replica, seconds: float, connections: Connections) -> str:
    """Return the dialect; a server that is there and does not tell is spoken to in OpenAI's words
    this time."""
    with replica.lock:
        if not replica.dialect:
            limit = min(LIST_TIMEOUT, seconds)
            try:
                replica.dialect = _ask_dialect(replica.place, limit, connections)
            except HttpJsonError as fault:
                if fault.lost == UNREACHED or (fault.is_final and not fault.lost):
                    raise
        return replica.dialect or OPENAI


def _ask_dialect(place: ServerAddress, seconds: float, connections: Connections) -> str:
    """Return what the server's own answers tell; OpenAI's words where they tell nothing."""
    asked = (
        (place, "/models", dialect_of_list),
        (_at_root(place), VERSION_PATH, dialect_of_version),
    )
    for where, path, read in asked:
        try:
            told = request_json(where, path, seconds=seconds, connections=connections)
        except HttpJsonError as fault:
            if fault.is_final:
                raise
            continue
        if found := read(told):
            return found
    return OPENAI


def _at_root(place: ServerAddress) -> ServerAddress:
    """Return the address below which a server's own paths are, beside OpenAI's."""
    return place._replace(path=place.path.removesuffix(DEFAULT_PATH))


def _is_usable_name(name: object) -> TypeGuard[str]:
    """Return whether a model's name can stand in a spec, a log and a sentence."""
    return (
        isinstance(name, str)
        and 0 < len(name) <= MAX_NAME_LENGTH
        and name.isprintable()
        and ";" not in name
    )
