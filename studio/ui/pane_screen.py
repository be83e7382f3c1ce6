"""The base class of screens with panes: focus order, maximized pane, layout; and what holds panes."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, TypeVar

from textual import events
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widget import Widget

from studio.ui import settings
from studio.ui.footer import CommandFooter
from studio.ui.pane_layout import PaneLayout

W = TypeVar("W", bound=Widget)


class PaneScreen(Screen[None]):
    """A screen of panes."""

    names: ClassVar[tuple[str, ...]] = ()
    """The panes by name, in their order."""

    @abstractmethod
    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""

    @abstractmethod
    def shown_panes(self) -> tuple[str, ...]:
        """Return the names of the panes that are seen, in order."""

    @property
    def tab_order(self) -> tuple[str, ...]:
        """The panes that tab goes through; those that have to make room come to be seen by it."""
        return self.names

    @property
    def default_pane(self) -> str:
        """The pane from which tab goes on where none of them has the focus."""
        return self.tab_order[0]

    def action_next_pane(self) -> None:
        """To the next pane."""
        self._cycle(1)

    def action_previous_pane(self) -> None:
        """To the pane before."""
        self._cycle(-1)

    def tell(self, sentence: str) -> None:
        """Say a sentence in the footer."""
        self.query_one(CommandFooter).tell(sentence)

    def _cycle(self, way: int) -> None:
        ring = self.tab_order
        now = next(
            (name for name in ring if self.focused and self.focused.id == name), self.default_pane
        )
        self.focus_pane(ring[(ring.index(now) + way) % len(ring)])

    def palette_entries(self) -> Iterable[tuple[str, str]]:
        """Return the ids and names of what the palette finds here, beside what it knows of a
        run."""
        return ()

    def go_to(self, name: str) -> None:
        """Go to one of these places."""


class LayoutScreen(PaneScreen):
    """Shows as many panes as there is room for."""

    layout_key: ClassVar[str]
    """Under which name settings keep the layout."""
    middle: ClassVar[str]
    """The pane that all others stand around."""
    stand_ins: ClassVar[tuple[str, ...]]
    """Panes of which the first that is seen gets the focus where the one in front is not."""
    pane_layout: PaneLayout

    @property
    def tab_order(self) -> tuple[str, ...]:
        """The panes that tab goes through."""
        return self.pane_layout.tab_order

    def panes(self) -> Iterator[Widget]:
        """Yield every pane."""
        for name in self.names:
            yield self.query_one(f"#{name}")

    @abstractmethod
    def update_seen_panes(self, shown: frozenset[str], fresh: frozenset[str]) -> None:
        """Show what else depends on the panes that are seen, of which some were not seen before."""

    def on_unmount(self) -> None:
        """Remember the layout."""
        settings.save_layout(self.layout_key, self.pane_layout.saved_values)

    def on_resize(self, event: events.Resize) -> None:
        """Show as many panes as there is room for."""
        self.lay_out(self.pane_layout.with_size(event.size.width, event.size.height))

    def fit(self, width: int, height: int) -> None:
        """Choose the layout before any pane is mounted, so that the first frame is not laid out
        twice."""
        self.pane_layout = self.pane_layout.with_size(width, height)
        self._wear(self.pane_layout.classes)

    def prepare_pane(self, widget: W) -> W:
        """Return a pane, or what asks for more room, to be seen from its first frame on or not at
        all."""
        shown = self.pane_layout.shown
        widget.display = widget.id in shown if widget.id in self.names else not shown
        widget.set_class(widget.id in self.names, "-pane")
        return widget

    def lay_out(self, layout: PaneLayout) -> None:
        """Show the panes of a layout, and no others."""
        self.pane_layout = layout
        shown, fresh = layout.shown, set[str]()
        for pane in self.panes():
            name = pane.id or ""
            if name in shown and not pane.display:
                fresh.add(name)
            pane.display = name in shown
        self.update_seen_panes(shown, frozenset(fresh))
        room = self.query_one("#room")
        was_cramped, room.display = room.display, not shown
        self._wear(layout.classes)
        lost = was_cramped if self.focused is None else not self.focused.display
        if shown and lost:
            front = next(name for name in (layout.front, *self.stand_ins) if name in shown)
            self.query_one(f"#{front}").focus()

    def _wear(self, classes: Mapping[str, bool]) -> None:
        """Have these classes or not, and apply the style sheet once where that changes any."""
        changed = {name: on for name, on in classes.items() if on != self.has_class(name)}
        for name, on in changed.items():
            self.set_class(on, name, update=False)
        if changed:
            self.update_node_styles()

    def action_alone(self) -> None:
        """Give the focused pane the whole screen, or show the others again."""
        front = next(
            (name for name in self.names if self.focused and self.focused.id == name), self.middle
        )
        self.lay_out(self.pane_layout.toggle_alone(front))

    def focus_pane(self, name: str) -> None:
        """Bring a pane to where it can be seen, and focus it."""
        self.set_focus(None)
        self.lay_out(self.pane_layout.with_front(name))
        self.set_focus(self.query_one(f"#{name}"))

    def shown_panes(self) -> tuple[str, ...]:
        """Return the names of the panes that are seen, in order."""
        return tuple(name for name in self.names if name in self.pane_layout.shown)


class PaneColumns(Horizontal):
    """Panes side by side, which cover it wholly, so that it draws nothing."""

    BLANK = True


class PaneRows(Vertical):
    """Panes above each other, which cover it wholly, so that it draws nothing."""

    BLANK = True
