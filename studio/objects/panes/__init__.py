"""Panes of the objects workbench."""
