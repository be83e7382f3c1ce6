"""Widgets and layout that every screen shares."""
