"""Forms of actions that replies in words name in a way of their own: by a direction, a number, or a
person."""

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.mind.action_form import ActionForm, first_named
from latticeville.world.model.world import World

_WAY = re.compile(
    r"\b(?:(north|south)[- ]?(east|west)|(north|south|east|west)|([NS][EW]|[NSEW]))\b(?!['’])",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"\b(\d{1,6})\b")


class StepForm(ActionForm):
    """The form of a step in a direction."""

    def read_words(
        self, rest: str, offered: Sequence[Action], _names: Mapping[str, str]
    ) -> Iterator[Action]:
        """Yield the step in the direction that words name first."""
        way = _WAY.search(rest)
        if way is not None:
            told = "".join(part[0] for part in way.groups()[:3] if part) or way[4]
            yield from (action for action in offered if action.verb == told.upper())


class AnyForm(ActionForm):
    """The form of what can be done without naming to what: to what is named, or else to
    anything."""

    def read_words(
        self, rest: str, offered: Sequence[Action], _names: Mapping[str, str]
    ) -> Iterator[Action]:
        """Yield all of the kind, those first whose target words name."""
        yield from sorted(offered, key=lambda action: action.target not in rest.casefold())


class GiftForm(ActionForm):
    """The form of a gift: how many of what to whom."""

    def tell(self, action: Action, world: World) -> str:
        """Return what can be given to whom."""
        return f"{action.verb} to {action.target} ({world.name_of(action.target)})"

    def read_words(
        self, rest: str, offered: Sequence[Action], names: Mapping[str, str]
    ) -> Iterator[Action]:
        """Yield a gift to who is named, or to the only one who can be given anything."""
        amount, near = _AMOUNT.search(rest), {action.target for action in offered}
        to = first_named(rest, names) or (next(iter(near)) if len(near) == 1 else "")
        wanted = [action for action in offered if action.target == to]
        for action in sorted(wanted, key=lambda one: str(one.verb) not in rest.casefold())[:1]:
            yield replace(action, count=int(amount[1]) if amount else 1)


class DeedForm(ActionForm):
    """The form of what is done to a person, whom words have to name first."""

    def read_words(
        self, rest: str, offered: Sequence[Action], names: Mapping[str, str]
    ) -> Iterator[Action]:
        """Yield the deed to the person whom words name first."""
        target = first_named(rest, names)
        yield from (action for action in offered if action.target == target)
