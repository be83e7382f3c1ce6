"""`latticeville export RUN DIR --terrarium`: a run as a folder in the layout of Terrarium."""

import argparse
import sys
from collections.abc import Mapping

from latticeville.cli.output import write
from latticeville.core.disk import FolderExistsError, error_reason
from latticeville.core.progress import ProgressCallback
from latticeville.draw.export import ExportError
from latticeville.world.shipped import missing_world, world_label

_NOT_FITTING = ("style", "tick", "ticks", "area", "follow")
"""Arguments that are only for pictures."""


def export_terrarium(args: argparse.Namespace, look: ProgressCallback) -> int:
    """Write the folder and return 0; ExportError where that cannot be done."""
    from latticeville.formats.terrarium.export import SNAPSHOT_EPOCHS, write_terrarium
    from latticeville.runs.replay import Replay

    _check_args(args)
    replay, folder = Replay(args.source), args.file
    try:
        written = write_terrarium(replay, folder, args.every or SNAPSHOT_EPOCHS, look)
    except FolderExistsError as error:
        raise ExportError(f"{error}: name a new folder, or empty this one") from error
    except OSError as error:
        raise ExportError(f"{folder} cannot be written: {error_reason(error)}") from error
    told = f"{folder}: {written.events} events, {len(written.files) - 2} states, chronicle.md"
    write([str(name) for name in written.files], [told], json=args.json)
    _tell_losses(written.left_out, has_needs=bool(replay.at().state.world.needs))
    return 0


def _check_args(args: argparse.Namespace) -> None:
    """Raise ExportError where the arguments do not go with --terrarium."""
    from latticeville.runs.segments import holds_run

    for name in _NOT_FITTING:
        if getattr(args, name) is not None:
            raise ExportError(f"--{name} does not work with --terrarium; it is for pictures")
    if not args.source.is_dir():
        raise ExportError(missing_world(args.source))
    if not holds_run(args.source):
        raise ExportError(
            f"{world_label(args.source)} is not a run (there is no segment-000.jsonl), and "
            "--terrarium writes runs"
        )


def _tell_losses(left_out: Mapping[str, int], *, has_needs: bool) -> None:
    """Say on stderr what Terrarium has no equivalent for."""
    if not has_needs:
        sys.stderr.write(
            "nobody has needs in this world: health and energy are written as 1, hunger as 0\n"
        )
    if left_out:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(left_out.items()))
        sys.stderr.write(f"left out, without an equivalent in Terrarium: {kinds}\n")
