"""The one thing that an edit may raise."""


class EditRefusedError(Exception):
    """An edit cannot be done; the sentence says why, and nothing has changed."""
