"""Whatever worlds, models, servers and arguments say, no command writes a control character but
line feed and tab."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from latticeville.cli.main import BUNDLED, HELP, main
from latticeville.cli.run_views import VIEWS
from latticeville.core.printable import make_printable
from tests.cli.hostile_text import ARGUMENT, HOSTILE, IN_FILES, UNSAFE, record, serve, spoil

TICKS = 25
RAW = frozenset(UNSAFE)


class Place(NamedTuple):
    """Folders that the commands are tried on."""

    folder: Path
    world: str
    broken: str
    run: str
    other: str

    def fresh(self, name: str) -> str:
        """Return a name that nothing has yet."""
        return str(self.folder / f"{name}-{len(list(self.folder.iterdir()))}")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    folder = tmp_path_factory.mktemp("hostile")
    odd = folder / f"run {ARGUMENT}"
    world = spoil(folder / "world")
    record(odd, world, TICKS)
    other = record(folder / "other", world, TICKS, "It rains.")
    return Place(
        folder, str(world), str(spoil(folder / "broken", everywhere=True)), str(odd), str(other)
    )


def leave(words: list[str]) -> int:
    """Run a command and return its exit code, however it ends."""
    try:
        return main(words)
    except SystemExit as end:
        return int(end.code or 0)


Cases = Callable[[Place], Iterator[list[str]]]


def check(place: Place) -> Iterator[list[str]]:
    for world in (place.world, place.broken):
        yield from ([world], [world, "--json"])


def try_scenarios(place: Place) -> Iterator[list[str]]:
    folder = Path(place.world) / "scenarios"
    folder.mkdir(exist_ok=True)
    name = json.dumps(ARGUMENT)
    (folder / "odd.scenario.toml").write_text(
        f"name = {name}\nguards = {name}\nticks = 3\n[[expect]]\nnever = 'in:house>=0'\n", "utf-8"
    )
    for more in (["--list"], ["--json", "--no-keep"], ["--keep", place.fresh(f"kept {ARGUMENT}")]):
        yield [place.world, *more]
    yield from ([place.world, ARGUMENT], [place.broken])
    yield [place.world, "--no-keep", "--junit", place.fresh(f"junit {ARGUMENT}")]


def run(place: Place) -> Iterator[list[str]]:
    for view in VIEWS:
        yield [place.world, "--ticks", "6", "--view", view, "--out", place.fresh(f"run {ARGUMENT}")]
    yield [place.broken]
    yield [place.world, "--llm", ARGUMENT, "--out", place.fresh("run")]
    yield [place.world, "--inputs", place.run, "--out", place.fresh("run")]


def served(place: Place) -> Iterator[list[str]]:
    for fails in (False, True):
        with serve(fails=fails) as url:
            for more in ((), ("--on-failure", "stop")):
                words = [
                    "--llm",
                    f"server:{url}#any",
                    "--cache",
                    "off",
                    "--ticks",
                    "2",
                    "--out",
                    place.fresh("run"),
                ]
                yield [place.world, *words, *more]


def models(_place: Place) -> Iterator[list[str]]:
    yield [ARGUMENT]
    for fails in (False, True):
        with serve(fails=fails) as url:
            yield from ([f"server:{url}#{ARGUMENT}", "--json"], [f"server:{url}"])


def reads(*words: str, json: bool = True) -> Cases:
    """Return the cases of a command on a run, as text and as JSON."""

    def cases(place: Place) -> Iterator[list[str]]:
        yield [place.run, *words]
        if json:
            yield [place.run, *words, "--json"]

    return cases


def replay(place: Place) -> Iterator[list[str]]:
    yield from ([place.run, "--view", view] for view in VIEWS)
    yield [place.run, "--view", "talk,events"]


def memories(place: Place) -> Iterator[list[str]]:
    for who in ("mina", "otto"):
        yield from (
            [place.run, "--agent", who, *more]
            for more in ([], ["--all"], ["--list"], ["--json", "--all"])
        )
        yield [place.run, "--agent", who, "--query", f"lamp {ARGUMENT}"]
    yield [place.run, "--agent", ARGUMENT]


def interview(place: Place) -> Iterator[list[str]]:
    for form in ([], ["--json"], ["--csv"]):
        yield [place.run, "--ask", f"Why? {ARGUMENT}", *form]
    with serve(fails=False) as url:
        yield [place.run, "--ask", "Why?", "--llm", f"server:{url}#any", "--cache", "off"]


def diff(place: Place) -> Iterator[list[str]]:
    for other in (place.other, place.run):
        yield from (
            [place.run, other, *more] for more in ([], ["--all"], ["--json"], ["--all", "--json"])
        )


def fork(place: Place) -> Iterator[list[str]]:
    yield [place.run, "--at", "9", "--ticks", "3", "--out", place.fresh("fork")]
    yield [
        place.run,
        "--at",
        "9",
        "--ticks",
        "3",
        "--name",
        ARGUMENT,
        "--view",
        "events,talk,thoughts,json",
    ]

    here = [place.run, "--tick", "9", "--ticks", "2", "--json", "--out"]
    yield [*here, place.fresh("fork"), "--whisper", "mina", HOSTILE]
    yield [*here, place.fresh("fork"), "--whisper", ARGUMENT, ARGUMENT]
    yield [place.run, "--tick", ARGUMENT]


def find(place: Place) -> Iterator[list[str]]:
    for text in (
        "event:said",
        "event:happened",
        "event:whispered",
        f"agent:{ARGUMENT}",
        'phrase:"\x1b"',
    ):
        yield from ([place.run, text], [place.run, text, "--json"])


def timeline(place: Place) -> Iterator[list[str]]:
    yield from ([place.run, *more] for more in ([], ["--talks"], ["--json"], ["--talks", "--json"]))


def cast(place: Place) -> Iterator[list[str]]:
    yield from (
        [place.world, *more]
        for more in ([], ["--json"], ["--graph"], ["--graph", "mina"], ["--map"])
    )


def brings(place: Place) -> Iterator[list[str]]:
    tiled = place.folder / "town.tmj"
    assert main(["export", place.world, str(tiled)]) == 0
    text = tiled.read_text("utf-8")
    tiled.write_text(text.replace('"name":"', f'"name":{json.dumps(HOSTILE)[:-1]}'), "utf-8")
    yield [str(tiled), place.fresh(f"town {ARGUMENT}")]
    people = place.folder / "characters.json"
    people.write_text(json.dumps([{"name": f"Ada {HOSTILE}", "age": HOSTILE, HOSTILE: 1}]), "utf-8")
    yield [str(people), place.world]
    yield [place.run, place.fresh("town")]


def export(place: Place) -> Iterator[list[str]]:
    file = place.fresh(f"map {ARGUMENT}")
    yield from ([place.world, file + end] for end in (".txt", ".x"))
    yield from (
        [place.run, file + end] for end in (".png", ".svg", ".gif", ".cast", ".html", ".txt")
    )
    yield from (
        [place.run, f"{file}.png", option, ARGUMENT]
        for option in ("--area", "--follow", "--style", "--tick", "--scale", "--ticks")
    )


def study(place: Place) -> Iterator[list[str]]:
    words = IN_FILES.encode("unicode_escape").decode().replace("\\x", "\\u00")
    text = f"""question = "Why? {words}"
