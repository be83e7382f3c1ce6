"""Panes of the simulate workbench, and their rows."""
