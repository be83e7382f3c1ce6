"""The file format as pydantic models: a module for each part of world.toml, things.toml and a persona."""
