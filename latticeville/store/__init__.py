"""The tables of many runs in PostgreSQL, memories with a vector: filled from logs, and compared."""
