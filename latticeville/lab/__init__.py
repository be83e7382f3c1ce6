"""Questions about whole runs: why, beliefs, comparison, search, interviews, forks."""
