"""Find the files of a model: a folder, a GGUF file, an installed package or the local hub cache."""

from importlib.util import find_spec
from pathlib import Path

from latticeville.models.host_env import stay_offline
from latticeville.models.model import ModelError


def find_model(source: str) -> Path:
    """Return the folder or the GGUF file that a name stands for; nothing is ever downloaded."""
    path = Path(source).expanduser()
    if path.exists():
        return path.resolve()
    return _find_in_package(source) or _find_in_hub(source)


def _find_in_package(source: str) -> Path | None:
    name = source.replace("-", "_")
    spec = find_spec(name) if name.isidentifier() else None
    for root in (spec.submodule_search_locations or ()) if spec else ():
        found = [*Path(root).rglob("*.gguf"), *Path(root).rglob("config.json")]
        for first in sorted(found, key=lambda path: (len(path.parts), path)):
            return first if first.suffix == ".gguf" else first.parent
    return None


def _find_in_hub(source: str) -> Path:
    stay_offline()
    try:
        from huggingface_hub import snapshot_download

        return Path(snapshot_download(source, local_files_only=True))
    except Exception as error:  # the hub's errors differ from version to version
        raise ModelError(
            f"“{source}” is no folder, no GGUF file, no installed package with a model and not in "
            "the local hub cache;"
            " Latticeville downloads no models: download it yourself and name its folder"
        ) from error
