"""Relations in a run: talks, silence, secrets, promises and time apart move them, each with its
cause."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.conversation import answer_facts
from latticeville.mind.edits import delete_memory
from latticeville.mind.mind import Mind
from latticeville.mind.percept import Observation
from latticeville.mind.relation import (
    APART,
    CONFIDED,
    IGNORED,
    KEPT,
    MISSED,
    PERSUADED,
    START,
    TALK,
    TOGETHER,
    OpinionState,
    Promise,
    Relations,
    RelationState,
    ValueChange,
)
from latticeville.mind.relation_text import is_persuaded
from latticeville.mind.relation_updates import update_relations
from latticeville.mind.situation import Situation
from latticeville.mind.topic import OPINION, Appointment, Topic
from latticeville.models.model import Request
from latticeville.models.request_text import RequestText
from latticeville.runs import log
from latticeville.runs.recorded_run import RecordedRun
from latticeville.runs.replay import Replay
from latticeville.runs.verify import ReplayDifference, verify
from latticeville.sim.first_state import initial_state
from latticeville.sim.inputs import Whisper
from latticeville.sim.tick import TickPayload
from latticeville.sim.world_reload import reload_world
from latticeville.world.model.personas import Opinion, Relationship
from tests.mind.test_commitments import PARTY, village
from tests.mind.test_conversation import answer, greet, model, pair
from tests.mind.test_topics import WORLD, ada, day, percept, words
from tests.model_doubles import Listening
from tests.talkers import CONFESSION, talkers
from tests.worlds import live, permuted


def rules(mind: Mind, about: str) -> list[str]:
    """Return the rules that moved something after the start, in order."""
    return [one.rule for one in mind.relations.history(about) if one.rule != START]


def test_a_talk_in_which_both_speak_brings_both_closer_and_is_summed_up() -> None:
    talker = model(
        answer=lambda request: answer(f"It is {request.tick}.", end=request.facts["turn"] == "2")
    )
    payloads = live(pair(), 30, model=talker)
    first, last = payloads[0].state.minds, payloads[-1].state.minds
    for who, other in (("ada", "bob"), ("bob", "ada")):
        assert rules(last[who], other) == [TALK]
        assert last[who].relations.to(other).closeness > first[who].relations.to(other).closeness
        (asked,) = [request for request in talker.of("relate") if request.who == who]
        assert asked.facts["lines"].count("“") == 3
        assert last[who].relations.to(other).summary
        (change,) = [one for one in last[who].relations.history(other) if one.rule == TALK]
        assert "“" in last[who].memory[change.memory].text
        assert last[who].relations.unsettled == last[who].relations.talks == {}


def test_the_prompt_of_a_summary_tells_the_talk_and_what_was_agreed_or_nothing_of_it() -> None:
    listener = Listening(BuiltinMind())
    live(village(), 125, model=listener, feed={1: [Whisper("ada", PARTY)]})
    asked = listener.of("relate")
    agreed = [one for one in asked if one.facts["agreed"]]
    assert agreed
    assert all(f"agreed with {one.facts['to']} to be at a party" in one.prompt for one in agreed)
    assert all("agreed with" not in one.prompt for one in asked if not one.facts["agreed"])
    assert all(one.facts["lines"] in one.prompt for one in asked)


def test_who_gets_no_answer_takes_it_amiss_and_nothing_is_summed_up() -> None:
    silent = model(answer=lambda _: "nonsense")
    last = live(pair(), 30, model=silent)[-1].state.minds
    assert rules(last["ada"], "bob") == [IGNORED]
    assert rules(last["bob"], "ada") == []
    assert not silent.of("relate")


def test_a_summary_that_cannot_be_used_leaves_the_old_one_and_is_not_asked_again() -> None:
    talker = model(greet=lambda _: greet("Good day."), relate=lambda _: "nonsense")
    payloads = live(pair(), 40, model=talker)
    assert len(talker.of("relate")) == 2
    assert payloads[-1].state.minds["ada"].relations.to("bob").summary == ""
    assert any("relate" in str(event) for payload in payloads for event in payload.events)


def test_a_day_apart_makes_people_less_close() -> None:
    start = initial_state(WORLD).minds["ada"]
    told = start
    for tick in range(0, 3 * 720, 60):
        told = update_relations(
            Situation.begin(told, replace(percept(tick=tick), minute=400 + 2 * tick), WORLD)
        ).mind
    assert rules(told, "bob") == [APART, APART]
    assert told.relations.to("bob").closeness < start.relations.to("bob").closeness
    assert told.relations.to("bob").trust == start.relations.to("bob").trust


def heard(mind: Mind, news: Observation, tick: int = 9) -> Mind:
    """Return a mind that has just remembered news, after that moved its relations."""
    from latticeville.mind.think import _take_in

    seen = percept(news, here=("bob",), tick=tick)
    return update_relations(_take_in(Situation.begin(mind, seen, WORLD))).mind


def test_a_secret_told_brings_closer_and_cites_the_words() -> None:
    secret = Topic("s.bob.0", "secret", "I am a duke.", "bob", "bob")
    mind = heard(ada(), words("bob", "ada", secret))
    (change,) = [one for one in mind.relations.history("bob") if one.rule == CONFIDED]
    assert mind.memory[change.memory].topic == secret
    assert mind.relations.to("bob").trust > ada().relations.to("bob").trust


def test_a_secret_of_somebody_else_confides_nothing() -> None:
    secret = Topic("s.cid.0", "secret", "Cid is a duke.", "cid", "bob")
    assert CONFIDED not in rules(heard(ada(), words("bob", "ada", secret)), "bob")


AT = Appointment("at a party", "hut", 410, 470)


@pytest.mark.parametrize(
    ("here", "place", "rule"),
    [(("bob",), "hut", [KEPT]), ((), "hut", [MISSED]), ((), "mill", [])],
)
def test_a_promise_is_kept_or_missed_as_far_as_one_saw(
    here: tuple[str, ...], place: str, rule: list[str]
) -> None:
    """Who was not at the place themselves knows nothing of it."""
    promise = Promise("bob", AT, 1)
    mind = replace(ada(), relations=replace(ada().relations, promises=(promise,), day=0))
    for minute in (405, 430, 470):
        seen = replace(percept(here=here), minute=minute, place=place, tick=minute // 2)
        seen = (
            seen
            if place == "hut"
            else replace(seen, cell=WORLD.areas.by_id[place].boxes[0].cells().__next__())
        )
        mind = update_relations(Situation.begin(mind, seen, WORLD)).mind
    assert rules(mind, "bob") == rule
    assert mind.relations.promises == ()


def test_a_promise_that_is_repeated_counts_once() -> None:
    said = replace(words("bob", "ada", Topic("x", "plan", "So.", "bob", "bob")), promise=AT)
    mind = heard(heard(ada(), said), said, tick=11)
    (promise,) = mind.relations.promises
    assert (promise.who, promise.at) == ("bob", AT)
    assert "So." in mind.memory[promise.memory].text


def test_a_new_edition_of_the_world_keeps_relations_and_adds_those_of_new_words() -> None:
    payloads = live(talkers(7), 60, model=BuiltinMind())
    before = payloads[-1].state
    edited = talkers(7)
    eve = Relationship("eve", "old friend")
    persona = edited.people["ada"].persona
    fair = Opinion("the well", "The well is deep.", 0.5)
    told = replace(
        persona, relationships=(*persona.relationships, eve), opinions=(*persona.opinions, fair)
    )
    people = {**edited.people, "ada": replace(edited.people["ada"], persona=told)}
    other = {who: one for who, one in people.items() if who != "cid"}
    after, _ = reload_world(before, replace(edited, people=other, digest="other"))
    was, now = before.minds["ada"].relations, after.minds["ada"].relations
    assert now.to("bob") == was.to("bob")
    assert {*was.opinions, "the well"} == {*now.opinions}
    assert (
        now.to("eve").closeness
        == was.people.get("eve", RelationState({"closeness": 0.6})).closeness
    )
    assert "cid" in was.people
    assert "cid" not in now.people
    assert now.changes == was.changes


def test_guests_of_a_party_keep_their_promise_and_host_and_guest_are_closer() -> None:
    minds = live(village(), 190, model=BuiltinMind(), feed={1: [Whisper("ada", PARTY)]})[
        -1
    ].state.minds
    kept = {
        (who, one.about)
        for who, mind in minds.items()
        for one in mind.relations.changes
        if one.rule == KEPT
    }
    together = {
        (who, one.about)
        for who, mind in minds.items()
        for one in mind.relations.changes
        if one.rule == TOGETHER
    }
    assert ("ada", "bob") in kept
    assert ("bob", "ada") in together


@cache
def busy(seed: int) -> list[TickPayload]:
    """Return the day of the hamlet in which a star falls."""
    return day(seed)


@pytest.mark.parametrize("seed", [7, 8])
def test_every_change_of_a_day_cites_a_record_that_stood_there(seed: int) -> None:
    changes = 0
    for mind in busy(seed)[-1].state.minds.values():
        for one in mind.relations.changes:
            if one.rule in (START, APART):
                assert one.memory == -1
            else:
                changes += 1
                assert mind.memory[one.memory].tick <= one.tick
                assert all(-1 <= value <= 1 for value in one.after.values())
    assert changes > 50


@pytest.mark.parametrize("seed", [7, 8])
def test_the_last_change_of_a_value_is_the_value(seed: int) -> None:
    for mind in busy(seed)[-1].state.minds.values():
        newest: dict[tuple[str, str], float] = {}
        for one in mind.relations.changes:
            newest |= {(one.about, name): value for name, value in one.after.items()}
        for who, state in mind.relations.people.items():
            for name, value in state.values.items():
                assert newest[who, name] == value
        for subject, opinion in mind.relations.opinions.items():
            assert newest[subject, "stance"] == opinion.stance


def test_a_day_persuades_some_and_whoever_hears_the_secret_is_told_so() -> None:
    minds = busy(7)[-1].state.minds
    assert any(one.rule == PERSUADED for mind in minds.values() for one in mind.relations.changes)
    knows = any(CONFESSION in record.text for record in minds["bob"].memory)
    assert (CONFIDED in rules(minds["bob"], "ada")) is knows


def test_the_order_of_people_changes_no_relation() -> None:
    plain = live(talkers(7), 160, model=BuiltinMind())[-1].state.minds
    other = live(
        permuted(talkers(7), ["eve", "cid", "ada", "dot", "bob"]), 160, model=BuiltinMind()
    )[-1].state.minds
    assert {who: mind.relations for who, mind in plain.items()} == {
        who: other[who].relations for who in plain
    }


def test_a_log_holds_relations_over_segments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "SEGMENT_TICKS", 50)
    run = RecordedRun.start(tmp_path / "run", talkers(), BuiltinMind(), "builtin")
    payloads = [run.payload, *(run.step() for _ in range(180))]
    run.close()
    replay = Replay(tmp_path / "run")
    for tick in (0, 1, 60, 130, 180):
        found, made = replay.at(tick).state.minds, payloads[tick].state.minds
        assert {who: found[who].relations for who in found} == {
            who: made[who].relations for who in made
        }
    assert not [one for one in verify(tmp_path / "run") if isinstance(one, ReplayDifference)]


def test_a_deleted_memory_leaves_no_citation_of_another() -> None:
    secret = Topic("s.bob.0", "secret", "I am a duke.", "bob", "bob")
    mind = heard(ada(), words("bob", "ada", secret))
    (before,) = [one for one in mind.relations.history("bob") if one.rule == CONFIDED]
    (moved,) = [
        one for one in delete_memory(mind, 0).relations.history("bob") if one.rule == CONFIDED
    ]
    assert moved.memory == before.memory - 1
    (gone,) = [
        one
        for one in delete_memory(mind, before.memory).relations.history("bob")
        if one.rule == CONFIDED
    ]
    assert gone.memory == -1


def answered(said: Observation) -> dict[str, str]:
    return answer_facts(Situation.begin(ada(), percept(said, here=("bob",)), WORLD), said, ("bob",))


def test_an_opinion_enters_an_answer_only_where_the_subject_is_shared() -> None:
    plain = Observation("said", "bob", "…", ("ada",), "ada", "A fine morning.")
    assert answered(plain)["opinion"] == ""
    named = replace(plain, words="What of the mill?")
    assert answered(named)["opinion"] == "You think: The mill wheel wants new oak boards."
    typed = replace(plain, topic=Topic("o.bob.the fair", OPINION, "It lasts.", "bob", "bob"))
    assert answered(typed)["opinion"] == "You think: A fair brings thieves."


def test_prompts_tell_the_present_state() -> None:
    state = RelationState({"closeness": 0.9, "trust": 0.2}, summary="Bob let her down.")
    mind = replace(ada(), relations=ada().relations.with_relation("bob", state))
    said = Observation("said", "bob", "…", ("ada",), "ada", "A fine morning.")
    told = answer_facts(Situation.begin(mind, percept(said, here=("bob",)), WORLD), said, ("bob",))[
        "relation"
    ]
    assert told == "Bob is to you: neighbour. Bob let her down."
    assert "you are not sure of Bob" in answered(said)["relation"]


def test_the_built_in_mind_sums_up_what_it_knows() -> None:
    summaries = [
        (who, state)
        for who, mind in busy(7)[-1].state.minds.items()
        for state in mind.relations.people.values()
        if state.summary
    ]
    assert len(summaries) > 5
    for who, state in summaries:
        assert who.title() in state.summary
        assert CONFESSION not in state.summary
        assert state.summary.endswith((".", "…."))
        assert state.talked > 0


def test_the_data_of_a_summary_enter_its_digest() -> None:
    asked = [
        Request("relate", "ada", 1, RequestText(""), data=Relations(day=day)) for day in (1, 2)
    ]
    assert asked[0].digest != asked[1].digest


@pytest.mark.parametrize(
    ("stance", "tick", "swayed"), [(-0.8, 3, [True]), (0.9, 3, [False]), (-0.8, 4, [False])]
)
def test_only_an_argument_against_ones_own_words_is_conceded(
    stance: float, tick: int, swayed: list[bool]
) -> None:
    held = OpinionState(0.4, "The oak stays.", 0.5)
    moved = ValueChange(3, "oak", PERSUADED, {"stance": 0.4})
    mind = replace(
        busy(7)[0].state.minds["bob"], relations=Relations(opinions={"oak": held}, changes=(moved,))
    )
    topic = Topic("o.ada.oak", OPINION, "Fell it.", "ada", stance=stance)
    assert [is_persuaded(mind, Observation("said", "ada", "Fell it.", topic=topic), tick)] == swayed
