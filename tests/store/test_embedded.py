"""The server in a run's folder: it starts, ends, is joined, and taken over from a killed process."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from latticeville.store.embedded import FOLDER, EmbeddedServer

QUICK = {"fsync": "off"}
pytestmark = [pytest.mark.postgres, pytest.mark.slow, pytest.mark.usefixtures("server")]


def server_number(folder: Path) -> int:
    return int((folder / FOLDER / "postmaster.pid").read_text().splitlines()[0])


def put(server: EmbeddedServer, number: int) -> None:
    with server.connect() as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS public.kept (number int)")
        connection.execute("INSERT INTO public.kept VALUES (%s)", [number])


def kept(server: EmbeddedServer) -> list[int]:
    with server.connect() as connection:
        rows = connection.execute("SELECT number FROM public.kept ORDER BY number").fetchall()
    return [number for (number,) in rows]


def test_a_server_lives_through_kills_and_ends_with_its_owner() -> None:
    with TemporaryDirectory(prefix="lattice-store-") as name:
        folder = Path(name) / ("a long name " * 12)  # longer than the path of a socket may be
        folder.mkdir(mode=0o700)
        with EmbeddedServer(folder, QUICK) as server:
            put(server, 1)
            with EmbeddedServer(folder) as guest:
                put(guest, 2)
            number = server_number(folder)
            os.kill(number, 0)  # a guest that leaves does not stop it
            os.kill(number, signal.SIGKILL)
            put(server, 3)
            assert server_number(folder) != number
        assert not (folder / FOLDER / "postmaster.pid").exists()
        code = (
            "import os, sys, pathlib\n"
            "from latticeville.store.embedded import EmbeddedServer\n"
            "EmbeddedServer(pathlib.Path(sys.argv[1]))\n"
            "os.kill(os.getpid(), 9)\n"
        )
        subprocess.run([sys.executable, "-c", code, str(folder)], check=False, timeout=60)
        orphan = server_number(folder)
        os.kill(orphan, 0)
        with EmbeddedServer(folder, QUICK) as server:
            assert server_number(folder) == orphan
            assert kept(server) == [1, 2, 3]
        assert not (folder / FOLDER / "postmaster.pid").exists()
