"""A payload as one digest, for tests that say that nothing of it changes."""

from latticeville.core.disk import content_hash
from latticeville.runs.log_records import encode
from latticeville.runs.snapshot import make_snapshot
from latticeville.sim.tick import TickPayload


def digest_of(payload: TickPayload) -> str:
    """Return the digest of a payload with all its state."""
    return content_hash(encode(make_snapshot(payload)), 8)
