"""A retrieval as values: the query, the result, and the record in the log."""

import msgspec

from latticeville.mind.memory import AccessLog, MemoryRecord, MemoryStream


class RetrievalRecord(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A call of `retrieve` as it is logged; the two counts find the version of the columns that it
    saw."""

    query: str
    now: int
    k: int
    profile: str
    version: int
    weights: tuple[float, float, float]
    minutes: int
    length: int
    touches: int
    ids: tuple[int, ...]


class RetrievalQuery(msgspec.Struct, frozen=True, gc=False):
    """What somebody wants to recall, in plain words, from the memories that they have at a tick."""

    who: str
    memory: MemoryStream
    touched: AccessLog
    query: str
    now: int
    k: int
    profile: str
    minutes: int
    weights: tuple[float, float, float] | None = None


class RetrievalResult(msgspec.Struct, frozen=True, gc=False):
    """What came to mind, best first, and the call as it is logged."""

    record: RetrievalRecord
    memories: tuple[MemoryRecord, ...]
