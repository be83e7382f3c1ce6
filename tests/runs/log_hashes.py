"""`python -m tests.runs.log_hashes < WORLDS`: write a log of each world, a JSON list of files, and
print its hash."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from latticeville.core.disk import content_hash
from latticeville.mind.think import think
from latticeville.runs import log
from latticeville.sim.inputs import GodEvent
from latticeville.world.model.world import World
from tests.model_doubles import wild
from tests.runs.runs import contents, write
from tests.worlds import Feed, assembled

Files = list[dict[str, str]]


def hashes(worlds: list[World]) -> list[str]:
    """Return the hash of all that is written of each world, which is reloaded into the next one
    half way."""
    found = []
    for world, following in zip(worlds, [*worlds[1:], worlds[0]], strict=True):
        for minds in (think, wild):
            with TemporaryDirectory() as folder:
                feed: Feed = {7: [GodEvent("It thunders.")], 20: [following]}
                write(Path(folder), world, 40, feed=feed, minds=minds)
                found.append(content_hash(repr(contents(Path(folder))).encode()))
    return found


def main() -> None:
    """Read worlds and print hashes, a line each."""
    log.SEGMENT_TICKS = 3
    files = msgspec.json.decode(sys.stdin.buffer.read(), type=Files)
    sys.stdout.write("\n".join(hashes([assembled(each) for each in files])))


if __name__ == "__main__":
    main()
