"""A process that keeps to some folders: whatever it opens, lists, moves or starts elsewhere is
refused.

It holds back a program that does what somebody else asks it for. It is no sandbox against code that
wants out.
"""

import errno
import os
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

_STARTS = ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.startfile")
_CHANGES = (
    *("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"),
    *("os.chmod", "os.chown", "os.utime", "shutil.rmtree", "shutil.move"),
)
_LISTS = ("os.listdir", "os.scandir")
_SYSTEM = (
    "/dev/null",
    "/dev/urandom",
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/etc/localtime",
)
"""What Python and its libraries read anywhere."""


def lock_paths(writable: Iterable[Path], readable: Iterable[Path] = ()) -> None:
    """Refuse, from now on and for good, with PermissionError what is outside of folders, the
    program's own code and time zones apart; and to start another program."""
    may_write = tuple(map(_real, writable))
    code = [*sys.path, sys.prefix, sys.base_prefix, *sysconfig.get_paths().values()]
    may_read = (*may_write, *map(_real, readable), *map(_real, filter(None, code)))
    may_read = (*may_read, *_SYSTEM, "/usr/share/zoneinfo")

    def check(event: str, words: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = words
            writes = isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT)
            changes = bool(writes) or (isinstance(mode, str) and bool({*"wax+"} & {*mode}))
            _check(path, may_write if changes else may_read, changes=changes)
        elif event in _CHANGES:
            for path in words[: 2 if event in ("os.rename", "os.link", "shutil.move") else 1]:
                _check(path, may_write, changes=True)
        elif event in _LISTS:
            _check(words[0], may_read, changes=False)
        elif event in _STARTS:
            raise PermissionError(errno.EACCES, "no other program is started from here")

    sys.addaudithook(check)


def _check(path: object, folders: tuple[str, ...], *, changes: bool) -> None:
    if isinstance(path, int) or path is None:
        return  # a file that is open already, or the folder that the process is in
    real = _real(os.fsdecode(path)) if isinstance(path, str | bytes | os.PathLike) else ""
    if changes and real == os.devnull:
        return
    if not any(real == one or real.startswith(one.rstrip("/") + "/") for one in folders):
        told = "only files of this world are reached from here"
        raise PermissionError(errno.EACCES, told, real)


def _real(path: str | Path) -> str:
    return os.path.realpath(path)
