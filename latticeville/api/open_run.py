"""Runs as a notebook has them: made, continued, forked, fed, and read as frames and tables."""

from collections.abc import Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Self, overload

from latticeville.api.display import MOST_ROWS, html_table, html_text, line_svg, map_svg
from latticeville.api.open_world import LoadedWorld, open_world
from latticeville.mind.run_models import choose_specs
from latticeville.models.cache_registry import cached_embedder, prepare_model
from latticeville.models.resolve import resolve_spec
from latticeville.runs.fork import ForkChanges
from latticeville.runs.fork import fork as fork_run
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.run_folder import begin_in_first_free
from latticeville.sim.inputs import SimulatorInput
from latticeville.sim.tick import TickPayload
from latticeville.sim.time_expression import TickOrTime, parse_tick

if TYPE_CHECKING:
    import pyarrow as pa

    from latticeville.tables.parquet_cache import RunTables

PURPOSE = "import latticeville"


class Records(Sequence[Mapping[str, object]]):
    """Rows of a table as dicts, by the names of its columns: `pandas.DataFrame(records)` and
    `polars.DataFrame(records)` take them."""

    def __init__(self, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
        self.columns = tuple(columns)
        self._rows = rows

    @overload
    def __getitem__(self, place: int) -> Mapping[str, object]: ...
    @overload
    def __getitem__(self, place: slice) -> "Records": ...
    def __getitem__(self, place: int | slice) -> "Mapping[str, object] | Records":
        """Return a row, or some of them."""
        if isinstance(place, slice):
            return Records(self.columns, self._rows[place])
        return dict(zip(self.columns, self._rows[place], strict=True))

    def __len__(self) -> int:
        return len(self._rows)

    def svg(self, x: str, *columns: str) -> str:
        """Return a line chart as SVG: columns of numbers over the column `x`; null is left out."""
        chosen = columns or tuple(name for name in self.columns if name != x)
        rows = [*self]
        return line_svg(
            x,
            {
                name: [(one[x], one[name]) for one in rows if one[name] is not None]
                for name in chosen
            },
        )

    def arrow(self) -> "pa.Table":
        """Return the rows as an Arrow table; needs the extra `sql`."""
        import pyarrow as pa

        return pa.Table.from_pylist([dict(one) for one in self])

    def _repr_html_(self) -> str:
        return html_table(self.columns, islice(self, MOST_ROWS), len(self))

    def __repr__(self) -> str:
        from latticeville.tables.text_table import table_lines

        return "\n".join(table_lines(self.columns, self._rows[:MOST_ROWS]))


class Frame:
    """A tick of a run: `payload` is its frozen value."""

    def __init__(self, payload: TickPayload) -> None:
        self.payload = payload

    def svg(self, scale: float = 1) -> str:
        """Return the map at the end of the tick as SVG."""
        return map_svg(repr(self), self.payload.state, scale)

    def person(self, who: str) -> str:
        """Return what a person, by id, does, plans and carries at the tick, as lines of text."""
        from latticeville.draw.card import card

        return "\n".join(card(self.payload, who))

    def _repr_html_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        return f"<tick {self.payload.tick} of {self.payload.state.world.name}>"


class OpenRun:
    """A run in a folder. Whoever steps it writes it, until `close` or the end of a `with` block."""

    def __init__(self, folder: Path, recorded: RecordedRun | None = None) -> None:
        self.folder = folder
        self._recorded = recorded
        self._replay = Replay(folder)

    @property
    def replay(self) -> Replay:
        """The run as its log holds it by now."""
        if self._recorded is not None and self._recorded.logged != self._replay.last:
            self._replay = Replay(self.folder)
        return self._replay

    @property
    def last(self) -> int:
        """The newest tick."""
        return self.replay.last

    def frame(self, tick: int | str | None = None) -> Frame:
        """Return a tick, by number or by a time such as “Tue 09:30”; the newest by default."""
        return Frame(self.replay.at(_tick(tick)))

    def table(self, name: str) -> Records:
        """Return a table of docs/tables.md; KeyError where there is none of that name."""
        from latticeville.tables.registry import BY_NAME
        from latticeville.tables.row_stream import read_records

        table = BY_NAME[name]
        rows = [tuple(one.values()) for one in read_records(self.replay, table)]
        return Records(table.column_names, rows)

    def events(self) -> Records:
        """Return what happened: the table `events`."""
        return self.table("events")

    def measures(self, *names: str, every: int = 1) -> Records:
        """Return measures over time, by the names that `latticeville metrics --list` tells; by
        default all that have a meaning in the world."""
        from latticeville.measures.lookup import measures_of, named_measures
        from latticeville.measures.measure import measure_tick

        run = self.replay
        world = run.world(run.segments[-1].header.world)
        chosen = named_measures(names, world) if names else measures_of(world)
        columns = ("tick", *(one.name for one in chosen))
        rows = [
            (payload.tick, *measure_tick(payload, chosen).values())
            for payload in run.payloads()
            if payload.tick % every == 0
        ]
        return Records(columns, rows)

    def writer(self) -> RecordedRun:
        """Return the run as it is continued; RunInUseError where another process writes it."""
        if self._recorded is None:
            self._recorded = RecordedRun.resume(
                self.folder, prepare_model, cached_embedder, purpose=PURPOSE
            )
        return self._recorded

    def close(self) -> None:
        """Close the files, so that others may write the run."""
        if self._recorded is not None:
            self._recorded.close()
            self._recorded = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def _repr_html_(self) -> str:
        return f"{html_text(repr(self))}{self.frame().svg()}"

    def __repr__(self) -> str:
        return f"<run {self.folder} at tick {self.last}>"


def new_run(
    world: LoadedWorld | str | Path,
    out: str | Path | None = None,
    *,
    seed: int | None = None,
    model: str = "",
    embedder: str = "",
) -> OpenRun:
    """Begin a run at tick 0 in a new folder, by default the next of `runs/run-001`, `runs/run-002`.

    Model and embedder are specs, as on the command line; by default the world's own.

    Raises:
        FolderExistsError: There is a run in the folder already.
        ModelError: The model is unknown or gone.
    """
    opened = world if isinstance(world, LoadedWorld) else open_world(world)
    spec, vectors = choose_specs(opened.world, model, embedder)
    spec = resolve_spec(spec)
    minds, known = prepare_model(spec), (vectors, cached_embedder(vectors))

    def begin(folder: Path) -> RecordedRun:
        return RecordedRun.start(folder, opened.world, minds, spec, seed, known, PURPOSE)

    folders = (Path("runs") / f"run-{number:03}" for number in count(1))
    recorded = begin(Path(out)) if out is not None else begin_in_first_free(folders, begin)
    return OpenRun(recorded.folder, recorded)


def open_run(folder: str | Path) -> OpenRun:
    """Open a run of a folder; NoRunError where there is none, DamageError where it is damaged."""
    return OpenRun(Path(folder))


def step(run: OpenRun, ticks: int = 1) -> Frame:
    """Make ticks of a run, and return the newest."""
    writer = run.writer()
    for _ in range(ticks):
        writer.step()
    return Frame(writer.payload)


def feed(run: OpenRun, item: SimulatorInput) -> None:
    """Let an input, such as `latticeville.sim.inputs.Whisper`, take effect in the next tick."""
    run.writer().feed(item)


def fork(
    run: OpenRun,
    tick: int | str | None = None,
    out: str | Path | None = None,
    *,
    seed: int | None = None,
    model: str | None = None,
    without: Sequence[str] = (),
    inputs: Sequence[SimulatorInput] = (),
) -> OpenRun:
    """Begin a branch after a tick, by number or time; by default the newest, and a free folder
    beside the run.

    ForkError where it cannot be made so.
    """
    replay = run.replay
    at = replay.at(_tick(tick)).tick
    otherwise = ForkChanges(seed, model, None, tuple(without))

    def begin(folder: Path) -> RecordedRun:
        return fork_run(
            replay, at, folder, otherwise, prepare_model, cached_embedder, inputs=inputs
        )

    beside = (run.folder.with_name(f"{run.folder.name}-fork-{one:03}") for one in count(1))
    recorded = begin(Path(out)) if out is not None else begin_in_first_free(beside, begin)
    return OpenRun(recorded.folder, recorded)


_ALL_ROWS = 1 << 40


def sql(statement: str, *runs: OpenRun) -> Records:
    """Return the answer of a SELECT over the tables of runs, whatever its number of rows.

    Raises:
        NoTablesError: The extra `sql` is not installed.
        SqlError: The statement is wrong, or passes a limit.
    """
    from latticeville.tables.database import Database, SqlLimits
    from latticeville.tables.parquet_cache import open_tables

    found: list[RunTables] = []
    for run in runs:
        tables = open_tables(run.replay)
        names = {one.run for one in found}
        found.append(tables._replace(run=str(run.folder)) if tables.run in names else tables)
    with Database(found, SqlLimits(rows=_ALL_ROWS)) as database:
        answer = database.ask(statement)
    return Records(answer.columns, answer.rows)


def _tick(tick: int | str | None) -> TickOrTime | None:
    return parse_tick(tick) if isinstance(tick, str) else tick
