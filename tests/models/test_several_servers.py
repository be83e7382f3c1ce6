"""Several addresses of one model: one reply a request, whoever gives it, and nobody else's fault."""

from pathlib import Path

import pytest

from latticeville.cli.main import main
from latticeville.core.server_address import AddressError, parse_server_addresses
from latticeville.models.model import ModelError, Request
from latticeville.models.replicas import FIRST_PAUSE
from latticeville.models.request_text import RequestText
from latticeville.models.resolve import CacheMode
from latticeville.models.server import ServerModel
from latticeville.models.shown_spec import shown_spec
from tests.models.replica_server import ReplicaServer, replica_server, replica_servers

PEOPLE = ("ada", "bo", "cy", "di")
DEAD = "http://127.0.0.1:1"


def ask(who: str) -> Request:
    return Request("react", who, 1, RequestText(f"{who}?"), choices=("stay", "go"))


def joined(*servers: ReplicaServer | str) -> str:
    return ",".join(one if isinstance(one, str) else one.url for one in servers)


def answers(model: ServerModel, *people: str) -> list[str]:
    return [reply.error or reply.text for reply in model.answer([ask(who) for who in people])]


def test_replicas_of_several_dialects_answer_each_request_once() -> None:
    with replica_servers("llama.cpp", "ollama", "vllm") as servers:
        model = ServerModel(joined(*servers))
        for _ in range(3):
            assert answers(model, *PEOPLE, "ed", "flo") == ["go"] * 6
    asked = [who for server in servers for who in server.people()]
    assert {asked.count(who) for who in asked} == {3}
    assert all(server.bodies for server in servers)


@pytest.mark.parametrize("status", ["reset", 429, 502, 503, 504])
def test_what_a_dying_replica_leaves_open_another_answers_once(status: int | str) -> None:
    told: list[str] = []
    with replica_servers("openai", "openai") as (one, two):
        model = ServerModel(joined(one, two))
        model.report_to(told.append)
        one.status = status
        replies = model.answer([ask(who) for who in PEOPLE])
        assert [reply.text for reply in replies] == ["go"] * 4
        assert {reply.tokens for reply in replies} == {(30, 3)}
        assert sorted(two.people()) == [f"{who}?" for who in PEOPLE]
        for body in one.bodies:
            assert body in two.bodies
        assert len(told) == 1
        assert told[0].startswith(f"{one.url} does not answer (")
        lost = len(one.bodies)
        assert answers(model, *PEOPLE) == ["go"] * 4
        assert len(one.bodies) == lost
        one.status = 200
        for _ in range(FIRST_PAUSE):
            assert answers(model, "ada") == ["go"]
        assert len(one.bodies) > lost


def test_a_request_that_breaks_servers_reaches_two_of_them_and_no_more() -> None:
    with replica_servers("openai", "openai", "openai") as servers:
        model = ServerModel(joined(*servers))
        for server in servers:
            server.status = "reset"
        assert "the connection broke" in answers(model, "ada")[0]
    assert sorted(len(server.bodies) for server in servers) == [0, 1, 1]


def test_a_request_that_reached_nobody_goes_to_all() -> None:
    with replica_server() as server:
        model = ServerModel(joined(DEAD, "http://127.0.0.1:2", server) + "#small")
        assert answers(model, "ada", "bo") == ["go", "go"]


def test_a_refusal_is_an_answer_and_leaves_nobody_out() -> None:
    with replica_servers("openai", "openai") as (one, two):
        model = ServerModel(joined(one, two))
        one.status = 500
        assert "500" in answers(model, "ada")[0]
        one.status = 200
        assert answers(model, *PEOPLE) == ["go"] * 4
    assert one.bodies
    assert len(two.bodies) >= 2


def test_a_refusal_ends_no_trial() -> None:
    with replica_servers("openai", "openai") as (one, two):
        model = ServerModel(joined(one, two))
        one.status = 502
        assert answers(model, *PEOPLE) == ["go"] * 4
        one.status, before = 404, len(one.bodies)
        assert [answers(model, "ada")[0] for _ in range(60)] == ["go"] * 60
    assert 1 <= len(one.bodies) - before <= 4


@pytest.mark.parametrize("status", ["reset", 502])
def test_what_stands_behind_one_address_gets_the_same_request_once_more(status: int | str) -> None:
    with replica_server() as server:
        model = ServerModel(server.url)
        server.status = status
        assert answers(model, "ada") != ["go"]
    first, second = server.bodies
    assert first == second


def test_a_balancer_whose_backend_died_loses_no_reply() -> None:
    with replica_server() as server:
        model = ServerModel(server.url)
        server.drops = 1
        replies = model.answer([ask(who) for who in PEOPLE])
    assert [(reply.text, reply.tokens) for reply in replies] == [("go", (30, 3))] * 4
    assert len(server.bodies) == 5


