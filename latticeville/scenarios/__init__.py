"""Scenarios: what must hold in a world, as files beside it, and the runs that try it."""

FOLDER, SUFFIX = "scenarios", ".scenario.toml"
"""The folder in a world's that holds its scenarios, and how their files end."""
