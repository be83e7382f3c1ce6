"""Rules: an action is one file and one line, and so is a law of nature."""

from collections.abc import Iterable, Iterator

import pytest
from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.rules.social import SOCIAL
from latticeville.sim.events import Happened, Idled
from latticeville.sim.first_state import initial_state
from latticeville.sim.options import Affordances
from latticeville.sim.rule_set import (
    OWN_RULES,
    ActionKind,
    RuleSet,
    join_rule_sets,
    rule_set,
    rules_of,
)
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.world import World
from tests.model_doubles import doing
from tests.worlds import build, live


class Bury(ActionKind):
    """Bury whatever lies below."""

    name = "bury"

    def valid_actions(self, _state: State, _who: str) -> Iterable[Action]:
        """Yield the one way to do it."""
        yield Action("bury")

    def refusal_reason(self, state: State, who: str, _action: Action) -> str:
        """Ask for soft ground."""
        soft = state.world.areas.at(state.bodies[who].cell) == "yard"
        return "" if soft else "the ground is too hard"

    def resolve(self, draft: TickDraft, who: str, _action: Action) -> None:
        """Claim the ground."""
        draft.claims_of(str).append(who)


def close_graves(draft: TickDraft) -> None:
    """Let a grave be dug by all who dig together."""
    diggers = draft.claims_of(str)
    if diggers:
        draft.events.append(Happened(f"{' and '.join(diggers)} dig a grave.", "yard"))


def quake(draft: TickDraft) -> None:
    """Shake the ground in each third tick."""
    if draft.tick % 3 == 0:
        draft.events.append(Happened("The ground shakes."))


BURIAL = rule_set(actions=(Bury(),), laws=(close_graves, quake))


@pytest.fixture
def burial(monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    """Return a world with an action and laws of its own beside the social rules."""
    monkeypatch.setitem(OWN_RULES, "burial", f"{__name__}:BURIAL")
    rules_of.cache_clear()
    people = {"ada": {"start": [1, 0]}, "bob": {"start": [2, 0]}, "cy": {"start": [6, 0]}}
    world = build("........", areas={"yard": [0, 0, 4, 1]}, people=people, minds={"talk": False})
    yield replace(world, rules=("social", "burial"))
    rules_of.cache_clear()


def test_an_action_of_a_second_set_of_rules_is_offered_done_and_refused(burial: World) -> None:
    options = Affordances(initial_state(burial), "ada").all_actions()
    assert {action.kind for action in options} == {"idle", "move", "say", "bury"}
    everybody = doing({who: {1: Action("bury")} for who in ("ada", "bob", "cy")})
    events = live(burial, 1, minds=everybody)[-1].events
    assert [event for event in events if isinstance(event, Happened)] == [
        Happened("ada and bob dig a grave.", "yard")
    ]
    assert [event for event in events if isinstance(event, Idled)] == [
        Idled("cy", "world", "the ground is too hard")
    ]


def test_a_law_of_a_second_set_of_rules_applies_in_each_tick(burial: World) -> None:
    shaken = [one.tick for one in live(burial, 7) if Happened("The ground shakes.") in one.events]
    assert shaken == [3, 6]


def test_a_world_without_the_second_set_has_nothing_of_it(burial: World) -> None:
    social = replace(burial, rules=("social",))
    assert "bury" not in {
        action.kind for action in Affordances(initial_state(social), "ada").all_actions()
    }
    assert not [
        event for one in live(social, 4) for event in one.events if isinstance(event, Happened)
    ]


def test_what_two_sets_share_stands_where_the_first_has_it() -> None:
    joined = join_rule_sets(
        [SOCIAL, RuleSet(actions={"idle": Bury()}, laws=(quake, SOCIAL.laws[0]))]
    )
    assert joined.actions == SOCIAL.actions
    assert joined.laws == (*SOCIAL.laws, quake)
