"""Whatever a request holds, it is answered or told what is wrong: never a fault, never a change."""

from collections.abc import Iterator
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from latticeville.sim.input_script import KINDS
from latticeville.web import guard
from latticeville.web.orders import CONTROLS
from tests.laws import law
from tests.web.windows import API, recorded, served

WORDS = st.text(max_size=30)
TICKS = st.one_of(WORDS, st.integers(-3, 60).map(str), st.sampled_from(["newest", "Mon 08:10"]))
PATHS = st.one_of(
    st.builds("/ticks/{}".format, TICKS.map(lambda one: quote(one, safe=""))),
    st.builds("/ticks/{}/cells".format, TICKS.map(lambda one: quote(one, safe=""))),
    st.builds("/agents/{}".format, WORDS.map(lambda one: quote(one, safe=""))),
    st.builds("/reports/{}".format, st.sampled_from(["why", "beliefs", "relations", "timeline"])),
    st.sampled_from(
        ["/agents", "/agents/mina/why", "/agents/mina/beliefs", "/agents/mina/memories"]
    ),
    st.sampled_from(["/sql", "/world", "/reports", "/controller", "/transcript"]),
)
KEYS = st.sampled_from(
    [
        "tick",
        "agent",
        "query",
        "profile",
        "k",
        "form",
        "scale",
        "statement",
        "known",
        "ticks",
        "style",
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    ["text", "who", "area", "thing", "people", "ticks", "tick", "rate", "to", "at", "number"]
)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """A served run; the rate of requests is not limited."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "BURST", 1e9)
        patch.setattr(guard, "RATE", 1e9)
        with served(recorded(tmp_path_factory.mktemp("any"), 12)) as client:
            yield client


@law(400)
@given(path=PATHS, params=st.dictionaries(KEYS | WORDS, TICKS, max_size=3))
def test_whatever_is_asked_is_answered_or_a_problem(
    client: TestClient, path: str, params: dict[str, str]
) -> None:
    answer = client.get(f"{API}{path}", params={k: v for k, v in params.items() if k != "token"})
    assert answer.status_code in (200, 404, 422)
    if answer.status_code != 200:
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["title"]


@law(200)
@given(words=st.dictionaries(FIELDS | WORDS, VALUES, max_size=4))
def test_whatever_is_ordered_without_a_known_order_is_a_problem(
    client: TestClient, words: dict[str, object]
) -> None:
    known = {*CONTROLS, *KINDS}
    if isinstance(words.get("do"), str) and words["do"] in known:
        return
    assert client.post(f"{API}/inputs", content=_json(words)).status_code == 422
    assert client.get(f"{API}/world").json()["last_tick"] == 12


@law(200)
@given(do=st.sampled_from([*KINDS]), fields=st.dictionaries(FIELDS, VALUES, max_size=4))
def test_an_input_with_any_fields_takes_effect_or_is_a_problem(
    client: TestClient, do: str, fields: dict[str, object]
) -> None:
    answer = client.post(f"{API}/inputs", content=_json({**fields, "do": do}))
    assert answer.status_code in (200, 422)


def _json(value: object) -> bytes:
    import json

    return json.dumps(value).encode()
