"""What happened while somebody did something, and what has become of the troubles of which others
told."""

from typing import Any

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.follow_ups import answers_after_troubles, questions_after_troubles
from latticeville.mind.grammatical_person import told_by
from latticeville.mind.incidents import incident_of
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.percept import Observation, Sights
from latticeville.mind.self_topics import WITH_INCIDENT, deeds
from latticeville.mind.situation import Situation
from latticeville.mind.topic import EVENT, Topic
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.world.model.world import World
from tests.worlds import build, row

PUMP = """
[kinds.pump]
glyph = "P"
start = "sound"
states.sound = {}
states.jammed = {}

[[kinds.pump.transitions]]
from = "sound"
verb = "use"
to = "jammed"

[[kinds.pump.transitions]]
from = "jammed"
verb = "mend"
to = "sound"
"""


def village() -> World:
    """Return a house, and a court with a pump, where Ada is from eight to nine."""
    day = [row("00:00", "house", "resting"), row("08:00", "court", "washing her brushes")]
    people: dict[str, Any] = {
        who: {
            "home": "house",
            "start": "house",
            "routine": [*day, row("09:00", "house", "reading")],
        }
        for who in ("ada", "bob", "cid")
    }
    people["ada"] |= {"about": "She paints. Her brushes are clean."}
    return build(
        "....+....",
        areas={"house": [0, 0, 4, 1], "court": [5, 0, 4, 1]},
        rules_of={"house": {"name": "Ada's House"}},
        objects={"pump": {"cell": [6, 0]}},
        people=people,
        things=PUMP,
        simulation={"start": "Mon 00:00", "tick_minutes": 1},
    )


def ada_in(world: World, *records: MemoryRecord, minute: int) -> Situation:
    """Return what Ada has before her at a minute of the run, out of sight of everybody."""
    state = initial_state(world, 7)
    mind = state.minds["ada"]
    first = len(mind.memory)
    memory = mind.memory.grow(replace(one, id=first + n) for n, one in enumerate(records))
    percept = replace(dict(perceive(state))["ada"], minute=minute, tick=minute, sights=Sights(()))
    return Situation.begin(replace(mind, memory=memory), percept, world)


def seen(text: str, tick: int, *about: str, **more: Any) -> MemoryRecord:
    """Return the memory of something that Ada saw in the court."""
    return MemoryRecord(
        0, "observation", text, tick, "court", importance=4, about=about or ("pump",), **more
    )


JAMS = "The handle of the pump comes down and does not go up again."
AT_WORK = 8 * 60 + 20


def test_what_became_of_an_object_meanwhile_is_told_with_what_one_did() -> None:
    now = ada_in(village(), seen(JAMS, AT_WORK), minute=12 * 60)
    closer = replace(now.mind.relations.to("cid"), values={"closeness": 0.7, "trust": 0.6})
    now = now.with_mind(relations=now.mind.relations.with_relation("cid", closer))
    told = next(one for one in deeds(now, ("cid",), None) if one.role == WITH_INCIDENT)
    assert told.parts["incident"] == "The handle of the pump came down and did not go up again."
    assert told.text.startswith("Ada was washing her brushes")


def test_what_happened_on_an_earlier_day_or_what_somebody_does_is_no_incident() -> None:
    world = village()
    bed = world.people["ada"].persona.routine[1]
    new, own = seen(JAMS, DAY + AT_WORK), seen("Bob mends the pump.", DAY + AT_WORK, "bob", "pump")
    known = ada_in(world, seen(JAMS, AT_WORK), new, minute=DAY + 12 * 60)
    assert incident_of(known, bed, [new]) == ""
    assert incident_of(ada_in(world, own, minute=DAY + 12 * 60), bed, [own]) == ""
    assert incident_of(ada_in(world, new, minute=DAY + 12 * 60), bed, [new]) != ""


def jammed(day: int, teller: str) -> MemoryRecord:
    """Return the memory that somebody told of the jammed pump on a day."""
    topic = Topic(f"{day}.pump.jammed", EVENT, JAMS, "", teller, thing="pump", state="jammed")
    return seen(JAMS, day * DAY + 600, teller, topic=topic, shared=(teller,), spoken=True)


def test_somebody_asks_the_next_day_what_has_become_of_a_trouble() -> None:
    world = village()
    [asked] = questions_after_troubles(ada_in(world, jammed(0, "bob"), minute=DAY + 600), ("bob",))
    assert asked.parts["thing"] == "the pump"
    for records, minute, other in (
        ([jammed(0, "bob")], 700, "bob"),
        ([jammed(0, "bob")], DAY + 600, "cid"),
        ([jammed(0, "bob")], 5 * DAY, "bob"),
    ):
        assert not [*questions_after_troubles(ada_in(world, *records, minute=minute), (other,))]


def test_who_is_asked_tells_what_they_saw_done_or_how_it_looks() -> None:
    world = village()
    [question] = questions_after_troubles(
        ada_in(world, jammed(0, "bob"), minute=DAY + 600), ("bob",)
    )
    heard = Observation("said", "bob", "Bob: “?”", words="?", topic=question.topic)
    mended = seen("Cid packs the pump with grease and frees the handle.", 700, "cid", "pump")
    [told] = answers_after_troubles(ada_in(world, mended, minute=DAY + 600), heard)
    assert told.text == "Cid packed the pump with grease and freed the handle."
    [told] = answers_after_troubles(ada_in(world, minute=DAY + 600), heard)
    assert told.parts["state"] == "sound"


def test_ones_own_house_has_no_capital() -> None:
    told = told_by("Ada was reading at Ada's House.", "ada", village())
    assert told == "I was reading at my house."
