"""Decoding into types, safe in several threads.

msgspec (0.22) builds what it knows of a struct on the first use, and crashes where a second thread
uses the struct meanwhile. So every decoder is made under one lock.
"""

from collections.abc import Callable
from functools import cache
from threading import RLock
from typing import Any, TypeVar, overload

import msgspec

T = TypeVar("T")
Hook = Callable[[type, Any], object]
JsonDecoder = msgspec.json.Decoder
_MAKING = RLock()


@overload
def json_decoder(kind: type[T], hook: Hook | None = None) -> JsonDecoder[T]: ...
@overload
def json_decoder(kind: object, hook: Hook | None = None) -> JsonDecoder[Any]: ...
def json_decoder(kind: object, hook: Hook | None = None) -> JsonDecoder[Any]:
    """Return the decoder of JSON into a type; `hook` makes what msgspec does not know."""
    with _MAKING:
        return _json_decoder(kind, hook)


def msgpack_decoder(kind: object, hook: Hook) -> "msgspec.msgpack.Decoder[Any]":
    """Return the decoder of MessagePack into a type; `hook` makes what msgspec does not know."""
    with _MAKING:
        return _msgpack_decoder(kind, hook)


@overload
def decode_json(data: bytes | str, kind: type[T]) -> T: ...
@overload
def decode_json(data: bytes | str) -> Any: ...  # noqa: ANN401
def decode_json(data: bytes | str, kind: object = Any) -> Any:
    """Decode JSON, into a type where one is given; raise `msgspec.DecodeError` where it does not
    fit."""
    return json_decoder(kind).decode(data)


@overload
def convert(value: object, kind: type[T], *, from_attributes: bool = False) -> T: ...
@overload
def convert(value: object, kind: object, *, from_attributes: bool = False) -> Any: ...  # noqa: ANN401
def convert(value: object, kind: Any, *, from_attributes: bool = False) -> Any:
    """Make a value of a type from plain data; raise `msgspec.ValidationError` where it does not
    fit."""
    json_decoder(kind)
    return msgspec.convert(value, kind, from_attributes=from_attributes)


@cache
def _json_decoder(kind: Any, hook: Hook | None) -> JsonDecoder[Any]:  # noqa: ANN401
    return msgspec.json.Decoder(kind, dec_hook=hook)


@cache
def _msgpack_decoder(kind: Any, hook: Hook) -> "msgspec.msgpack.Decoder[Any]":  # noqa: ANN401
    return msgspec.msgpack.Decoder(kind, dec_hook=hook)
