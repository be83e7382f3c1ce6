"""Questions that people answer at a tick, without changing the run."""