world = "{place.world}"
ticks = 3
seeds = 1
[conditions."{words}"]
inputs = [{{ at = 1, do = "event", text = "{words}" }}]
[measure]
"{words}" = {{ count = "event:said" }}
"""
    file = place.folder / "odd.study.toml"
    file.write_text(text, "utf-8")
    for what in ("plan", "run"):
        out = ["--out", place.fresh("study"), "--workers", "1"]
        yield from ([what, str(file), *out, *more] for more in ([], ["--json"], [ARGUMENT]))
        yield [what, str(file), f"{ARGUMENT}=1,2", *out]
        yield [what, place.broken]


CASES: dict[str, Cases] = {
    "check": check,
    "test": try_scenarios,
    "run": lambda place: iter([*run(place)]),
    "resume": lambda place: iter([[place.other, "--ticks", "2", "--view", "events,thoughts"]]),
    "watch": lambda place: iter([[place.other, "--from", "0", "--view", view] for view in VIEWS]),
    "replay": replay,
    "verify": reads(json=False),
    "compress": reads(json=False),
    "recipe": reads(),
    "serve": lambda place: iter([[f"{place.run}.gone"]]),
    "capsule": lambda place: iter([[place.run, f"{place.run}.zip"]]),
    "fork": fork,
    "runs": lambda place: iter(
        [[str(place.folder), *more] for more in ([], ["--json"], ["--delete", ARGUMENT])]
    ),
    "branches": lambda place: iter([[str(place.folder), *more] for more in ([], ["--json"])]),
    "diff": diff,
    "chart": reads("day"),
    "find": find,
    "usage": reads(),
    "heat": reads("--of", "talk"),
    "matters": reads(),
    "arguments": reads(),
    "secrets": reads(),
    "novelty": reads(),
    "evaluate": reads("--agent", "mina"),
    "coordination": reads(),
    "talk": reads(),
    "conversations": reads(),
    "plans": reads(),
    "places": reads(),
    "relationships": lambda place: iter(
        [
            *reads()(place),
            [place.run, "--csv"],
            [place.run, "--parquet", place.fresh("ties.parquet")],
            [place.run, "--svg", place.fresh("net.svg")],
            [place.run, "--graphml", place.fresh("net.graphml")],
        ]
    ),
    "diffusion": lambda place: iter(
        [
            [place.run, *more]
            for more in ([], ["mina.0"], ["a", "--csv"], [ARGUMENT], ["a", "--json"])
        ]
    ),
    "impact": reads("--memory", "mina.0", "--ticks", "2", "--seeds", "8"),
    "timeline": timeline,
    "chronicle": lambda place: iter(
        [*reads("--by", "season")(place), [place.run, "--tale"], [place.run, "--tale", "--json"]]
    ),
    "metrics": lambda place: iter(
        [
            [place.run, *more]
            for more in (
                [],
                ["--anomalies"],
                ["--json"],
                ["--csv"],
                ["--by", "person"],
                ["--by", "place"],
                [place.run],
            )
        ]
    ),
    "sql": reads("SELECT * FROM memories"),
    "store": lambda place: iter(
        [["fill", f"{place.run}.gone"], ["check", place.run, "--store", ARGUMENT]]
    ),
    "study": study,
    "why": reads("--agent", "mina", "--tick", "9"),
    "beliefs": reads("--agent", "mina", "--all"),
    "relations": reads("--agent", "mina", "--history"),
    "interview": interview,
    "memories": memories,
    "cast": cast,
    "persona": lambda place: iter([[place.world, "mina", *more] for more in ([], ["--json"])]),
    "preview": lambda place: iter([[place.world, "mina", *more] for more in ([], ["--json"])]),
    "models": models,
    "new": lambda place: iter([[place.fresh("new")], [ARGUMENT], ["x", "--size", ARGUMENT]]),
    "import": brings,
    "export": export,
    "schema": lambda _place: iter([["world"], ["kinds"], ["things"], ["persona"]]),
    "where": lambda _place: iter([[], ["--json"]]),
    "completion": lambda _place: iter([[shell] for shell in ("bash", "zsh", "fish")]),
}
"""What each command is tried on."""


def clean(told: str) -> None:
    """Check that a text holds nothing that steers a terminal, and no address of an object in
    memory."""
    assert not RAW & set(told), [ascii(line) for line in told.splitlines() if RAW & set(line)][:3]
    assert "object at 0x" not in told
    assert "Traceback" not in told


def tried(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """Run a command, check what it writes, and return what stands on stdout."""
    capsys.readouterr()
    code = leave(words)
    told = capsys.readouterr()
    assert code in (0, 1, 2, 3), (words, told.err)
    clean(told.out + told.err)
    return told.out


@pytest.mark.slow
@pytest.mark.parametrize("command", sorted({*HELP} - {*BUNDLED}))
def test_output_over_hostile_text_steers_no_terminal(
    command: str, place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in CASES[command](place):
        out = tried([command, *words], capsys)
        if "--json" in words:
            for line in [out] if command in ("check", "models") else out.splitlines():
                json.loads(line)


def test_what_a_server_says_steers_no_terminal(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in served(place):
        tried(["run", *words], capsys)


@pytest.mark.parametrize("command", [*HELP])
def test_a_hostile_argument_is_told_of_cleanly(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (
        [ARGUMENT],
        ["--help"],
        [ARGUMENT] * 3,
        [f"--{ARGUMENT}"],
        ["--agent", ARGUMENT, ARGUMENT],
    ):
        tried([command, *words], capsys)
    tried([ARGUMENT], capsys)


def test_json_loses_nothing(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    plain = tried(["replay", place.run, "--tick", "1", "--view", "events"], capsys)
    assert make_printable(f"It thunders. {HOSTILE}") in plain
    found = json.loads(tried(["replay", place.run, "--tick", "1", "--view", "json"], capsys))
    assert f"It thunders. {HOSTILE}" in [event.get("text") for event in found["events"]]
    (one,) = map(
        json.loads, tried(["find", place.run, "event:happened", "--json"], capsys).splitlines()
    )
    assert HOSTILE in one["told"][0]
    branches = json.loads(tried(["branches", str(place.folder), "--json"], capsys))
    assert place.run in [branch["folder"] for branch in branches]
