"""The map workbench: areas, walls, objects and people, drawn and edited."""
