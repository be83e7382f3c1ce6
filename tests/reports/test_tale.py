"""A tale of a run: each sentence has its events, words are quoted as they were said, numbers of
measures are in none, and it stays on two pages."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.action import Action
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.reports.chronicle.document import Tale, tale_markdown
from latticeville.reports.chronicle.read import read_tale
from latticeville.reports.chronicle.tale.choice import choose
from latticeville.reports.chronicle.tale.moment import Line, TaleMoment
from latticeville.rules.survival.events import Died
from latticeville.runs.replay import Replay
from latticeville.sim.events import Happened
from latticeville.sim.inputs import GodEvent
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.beat_worlds import MEETING, village, voter
from tests.gossips import gossips
from tests.laws import law
from tests.mind.test_survival_words import hungry_world
from tests.model_doubles import doing
from tests.runs.runs import write
from tests.sim.test_survival import valley
from tests.sim.test_survival_laws import survival_worlds, try_anything

MOST_WORDS = 900
_NUMBERS = re.compile(r"\d\.\d|%|\btick\b")
_QUOTED = re.compile(r"“([^”]*)”")


def tale_of(world: World, ticks: int, **more: object) -> tuple[Tale, list[TickPayload]]:
    """Return the tale of a run, and its payloads."""
    with TemporaryDirectory() as place:
        run = write(Path(place) / "run", world, ticks, **more)  # type: ignore[arg-type]
        first, again = (read_tale(Replay(Path(place) / "run")) for _ in range(2))
    assert first == again
    check(first, run)
    return first, run


def check(tale: Tale, run: list[TickPayload]) -> None:
    """Check that every sentence has events of the run and is of the tick of the first."""
    events = {payload.tick: payload.events for payload in run}
    sentences = [one for scene in tale.scenes for one in scene.sentences]
    for one in sentences:
        assert one.events, one.text
        assert one.tick == one.events[0].tick
        assert all(ref.number < len(events[ref.tick]) for ref in one.events)
        assert one.text[0].isupper() or not one.text[0].isalpha()
        assert one.text[-1] in ".!?”"
        assert "\ue000" not in one.text
        assert not _NUMBERS.search(_QUOTED.sub("", one.text)), one.text
    assert sum(len(one.text.split()) for one in sentences) <= MOST_WORDS


def text_of(tale: Tale) -> str:
    """Return a tale as one text."""
    return "\n".join(scene.template for scene in tale.scenes)


@law(15)
@given(survival_worlds(), st.integers(1, 25))
def test_every_sentence_of_any_tale_has_events_of_its_tick(world: World, ticks: int) -> None:
    tale_of(world, ticks, minds=try_anything)


@law(6)
@given(st.integers(0, 10**6))
def test_a_tale_of_hunger_tells_deaths_and_quotes_what_was_said(seed: int) -> None:
    tale, run = tale_of(hungry_world(seed), 60, model=BuiltinMind())
    words = {event.words for payload in run for event in payload.events if event.is_speech}
    for quoted in _QUOTED.findall(text_of(tale)):
        assert any(one.startswith(quoted) for one in words)
    dead = {event.who for payload in run for event in payload.events if isinstance(event, Died)}
    for who in dead:
        assert who.capitalize() in text_of(tale)


def test_a_tale_has_a_beginning_scenes_and_an_end() -> None:
    feed = {9: (GodEvent("It thunders."),)}
    tale, _run = tale_of(hungry_world(78), 40, feed=feed, model=BuiltinMind())
    subjects = [scene.subject for scene in tale.scenes]
    assert (subjects[0], subjects[-1]) == ("beginning", "end")
    assert "scene" in subjects[1:-1]
    assert "it thunders" in text_of(tale)
    assert tale.scenes[0].template.startswith("Six people live in ")
    lines = [*tale_markdown(tale)]
    assert lines[0] == f"# {tale.title}"
    assert any(line.startswith("[^1]: t") for line in lines)


def test_a_tale_tells_who_struck_whom_who_died_and_what_was_given() -> None:
    people = {who: {"start": [1, 1]} for who in ("ada", "bob", "cy")}
    deeds = {
        "ada": {3: Action("say", "bob", words="Go away, Bob."), 4: Action("attack", "bob")},
        "bob": {5: Action("attack", "ada")},
        "cy": {6: Action("attack", "bob"), 7: Action("attack", "bob")},
    }
    world = valley(people, {"damage": 0.45, "damage_die": 0, "hunger": 0.0})
    tale, _run = tale_of(world, 12, minds=doing(deeds))
    told = text_of(tale)
    assert "Ada strikes Bob" in told
    assert "and Bob strikes back" in told
    assert "Cy goes for Bob" in told or "Cy strikes Bob" in told
    assert len(re.findall(r"Bob does not live|kills? Bob|death of Bob|Bob dies", told)) == 1
    assert "Of the three, two are alive when the tale ends: Ada and Cy." in told


def test_a_tale_tells_of_a_famine_and_of_who_fed_whom_through_it() -> None:
    people = {who: {"start": [1, 1]} for who in ("ada", "bob")}
    gifts = {tick: Action("give", "bob", "food", count=1) for tick in (5, 6, 7)}
    rules = {"start_food": 4, "hunger": 0.18, "starvation": 0.0}
    world = valley(people, rules)
    tale, _run = tale_of(world, 9, minds=doing({"ada": gifts}))
    told = text_of(tale)
    assert re.search(r"[Hh]unger comes over .*, and .* go hungry", told), told
    assert "Ada shares what there is to share, three times." in told


def test_a_tale_tells_how_a_matter_was_decided_and_by_whom() -> None:
    people = {"ann": voter(0.8, "hall"), "bob": voter(0.5, "hall"), "cid": voter(-0.6, "hall")}
    world = village(people, matters=[MEETING], simulation={"start": "Mon 08:00"})
    tale, _run = tale_of(world, 60, model=BuiltinMind())
    assert "the tree stays" in text_of(tale).lower()
    assert "Ann and Bob have spoken for the tree, Cid against it" in text_of(tale)


def test_a_tale_tells_a_vote_in_which_all_agree() -> None:
    people = {"ann": voter(0.8, "hall"), "bob": voter(0.5, "hall")}
    tale, _run = tale_of(village(people, matters=[MEETING]), 60, model=BuiltinMind())
    assert "Ann and Bob are for the tree, and nobody speaks up for the other side" in text_of(tale)


def test_a_tale_of_a_talkative_hamlet_quotes_views_and_secrets() -> None:
    tale, run = tale_of(gossips(), 400, model=BuiltinMind())
    assert sum(1 for payload in run for event in payload.events if event.is_speech)
    assert _QUOTED.findall(text_of(tale))


def test_a_long_run_is_told_on_as_many_pages_as_a_short_one() -> None:
    feed = {
        tick: (GodEvent(f"A star falls{' and falls' * (tick + 20)}."),) for tick in range(1, 60)
    }
    tale, run = tale_of(hungry_world(5), 60, feed=feed, model=BuiltinMind())
    assert sum(isinstance(event, Happened) for payload in run for event in payload.events) > 50
    assert text_of(tale).count("A star falls") + text_of(tale).count("a star falls") < 20


def test_the_weightiest_moments_are_told_in_the_order_of_time() -> None:
    def moment(tick: int, weight: float) -> TaleMoment:
        text = " ".join([f"m{tick}"] * 40)
        return TaleMoment("event", tick, tick, weight, (), "", (Line((text,), ()),))

    some = [moment(tick, 9.0 if tick % 10 == 0 else 1.0) for tick in range(100)]
    told = [one.tick for one in choose(some, 0, 99)]
    assert told == sorted(told)
    assert {*range(0, 100, 10)} <= {*told}
    assert len(told) < 20
