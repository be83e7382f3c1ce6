"""Panes of the people workbench."""
