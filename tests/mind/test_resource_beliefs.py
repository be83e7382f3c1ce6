"""Where people believe food is: what is in sight is true, what is not stays, and words never beat a
sight as new."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.mind.percept import Observation, PerceivedNews, Percept, Sights
from latticeville.mind.resource_beliefs import ResourceBelief, ResourceBeliefs, resource_key
from latticeville.mind.vitals import ResourceSeen
from latticeville.rules.survival.mind.resources import make_topic, merge_resources
from tests.laws import law
from tests.sim.test_survival import valley

RADIUS = 2
MEADOW = valley({"ada": {"start": [0, 0]}}, drawing="\n".join(["." * 10] * 10))
_numbers = st.integers(0, 9)
_cells = st.builds(Cell, _numbers, _numbers)
_kept = st.lists(st.builds(ResourceBelief, st.just("food"), _cells, st.integers(1, 9), _numbers))
_told = st.lists(
    st.builds(ResourceBelief, st.just("food"), _cells, st.integers(1, 9), st.integers(0, 20))
)


def perceive(at: Cell, sights: dict[Cell, int], told: list[ResourceBelief], tick: int) -> Percept:
    """Return what Ada perceives in a cell: units by cell, and what Bob says."""
    seen = tuple(ResourceSeen(cell, "food", units) for cell, units in sorted(sights.items()))
    news = tuple(
        Observation("said", "bob", "", ("ada",), "ada", topic=make_topic(one, MEADOW))
        for one in told
    )
    return Percept("ada", tick, tick, "", at, Sights(), PerceivedNews(news), resources=seen)


@law()
@given(
    _kept,
    _told,
    _cells,
    st.dictionaries(st.sampled_from(((0, 0), (1, 0), (1, 1), (0, -2))), _numbers),
)
def test_sight_is_true_words_are_older_and_what_is_out_of_sight_stays(
    kept: list[ResourceBelief],
    told: list[ResourceBelief],
    at: Cell,
    near: dict[tuple[int, int], int],
) -> None:
    known = ResourceBeliefs({one.key: one for one in kept}, (), 9)
    sights = {Cell(at.x + dx, at.y + dy): units for (dx, dy), units in near.items()}
    after = merge_resources(known, perceive(at, sights, told, 10), RADIUS)
    believed = {one.key: one for one in after.all()}
    for cell, units in sights.items():
        assert believed[resource_key("food", cell)] == ResourceBelief("food", cell, units, 10)
    for one in known.kept.values():
        is_far = max(abs(one.cell.x - at.x), abs(one.cell.y - at.y)) > RADIUS
        newer = [heard for heard in told if heard.key == one.key and heard.seen > one.seen]
        if is_far and not newer:
            assert believed[one.key] == one
        elif is_far:
            assert believed[one.key].source == "bob"


def test_words_of_the_same_tick_do_not_replace_what_one_saw() -> None:
    seen = ResourceBelief("food", Cell(9, 9), 3, 8)
    for tick, units in ((7, 3), (8, 3), (9, 5)):
        heard = ResourceBelief("food", seen.cell, 5, tick)
        after = merge_resources(
            ResourceBeliefs({seen.key: seen}), perceive(Cell(0, 0), {}, [heard], 10), RADIUS
        )
        assert [one.units for one in after.all()] == [units]
