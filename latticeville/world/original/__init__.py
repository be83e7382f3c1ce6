"""The original format: world.json, characters.json and a map."""
