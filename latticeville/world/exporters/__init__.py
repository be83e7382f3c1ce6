"""Worlds in formats of others."""
