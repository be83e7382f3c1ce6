"""The error that an edit raises if it is impossible."""


class EditRefusedError(Exception):
    """An edit cannot be done; the sentence says why, and nothing has changed."""
