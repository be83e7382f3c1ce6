"""A world as frozen values: the map, areas, objects and their machines, people; no file format."""
