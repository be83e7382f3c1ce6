"""Ray as the executor of a study: on this machine, or on a cluster of which the address is given.

A worker has a folder of its own: it is sent the runs that its own forks from, and sends its run back,
packed. Ray hands out tasks, and begins one again whose worker is lost.
"""

import io
import os
import platform
import shutil
import stat
import tempfile
import zipfile
from concurrent.futures import Future
from pathlib import Path
from typing import Any, NamedTuple

from latticeville import __version__
from latticeville.core.process_pool import ONE_THREAD
from latticeville.runs.run_end import read_end
from latticeville.studies.local_pool import Outcome
from latticeville.studies.run_task import RUNS, run_task
from latticeville.studies.study_file import StudyError
from latticeville.studies.tasks import RunTask

LOCAL = "ray"
SCHEME = "ray://"
TOKEN = Path(".ray") / "auth_token"
"""The file in the home folder in which Ray keeps the token of its clusters."""
RETRIES = 3
"""How often Ray begins a task again whose worker is lost."""
OPENS = (
    "Ray listens on every network interface of this machine while the study runs, and runs what is "
    "sent to it by whoever has the token in ~/.ray/auth_token, which is kept readable by you alone; "
    "usage statistics and dashboard are off"
)
MISSING = "--on ray needs Ray\n    fix: pip install 'latticeville[ray]'"


class NodeVersions(NamedTuple):
    """The versions on a machine, which must be the same everywhere."""

    python: str
    ray: str
    latticeville: str


class RayPool:
    """Workers of a Ray cluster; StudyError where there is none, or one with other versions."""

    def __init__(self, on: str, workers: int) -> None:
        os.environ.update({"RAY_USAGE_STATS_ENABLED": "0", **ONE_THREAD})
        try:
            import ray
        except ImportError as error:
            raise StudyError(MISSING) from error
        self._ray: Any = ray
        self._begin(on, workers)
        try:
            self._check_versions()
        except BaseException:
            self.close()
            raise
        self.slots = max(1, int(ray.cluster_resources().get("CPU", workers)))
        self._run = ray.remote(num_cpus=1, max_retries=RETRIES)(run_remotely)
        self._packed: dict[str, Any] = {}

    def _begin(self, on: str, workers: int) -> None:
        usual: dict[str, Any] = {"log_to_driver": False, "configure_logging": False}
        before = os.umask(0o077)
        try:
            if on.startswith(SCHEME):
                self._ray.init(address=on)
            else:
                self._ray.init(num_cpus=workers, include_dashboard=False, **usual)
        except (ConnectionError, ImportError, RuntimeError) as error:
            raise StudyError(
                f"{on} cannot be used: {str(error).strip().splitlines()[0]}"
            ) from error
        finally:
            os.umask(before)
        token = Path.home() / TOKEN
        if token.exists():
            token.chmod(stat.S_IRUSR | stat.S_IWUSR)

    def _check_versions(self) -> None:
        """Raise a StudyError unless each machine has the versions of this one."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        ours = versions(self._ray.__version__)
        ask = self._ray.remote(num_cpus=0, max_retries=0)(node_versions)
        for node in self._ray.nodes():
            if not node["Alive"]:
                continue
            here = NodeAffinitySchedulingStrategy(node["NodeID"], soft=False)
            name = node.get("NodeManagerHostname", node["NodeID"])
            try:
                theirs = self._ray.get(ask.options(scheduling_strategy=here).remote())
            except Exception as error:  # whatever a machine without our package raises
                why = str(error).strip().splitlines()[-1][:200]
                raise StudyError(
                    f"{name} cannot run latticeville {__version__}: {why}\n"
                    "    fix: install the same version there"
                ) from error
            if tuple(theirs) != tuple(ours):
                raise StudyError(
                    f"{name} has Python {theirs[0]}, Ray {theirs[1]}, latticeville {theirs[2]}; here "
                    f"are {ours.python}, {ours.ray}, {ours.latticeville}\n"
                    "    fix: install the same versions there"
                )

    def submit(self, task: RunTask, root: Path) -> "Future[Outcome]":
        """Begin a task; its run is unpacked into the folder of the study before it counts."""
        parents = [self._parent(name, root) for name in task.parents]
        done: Future[Outcome] = Future()

        def take(sent: "Future[Any]") -> None:
            error = sent.exception()
            if error is not None:
                done.set_exception(error)
                return
            try:
                done.set_result(_unpack_outcome(sent.result(), root))
            except BaseException as fault:  # noqa: BLE001 - it is the driver's to raise
                done.set_exception(fault)

        self._run.remote(task, *parents).future().add_done_callback(take)
        return done

    def _parent(self, name: str, root: Path) -> Any:  # noqa: ANN401 - a reference of Ray
        """Return a reference to a packed run, which is sent once to each machine."""
        if name not in self._packed:
            self._packed[name] = self._ray.put((name, pack_run(root / RUNS / name)))
        return self._packed[name]

    def is_lost(self, error: BaseException) -> bool:
        """Tell whether a worker or its machine was lost, more often than Ray begins anew."""
        from ray import exceptions

        lost = (exceptions.WorkerCrashedError, exceptions.NodeDiedError, exceptions.ObjectLostError)
        return isinstance(error, lost)

    def close(self) -> None:
        """Leave the cluster; one of this machine ends."""
        self._ray.shutdown()


def versions(ray: str) -> NodeVersions:
    """Return the versions here."""
    return NodeVersions(platform.python_version(), ray, __version__)


def node_versions() -> tuple[str, ...]:
    """Return the versions where this is run."""
    import ray

    return tuple(versions(ray.__version__))


def run_remotely(task: RunTask, *parents: tuple[str, bytes]) -> tuple[Outcome, bytes]:
    """Run a task in a folder of its own; return what came of it, and the packed run."""
    root = Path(tempfile.mkdtemp(prefix="latticeville-study-"))
    try:
        for name, data in parents:
            unpack_run(data, root / RUNS / name)
        outcome = run_task(task, root)
        made = root / RUNS / task.name
        return outcome, pack_run(made) if made.is_dir() else b""
    finally:
        shutil.rmtree(root, ignore_errors=True)


def _unpack_outcome(sent: tuple[Outcome, bytes], root: Path) -> Outcome:
    """Put a run into the folder of a study; StudyError where it is not the one that was measured."""
    (row, seconds), data = sent
    folder = root / RUNS / row.name
    if data:
        unpack_run(data, folder)
        end = read_end(folder)
        if row.status == "succeeded" and (end is None or end.log.digest != row.digest):
            raise StudyError(f"{folder}: the run that came back is not the one that was measured")
    return row, seconds


def pack_run(folder: Path) -> bytes:
    """Return the files of a run as one archive."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        for path in sorted(folder.iterdir()):
            if path.is_file() and not path.name.startswith("."):
                archive.write(path, path.name)
    return data.getvalue()


def unpack_run(data: bytes, folder: Path) -> None:
    """Put the files of an archive into a folder, which is there whole or not at all."""
    made = folder.with_name(f".{folder.name}.unpacked")
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for name in archive.namelist():
            (made / Path(name).name).write_bytes(archive.read(name))
    shutil.rmtree(folder, ignore_errors=True)
    made.rename(folder)
