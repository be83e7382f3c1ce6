"""Which world is open, and whether it may be written."""

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from studio.project.world_access import WorldAccess


class OpenWorld:
    """The folder of the open world, and the right to write it."""

    def __init__(self) -> None:
        self._last = Path()
        self.access: WorldAccess | None = None
        """Whether the open world may be written here; None where no world is open."""

    @property
    def folder(self) -> Path:
        """The folder of the world that was entered last."""
        return self.access.world if self.access else self._last

    def acquire(self, folder: Path) -> "WorldAccess":
        """Take the right to write a world, if no other studio has it, and say so where one has."""
        from studio.project.world_access import WorldAccess

        if self.access is None or self.access.world != folder or self.access.read_only:
            self.release()
            self.access = WorldAccess(folder)
        return self.access

    def release(self) -> None:
        """Let another studio write the world."""
        if self.access is not None:
            self._last = self.access.world
            self.access.release()
            self.access = None
