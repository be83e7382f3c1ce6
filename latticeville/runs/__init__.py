"""The run log: recording a run, and replaying any tick of it."""
