"""Bars of needs, signs of low ones, and what the card says of the dead."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.draw.card import card, card_lines
from latticeville.draw.condition import describe_death, need_bar, need_sign
from latticeville.draw.frame import people_layer
from latticeville.mind.action import Action
from latticeville.mind.vitals import Vitals
from latticeville.sim.tick import TickPayload
from tests.sim.test_survival import tick, valley
from tests.worlds import live

PEOPLE = {"ada": {"start": [0, 0], "strength": 1.0}, "bob": {"start": [1, 0], "strength": 0.1}}


def killed() -> TickPayload:
    """Return the tick in which Ada kills Bob."""
    world = valley(PEOPLE, {"damage": 1.0, "damage_die": 0.0})
    return tick(world, ada=Action("attack", "bob"))


@given(st.integers(0, 1000), st.integers(1, 20))
def test_a_bar_is_full_or_empty_only_where_the_need_is(value: int, segments: int) -> None:
    bar = need_bar(value, segments)
    assert len(bar) == segments
    assert ("▮" in bar) == (value > 0)
    assert ("▯" not in bar) == (value == 1000 or (segments == 1 and value > 0))


def test_the_card_of_the_living_has_their_needs_and_that_of_the_dead_their_death() -> None:
    payload = killed()
    labels = [line.label for line in card_lines(payload, "ada")]
    assert labels[1:5] == ["hunger", "energy", "health", "strength"]
    assert describe_death(payload.state, "ada") == ""
    told = [(line.label, line.text, line.about) for line in card_lines(payload, "bob")]
    assert ("died", "tick 1 (Mon 08:01) of blows by Ada", "") in told
    assert ("attacker", "Ada", "ada") in told
    assert not {"hunger", "doing"} & {label for label, _, _ in told}
    assert "people    1 living, 1 dead" in card(payload, "world")
    assert any("† Bob: tick 1" in line for line in card(payload, "world"))


def test_the_dead_lie_below_the_living_and_are_not_counted() -> None:
    state = killed().state
    bob = state.bodies["bob"]
    beside = people_layer(state.world, state.bodies, {"ada": "Ad", "bob": "Bo"})
    assert (beside[0][1].glyph, beside[0][1].badge) == ("†", "†B")
    below = people_layer(
        state.world, {"bob": bob, "ada": replace(state.bodies["ada"], cell=bob.cell)}
    )
    assert (below[0][1].id, below[0][1].crowd) == ("ada", 1)


def test_only_a_low_need_has_a_sign_in_its_colour() -> None:
    world = live(valley(PEOPLE), 0)[0].state.world
    assert need_sign(world, Vitals()) is None
    assert need_sign(world, Vitals(hunger=950)) == ("▁", "lamp")
    assert need_sign(world, Vitals(energy=150)) == ("▂", "water")
    assert need_sign(world, Vitals(hunger=950, health=20)) == ("▁", "red")
