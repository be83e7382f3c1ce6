"""Panes of the map workbench: the map editor, its tools, and the lists beside it."""
