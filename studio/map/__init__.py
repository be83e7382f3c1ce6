"""The map workbench: draw areas, walls, objects and people."""
