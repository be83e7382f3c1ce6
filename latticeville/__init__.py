"""A headless engine for little worlds whose people remember."""
