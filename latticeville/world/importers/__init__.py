"""Formats of others, read as drafts of our own."""
