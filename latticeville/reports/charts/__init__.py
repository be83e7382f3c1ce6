"""Charts of a run: planned and done, importance, retrieval, counters."""
