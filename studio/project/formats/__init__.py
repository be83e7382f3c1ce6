"""TOML, JSON and map texts that keep everything that an edit does not change."""
