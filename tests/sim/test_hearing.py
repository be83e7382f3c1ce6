"""Words carry as far as `hearing` says, and to everybody who is that near."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.mind.action import SAY
from latticeville.rules.social.say import Say
from latticeville.sim.events import Said
from latticeville.sim.perception import perceive
from latticeville.sim.state import State
from tests.laws import law
from tests.worlds import build, live

WIDTH = 60


def hall(places: list[int], hearing: int, perception: str) -> State:
    """Return a long hall with a person at each of these places; `p0` is the first."""
    world = build(
        "." * WIDTH,
        areas={"hall": [0, 0, WIDTH, 1]},
        people={f"p{number}": {"start": [x, 0]} for number, x in enumerate(places)},
        simulation={"perception": perception, "radius": 200, "hearing": hearing},
    )
    return live(world, 0)[-1].state


@law(60)
@given(
    st.lists(st.integers(0, WIDTH - 1), min_size=2, max_size=6, unique=True),
    st.integers(1, WIDTH),
    st.sampled_from(["area", "sight"]),
    st.data(),
)
def test_words_reach_whoever_is_near_and_whoever_they_are_for(
    places: list[int], hearing: int, perception: str, data: st.DataObject
) -> None:
    state = hall(places, hearing, perception)
    to = data.draw(st.sampled_from(["", *(f"p{number}" for number in range(1, len(places)))]))
    said = Said("p0", "hall", to, "Hello!", others=() if to else ("p1",))
    near = {f"p{number}" for number, x in enumerate(places) if abs(x - places[0]) <= hearing}
    percepts = dict(perceive(replace(state, news=(said,))))
    heard = {who for who, percept in percepts.items() if any(one.words for one in percept.news)}
    assert heard == near | {"p0", *said.listeners}
    assert all(sum(bool(one.words) for one in percept.news) <= 1 for percept in percepts.values())


@law(60)
@given(
    st.lists(st.integers(0, WIDTH - 1), min_size=2, max_size=6, unique=True),
    st.integers(1, WIDTH),
    st.sampled_from(["area", "sight"]),
)
def test_one_may_speak_to_exactly_those_who_are_near(
    places: list[int], hearing: int, perception: str
) -> None:
    state = hall(places, hearing, perception)
    near = {
        f"p{number}" for number, x in enumerate(places) if number and abs(x - places[0]) <= hearing
    }
    offered = [action for action in Say().valid_actions(state, "p0") if action.kind == SAY]
    assert {action.target for action in offered if action.target} == near
    assert {one for action in offered for one in action.others} == (
        near if len(near) > 1 else set()
    )
    for number in range(1, len(places)):
        refused = (
            Say().refusal_reason(state, "p0", replace(offered[0], target=f"p{number}"))
            if offered
            else "far"
        )
        assert bool(refused) == (f"p{number}" not in near)
