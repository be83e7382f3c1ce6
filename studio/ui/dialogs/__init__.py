"""Dialogs that every screen uses: a line, a text, a choice, a file, problems."""
