"""What is offered on this machine, and what a trial finds out about it."""

import json
import threading
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.models import model_trial
from latticeville.models.allowed_hosts import settings_file
from latticeville.models.model import ModelError
from latticeville.models.model_offers import (
    ModelOffer,
    downloaded_models,
    find_offers,
    server_ports,
)
from latticeville.models.model_trial import FAILS, WORKS, try_in_time, try_offer
from latticeville.models.replies import CHOICE_FIELD
from tests.models.model_server import LISTS, model_server

SERVERS = "latticeville.models.model_offers.SERVERS"


@pytest.fixture(autouse=True)
def empty(user_folders: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let there be no settings and no downloaded models."""
    monkeypatch.setenv("HF_HUB_CACHE", str(user_folders / "hub"))
    return user_folders


@pytest.mark.parametrize("kind", LISTS)
def test_the_models_of_each_server_are_offered_and_measured(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert CHOICE_FIELD == "choice"
    with model_server(kind) as port:
        monkeypatch.setattr(SERVERS, {port: kind, 1: "nobody"})
        name = LISTS[kind]["data"][0]["id"]
        offer = ModelOffer("model", f"server:http://127.0.0.1:{port}/v1#{name}", kind)
        assert [one for one in find_offers() if one.spec.startswith("server:")] == [offer]
        trial = try_offer(offer)
    assert (trial.state, trial.note, trial.source) == (WORKS, "", kind)
    assert trial.read_rate > 0
    assert trial.write_rate > 0


def test_the_user_names_other_ports_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SERVERS, {})
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    with model_server("vLLM") as port:
        settings_file().write_text(f"[llm]\nports = [{port}]\n", "utf-8")
        assert server_ports() == {port: "server"}
        assert f"server:http://127.0.0.1:{port}/v1#Qwen/Qwen3-4B" in [
            one.spec for one in find_offers()
        ]
    for wrong in ('"8080"', "[70000]", "[true, 'a']"):
        settings_file().write_text(f"[llm]\nports = {wrong}\n", "utf-8")
        with pytest.raises(ModelError, match="ports must be a list of port numbers"):
            server_ports()


def test_what_hugging_face_has_downloaded_is_offered(tmp_path: Path) -> None:
    assert downloaded_models(tmp_path / "gone") == []
    for name, file in (
        ("models--Qwen--Qwen3-4B", "generation_config.json"),
        ("models--BAAI--bge", "config.json"),
        ("datasets--x--y", "generation_config.json"),
    ):
        folder = tmp_path / name / "snapshots" / "abc"
        folder.mkdir(parents=True)
        (folder / file).write_text("{}", "utf-8")
    assert downloaded_models(tmp_path) == ["Qwen/Qwen3-4B"]


def test_what_does_not_work_is_told_in_a_sentence() -> None:
    with model_server("vLLM", status=500) as port:
        trial = try_offer(ModelOffer("model", f"server:http://127.0.0.1:{port}/v1#x", "vLLM"))
    assert trial.state == FAILS
    assert trial.note.startswith("the server answered 500")
    assert "\n" not in trial.note
    assert try_offer(ModelOffer("embedder", "nobody", "")).note.startswith(
        "there is no embedder “nobody”"
    )


def test_nobody_waits_for_a_model_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    monkeypatch.setattr(model_trial, "make_model", lambda _spec: end.wait(60))
    trial = try_in_time(ModelOffer("model", "slow", ""), seconds=0.05)
    assert (trial.state, trial.note) == (FAILS, "no answer within 0.05 s")
    assert try_in_time(ModelOffer("model", "slow", ""), lambda: True).note == "cancelled"
    end.set()


def test_rules_and_embedders_are_tried_without_a_measurement() -> None:
    rules, words = (
        try_offer(ModelOffer(*pair, "rules"))
        for pair in (("model", "builtin"), ("embedder", "hash"))
    )
    assert (rules.state, rules.write_rate, words.state, words.note) == (
        WORKS,
        0,
        WORKS,
        "512 numbers per text",
    )


def test_the_command_prints_a_table_or_json(capsys: pytest.CaptureFixture[str]) -> None:
    with model_server("Ollama") as port:
        spec = f"server:http://127.0.0.1:{port}/v1#qwen3:4b"
        assert main(["models", "--try", "builtin", spec]) == 0
        head, rules, served = capsys.readouterr().out.splitlines()
        assert "writes/s" in head
        assert "day of 10" in head
        assert rules.endswith("works")
        assert spec in served
        assert main(["models", "--try", "--json", spec, "nobody"]) == 3
    one, two = json.loads(capsys.readouterr().out)
    assert (one["state"], two["state"]) == (WORKS, FAILS)
    assert one["write_rate"] > 0


@pytest.mark.models
def test_a_real_server_is_found_and_measured(
    llama_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = int(llama_server.rpartition(":")[2])
    monkeypatch.setattr(SERVERS, {port: "llama.cpp"})
    offer = next(one for one in find_offers() if one.source == "llama.cpp")
    trial = try_offer(offer)
    assert (trial.state, trial.note) == (WORKS, "")
    assert min(trial.read_rate, trial.write_rate) > 0
