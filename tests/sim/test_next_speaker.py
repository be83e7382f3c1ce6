"""Who speaks next: one in a talk, the same for all who hear it, whatever the order of people and
utterances."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.sim import next_speaker
from latticeville.sim.events import Said
from latticeville.sim.first_state import initial_state
from latticeville.sim.next_speaker import _talks, hear
from latticeville.sim.state import State
from tests.laws import law
from tests.worlds import build, permuted

PEOPLE = ("ada", "bob", "cid", "dot", "eve")
WORLD = build(
    "........",
    areas={"room": [0, 0, 4, 1]},
    people={who: {"start": [at, 0]} for at, who in enumerate(PEOPLE)},
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
    away = replace(
        begun, bodies={**begun.bodies, "bob": replace(begun.bodies["bob"], area="world")}
    )
    assert {hear(replace(away, tick=tick))[0].next for tick in range(20)} == {"cid"}
    assert hear(replace(away, news=(says("ada", "bob", "cid"),)))[0].next == "bob"


def test_who_has_left_and_been_silent_speaks_before_those_who_have_just_spoken() -> None:
    said = (says("ada", "", "bob", "eve"), says("bob", "", "ada"))
    assert {
        one.next for tick in range(20) for one in hear(replace(state(*said), tick=tick)).values()
    } == {"eve"}


def test_two_who_address_each_other_at_once_go_on_before_who_only_listens() -> None:
    said = (says("ada", "bob", "cid"), says("bob", "ada", "cid"))
    found = {
        one.next for tick in range(20) for one in hear(replace(state(*said), tick=tick)).values()
    }
    assert found == {"ada", "bob"}


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
        others = draw(
            st.lists(
                st.sampled_from([one for one in PEOPLE if one != who]), unique=True, min_size=1
            )
        )
        to = draw(st.sampled_from(["", others[0]]))
        rest = [one for one in others if one != to]
        found.append(says(who, to, *rest, turn=draw(st.integers(0, 7)), end=draw(st.booleans())))
    return found


def talk_of(event: Said, said: list[Said]) -> list[Said]:
    """Return all utterances that one is connected with by shared people."""
    people, found = {event.who, *event.listeners}, [event]
    for _ in said:
        found = [one for one in said if people & {one.who, *one.listeners}]
        people = {who for one in found for who in (one.who, *one.listeners)}
    return found


def without(state: State, away: set[str]) -> State:
    """Return a state in which some people have left the room."""
    bodies = {
        who: replace(body, area="world" if who in away else body.area)
        for who, body in state.bodies.items()
    }
    return replace(state, bodies=bodies)


def expected_speaker(event: Said, said: list[Said], away: set[str]) -> str:
    """Return who speaks next: who is addressed and silent, then who is addressed, then who is
    silent, then anybody."""
    talk = talk_of(event, said)
    listening = {who for one in talk for who in one.listeners}
    stay = sorted((listening | {one.who for one in talk}) - {one.who for one in talk if one.end})
    if len(stay) < 2 or max(one.turn for one in talk) >= WORLD.minds.turns - 1:
        return ""
    spoke, addressed = {one.who for one in talk}, {one.to for one in talk}
    here = {who for who in listening - away if WORLD.areas.at(WORLD.people[who].start) == "room"}
    for group in (addressed - spoke, addressed & spoke, here - spoke, listening - spoke, listening):
        found = [who for who in stay if who in group]
        if found:
            return rng(7, 1, "+".join(stay), "next speaker").pick(found)
    return ""


@law()
@given(utterances(), st.permutations(PEOPLE), st.sets(st.sampled_from(PEOPLE)), st.randoms())
def test_nobody_is_given_the_turn_of_two_talks_and_no_order_plays_a_part(
    said: list[Said], people: list[str], away: set[str], chance: object
) -> None:
    heard = [one for _, one in sorted(hear(without(state(*said), away)).items())]
    for one in heard:
        assert one.next == "" or one.next in one.company
        for other in heard:
            together = {one.actor, *one.about} & {other.actor, *other.about}
            assert not together or one.next == other.next
    for event, one in zip(said, heard, strict=True):
        assert one.next == expected_speaker(event, said, away)
    shuffled = [*said]
    chance.shuffle(shuffled)  # type: ignore[attr-defined]
    reordered = replace(initial_state(permuted(WORLD, people)), news=tuple(shuffled))
    again = hear(without(reordered, away)).values()
    assert {(one.actor, one.next, frozenset(one.company)) for one in heard} == {
        (one.actor, one.next, frozenset(one.company)) for one in again
    }


def plain_talks(said: dict[int, Said]) -> list[list[int]]:
    """Return the places of the utterances of each talk: every utterance is held against all
    others."""
    talks: list[dict[int, Said]] = []
    for place, event in said.items():
        people = {event.who, *event.listeners}
        joined = [
            talk
            for talk in talks
            if any(people & {one.who, *one.listeners} for one in talk.values())
        ]
        talks = [talk for talk in talks if talk not in joined]
        talks.append({at: one for talk in joined for at, one in talk.items()} | {place: event})
    return [[*talk] for talk in talks]


@law(100)
@given(
    st.lists(
        st.lists(
            st.sampled_from([f"p{number}" for number in range(12)]),
            unique=True,
            min_size=2,
            max_size=4,
        )
    ),
    st.integers(1, 3),
)
def test_talks_are_those_of_all_pairs_in_their_order(
    companies: list[list[str]], apart: int
) -> None:
    said = {apart * place: says(*company) for place, company in enumerate(companies)}
    assert [[*talk] for talk in _talks(said)] == plain_talks(said)


def test_talks_of_many_are_found_by_their_people_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0

    def people(said: Iterable[Said]) -> set[str]:
        nonlocal looked
        found = [*said]
        looked += len(found)
        return {one for event in found for one in (event.who, *event.listeners)}

    monkeypatch.setattr(next_speaker, "_people", people)
    said = {place: says(f"p{place}", f"p{place + 1 - place % 2 * 2}") for place in range(400)}
    assert len(_talks(said)) == 200
    assert looked == len(said)
