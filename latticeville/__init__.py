"""A headless engine for little worlds whose people remember."""

__version__ = "0.1.0"
