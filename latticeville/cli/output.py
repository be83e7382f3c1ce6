"""Write the result of a command to stdout, as lines of text, as JSON or as CSV, or to a file."""

import json as standard
import sys
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

import msgspec

from latticeville.cli.terminal import CleanStream
from latticeville.core.csv_text import csv_lines
from latticeville.core.disk import error_reason, is_full, write_atomic
from latticeville.core.printable import escape_json


def write(found: object, lines: Iterable[str], *, json: bool) -> None:
    """Write a value as one line of JSON, or the lines."""
    if json:
        write_json(found)
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines)


def write_file(path: Path, data: bytes | Iterable[bytes]) -> int:
    """Write a file and say its name; the exit code, which is 2 where the file cannot be written.

    OSError where the disk is full.
    """
    try:
        write_atomic(path, data)
    except OSError as error:
        if is_full(error):
            raise
        sys.stderr.write(f"{path} cannot be written: {error_reason(error)}\n")
        return 2
    sys.stdout.write(f"{path}\n")
    return 0


def write_json(value: object, *, indent: int | None = None, sort: bool = False) -> None:
    """Write a value as JSON, on one line or indented, its keys in order with `sort`.

    Whatever is unsafe to print is escaped, so that nothing is lost.
    """
    sys.stdout.write(encode_json(value, indent=indent, sort=sort, only_ascii=is_narrow()) + "\n")


def is_narrow() -> bool:
    """Tell whether standard output lacks most characters."""
    return isinstance(sys.stdout, CleanStream) and sys.stdout.narrow


def encode_json(
    value: object, *, indent: int | None = None, sort: bool = False, only_ascii: bool = False
) -> str:
    """Return a value as JSON, as `write_json` writes it."""
    return escape_json(_encode(value, indent, sort=sort), only_ascii=only_ascii)


def json_lines(records: Iterable[Mapping[str, object]], *, only_ascii: bool) -> Iterator[str]:
    """Yield a line of JSON for each record."""
    return (encode_json(record, only_ascii=only_ascii) + "\n" for record in records)


def record_lines(records: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Yield a line of names, then one for each record, as CSV; names in a cell have spaces
    between."""
    return csv_lines(_cells(records))


def _cells(records: Iterable[Mapping[str, object]]) -> Iterator[Iterable[object]]:
    for place, record in enumerate(records):
        if not place:
            yield record
        yield (" ".join(each) if isinstance(each, tuple) else each for each in record.values())


def csv_as_parquet(text: str) -> bytes:
    """Return the rows of a CSV as a Parquet file; numbers and truth values have types of their
    own."""
    import pyarrow as pa
    import pyarrow.csv as pc
    import pyarrow.parquet as pq

    lines = pc.ParseOptions(newlines_in_values=True)
    data = text.encode(errors="replace")
    table = pc.read_csv(BytesIO(data), parse_options=lines) if data else pa.table({})
    file = BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def _encode(value: object, indent: int | None, *, sort: bool) -> str:
    if indent is None:
        try:
            return msgspec.json.encode(value, order="deterministic" if sort else None).decode()
        except UnicodeEncodeError:  # half a character, as in names of files that are not UTF-8
            pass
    plain = msgspec.to_builtins(value, str_keys=True)
    close = (",", ":") if indent is None else None
    return standard.dumps(
        plain, ensure_ascii=False, indent=indent, separators=close, sort_keys=sort
    )
