"""Analysis of state machines: search for defects, trials, and tests of kinds."""
