"""A world as frozen values: map, areas, objects, people; independent of the file format."""
