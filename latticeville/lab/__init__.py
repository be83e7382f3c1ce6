"""Questions that are asked of whole runs."""
