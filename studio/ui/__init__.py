"""Widgets, dialogs, commands and layout that every screen shares."""
