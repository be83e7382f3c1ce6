"""The one thing that an edit may raise."""


class Refused(Exception):  # noqa: N818 - it is no fault: it says why nothing was done
    """An edit cannot be done; the sentence says why, and nothing has changed."""
