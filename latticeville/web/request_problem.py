"""Errors as RFC 9457 tells them: what, why, and how to fix it."""

import msgspec

MEDIA_TYPE = "application/problem+json"


class RequestProblem(Exception):  # noqa: N818 - the word of RFC 9457
    """A request that cannot be answered: its status, what is wrong, why, and how to fix it."""

    def __init__(self, status: int, title: str, detail: str = "", fix: str = "") -> None:
        super().__init__(f"{title}: {detail}" if detail else title)
        self.status, self.title, self.detail, self.fix = status, title, detail, fix

    def body(self) -> bytes:
        """Return the problem as JSON."""
        told = {
            "type": "about:blank",
            "title": self.title,
            "status": self.status,
            "detail": self.detail,
            "fix": self.fix,
        }
        return msgspec.json.encode({key: value for key, value in told.items() if value != ""})
