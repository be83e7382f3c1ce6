"""Looking at a run over HTTP: worlds, ticks, people, reports and tables."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from latticeville.api import fork, open_run, reports, step
from latticeville.core.geometry import Cell
from latticeville.sim.inputs import PutPerson
from tests.web.windows import API, TOKENS, recorded, served

FIELDS = {
    "agent_id",
    "position",
    "current_action",
    "current_plan_item",
    "dialogue",
    "emoji",
    "timestamp",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("looked"))


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with served(folder, TOKENS.look) as client:
        yield client


def test_the_world_names_what_it_holds(client: TestClient) -> None:
    world = client.get(f"{API}/world").json()
    assert world["name"] == "The Little Square"
    assert world["people"] == {"mina": "Mina Sund", "otto": "Otto Sund"}
    assert (world["first_tick"], world["last_tick"], world["may_act"]) == (0, 42, False)


def test_a_tick_has_the_fields_of_the_contract(client: TestClient, folder: Path) -> None:
    state = open_run(folder).frame(20).payload.state
    frame = client.get(f"{API}/ticks/20").json()
    assert frame["tick"] == 20
    for one in frame["agents"]:
        assert one.keys() >= FIELDS
        body = state.bodies[one["agent_id"]]
        assert one["position"] == [*body.cell]
        assert (one["current_action"], one["timestamp"]) == (body.doing, "Mon 08:20")


def test_words_are_the_dialogue_of_who_says_them(client: TestClient, folder: Path) -> None:
    said = [dict(one) for one in open_run(folder).table("utterances")]
    assert said
    for one in said:
        frame = client.get(f"{API}/ticks/{one['tick']}").json()
        (words,) = (each["dialogue"] for each in frame["agents"] if each["agent_id"] == one["who"])
        assert words == one["words"]


@pytest.mark.parametrize("tick", ["newest", "42", "Mon 08:42"])
def test_a_tick_is_named_by_number_by_time_or_as_the_newest(client: TestClient, tick: str) -> None:
    assert client.get(f"{API}/ticks/{tick}").json()["tick"] == 42


@pytest.mark.parametrize(("kind", "opens"), [("svg", b"<svg"), ("png", b"\x89PNG")])
@pytest.mark.parametrize("style", ["tiles", "pixels"])
def test_a_tick_is_drawn(client: TestClient, kind: str, opens: bytes, style: str) -> None:
    assert client.get(f"{API}/ticks/9/frame.{kind}?style={style}").content.startswith(opens)


def test_somebody_is_told_with_their_memories_beliefs_and_reasons(
    client: TestClient, folder: Path
) -> None:
    run = open_run(folder)
    assert client.get(f"{API}/agents").json()[0]["agent_id"] == "mina"
    mina = client.get(f"{API}/agents/mina?tick=42").json()
    assert mina["name"] == "Mina Sund"
    assert mina["card"] == run.frame(42).person("mina")
    for name in ("beliefs", "why"):
        answer = reports.ask(name, run, agent="mina", tick="42")
        assert client.get(f"{API}/agents/mina/{name}?tick=42").json() == answer.value
        assert client.get(f"{API}/agents/mina/{name}?tick=42&form=text").text == answer.text
    asked = client.get(f"{API}/agents/mina/memories?query=kettle&k=3&profile=paper").json()
    options = {"agent": "mina", "query": "kettle", "k": "3", "profile": "paper"}
    assert asked == reports.ask("memories", run, **options).value
    assert len(asked[0]["memories"]) == 3


def test_reports_are_those_of_the_command_line(client: TestClient, folder: Path) -> None:
    known = client.get(f"{API}/reports").json()
    assert "tick" in known["beliefs"]
    assert (
        client.get(f"{API}/reports/timeline").json()
        == reports.ask("timeline", open_run(folder)).value
    )
    talks = reports.ask("timeline", open_run(folder), talks=True).value
    assert client.get(f"{API}/reports/timeline?talks=true").json() == talks
    assert client.get(f"{API}/reports/timeline?talks=false").json() != talks


def test_no_option_of_a_report_writes_a_file_or_asks_a_model(client: TestClient) -> None:
    options = {one for some in client.get(f"{API}/reports").json().values() for one in some}
    assert not options & {"out", "svg", "graphml", "png", "llm", "embedder", "questions"}


def test_tables_are_asked_by_sql(client: TestClient, folder: Path) -> None:
    statement = "SELECT who, count(*) AS n FROM utterances GROUP BY who ORDER BY who"
    answer = client.get(f"{API}/sql", params={"statement": statement}).json()
    said = [str(one["who"]) for one in open_run(folder).table("utterances")]
    assert answer["rows"] == [{"who": who, "n": said.count(who)} for who in sorted(set(said))]


@pytest.mark.parametrize(
    ("path", "status", "title"),
    [
        ("ticks/900", 404, "no such tick"),
        ("ticks/-1", 404, "no such tick"),
        ("ticks/soon", 404, "no such tick"),
        ("agents/nobody", 404, "no such person"),
        ("agents/mina?tick=900", 404, "no such tick"),
        ("agents/mina/memories?k=900", 422, "the request does not fit"),
        ("agents/mina/memories?query=a&profile=none", 422, "the report cannot be asked so"),
        ("reports/rumours", 404, "no such report"),
        ("reports/beliefs?llm=server:x", 422, "no such option"),
        ("reports/why", 422, "the report cannot be asked so"),
        ("sql?statement=SELECT+who+FROM+nowhere", 422, "the statement cannot be answered"),
        ("sql?statement=COPY+ticks+TO+'x'", 422, "the statement cannot be answered"),
        ("sql", 422, "the request does not fit"),
        ("ticks/1/frame.svg?scale=99", 422, "the request does not fit"),
        ("nothing", 404, "Not Found"),
    ],
)
def test_what_is_asked_wrongly_is_a_problem(
    client: TestClient, path: str, status: int, title: str
) -> None:
    answer = client.get(f"{API}/{path}")
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert (answer.status_code, told["status"], told["title"]) == (status, status, title)


def test_the_document_of_the_interface_names_every_route(client: TestClient) -> None:
    document = client.get(f"{API}/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert {f"{API}/world", f"{API}/ticks/{{tick}}", f"{API}/inputs"} <= document["paths"].keys()


def test_the_page_needs_nothing_from_elsewhere(client: TestClient) -> None:
    for name in ("", "page/page.js", "page/page.css"):
        answer = client.get(f"/{name}")
        assert answer.status_code == 200
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "http://" not in answer.text.replace("http://www.w3.org", "")
    assert client.get("/page/../app.py").status_code == 404
    assert client.get("/page/%2e%2e%2fapp.py").status_code == 404


def test_another_run_is_looked_at_beside_the_first(tmp_path: Path) -> None:
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
    one, other = recorded(tmp_path / "one", 4), recorded(tmp_path / "other", 6)
    with served(one, beside=other) as client:
        assert client.get(f"{API}/divergence").json() == {"tick": None}
        worlds = [client.get(f"{prefix}{API}/world").json() for prefix in ("", "/beside")]
        assert [world["last_tick"] for world in worlds] == [4, 6]
        assert [world["beside"] for world in worlds] == ["run", ""]
        assert [world["may_act"] for world in worlds] == [True, False]
        assert client.post(f"/beside{API}/inputs", json={"do": "step"}).status_code == 404
        for route in ("ticks/2", "ticks/2/cells", "transcript", "agents/mina/memories"):
            assert client.get(f"/beside{API}/{route}").status_code == 200
    with served(one, "", beside=other) as client:
        assert client.get(f"/beside{API}/world").status_code == 401


def test_two_runs_part_at_the_first_tick_that_looks_otherwise(folder: Path, tmp_path: Path) -> None:
    where = PutPerson("mina", cell=Cell(0, 9))
    with fork(open_run(folder), 20, tmp_path / "other", inputs=[where]) as branch:
        step(branch, 22)
    with served(folder, beside=tmp_path / "other") as client:
        tick = client.get(f"{API}/divergence").json()["tick"]
        one, another = (
            [client.get(f"{prefix}{API}/ticks/{at}").json()["agents"] for at in (tick - 1, tick)]
            for prefix in ("", "/beside")
        )
        assert one[0] == another[0]
        assert one[1] != another[1]


def test_the_map_comes_as_numbers_and_only_new_cells(client: TestClient) -> None:
    first = client.get(f"{API}/ticks/3/cells").json()
    assert len(first["numbers"]) == 24 * 10
    assert {*first["numbers"]} <= {*range(len(first["cells"]))}
    again = client.get(f"{API}/ticks/3/cells", params={"known": len(first["cells"])}).json()
    assert again["numbers"] == first["numbers"]
    assert again["cells"] == []


def test_the_transcript_folds_walks(client: TestClient) -> None:
    lines = client.get(f"{API}/transcript", params={"ticks": 60}).json()
    assert [line["tick"] for line in lines] == sorted(line["tick"] for line in lines)
    walk = next(line for line in lines if line.get("steps"))
    assert walk["quiet"]
    assert " walks to " in walk["text"]
    few = client.get(f"{API}/transcript", params={"tick": 20, "ticks": 3}).json()
    assert {line["tick"] for line in few} <= {18, 19, 20}
