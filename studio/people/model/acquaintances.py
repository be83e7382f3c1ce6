"""Who knows whom, seen from one person."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from latticeville.reports.cast import CastView, Tie


class Acquaintances:
    """The ties of a cast, by person."""

    def __init__(self, found: "CastView") -> None:
        self.people = found.people
        self.pairs = found.acquaintances()
        """Every two of whom one knows the other, by their places among all."""
        self._ties = {(tie.who, tie.other): tie for tie in found.ties}

    def pairs_of(self, who: str) -> frozenset[int]:
        """Return the places of the pairs that somebody is part of."""
        ends = ([self.people[end].who for end in pair[:2]] for pair in self.pairs)
        return frozenset(place for place, two in enumerate(ends) if who in two)

    def others(self, who: str) -> tuple[str, ...]:
        """Return those who know somebody, or whom they know, in the order of all."""
        met = {end for place in self.pairs_of(who) for end in self.pairs[place][:2]}
        known = (one.who for place, one in enumerate(self.people) if place in met)
        return tuple(one for one in known if one != who)

    def tie_between(self, who: str, other: str) -> "Tie | None":
        """Return what somebody is to another and thinks of them, if they know them."""
        return self._ties.get((who, other))

    def describe_tie(self, who: str, other: str) -> str:
        """Say what another is to somebody, else what that is to them."""
        mine, back = self.tie_between(who, other), self.tie_between(other, who)
        return mine.how if mine else f"← {back.how}" if back else ""
