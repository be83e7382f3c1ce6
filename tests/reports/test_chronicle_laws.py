"""The chronicle of any small run is written, whatever its people, its designer and its owner do to
it."""

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.reports.chronicle.document import Chronicle, markdown
from latticeville.reports.chronicle.read import chronicle_ticks, read_chronicle
from latticeville.reports.chronicle.story_collector import gather_story
from latticeville.reports.chronicle.write import BY_DAY, BY_SEASON
from latticeville.rules.survival.events import Attacked, Died
from latticeville.runs.replay import Replay
from latticeville.sim.inputs import PutPerson
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import doing
from tests.random_worlds import feeds
from tests.runs.runs import short_segments, write
from tests.sim.test_survival import valley
from tests.sim.test_survival_laws import survival_worlds, try_anything
from tests.worlds import Feed

_NEVER = re.compile(r"cells? away|nobody (?:attacked|gave) no|\bNone\b|(?:cost|restored) -")
"""What no sentence says: blows reach neighbours only, and whoever did nothing may be nobody."""


def _draw_feed(data: st.DataObject, world: World, ticks: int) -> Feed:
    """Return what goes into a run: what a designer does, and at times another edition of the
    world."""
    fed: Feed = data.draw(feeds(world, ticks)) if data.draw(st.booleans()) else {}
    if not data.draw(st.booleans()):
        return fed
    tick = data.draw(st.integers(1, ticks))
    return {**fed, tick: [*fed.get(tick, ()), data.draw(survival_worlds())]}


def _told(chronicle: Chronicle, subject: str) -> set[tuple[int, int]]:
    """Return the events that the paragraphs on a subject tell."""
    parts = [
        one
        for chapter in chronicle.chapters
        for one in chapter.paragraphs
        if one.subject == subject
    ]
    return {ref for one in parts for each in one.sentences for ref in each.events}


@law(24)
@given(survival_worlds(), st.integers(1, 20), st.data())
def test_every_run_has_a_chronicle_without_its_oldest_segments_too(
    world: World, ticks: int, data: st.DataObject
) -> None:
    with TemporaryDirectory() as place, short_segments(data.draw(st.integers(2, 8))):
        folder = Path(place) / "run"
        write(folder, world, ticks, minds=try_anything, feed=_draw_feed(data, world, ticks))
        segments = sorted(folder.glob("segment-*"))
        for oldest in segments[: data.draw(st.integers(0, len(segments) - 1))]:
            oldest.unlink()
        replay = Replay(folder)
        last = data.draw(
            st.sampled_from([replay.first, replay.last, (replay.first + replay.last) // 2])
        )
        story = gather_story(chronicle_ticks(replay, replay.first, last))
        for by in (BY_DAY, BY_SEASON):
            chronicle = read_chronicle(replay, last, by)
            assert not [line for line in markdown(chronicle) if _NEVER.search(line)]
            for subject, kind in (("deaths", Died), ("fights", Attacked)):
                assert {one.ref for one, _event in story.of(kind)} <= _told(chronicle, subject)
        for one, event in story.of(Died):
            account = story.wounds.accounts.get(event.who)
            if account is not None:
                lost = (
                    account.hunger + account.disasters + sum(blow.taken for blow in account.blows)
                )
                assert account.start + account.meals - lost == 0, (one, event)


def test_a_blow_finds_whom_a_designer_put_elsewhere_where_they_were_put(tmp_path: Path) -> None:
    people = {"ada": {"start": [1, 1]}, "bob": {"start": [5, 3]}}
    world = valley(people, areas={"field": [0, 0, 1, 1]})
    feed = {2: (PutPerson("bob", cell=Cell(0, 0)),)}
    write(tmp_path / "run", world, 2, minds=doing({"ada": {2: Action("attack", "bob")}}), feed=feed)
    (blow,) = [
        one
        for one, _event in gather_story(chronicle_ticks(Replay(tmp_path / "run"), 0, 2)).of(
            Attacked
        )
    ]
    assert (blow.place, blow.apart) == ("near the Field", "Bob at the Field")


def test_the_first_tick_of_a_shortened_log_tells_only_what_it_holds(tmp_path: Path) -> None:
    people = {"ada": {"start": [1, 1]}, "bob": {"start": [1, 1]}}
    world = valley(people, {"damage": 1.0, "damage_die": 0})
    with short_segments(2):
        write(tmp_path / "run", world, 9, minds=doing({"ada": {2: Action("attack", "bob")}}))
    first, *_rest = sorted((tmp_path / "run").glob("segment-*"))
    first.unlink()
    replay = Replay(tmp_path / "run")
    text = "\n".join(markdown(read_chronicle(replay)))
    assert replay.first == 2
    assert "Bob had eaten nothing since the chronicle begins; beside Bob: Ada." in text
    assert "which cost Bob 100 % of full health" in text
    assert "restored" not in text
