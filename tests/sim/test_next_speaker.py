"""Who speaks next: one in a talk, the same for all who hear it, whatever the order of people and utterances."""

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.sim.events import Said
from latticeville.sim.next_speaker import hear
from latticeville.sim.state import State, initial_state
from tests.laws import law
from tests.worlds import build, permuted

PEOPLE = ("ada", "bob", "cid", "dot", "eve")
WORLD = build(
    "........", areas={"room": [0, 0, 7, 1]}, people={who: {"start": [at, 0]} for at, who in enumerate(PEOPLE)}
)


def state(*said: Said) -> State:
    return replace(initial_state(WORLD), news=said)


def says(who: str, to: str, *others: str, turn: int = 0, end: bool = False) -> Said:
    return Said(who, "room", to, "Hm.", turn, end, others=others)


def speakers(*said: Said) -> list[str]:
    return [heard.next for heard in hear(state(*said)).values()]


def test_who_is_addressed_speaks_next_also_among_others() -> None:
    assert speakers(says("ada", "bob")) == ["bob"]
    assert speakers(says("ada", "cid", "bob", "dot")) == ["cid"]


def test_words_to_all_are_answered_by_a_listener_and_over_many_ticks_by_each() -> None:
    said = says("ada", "", "bob", "cid", "dot")
    found = {hear(replace(state(said), tick=tick))[0].next for tick in range(40)}
    assert found == {"bob", "cid", "dot"}


def test_who_has_left_does_not_select_themselves_but_answers_where_they_were_addressed() -> None:
    begun = state(says("ada", "", "bob", "cid"))
    away = replace(begun, bodies={**begun.bodies, "bob": replace(begun.bodies["bob"], area="world")})
    assert {hear(replace(away, tick=tick))[0].next for tick in range(20)} == {"cid"}
    assert hear(replace(away, news=(says("ada", "bob", "cid"),)))[0].next == "bob"


def test_who_leaves_a_talk_ends_it_only_where_fewer_than_two_stay() -> None:
    assert speakers(says("ada", "bob", turn=3, end=True)) == [""]
    assert speakers(says("ada", "", "bob", "cid", turn=3, end=True))[0] in ("bob", "cid")
    (heard,) = hear(state(says("ada", "", "bob", "cid", end=True))).values()
    assert {*heard.company} == {"bob", "cid"}


def test_a_talk_is_over_after_its_last_turn() -> None:
    last = WORLD.minds.turns - 1
    assert speakers(says("ada", "bob", turn=last - 1)) == ["bob"]
    assert speakers(says("ada", "bob", turn=last)) == [""]


def test_two_who_speak_at_once_to_one_person_are_in_one_talk() -> None:
    both = hear(state(says("ada", "bob"), says("cid", "bob"))).values()
    assert [heard.next for heard in both] == ["bob", "bob"]
    assert [{heard.actor, *heard.company} for heard in both] == [{"ada", "bob", "cid"}] * 2


@st.composite
def utterances(draw: st.DrawFn) -> list[Said]:
    found = []
    for who in draw(st.lists(st.sampled_from(PEOPLE), unique=True, max_size=5)):
        others = draw(st.lists(st.sampled_from([one for one in PEOPLE if one != who]), unique=True, min_size=1))
        to = draw(st.sampled_from(["", others[0]]))
        rest = [one for one in others if one != to]
        found.append(says(who, to, *rest, turn=draw(st.integers(0, 7)), end=draw(st.booleans())))
    return found


@law()
@given(utterances(), st.permutations(PEOPLE), st.randoms())
def test_nobody_is_given_the_turn_of_two_talks_and_no_order_plays_a_part(
    said: list[Said], people: list[str], chance: object
) -> None:
    heard = [*hear(state(*said)).values()]
    for one in heard:
        assert one.next == "" or one.next in one.company
        for other in heard:
            together = {one.actor, *one.about} & {other.actor, *other.about}
            assert not together or one.next == other.next
    shuffled = [*said]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    again = hear(replace(initial_state(permuted(WORLD, people)), news=tuple(shuffled))).values()
    assert {(one.actor, one.next, frozenset(one.company)) for one in heard} == {
        (one.actor, one.next, frozenset(one.company)) for one in again
    }
