import json
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.cli.models import DESCRIPTIONS


def test_what_is_asked_for_is_tried_and_timed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "--json", "fake"]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["kind"], row["name"], row["state"]) == ("model", "fake", "works")
    assert row["note"] == DESCRIPTIONS["fake"]


def test_what_does_not_work_is_a_line_and_exit_3(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["models", "nobody", "server:http://example.com/v1"]) == 3
    one, two = capsys.readouterr().out.splitlines()
    assert "there is no model “nobody”" in one
    assert "names are not looked up" in two


def test_without_any_extra_every_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("latticeville.models.model_offers.find_spec", lambda _name: None)
    monkeypatch.setattr("latticeville.models.model_offers.SERVERS", {1: "nobody"})
    assert main(["models", "--json"]) == 0
    rows = {(row["kind"], row["name"]): row for row in json.loads(capsys.readouterr().out)}
    assert rows["model", "fake"]["state"] == rows["embedder", "hash"]["state"] == "works"
    for name in ("mlx", "transformers"):
        assert (
            rows["model", name]["note"]
            == f"pip install 'latticeville[{name}]', then name a model: {name}:PATH"
        )
    assert rows["embedder", "sentence-transformers"]["note"] == "pip install 'latticeville[embed]'"
    assert rows["model", "server"]["state"] == "installed"


def test_a_long_name_does_not_run_into_what_is_said_of_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["models", "server:http://127.0.0.1:1/v1#some-model"]) == 3
    assert "server:http://127.0.0.1:1/v1#some-model fails" in capsys.readouterr().out


@pytest.mark.parametrize("number", ["0", "-1", "two"])
def test_a_day_of_nobody_is_refused(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["models", "--try", "--people", number, "builtin"])
    assert left.value.code == 2
    assert f"“{number}” is not a whole number of at least" in capsys.readouterr().err


def test_both_forms_list_the_same(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, user_folders: Path
) -> None:
    monkeypatch.setattr("latticeville.models.model_offers.find_spec", lambda _name: None)
    monkeypatch.setattr("latticeville.models.model_offers.SERVERS", {1: "nobody"})
    monkeypatch.setenv("HF_HUB_CACHE", str(user_folders / "hub"))
    assert main(["models", "--json"]) == main(["models", "--try", "--json"]) == 0
    text = capsys.readouterr().out
    plain, tried = (
        json.loads(part) for part in (text[: text.index("\n]") + 2], text[text.index("\n]") + 2 :])
    )
    assert {
        (row["name"], row["state"], row.get("note") or "")
        for row in plain
        if row["state"] != "works"
    } == {(row["spec"], row["state"], row["note"]) for row in tried if row["state"] != "works"}
    assert (
        {row["name"] for row in plain}
        == {row["spec"] for row in tried}
        >= {"mlx", "transformers", "builtin", "fake"}
    )
