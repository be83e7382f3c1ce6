"""Which replica of a model gets which request: the least busy one, and people stay where they are."""

from collections.abc import Collection, Iterator, Sequence
from threading import Lock

from latticeville.core.server_address import ServerAddress

FIRST_PAUSE, MAX_PAUSE = 8, 256
"""For how many requests of the others a replica is left out after it failed once, and at most."""


class Replica:
    """One of the servers that answer for a model, and what is known of it.

    `under_way` counts its requests, `failures` those in a row that it left without an answer, and
    `people` those who were answered here last.
    """

    def __init__(self, url: str, place: ServerAddress, dialect: str = "") -> None:
        self.url, self.place = url, place
        self.lock = Lock()
        """Held by who finds out its dialect."""
        self.dialect = dialect
        """How it is spoken to, "" until it was asked."""
        self.stops_thinking = True
        """Whether requests say that the model is not to think, until the server refuses that."""
        self.under_way, self.failures, self.out_until, self.people = 0, 0, 0, 0


class Replicas:
    """Hands out the replicas of a model; several threads may ask.

    A person stays with the replica that answered them last, whose memory still holds the beginning
    of their prompts, unless another is less busy. A replica that fails is left out while the others
    get FIRST_PAUSE requests, then twice as many; then it gets one at a time until it answers.
    """

    def __init__(self, replicas: Sequence[Replica]) -> None:
        self._all, self._lock = tuple(replicas), Lock()
        self._homes: dict[str, Replica] = {}
        self._given = 0
        """Requests that were handed out, by which pauses are measured."""

    def __iter__(self) -> Iterator[Replica]:
        """Return the replicas in the order of their addresses."""
        return iter(self._all)

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self._all)

    def take(self, people: Sequence[str], without: Collection[Replica] = ()) -> tuple[Replica, int]:
        """Return the replica that is to answer next, and which of the people it is to answer for.

        At least one must not be in `without`. The replica is busy until it is given back.
        """
        with self._lock:
            candidates = [one for one in self._all if one not in without]
            ready = [one for one in candidates if self._is_ready(one)] or candidates
            replica = min(ready, key=lambda one: self._rank(one, people))
            self._given += 1
            replica.under_way += 1
            return replica, self._choose(replica, people)

    def give_back(self, replica: Replica, who: str, *, answered: bool) -> bool:
        """Free a replica, and say whether it answered; return whether it has just been left out."""
        with self._lock:
            replica.under_way -= 1
            if answered:
                replica.failures, replica.out_until = 0, 0
                if who:
                    self._settle(who, replica)
                return False
            return self._leave_out(replica)

    def free(self, replica: Replica, *, refused: bool) -> bool:
        """Free a replica that did not answer and is not lost; return whether it has just been left
        out, as on trial it is where it refused."""
        with self._lock:
            replica.under_way -= 1
            return refused and replica.failures > 0 and self._leave_out(replica)

    def leave_out(self, replica: Replica) -> None:
        """Leave a replica out that is known not to answer."""
        with self._lock:
            self._leave_out(replica)

    def _settle(self, who: str, replica: Replica) -> None:
        home = self._homes.get(who)
        if home is not None:
            home.people -= 1
        self._homes[who] = replica
        replica.people += 1

    def _leave_out(self, replica: Replica) -> bool:
        if self._given < replica.out_until:
            return False
        replica.out_until = self._given + min(FIRST_PAUSE << replica.failures, MAX_PAUSE)
        replica.failures += 1
        return True

    def _is_ready(self, replica: Replica) -> bool:
        """Tell whether a replica may be asked: it is not left out, and on trial it is idle."""
        return not replica.failures or (self._given >= replica.out_until and not replica.under_way)

    def _rank(self, replica: Replica, people: Sequence[str]) -> tuple[bool, int, bool, int, int]:
        """Return what a replica is chosen by, the least first: a trial that is due, what is under
        way, whether somebody is at home there, and how many are."""
        at_home = any(self._homes.get(who) is replica for who in people)
        place = self._all.index(replica)
        return not replica.failures, replica.under_way, not at_home, replica.people, place

    def _choose(self, replica: Replica, people: Sequence[str]) -> int:
        """Return the place of the first whose home the replica is, else of the first without one,
        else of the first."""
        homes = [self._homes.get(who) for who in people]
        for wanted in (replica, None):
            if wanted in homes:
                return homes.index(wanted)
        return 0
