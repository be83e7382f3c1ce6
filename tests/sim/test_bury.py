"""One more action and one more law for the rules `survival`: a file each, and one line."""

from collections.abc import Iterable, Iterator

import pytest
from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.rules.survival import SURVIVAL
from latticeville.sim.events import Happened, Idled
from latticeville.sim.rule_set import OWN_RULES, ActionKind, join_rule_sets, rule_set, rules_of
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.survival import THOUSAND
from tests.sim.test_survival import tick, valley


class BuryFood(ActionKind):
    """Bury a unit of food in the cell, where others can dig for it."""

    name = "bury"

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield the one way to bury, where there is food to bury."""
        return () if self.refusal_reason(state, who, Action("bury")) else (Action("bury"),)

    def refusal_reason(self, state: State, who: str, _action: Action) -> str:
        """Ask for a unit of food."""
        return "" if state.bodies[who].items.get("food", 0) else "there is nothing to bury"

    def resolve(self, draft: TickDraft, who: str, _action: Action) -> None:
        """Lay a unit of food into the cell."""
        body = draft.get_body(who)
        draft.put_body(replace(body, items={**body.items, "food": body.items["food"] - 1}))
        draft.add_resource("food", {draft.world.grid.index(body.cell): THOUSAND})


def rot(draft: TickDraft) -> None:
    """Tell that food rots."""
    draft.events.append(Happened("Food rots."))


WITH_BURIAL = join_rule_sets([SURVIVAL, rule_set([BuryFood()], [rot])])


@pytest.fixture(autouse=True)
def with_burial(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Add the action and the law to the rules."""
    monkeypatch.setitem(OWN_RULES, "survival", f"{__name__}:WITH_BURIAL")
    rules_of.cache_clear()
    yield
    rules_of.cache_clear()


def test_food_is_buried_and_the_law_applies() -> None:
    done = tick(valley({"ada": {"start": [0, 0]}}), ada=Action("bury"))
    assert done.state.bodies["ada"].items == {"food": 9}
    assert done.state.units_in(done.state.bodies["ada"].cell, "food") == 1
    assert Happened("Food rots.") in done.events


def test_who_has_no_food_cannot_bury_any() -> None:
    done = tick(valley({"ada": {"start": [0, 0]}}, {"start_food": 0}), ada=Action("bury"))
    assert [event.reason for event in done.events if isinstance(event, Idled)] == [
        "there is nothing to bury"
    ]
