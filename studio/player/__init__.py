"""Playback of a run: orders, the playback table, the thread, run sources, frames, history."""
