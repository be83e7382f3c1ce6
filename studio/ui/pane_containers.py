"""Containers of panes: columns and rows."""

from textual.containers import Horizontal, Vertical


class PaneColumns(Horizontal):
    """Panes side by side, which cover it wholly, so that it draws nothing."""

    BLANK = True


class PaneRows(Vertical):
    """Panes above each other, which cover it wholly, so that it draws nothing."""

    BLANK = True
