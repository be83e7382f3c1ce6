"""What a killed studio left is removed at the next start; what a living process holds stays."""

from pathlib import Path

from latticeville.core.file_lock import FileLock
from studio.storage.litter import sweep_litter


def leave(root: Path) -> dict[str, Path]:
    """Make what killed studios leave, and what a designer wants to keep."""
    files = {
        "made": root / "runs/ville/.run-0003.making/segment-000.jsonl",
        "making lock": root / "runs/ville/.run-0003.making/.lock",
        "lock": root / "runs/ville/run-0001/.lock",
        "half": root / "runs/ville/run-0001/.end.json.a1b2",
        "log": root / "runs/ville/run-0001/segment-000.jsonl",
        "studio": root / "recovery/ville-1/studio.lock",
        "unwritten": root / "recovery/ville-1/.unsaved-0.json.c3d4",
        "unsaved": root / "recovery/ville-1/unsaved-0.json",
    }
    for path in files.values():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
    return files


def test_what_nobody_holds_is_removed_and_the_rest_stays(tmp_path: Path) -> None:
    files = leave(tmp_path)
    sweep_litter(tmp_path)
    assert {name for name, path in files.items() if path.exists()} == {"log", "unsaved"}
    assert not files["made"].parent.exists()
    sweep_litter(tmp_path / "nowhere")


def test_what_a_living_process_holds_stays(tmp_path: Path) -> None:
    files = leave(tmp_path)
    held = [FileLock(files[name], "a test") for name in ("making lock", "lock", "studio")]
    sweep_litter(tmp_path)
    assert all(path.exists() for path in files.values())
    for lock in held:
        lock.release()
