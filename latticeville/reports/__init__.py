"""Questions about a run: each a report, with its answer, its rows and its JSON."""
