"""A run being played: orders, playback, the thread, run sources, frames and history."""