def test_a_replica_that_is_not_there_at_first_is_told_and_none_is_an_error() -> None:
    told: list[str] = []
    with replica_server() as server:
        model = ServerModel(f"{joined(server, DEAD)}#small")
        model.report_to(told.append)
        model.ready()
        assert answers(model, *PEOPLE) == ["go"] * 4
    (sentence,) = told
    assert sentence.startswith(f"{DEAD} does not answer (")
    with pytest.raises(ModelError, match=r"no server answers .* no server answers"):
        ServerModel(f"{DEAD},http://127.0.0.1:2#small").ready()


def test_a_run_says_once_which_address_does_not_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with replica_server() as server:
        spec = f"builtin;@rate=server:{DEAD},{server.url}#small;@greet=server:{DEAD},{server.url}#small"
        words = ["--llm", spec, "--out", str(tmp_path / "run"), "--cache", "off", "--view", "none"]
        assert main(["run", "worlds/square", *words, "--ticks", "12"]) == 0
        assert server.bodies
    told = capsys.readouterr().err
    assert told.count(f"{DEAD} does not answer (") == 1
    assert "requests failed" not in told


def test_without_a_name_it_is_the_first_that_all_offer() -> None:
    with replica_server(model="small") as one, replica_server(model="big") as two:
        assert ServerModel(joined(one, DEAD)).model == "small"
        with pytest.raises(ModelError) as raised:
            ServerModel(joined(one, two))
    assert str(raised.value) == (
        f"the servers have no model in common: {one.url} has small; {two.url} has big; "
        "name one after a # behind the last address"
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("http://127.0.0.1:1,", "an address is missing beside a comma"),
        (",http://127.0.0.1:1", "an address is missing beside a comma"),
        ("http://127.0.0.1:1,127.0.0.1:2", "“127.0.0.1:2” is not the address of a local server"),
        ("http://127.0.0.1:1,http://gpu:2", "“gpu” is a host name"),
        ("http://127.0.0.1:1,http://127.0.0.1:1/v1", "is named twice"),
        ("http://127.0.0.1:1,http://10.0.0.1:1", "10.0.0.1 is another machine"),
    ],
)
def test_a_bad_address_among_several_is_told(text: str, said: str) -> None:
    with pytest.raises(ModelError, match=said):
        ServerModel(f"{text}#small")


SECRET = "hunter2"  # noqa: S105


@pytest.mark.parametrize(
    "text",
    [
        f"http://ada:{SECRET}@127.0.0.1:1/v1",
        f"http://127.0.0.1:1,http://ada:{SECRET}@127.0.0.1:2#small",
        f"http://ada:{SECRET}#x@127.0.0.1:1/v1",
        f"http://ada:{SECRET}/x@127.0.0.1:1/v1",
        f"http://ada:{SECRET},x@127.0.0.1:1/v1",
        f"http://{SECRET}@127.0.0.1:1",
        f"ada:{SECRET}@127.0.0.1:1",
        f"http:/ada:{SECRET}@127.0.0.1:1",
        f"https://ada:{SECRET}@127.0.0.1:1",
    ],
)
def test_no_sentence_repeats_a_password(text: str) -> None:
    with pytest.raises(AddressError) as raised:
        parse_server_addresses(text)
    assert SECRET not in str(raised.value)
    assert SECRET not in shown_spec(f"server:{text}")


@pytest.mark.parametrize(
    "spec",
    [
        "builtin",
        "mlx:~/a@b",
        "server:http://127.0.0.1:1#qwen@q4",
        "server:http://[::1]:1/v1,http://10.0.0.1:2#qwen@q4",
        "fake;@rate=server:http://gpu:1;ada=server:http://127.0.0.1:1?seed=3",
    ],
)
def test_what_holds_no_password_is_shown_as_it_is(spec: str) -> None:
    assert shown_spec(spec) == spec


@pytest.mark.parametrize(
    "spec",
    [
        f"server:http://ada:{SECRET}@127.0.0.1:1/v1#m",
        f"fake;ada=server:http://ada:{SECRET}@127.0.0.1:1",
        f"hybrid:server:http://ada:{SECRET}@127.0.0.1:1#m",
        f"server:http://127.0.0.1:1#m;@rate=server:http://ada:{SECRET}@127.0.0.1:1#m?seed=3",
        f"server:http://ada:{SECRET};x@127.0.0.1:1",
    ],
)
@pytest.mark.parametrize("caching", ["on", "off", "strict"])
def test_a_spec_with_a_password_is_refused_before_anything_is_written(
    spec: str, caching: CacheMode, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--llm", spec, "--out", str(tmp_path / "run"), "--cache", caching]
    assert main(["run", "worlds/square", *words, "--ticks", "2"]) == 3
    assert main(["models", spec, "--json"]) == 3
    assert main(["models", "--try", spec]) == 3
    written = capsys.readouterr()
    assert SECRET not in written.out + written.err
    assert "a user or a password is refused" in written.err
    assert not (tmp_path / "run").exists()
