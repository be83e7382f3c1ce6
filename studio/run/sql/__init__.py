"""The window that asks the tables of a run by SQL."""
