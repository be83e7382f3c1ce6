"""Whatever servers do, a request is answered once or has an error, and nobody is asked too often."""

import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.core.server_address import ServerAddress
from latticeville.models import failover
from latticeville.models.failover import MAX_DELIVERIES, Failover
from latticeville.models.http_json import BROKEN, LATE, UNREACHED, Connections, HttpJsonError
from latticeville.models.replicas import Replica, Replicas
from latticeville.models.store import ignore_warning

OUTCOMES = st.sampled_from(["", "", "refused", UNREACHED, BROKEN, LATE])
BODY: Mapping[str, Any] = {"messages": [], "seed": 7}


@given(st.integers(1, 4), st.lists(OUTCOMES, max_size=30))
@settings(deadline=None)
def test_each_body_gets_one_answer_or_one_fault(count: int, script: list[str]) -> None:
    sent: list[Replica] = []
    faults: list[str] = []

    def send(replica: Replica, body: Mapping[str, Any], **_more: object) -> str:
        assert body is BODY
        assert replica.under_way == 1
        sent.append(replica)
        outcome = script.pop(0) if script else ""
        if outcome == "refused":
            raise HttpJsonError("the server answered 400", 400)
        if outcome:
            faults.append(outcome)
            raise HttpJsonError(outcome, lost=outcome)
        return "heard"

    places = [ServerAddress(("127.0.0.1",), port, "/v1") for port in range(1, count + 1)]
    replicas = Replicas([Replica(f"http://127.0.0.1:{one.port}", one) for one in places])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(failover, "send_request", send)
        while script:
            sent.clear()
            faults.clear()
            errand = Failover(replicas, "ada", time.monotonic() + 60, Connections(), ignore_warning)
            final: HttpJsonError | None = None
            try:
                assert errand.send(BODY, own_schema=True) == "heard"
                assert len(sent) == len(faults) + 1
            except HttpJsonError as fault:
                final = fault
            may_end = faults.count(BROKEN) == MAX_DELIVERIES or len({*sent}) == count
            assert final is None or final.lost in ("", LATE) or may_end
            assert faults.count(BROKEN) <= MAX_DELIVERIES
            assert LATE not in faults[:-1]
            most = max(Counter(sent).values())
            assert most == 1 if count > 1 else most <= MAX_DELIVERIES
            assert not any(replica.under_way for replica in replicas)


def test_a_replica_is_free_again_whatever_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def send(*_args: object, **_more: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(failover, "send_request", send)
    replicas = Replicas([Replica("http://127.0.0.1:1", ServerAddress(("127.0.0.1",), 1, "/v1"))])
    with pytest.raises(RuntimeError):
        Failover(replicas, "", time.monotonic() + 60, Connections(), ignore_warning).send(
            BODY, own_schema=True
        )
    assert not any(replica.under_way for replica in replicas)
