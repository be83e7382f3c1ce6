"""GIVE: hand units of what one carries to somebody beside one."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.mind.action import GIVE, Action
from latticeville.rules.survival.events import Gave, OutOfReach
from latticeville.rules.survival.mind.forms import GiftForm
from latticeville.rules.survival.senses import people_near, refusal_to_reach
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft


class Give(ActionKind):
    """Give `count` units of the item `verb` to `target`."""

    name = GIVE
    form = GiftForm(
        {"to_agent_id": "target", "item": "verb", "amount": "count"},
        "give|share|offer|hand|donate",
    )

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield a gift of one unit of each item to everybody near."""
        items = sorted(state.bodies[who].items.items())
        return (
            Action(GIVE, other, item, count=1)
            for other in people_near(state, who)
            for item, held in items
            if held > 0
        )

    def refusal_reason(self, state: State, who: str, action: Action) -> str:
        """Ask for a living person, and for as many units as are given."""
        reason = refusal_to_reach(state, who, action.target)
        if reason:
            return reason
        held = state.bodies[who].items.get(action.verb or "", 0)
        return (
            ""
            if 0 < action.count <= held
            else f"there are {held} {action.verb} to give, not {action.count}"
        )

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Claim that the other takes it."""
        claim = GiftClaim(who, action.target, action.verb or "", action.count)
        draft.put_body(replace(draft.get_body(who), journey=None, doing=f"giving {claim.item}"))
        draft.claims_of(GiftClaim).append(claim)


class GiftClaim(NamedTuple):
    """Somebody gives units of an item to somebody."""

    who: str
    to: str
    item: str
    units: int


def settle_gifts(draft: TickDraft) -> None:
    """Hand over gifts between people who were beside each other before the tick; the dying receive
    them, too."""
    before = draft.before
    for claim in draft.claims_of(GiftClaim):
        area = before.bodies[claim.who].area
        if not before.bodies[claim.who].cell.is_near(before.bodies[claim.to].cell):
            draft.events.append(
                OutOfReach(claim.who, area, GIVE, claim.to, "they are too far away.")
            )
            continue
        draft.put_body(draft.get_body(claim.who).add_units(claim.item, -claim.units))
        draft.put_body(draft.get_body(claim.to).add_units(claim.item, claim.units))
        draft.events.append(Gave(claim.who, area, claim.to, claim.item, claim.units))
