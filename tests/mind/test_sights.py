"""What all who see or perceive the same share says the same as each of them would find alone."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.percept import AGENT, Node, Observation, PerceivedNews, Sights, is_activity

DOINGS = ("", "baking", "reading", "walking to the inn")
people = st.lists(
    st.builds(
        Node,
        st.sampled_from("abcd"),
        st.just(AGENT),
        st.sampled_from(("hall", "inn")),
        looks=st.sampled_from(DOINGS),
    ),
    unique_by=lambda node: node.id,
)


@given(people, people)
def test_a_change_of_sights_names_who_is_gone_and_who_begins_something(
    was: list[Node], now: list[Node]
) -> None:
    before = {node.id: (node.looks, node.parent) for node in was}
    seen, seen_before = Sights(now), Sights(was)
    assert [node.id for node in seen.gone_since(seen_before)] == [
        node.id for node in was if node.id not in {one.id for one in now}
    ]
    assert [node.id for node in seen.begun_since(seen_before)] == [
        node.id
        for node in now
        if is_activity(node.looks) and before.get(node.id) != (node.looks, node.parent)
    ]


def test_a_change_is_found_once_for_all_who_saw_the_same() -> None:
    node = Node("ada", AGENT, "hall", looks="baking")
    before, other, after = Sights(), Sights([node]), Sights([node])
    assert after.begun_since(before) is after.begun_since(before)
    assert after.begun_since(before) == (node,)
    assert after.begun_since(other) == ()


def test_news_tell_something_where_somebody_spoke_or_was_turned_away() -> None:
    came = Observation("moved", "ada", "Ada comes in.", importance=2)
    assert (
        PerceivedNews([came]).tells,
        PerceivedNews([came]).importance,
        PerceivedNews().importance,
    ) == (False, 2, 0)
    for kind in ("said", "barred", "baulked"):
        assert PerceivedNews([came, Observation(kind, "ada", "…")]).tells
