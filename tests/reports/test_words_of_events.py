"""Reports ask an event for its words, of whichever class and package it is."""

from latticeville.measures.registry import UTTERANCES
from latticeville.reports.chronicle.story import ChronicleTick
from latticeville.reports.chronicle.story_collector import gather_story
from latticeville.reports.chronicle.write import write_chronicle
from latticeville.sim.event import Event
from latticeville.sim.events import Happened
from latticeville.sim.first_state import initial_state
from latticeville.world.model.world import World
from tests.draw.test_chronicle import sentences
from tests.worlds import build


class Sung(Event, frozen=True, tag="sung"):
    """Somebody sings to another."""

    who: str
    area: str
    to: str
    words: str

    @property
    def is_speech(self) -> bool:
        return True

    @property
    def listeners(self) -> tuple[str, ...]:
        return (self.to,)

    def sentence(self, world: World) -> str:
        return f"{world.name_with_article(self.who)} sings: “{self.words}”"


SUNG = Sung("ada", "yard", "bob", "La la.")
STATE = initial_state(
    build(
        "....",
        areas={"yard": [0, 0, 4, 1]},
        people={"ada": {"start": [0, 0]}, "bob": {"start": [1, 0]}},
    )
)


def test_words_are_counted() -> None:
    assert UTTERANCES.at(STATE, [SUNG, Happened("A comet.")]) == 1


def test_words_are_a_talk_of_the_chronicle_and_told_once() -> None:
    ticks = [
        ChronicleTick(tick, 480 + tick, STATE.world, STATE.bodies, events)
        for tick, events in enumerate(((), (SUNG, Happened("A comet."))))
    ]
    story = gather_story(ticks)
    assert [talk.people for talk in story.talks] == [["ada", "bob"]]
    assert [said for _one, said in story.said()] == [SUNG]
    told = [one.text for one in sentences(write_chronicle(ticks))]
    assert sum("La la." in one for one in told) == 1
