"""Panes of the map workbench: the map editor, its tools, and lists beside it."""
