"""The simulate workbench: play, inspect and edit a run."""
