"""Panes of the run, and the rows that they show."""
