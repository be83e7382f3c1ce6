"""`latticeville metrics`: measures of a run over time, and its anomalies."""

import argparse
import csv
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from pathlib import Path

from msgspec.structs import asdict

from latticeville.cli.output import encode_json, is_narrow, write, write_file
from latticeville.core.clock import format_time
from latticeville.db.replay import Replay
from latticeville.reports.arg_types import count, count_from_one
from latticeville.reports.metrics.anomalies import RULES, find_anomalies
from latticeville.reports.metrics.measures import MEASURES, Measure, UnknownMeasureError, measures_of, named_measures
from latticeville.reports.metrics.rows import MeasureLine, anomaly_rows, measure_rows, registry_lines
from latticeville.reports.metrics.series import sampled_rows, summarize
from latticeville.reports.plain_text import plain_text

BARS = 30
"""Bars of a measure over time."""
DIGITS = 6
"""Digits behind the point in JSON and CSV."""


class MetricsError(Exception):
    """What is asked for cannot be measured; the text says why."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.epilog = "example: latticeville metrics runs/monday --only population utterances --every 60 --csv"
    parser.add_argument("run_folder", metavar="RUN", type=Path, nargs="?", help="folder of the run")
    parser.add_argument("--only", metavar="NAME", nargs="+", help="measures to show (those of the world)")
    parser.add_argument("--anomalies", action="store_true", help="list the anomalies instead")
    parser.add_argument("--from", dest="start", type=count, metavar="TICK", help="first tick; default: the oldest")
    parser.add_argument("--until", type=count, metavar="TICK", help="last tick; default: the newest")
    parser.add_argument("--every", type=count_from_one, default=1, metavar="N", help="ticks per row of JSON or CSV (1)")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="write JSON, one object per line")
    form.add_argument("--csv", action="store_true", help="write CSV")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write to this file")
    parser.add_argument("--list", action="store_true", help="list all measures and the rules of anomalies")


def run(args: argparse.Namespace) -> int:
    """Run the command; 2 where there is no such measure or tick, or the file cannot be written."""
    try:
        measures = named_measures(args.only or ())
        if args.list:
            _list(measures or MEASURES, json=args.json)
        else:
            return _write(_lines(args, measures), args.out)
    except (MetricsError, UnknownMeasureError) as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def _list(measures: Sequence[Measure], *, json: bool) -> None:
    """List measures and rules."""
    told = [
        {"name": one.name, "unit": one.unit, "definition": one.definition, "counts": one.counts, "rules": one.rules,
         "source": one.source}
        for one in measures
    ]  # fmt: skip
    rules = [{"name": rule.name, "definition": rule.definition} for rule in RULES]
    write({"measures": told, "anomalies": rules}, registry_lines(measures), json=json)


def _write(lines: Iterable[str], out: Path | None) -> int:
    """Print lines, or write them into a file; the exit code."""
    if out is not None:
        return write_file(out, (text.encode() for text in lines))
    sys.stdout.writelines(lines)
    return 0


def _lines(args: argparse.Namespace, measures: Sequence[Measure]) -> Iterator[str]:
    """Return what is written, line by line; MetricsError where no run is named, or no tick is between the two."""
    if args.run_folder is None:
        raise MetricsError("name the folder of a run, or give --list")
    replay = Replay(args.run_folder)
    start, end = replay.span(args.start, args.until)
    if start > end:
        raise MetricsError(f"there is no tick from {start} until {end}")
    measures = measures or measures_of(replay.world(replay.segments[-1].header.world))
    if args.json or args.csv:
        found = _anomalies(replay, start, end) if args.anomalies else _rows(replay, measures, start, end, args.every)
        only_ascii = args.out is None and is_narrow()
        return _json_lines(found, only_ascii=only_ascii) if args.json else _csv_lines(found)
    if args.anomalies:
        return _text_lines(_anomaly_lines(replay, start, end))
    return _text_lines(_table(replay, measures, start, end))


_Record = Mapping[str, object]


def _rows(replay: Replay, measures: Sequence[Measure], start: int, end: int, every: int) -> Iterator[_Record]:
    for row in sampled_rows(replay.payloads(start), measures, end, every):
        values = {name: value if value is None else round(value, DIGITS) for name, value in row.values.items()}
        yield {"tick": row.tick, "minute": row.minute, **values}


def _anomalies(replay: Replay, start: int, end: int) -> Iterator[_Record]:
    for one in find_anomalies(replay.payloads(), start, end):
        yield asdict(one)


def _anomaly_lines(replay: Replay, start: int, end: int) -> list[str]:
    rows = anomaly_rows(find_anomalies(replay.payloads(), start, end))
    return [*plain_text(rows)] or [f"no anomalies in ticks {start}–{end}"]


def _table(replay: Replay, measures: Sequence[Measure], start: int, end: int) -> Iterator[str]:
    found = summarize(replay.payloads(start), measures, start, end, BARS)
    first, last = (format_time(replay.at(tick).state.minute) for tick in (start, end))
    yield f"ticks {start}–{end} ({first} – {last})"
    yield from plain_text(measure_rows(MeasureLine(one, *found[one.name]) for one in measures))


def _text_lines(lines: Iterable[str]) -> Iterator[str]:
    return (f"{text}\n" for text in lines)


def _json_lines(records: Iterable[_Record], *, only_ascii: bool) -> Iterator[str]:
    return (encode_json(record, only_ascii=only_ascii) + "\n" for record in records)


def _csv_lines(records: Iterable[_Record]) -> Iterator[str]:
    """Yield a line of names, then one for each record; names in a cell have spaces between."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for place, record in enumerate(records):
        if not place:
            writer.writerow(record)
        writer.writerow(" ".join(each) if isinstance(each, tuple) else each for each in record.values())
        yield text.getvalue()
        text.seek(0)
        text.truncate()
