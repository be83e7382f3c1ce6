"""A process that has imported all commands, and forks for each `latticeville` of an example: a page
calls up to a hundred, and the start of each would cost more than what it does.

    python -m tests.docs.forked_commands DOOR
"""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from latticeville.cli.main import BUNDLED, CRASH, HELP, load_command, main

IMPORTED_LATE = (
    "latticeville.mind.builtin.model",
    "latticeville.runs.recorded_run",
    "latticeville.tables.database",
    "latticeville.world.checks",
    "latticeville.world.io.parse",
)
"""What commands import where they need it."""
CALLER = """#!{python} -IS
import os, socket, sys
parts = [os.getcwd(), str(len(sys.argv)), *sys.argv, *(f"{{a}}={{b}}" for a, b in os.environ.items())]
call = os.fsencode(chr(0).join(parts))
with socket.socket(socket.AF_UNIX) as server:
    server.connect({door!r})
    socket.send_fds(server, [len(call).to_bytes(8, "big")], [0, 1, 2])
    server.sendall(call)
    sys.exit(int(server.recv(16) or {crash}))
"""
"""What stands for the command on the path: it hands over its folder, words, variables and streams,
and leaves with the exit code that it is told."""


@contextmanager
def forked_commands() -> Iterator[Path]:
    """Yield a folder for the path, in which `latticeville` is answered by a fork."""
    with TemporaryDirectory() as name, socket.socket(socket.AF_UNIX) as listener:
        folder, door = Path(name), str(Path(name) / "door")
        listener.bind(door)
        listener.listen()
        caller = folder / "latticeville"
        caller.write_text(CALLER.format(python=sys.executable, door=door, crash=CRASH), "utf-8")
        caller.chmod(0o755)
        words = [sys.executable, "-m", "tests.docs.forked_commands", str(listener.fileno())]
        with subprocess.Popen(
            words, pass_fds=[listener.fileno()], cwd=Path(__file__).parents[2]
        ) as server:
            try:
                yield folder
            finally:
                server.terminate()


def serve(listener: socket.socket) -> None:
    """Answer one call after the other until this process is ended."""
    for command in {*HELP} - {*BUNDLED}:
        load_command(command)
    for module in IMPORTED_LATE:
        import_module(module)
    while True:
        call, _address = listener.accept()
        with call:
            child = os.fork()
            if not child:
                _leave(call)
            _child, status = os.waitpid(child, 0)
            call.sendall(str(os.waitstatus_to_exitcode(status)).encode())


def _leave(call: socket.socket) -> NoReturn:
    """End this process with the exit code of the command of a call."""
    code = CRASH
    try:
        code = answer(call)
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def answer(call: socket.socket) -> int:
    """Run the command of a call in its folder, with its variables and streams; return its exit
    code."""
    size, streams, *_ = socket.recv_fds(call, 8, 3)
    with call.makefile("rb") as rest:
        text = rest.read(int.from_bytes(size, "big"))
    folder, count, *parts = os.fsdecode(text).split("\0")
    os.chdir(folder)
    os.environ.clear()
    for one in parts[int(count) :]:
        name, _, value = one.partition("=")
        os.environ[name] = value
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    sys.argv = parts[: int(count)]
    try:
        return main()
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 1


if __name__ == "__main__":
    serve(socket.socket(fileno=int(sys.argv[1])))
