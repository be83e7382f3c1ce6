"""The way of one request to a replica that answers it, and to another one where the first does not."""

import time
from collections.abc import Mapping
from typing import Any

from latticeville.models.http_json import BROKEN, LATE, UNREACHED, Connections, HttpJsonError
from latticeville.models.replicas import Replica, Replicas
from latticeville.models.server_client import send_request
from latticeville.models.store import WarningCallback

MAX_DELIVERIES = 2
"""How often a request may reach a replica that then gives no answer: it may be what breaks them."""
_LEAST_SECONDS = 0.001


class Failover:
    """Sends what is asked for a person, at the latest until `end`, on the clock of time.monotonic.

    The same body, with the same seed, goes to one replica after the other until one answers. A
    refusal is an answer, but none that ends a replica's trial or keeps a person there. `tell` gets
    a sentence about each replica that is left out thereby.
    """

    def __init__(
        self,
        replicas: Replicas,
        who: str,
        end: float,
        connections: Connections,
        tell: WarningCallback,
    ) -> None:
        self._replicas, self._who, self._end = replicas, who, end
        self._connections, self._tell = connections, tell

    def send(
        self, body: Mapping[str, Any], *, own_schema: bool, replica: Replica | None = None
    ) -> Any:  # noqa: ANN401 - whatever a server sends
        """Return the answer to a body of OpenAI's form; HttpJsonError where there is none.

        `replica` is one that was taken already. With `own_schema` the schema is in a replica's own
        words.
        """
        tried: list[Replica] = []
        deliveries = 0
        while True:
            taken = replica or self._replicas.take((self._who,), tried)[0]
            try:
                heard = send_request(
                    taken,
                    body,
                    own_schema=own_schema,
                    seconds=max(self._end - time.monotonic(), _LEAST_SECONDS),
                    connections=self._connections,
                )
            except HttpJsonError as fault:
                self._give_back(taken, fault)
                tried.append(taken)
                deliveries += fault.lost == BROKEN
                if not self._may_go_on(fault, tried, deliveries):
                    raise
            except BaseException:
                self._replicas.give_back(taken, self._who, answered=False)
                raise
            else:
                self._replicas.give_back(taken, self._who, answered=True)
                return heard
            replica = None

    def _give_back(self, replica: Replica, fault: HttpJsonError) -> None:
        if fault.lost:
            is_new = self._replicas.give_back(replica, self._who, answered=False)
        else:
            is_new = self._replicas.free(replica, refused=not fault.is_final)
        if is_new and len(self._replicas) > 1:
            self._tell(describe_loss(replica, str(fault)))

    def _may_go_on(self, fault: HttpJsonError, tried: list[Replica], deliveries: int) -> bool:
        """Tell whether the request goes on to a replica that it has not been sent to, or, where
        there is one address, to what stands behind it."""
        if fault.lost in ("", LATE) or time.monotonic() >= self._end:
            return False
        if fault.lost == UNREACHED or len(self._replicas) > 1:
            return len(tried) < len(self._replicas) and deliveries < MAX_DELIVERIES
        tried.clear()
        return deliveries < MAX_DELIVERIES


def describe_loss(replica: Replica, why: str) -> str:
    """Return the sentence about a replica that does not answer while others do."""
    return (
        f"{replica.url} does not answer ({why}); the other addresses are asked, and this one again "
        "from time to time"
    )
