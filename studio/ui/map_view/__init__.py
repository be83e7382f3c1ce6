"""A map in a pane: camera, zoom, colours, borders, and rows rendered once."""
