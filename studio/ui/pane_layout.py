"""Which panes of a screen are shown, by the size of the terminal."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

import msgspec
from msgspec.structs import replace

from studio.ui.terminal import ScreenRoom


class PaneLayout(msgspec.Struct, frozen=True):
    """The size of the screen, and which pane comes first where not all have room."""

    choices: ClassVar[Mapping[str, Sequence[str | bool]]] = {}
    """The fields that are remembered until the next time, and what each may be."""
    double: ClassVar[ScreenRoom] = ScreenRoom(80, 24)
    """The size from which on more than one pane is seen."""

    room: ScreenRoom = ScreenRoom()
    front: str = ""
    """The pane that was asked for last."""
    alone: bool = False
    """Whether the pane in front has the whole screen, as where there is no room for others."""

    @property
    @abstractmethod
    def panes_with_room(self) -> frozenset[str]:
        """The panes on the screen where there is room for several."""

    @property
    @abstractmethod
    def tab_order(self) -> tuple[str, ...]:
        """The panes that tab goes through, in order."""

    @property
    @abstractmethod
    def classes(self) -> Mapping[str, bool]:
        """Classes of the screen, by which its style sheet gives sizes."""

    @abstractmethod
    def with_front(self, name: str) -> Self:
        """Return the layout in which a pane is to be seen."""

    @property
    def saved_values(self) -> Mapping[str, str | bool]:
        """What is remembered until the next time."""
        return {name: getattr(self, name) for name in self.choices}

    def with_saved_values(self, kept: Mapping[str, object]) -> Self:
        """Return the layout with what was remembered, as far as there is such a thing."""
        found = {
            name: option
            for name, options in self.choices.items()
            for option in options
            if option == kept.get(name) and isinstance(option, type(kept[name]))
        }
        return replace(self, **found)

    def with_size(self, width: int, height: int) -> Self:
        """Return the layout for another size."""
        return replace(self, room=ScreenRoom(width, height))

    def toggle_alone(self, name: str) -> Self:
        """Return the layout in which a pane has the whole screen, or the others are seen again."""
        return replace(self, alone=not self.alone, front=name)

    @property
    def single(self) -> bool:
        """Whether there is room for one pane only."""
        return (
            self.alone
            or self.room.width < self.double.width
            or self.room.height < self.double.height
        )

    @property
    def shown(self) -> frozenset[str]:
        """The panes on the screen; none where there is no room at all."""
        if self.room.too_small:
            return frozenset()
        return frozenset({self.front}) if self.single else self.panes_with_room
