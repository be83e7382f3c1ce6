"""`latticeville new NAME`: create a world from a template."""

import argparse
import re
import shlex
import sys
from pathlib import Path

from latticeville.cli.check import tell
from latticeville.cli.output import write
from latticeville.core.disk import is_full
from latticeville.core.problems import select_errors
from latticeville.world.shipped import NAMES, WORLDS
from latticeville.world.templates import TEMPLATES

_EXAMPLE = "example: latticeville new harbour --template village"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    name = "the world's folder in worlds/, or a path with a slash"
    parser.add_argument("name", metavar="NAME", help=name)
    template = "template, or a shipped world (blank)"
    parser.add_argument("--template", choices=(*TEMPLATES, *NAMES), default="blank", help=template)
    size = "width and height of the blank map in cells, such as 80x40"
    parser.add_argument("--size", metavar="WxH", help=size)
    parser.add_argument(
        "--json", action="store_true", help="write the folder and its problems as JSON"
    )
    parser.epilog = _EXAMPLE


def run(args: argparse.Namespace) -> int:
    """Write the world; 0 if all is well, 2 if its folder cannot be had."""
    from latticeville.core.disk import FolderExistsError
    from latticeville.world.io.files import write_world
    from latticeville.world.load import inspect_world
    from latticeville.world.templates import template_files

    folder = Path(args.name) if {"/", "\\"} & {*args.name} else WORLDS / args.name
    size = _size(args.size) if args.size else None
    wrong = _fault(args, size)
    if wrong:
        return _usage(wrong)
    try:
        write_world(folder, template_files(args.template, folder.name, size))
    except FolderExistsError as error:
        return _usage(f"{error}; name another one")
    except (OSError, ValueError) as error:
        if is_full(error):
            raise
        return _usage(f"cannot create {folder}: {getattr(error, 'strerror', None) or error}")
    problems, quoted = inspect_world(folder)[1], shlex.quote(str(folder))
    write({"world": str(folder), "problems": problems}, [str(folder)], json=args.json)
    tell(folder, problems, sys.stderr)
    sys.stderr.write(
        f"next: latticeville run {quoted} --view events · latticeville studio {quoted}\n"
    )
    return 1 if select_errors(problems) else 0


def _fault(args: argparse.Namespace, size: tuple[int, int] | None) -> str:
    """Return what is wrong with the name or the size, or ""."""
    from latticeville.world.templates import SIZED_TEMPLATE, size_error

    if Path(args.name).name in ("", "..") or not args.name.isprintable():
        return f"“{args.name}” is not a valid folder name"
    if args.size and (size is None or size_error(*size)):
        return (
            f"“{args.size}” is not a valid size: "
            f"{size_error(*size) if size else 'write it as 80x40'}"
        )
    if size and args.template != SIZED_TEMPLATE:
        return (
            f"--size works only with the template {SIZED_TEMPLATE}; “{args.template}” has a "
            "fixed size"
        )
    return ""


def _size(typed: str) -> tuple[int, int] | None:
    found = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", typed)
    return (int(found[1]), int(found[2])) if found else None


def _usage(what: str) -> int:
    sys.stderr.write(f"latticeville new: {what}\n{_EXAMPLE}\n")
    return 2
