"""A readable history of a run, from its events by templates."""
