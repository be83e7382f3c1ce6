"""The files of a study's outcome: tables, settings, sums, beside the page and the figure."""

import json
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec

from latticeville import __version__
from latticeville.core.csv_text import csv_text
from latticeville.core.disk import content_hash, write_atomic
from latticeville.studies.design import Design
from latticeville.studies.measurement import Measures
from latticeville.studies.outcome import StudyOutcome
from latticeville.studies.study_page import study_page
from latticeville.studies.study_picture import study_svg

SUMS = "sums.txt"
"""The file that holds the digests of all others."""


def write_outcome(root: Path, design: Design, measures: Measures, outcome: StudyOutcome) -> None:
    """Write all files of an outcome, each whole; the same outcome gives the same bytes."""
    rows = [row.record() for row in outcome.rows]
    files = {
        "rows.csv": _csv(rows),
        "rows.json": _json([*rows]),
        "means.csv": _csv(map(_mean_record, outcome.means)),
        "differences.csv": _csv(map(_difference_record, outcome.differences)),
        "settings.json": _json(settings(design, measures)),
        "figure.svg": study_svg(design, outcome),
        "study.md": study_page(design, measures, outcome),
        **_parquet(rows),
    }
    for name, data in files.items():
        write_atomic(root / name, data)
    sums = "".join(f"{content_hash(data)}  {name}\n" for name, data in sorted(files.items()))
    write_atomic(root / SUMS, sums.encode())


def settings(design: Design, measures: Measures) -> dict[str, Any]:
    """Return the settings that took effect: the study as it was read, seeds, worlds, conditions."""
    first = design.configurations[: len(design.conditions)]
    return {
        "latticeville": __version__,
        "study": design.study.model_dump(by_alias=True, exclude_none=True),
        "control": design.control,
        "seeds": [*design.seeds],
        "measures": {name: one.model_dump(exclude_none=True) for name, one in measures},
        "conditions": [
            {
                "name": one.condition,
                "values": dict(one.values),
                "world": one.world.digest,
                "reloads": sorted(one.worlds),
                "model": one.model,
                "embedder": one.embedder,
                "ticks": one.ticks,
                "inputs": msgspec.to_builtins(one.script),
            }
            for one in first
        ],
    }


def _mean_record(one: Any) -> dict[str, object]:  # noqa: ANN401 - a ConditionMean
    return {
        "measure": one.measure,
        "unit": one.unit,
        "condition": one.condition,
        "runs": one.mean.count,
        "mean": one.mean.mean,
        "low": one.mean.low,
        "high": one.mean.high,
    }


def _difference_record(one: Any) -> dict[str, object]:  # noqa: ANN401 - a ConditionDifference
    found = one.comparison
    return {
        "measure": one.measure,
        "condition": one.condition,
        "pairs": found.paired.count,
        "difference": found.paired.mean,
        "low": found.paired.low,
        "high": found.paired.high,
        "unpaired_low": found.unpaired.low,
        "unpaired_high": found.unpaired.high,
        "runs_saved": "all" if found.runs_saved is None else found.runs_saved,
        "chance": found.chance,
    }


def _csv(records: Iterable[Mapping[str, object]]) -> bytes:
    rows = [*records]
    return csv_text(rows[0], (row.values() for row in rows)).encode() if rows else b""


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, allow_nan=False) + "\n").encode()


def _parquet(rows: list[dict[str, object]]) -> dict[str, bytes]:
    """Return the rows as Parquet, where pyarrow is installed."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        return {}
    file = BytesIO()
    pq.write_table(pa.Table.from_pylist([*map(_same_types, rows)]), file)
    return {"rows.parquet": file.getvalue()}


def _same_types(row: Mapping[str, object]) -> dict[str, object]:
    """Return a row whose numbers are floats but for those that count."""
    whole = ("replicate", "seed", "ticks")
    return {
        key: float(value) if isinstance(value, int) and key not in whole else value
        for key, value in row.items()
    }
