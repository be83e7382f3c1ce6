"""A process that is killed at a call that writes: the n-th one, before it, or in the middle of its
bytes.

    calls = count_writes(lambda: save(folder))
    for at in sampled_kills(calls, usual=20):
        survived = run_killed(lambda: save(folder), at)
        ...  # look at what lies in the folder

What counts as a call that writes is what changes a file or a folder: opening to write, writing,
truncating, syncing, renaming, removing, making a folder, changing a mode, taking a lock.
"""

import builtins
import errno
import fcntl
import io
import os
import random
import signal
import time
import warnings
from collections.abc import Callable, Sequence
from typing import Any

from tests.samples import FUZZ

NAMES = (
    "write",
    "pwrite",
    "writev",
    "fsync",
    "fdatasync",
    "replace",
    "rename",
    "link",
    "symlink",
    "unlink",
    "remove",
    "mkdir",
    "rmdir",
    "truncate",
    "ftruncate",
    "chmod",
    "fchmod",
    "utime",
)
"""The calls of `os` that write."""
SECONDS = 60.0
"""How long a child may take before it counts as stuck."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class StuckError(Exception):
    """A child did not end in time."""


def count_writes(call: Callable[[], object]) -> int:
    """Do a call in a forked child, which is not killed, and return how many calls wrote; an error
    there is raised."""
    status, told = _fork(call, -1, torn=False)
    if status != 0:
        raise AssertionError(f"the call failed in the child: {told}")
    return int(told)


def run_killed(call: Callable[[], object], at: int, *, torn: bool = False) -> bool:
    """Do a call in a forked child that is killed before its n-th call that writes, counted from 1.

    A torn one writes half of its bytes first. Return whether the child lived to the end, as where
    it wrote less often.
    """
    status, told = _fork(call, at, torn=torn)
    if status == signal.SIGKILL:
        return False
    if status != 0:
        raise AssertionError(f"the call failed in the child before it was killed: {told}")
    return True


def run_full(call: Callable[[], str], at: int) -> tuple[bool, str]:
    """Do a call in a forked child whose disk is full from its n-th call on that takes room, counted
    from 1.

    Return whether the disk got full, and the string that the call returned.
    """
    status, told = _fork(call, at, torn=True, kind=_Full)
    if status != 0:
        raise AssertionError(f"the call failed in the child: {told}")
    count, _, said = told.partition(" ")
    return int(count) >= at, said


def sampled_kills(calls: int, usual: int = 20, seed: int = 0) -> list[int]:
    """Return which calls to be killed at: every one in `make fuzz`, else the first, the last and
    some between."""
    if FUZZ or calls <= usual:
        return list(range(1, calls + 1))
    between = random.Random(seed).sample(range(2, calls), usual - 2)
    return [1, *sorted(between), calls]


def _fork(
    call: Callable[[], object], at: int, *, torn: bool, kind: "type[_Fault] | None" = None
) -> tuple[int, str]:
    """Return how the child ended, as a signal or an exit status, and what it told."""
    ear, mouth = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child only runs the call and ends
        child = os.fork()
    if child == 0:
        os.close(ear)
        _live(call, (kind or _Fault)(at, torn=torn), mouth)
    os.close(mouth)
    status = _await(child)
    with os.fdopen(ear, "rb") as file:
        told = file.read().decode("utf-8", "replace")
    return (os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)), told


def _await(child: int) -> int:
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return status
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    raise StuckError(f"the child did not end within {SECONDS} seconds")


def _live(call: Callable[[], object], fault: "_Fault", mouth: int) -> None:
    write, code = os.write, 1
    try:
        fault.install()
        said = call()
        more = f" {said}" if isinstance(said, str) else ""
        write(mouth, f"{fault.count}{more}".encode("utf-8", "replace")[:60000])
        code = 0
    except BaseException as error:  # noqa: BLE001 - whatever it is, the parent must hear of it
        write(mouth, f"{type(error).__name__}: {error}".encode("utf-8", "replace")[:4000])
    finally:
        os._exit(code)


class _Fault:
    """Counts the calls that write, and kills the process at one of them."""

    def __init__(self, at: int, *, torn: bool) -> None:
        self.count = 0
        self._at, self._torn = at, torn

    def install(self) -> None:
        """Put itself before every call that writes, in this process and for good."""
        self._replace_calls(NAMES)
        fcntl.flock = self._before(fcntl.flock, "flock")

    def _replace_calls(self, names: Sequence[str]) -> None:
        for name in names:
            if hasattr(os, name):
                setattr(os, name, self._before(getattr(os, name), name))
        os.open = self._opening(os.open)
        file = self._file()
        opened = io.open

        def open_(path: Any, mode: str = "r", *args: Any, **named: Any) -> Any:
            if not set(mode) & set("wax+"):
                return opened(path, mode, *args, **named)
            return _wrap(file, path, mode, *args, **named)

        io.open = builtins.open = open_  # type: ignore[assignment]

    def meet(self, half: Callable[[], object] | None = None) -> None:
        """Count one call, and be killed if it is the one."""
        self.count += 1
        if self.count == self._at:
            if self._torn and half is not None:
                half()
            os.kill(os.getpid(), signal.SIGKILL)

    def meet_open(self, _path: Any) -> None:
        """Count the opening of a file to write it."""
        self.meet()

    def meet_truncate(self) -> None:
        """Count the shortening of a file."""
        self.meet()

    def _before(self, call: Callable[..., Any], name: str) -> Callable[..., Any]:
        def counted(*args: Any, **named: Any) -> object:
            if name in {"write", "pwrite"}:
                file, data, *rest = args
                self.meet(lambda: call(file, bytes(data)[: len(data) // 2], *rest))
            else:
                self.meet()
            return call(*args, **named)

        return counted

    def _opening(self, call: Callable[..., int]) -> Callable[..., int]:
        def counted(path: Any, flags: int, *args: Any, **named: Any) -> int:
            if flags & _WRITING:
                self.meet_open(path)
            return call(path, flags, *args, **named)

        return counted

    def _file(self) -> type[io.FileIO]:
        meet, meet_open, meet_truncate = self.meet, self.meet_open, self.meet_truncate

        class Counted(io.FileIO):
            def __init__(self, *args: Any, **named: Any) -> None:
                meet_open(args[0])
                super().__init__(*args, **named)

            def write(self, data: Any, /) -> int:
                meet(lambda: super(Counted, self).write(bytes(data)[: len(data) // 2]))
                return super().write(data)

            def truncate(self, size: int | None = None, /) -> int:
                meet_truncate()
                return super().truncate(size)

        return Counted


class _Full(_Fault):
    """Lets every call that takes room fail from one of them on; the first writes half of its bytes
    before."""

    def install(self) -> None:
        """Put itself before every call that takes room, in this process and for good."""
        self._replace_calls(("write", "pwrite", "writev", "mkdir", "symlink", "link", "fsync"))

    def meet_open(self, path: Any) -> None:
        """Count the opening of a file that is not there yet."""
        if not isinstance(path, int) and not os.path.lexists(str(path)):
            try:
                self.meet()
            except OSError as error:
                error.filename = os.fspath(path)
                raise

    def meet_truncate(self) -> None:
        """Count nothing, since it takes no room."""

    def meet(self, half: Callable[[], object] | None = None) -> None:
        """Count one call, and fail if it is the one or a later one."""
        self.count += 1
        if self.count == self._at and half is not None:
            half()
        if self.count >= self._at > 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _wrap(
    file: type[io.FileIO],
    path: Any,
    mode: str,
    buffering: int = -1,
    encoding: str | None = None,
    errors: str | None = None,
    newline: str | None = None,
    closefd: bool = True,  # noqa: FBT001, FBT002 - as the built-in open has it
    opener: Any = None,
) -> Any:
    """Open a file as `open` does, over a raw file of one's own class."""
    raw: Any = file(path, mode.replace("b", "").replace("t", ""), closefd, opener)
    if buffering == 0:
        return raw
    buffered: Any = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
    return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding, errors, newline)
