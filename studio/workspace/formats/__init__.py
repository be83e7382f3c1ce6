"""TOML, JSON and map texts that are edited with everything else in them left as it is."""
