"""A map in a pane: camera, zoom, colours, borders, cached rows."""
