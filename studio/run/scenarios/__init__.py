"""The window of scenarios: which there are, what came of them, and the runs in which they fail."""
