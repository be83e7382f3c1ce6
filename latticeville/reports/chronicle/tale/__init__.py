"""A run as a tale: who and where, the turns by importance in scenes, and an end, each sentence with
its events."""
