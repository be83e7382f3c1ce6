"""A run as a folder in the layout of Terrarium."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from latticeville.core.disk import FolderExistsError, error_reason, is_full
from latticeville.draw.export import ExportError
from latticeville.formats.export_format import EVERY, ExportFormat, ExportSource, Written


def _write(source: ExportSource, folder: Path, options: Mapping[str, Any]) -> Written:
    from latticeville.formats.terrarium.export import SNAPSHOT_EPOCHS, write_terrarium

    if source.run is None:
        raise ExportError("only a run can be written in the layout of Terrarium")
    every = options.get("every") or SNAPSHOT_EPOCHS
    try:
        written = write_terrarium(source.run, folder, every, source.looked)
    except FolderExistsError as error:
        raise ExportError(f"{error}: name a new folder, or empty this one") from error
    except OSError as error:
        if is_full(error):
            raise
        raise ExportError(f"{folder} cannot be written: {error_reason(error)}") from error
    told = f"{folder}: {written.events} events, {len(written.files) - 2} states, chronicle.md"
    has_needs = bool(source.run.at().state.world.needs)
    return Written(written.files, told, tuple(_losses(written.left_out, has_needs=has_needs)))


def _losses(left_out: Mapping[str, int], *, has_needs: bool) -> Iterator[str]:
    """Yield what Terrarium has no equivalent for."""
    if not has_needs:
        yield "nobody has needs in this world: health and energy are written as 1, hunger as 0"
    if left_out:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(left_out.items()))
        yield f"left out, without an equivalent in Terrarium: {kinds}"


TERRARIUM = ExportFormat(
    "terrarium",
    "a run in the layout of Terrarium, as a folder",
    _write,
    worlds=False,
    options=(EVERY,),
    contents="events.jsonl, states/ and chronicle.md",
)
