"""The chair of a meeting opens it, gives the word to those who have not spoken, and sums up."""

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.reply_variants import literal, replies
from latticeville.mind.topic import OPINION
from latticeville.sim.beats.events import Called, Convened, Decided
from latticeville.sim.events import Said
from latticeville.sim.inputs import PutPerson
from latticeville.sim.tick import TickPayload
from tests.beat_worlds import MEETING, village, voter
from tests.worlds import Table, live

LONG: Table = {**MEETING, "minutes": 25, "sides": ["to keep the tree", "to fell the tree"]}


def meeting(payloads: list[TickPayload]) -> list[Said]:
    """Return what was said from the beginning of the meeting to the count."""
    events = [event for one in payloads for event in one.events]
    first = next(n for n, one in enumerate(events) if isinstance(one, Convened))
    last = next(n for n, one in enumerate(events) if isinstance(one, Decided))
    return [one for one in events[first:last] if isinstance(one, Said)]


def room(**more: object) -> list[Said]:
    """Return what is said at the meeting of three people."""
    people = {
        "ann": voter(0.8, big_five={"extraversion": 0.2}),
        "bob": voter(0.5, big_five={"extraversion": 0.9}),
        "cid": voter(-0.6),
    }
    return meeting(live(village(people, matters=[{**LONG, **more}]), 70, model=BuiltinMind()))


def test_the_most_outgoing_opens_with_the_question_and_gives_the_word() -> None:
    first = room()[0]
    assert first.who == "bob"
    assert {first.to, *first.others} == {"ann", "cid"}
    assert first.words.startswith(
        "Let us begin. Does the tree stay? The choice is to keep the tree,"
    )


def test_everybody_gives_their_view_once_to_the_whole_room() -> None:
    views = [one for one in room() if one.topic is not None and one.topic.kind == OPINION]
    assert sorted(one.who for one in views) == ["ann", "bob", "cid"]
    assert all(len(one.listeners) == 2 for one in views)


def test_the_chair_sums_up_once_before_the_count() -> None:
    said = room()
    (closing,) = [one for one in said if one.words.startswith("We have heard each other.")]
    assert "So far two want to keep the tree, and one wants to fell the tree." in closing.words
    assert said[-1] == closing


def test_who_is_in_the_chair_gives_their_own_view_before_they_sum_up() -> None:
    said = room(chair="cid")
    own = [one for one in said if one.who == "cid" and one.topic and one.topic.kind == OPINION]
    assert own
    assert "two want to keep the tree, and one wants to fell the tree" in said[-1].words


def test_who_is_in_the_chair_and_has_no_say_gives_no_view() -> None:
    said = room(chair="cid", say=["ann", "bob"])
    views = {one.who for one in said if one.topic and one.topic.kind == OPINION}
    assert views <= {"ann", "bob"}


def test_a_world_names_the_chair_and_their_words() -> None:
    said = room(chair="cid", opening="Silence!", closing="{count} Hands up.")
    assert (said[0].who, said[-1].who) == ("cid", "cid")
    assert said[0].words.startswith("Silence! ")
    assert said[-1].words.startswith("So far two")
    assert said[-1].words.endswith(" Hands up.")


def test_a_world_has_its_own_words_for_giving_the_word() -> None:
    said = room(chair="cid", calls=["Up with you, {name}.", "{name}, and be brief."])
    asked = [one.words for one in said if one.who == "cid" and one.topic is not None]
    called = [one for one in asked if one.endswith(("Up with you, Ann.", "Ann, and be brief."))]
    assert len(called) == 1


def test_the_chair_is_called_even_where_others_hear_of_it_by_word() -> None:
    matter = {**LONG, "known": "by_word", "chair": "cid"}
    payloads = live(village(matters=[matter]), 20, model=BuiltinMind())
    calls = [event for one in payloads for event in one.events if isinstance(event, Called)]
    assert [one.people for one in calls] == [("cid",)]


def test_without_their_chair_a_meeting_has_another() -> None:
    away = {tick: [PutPerson("cid", "yard")] for tick in range(1, 60)}
    people = {name: voter(0.5) for name in ("ann", "bob", "cid", "dan")}
    world = village(people, matters=[{**LONG, "chair": "cid", "wait": 0}])
    assert meeting(live(world, 60, feed=away, model=BuiltinMind()))[0].who == "dan"


def test_who_stands_for_an_office_speaks_first_and_also_in_the_chair() -> None:
    views = {"ann": 0.8, "bob": -0.8, "cid": 0.4, "dan": -0.4}
    people = {
        who: voter(None)
        | {"opinions": [{"topic": "the elder", "view": f"{who} says so.", "stance": stance}]}
        for who, stance in views.items()
    }
    matter = {
        **LONG,
        "question": "Is Ann to be elder for another year, or Bob in her place?",
        "about": "the elder",
        "sides": ["for Ann", "for Bob"],
        "chair": "ann",
    }
    said = meeting(live(village(people, matters=[matter]), 70, model=BuiltinMind()))
    views_of = [one.who for one in said if one.topic is not None and one.topic.kind == OPINION]
    assert said[0].to == "bob"
    assert views_of[0] == "bob"
    assert sorted(views_of) == ["ann", "bob", "cid", "dan"]
    people["bob"]["opinions"] = []
    asked = meeting(live(village(people, matters=[matter]), 70, model=BuiltinMind()))
    (answer,) = [one.words for one in asked if one.who == "bob"][:1]
    assert any(literal(one) in answer for one in replies()["candidacy"])
