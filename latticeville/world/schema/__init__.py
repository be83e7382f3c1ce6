"""The file format as pydantic models: a module for each part of world.toml, kinds.toml and a persona."""
