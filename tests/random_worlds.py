"""Random small worlds: rooms, things with machines, people with routines, and what is fed to
them."""

from hypothesis import strategies as st

from latticeville.core.clock import format_hours
from latticeville.core.geometry import Cell
from latticeville.sim.inputs import (
    ActAs,
    AdvanceClock,
    DeleteBelief,
    DeleteMemory,
    EditMemory,
    GodEvent,
    InsertMemory,
    Pause,
    PutPerson,
    Release,
    Reseed,
    SetBelief,
    SetNumber,
    SetObject,
    SetWeather,
    SimulatorInput,
    StepOnce,
    Whisper,
)
from latticeville.world.model.world import World
from tests.worlds import Table, build, toml

LIBRARY = """
[kinds.urn]
glyph = "u"
counters.cups = { start = 1, min = 0, max = 2 }
[[kinds.urn.transitions]]
from = "still"
verb = "take"
needs = [{ counter = "cups", min = 1 }]
does = [{ counter = "cups", add = -1 }, { give = "tea" }]
fails = "The {thing} is empty, {who}."
[[kinds.urn.transitions]]
from = "still"
verb = "use"
does = [{ take = "tea" }]
[[kinds.urn.transitions]]
from = "still"
needs = [{ counter = "cups", max = 0 }, { between = ["22:00", "12:00"] }]
does = [{ counter = "cups", set = 9 }]

[kinds.apple]
glyph = "a"
blocks = false
portable = true
start = "green"
states.green = {}
states.ripe = { color = "red" }
[[kinds.apple.transitions]]
from = "green"
after = 9
to = "ripe"
says = "The {thing} ripens."
[[kinds.apple.transitions]]
from = "ripe"
verb = "use"
to = "green"
does = [{ give = "seed" }]
needs = [{ has = "apple" }, { lacks = "seed", count = 2 }]

[kinds.bell]
glyph = "b"
start = "quiet"
states.quiet = {}
states.ringing = { alarm = true }
[[kinds.bell.transitions]]
from = "quiet"
after = 7
to = "ringing"
[[kinds.bell.transitions]]
from = "ringing"
verb = "use"
to = "quiet"
[[kinds.bell.transitions]]
from = "ringing"
after = 30
to = "quiet"

[kinds.door]
glyph = "d"
start = "open"
states.open = { blocks = false }
states.shut = { opaque = true }
[[kinds.door.transitions]]
from = "open"
verb = "close"
to = "shut"
[[kinds.door.transitions]]
from = "shut"
verb = "open"
to = "open"
[[kinds.door.transitions]]
from = "shut"
after = 25
to = "open"
[[kinds.door.transitions]]
from = "open"
to = "shut"
needs = [{ weather = ["rain"] }]
"""
"""Kinds that every random world knows; `gizmo`, a random machine, comes beside them."""
KINDS = ("urn", "apple", "apple", "bell", "door", "gizmo")
VERBS = ("use", "open", "close", "take", "drop", "brew")
STATES = ("s0", "s1", "s2")
ITEMS = ("tea", "seed", "apple")
WEATHER: Table = {
    "start": "clear",
    "every": 20,
    "chain": {"clear": {"clear": 2, "rain": 1}, "rain": {"clear": 1, "rain": 1}},
}

_flips = st.booleans()
_simulations = st.fixed_dictionaries(
    {
        "tick_minutes": st.sampled_from([1, 1, 5, 45]),
        "step_ticks": st.sampled_from([1, 1, 2, 3]),
        "perception": st.sampled_from(["area", "area", "sight"]),
        "hearing": st.sampled_from([2, 20]),
        "radius": st.integers(1, 6),
        "start": st.sampled_from(["Mon 08:00", "Mon 23:50", "Sun 00:00"]),
    }
)
_small = st.integers(-3, 3)
_times = st.integers(0, 1439).map(format_hours)
_guards = st.one_of(
    st.fixed_dictionaries({"counter": st.just("n"), "min": _small}),
    st.fixed_dictionaries({"counter": st.just("n"), "max": _small}),
    st.fixed_dictionaries({"has": st.sampled_from(ITEMS), "count": st.integers(1, 2)}),
    st.fixed_dictionaries({"lacks": st.sampled_from(ITEMS)}),
    st.fixed_dictionaries({"inside": st.sampled_from([*ITEMS, "*"]), "max": st.integers(0, 2)}),
    st.fixed_dictionaries({"owner": st.booleans()}),
    st.fixed_dictionaries({"key": st.booleans()}),
    st.fixed_dictionaries({"between": st.tuples(_times, _times).map(list)}),
    st.fixed_dictionaries({"weather": st.just(["rain"])}),
)
_effects = st.one_of(
    st.fixed_dictionaries({"counter": st.just("n"), "add": _small}),
    st.fixed_dictionaries({"counter": st.just("n"), "set": _small}),
    st.fixed_dictionaries({"give": st.sampled_from(ITEMS), "count": st.integers(1, 2)}),
    st.fixed_dictionaries({"take": st.sampled_from(ITEMS), "count": st.integers(1, 2)}),
    st.fixed_dictionaries({"store": st.sampled_from([*ITEMS, "*"]), "count": st.integers(1, 2)}),
    st.fixed_dictionaries({"fetch": st.sampled_from([*ITEMS, "*"])}),
    st.fixed_dictionaries({"fill": st.sampled_from(ITEMS)}),
    st.fixed_dictionaries({"spend": st.sampled_from(ITEMS)}),
)
_triggers: st.SearchStrategy[Table] = st.one_of(
    st.fixed_dictionaries({"verb": st.sampled_from(VERBS)}),
    st.fixed_dictionaries({"after": st.integers(1, 30)}),
    st.just({}),
)


_rules: st.SearchStrategy[Table] = st.one_of(
    st.just({}),
    st.just({}),
    st.fixed_dictionaries({"capacity": st.integers(1, 3)}),
    st.fixed_dictionaries({"hours": st.tuples(_times, _times).map(lambda span: [list(span)])}),
    st.fixed_dictionaries({"private": _flips, "key": st.just("apple")}),
)


def library(gizmo: Table) -> str:
    """Return the text of all kinds, a gizmo among them."""
    return f"{LIBRARY}\n[kinds.gizmo]\n{toml(gizmo)}"


@st.composite
def gizmos(draw: st.DrawFn) -> Table:
    """Draw a kind of three states with any rows at all."""
    looks = st.fixed_dictionaries(
        {}, optional={key: st.booleans() for key in ("blocks", "opaque", "alarm")}
    )
    rows = []
    for _ in range(draw(st.integers(0, 5))):
        source = draw(st.sampled_from([*STATES, "*"]))
        row: Table = {"from": source, **draw(_triggers)}
        row |= {
            "needs": draw(st.lists(_guards, max_size=2)),
            "does": draw(st.lists(_effects, max_size=3)),
        }
        if draw(st.booleans()):
            row["to"] = draw(st.sampled_from(STATES))
        rows.append(row)
    return {
        "glyph": "g",
        "blocks": draw(st.booleans()),
        "portable": draw(st.booleans()),
        "start": "s0",
        "states": {state: draw(looks) for state in STATES},
        "counters": {"n": {"start": draw(st.integers(-2, 2)), "min": -2, "max": 2}},
        "room": draw(st.integers(0, 3)),
        "transitions": rows,
    }


@st.composite
def worlds(draw: st.DrawFn, people: tuple[int, int] = (1, 6), minds: Table | None = None) -> World:
    """Draw a world of up to six rooms around a lawn, some of them areas, with things and people in
    them."""
    columns, lines = draw(st.integers(1, 3)), draw(st.integers(1, 2))
    width, height = draw(st.integers(2, 4)), draw(st.integers(2, 3))
    drawing, doors = _plan(columns, lines, width, height)
    corners = [
        (2 + x * (width + 1), 2 + y * (height + 1)) for x in range(columns) for y in range(lines)
    ]
    boxes = [[x, y, width, height] for x, y in corners if draw(st.integers(0, 4))]
    areas = {f"room{count}": box for count, box in enumerate(boxes)}
    nested = draw(_flips)
    if boxes and nested:
        areas["nook"] = [*boxes[0][:2], 1, 2]
    floor = [
        (x, y) for y, text in enumerate(drawing) for x, glyph in enumerate(text) if glyph in ".,"
    ]
    free = draw(st.lists(st.sampled_from(floor), min_size=12, max_size=12, unique=True))
    kinds = draw(st.lists(st.sampled_from(KINDS), max_size=6))
    objects: dict[str, Table] = {
        f"t{count}": {"kind": kind, "cell": free.pop()} for count, kind in enumerate(kinds)
    }
    shut = [door for door in doors if draw(_flips)]
    objects |= {f"door{count}": {"kind": "door", "cell": cell} for count, cell in enumerate(shut)}
    names = draw(st.permutations([letter * 3 for letter in "abcdef"[: draw(st.integers(*people))]]))
    places = [*areas, *objects]
    cast = {name: draw(_people(free.pop(), places, [*objects, *KINDS])) for name in names}
    return build(
        "\n".join(drawing),
        areas=areas,
        objects=objects,
        people=cast,
        things=library(draw(gizmos())),
        rules_of={area: draw(_rules) for area in areas},
        weather=WEATHER,
        simulation=draw(_simulations),
        seed=draw(st.integers(0, 2**63 - 1)),
        **({"minds": minds} if minds else {}),
    )


@st.composite
def feeds(draw: st.DrawFn, world: World, ticks: int) -> dict[int, list[SimulatorInput]]:
    """Draw inputs for some of the ticks."""
    places, people = ["", *world.areas.by_id], [*world.people]
    fed: dict[int, list[SimulatorInput]] = {}
    for _ in range(draw(st.integers(0, 4))):
        god = st.builds(
            GodEvent,
            st.sampled_from(["It thunders.", "A dog {who} barks."]),
            st.sampled_from(places),
            st.lists(st.sampled_from([*people, "nobody"]), max_size=2).map(tuple),
        )
        plain = st.sampled_from(
            [
                Pause(),
                StepOnce(),
                AdvanceClock(7),
                AdvanceClock(900),
                AdvanceClock(0),
                Reseed(3),
                SetWeather("rain"),
                SetNumber("simulation.hearing", 1),
                SetNumber("simulation.step_ticks", 3),
                SetNumber("simulation.step_ticks"),
                SetNumber("minds.talk", 0),
                SetNumber("weather.every", 5),
                SetNumber("minds.recall", 0.5),
            ]
        )
        every: st.SearchStrategy[SimulatorInput] = st.one_of(god, plain, deeds(world))
        fed.setdefault(draw(st.integers(1, ticks)), []).append(draw(every))
    return fed


def deeds(world: World) -> st.SearchStrategy[SimulatorInput]:
    """Return what a designer may do to somebody or something, the impossible included."""
    who = st.sampled_from([*world.people, "nobody"])
    about = st.sampled_from([*world.people, *world.objects, "nothing"])
    places, small = (
        st.sampled_from([*world.areas.by_id, *world.objects, "nowhere"]),
        st.integers(-1, 5),
    )
    text = st.sampled_from(["The stove is on.", "Bob is a thief!"])
    looks = st.sampled_from(["", "open", "shut", "ripe", "ringing", "s1", "asleep"])
    cells = st.one_of(st.none(), st.tuples(small, small).map(lambda cell: Cell(*cell)))
    counters = st.dictionaries(st.sampled_from(["cups", "n"]), small, max_size=1)
    return st.one_of(
        st.builds(Whisper, who, text),
        st.builds(
            ActAs,
            who,
            st.sampled_from(["move", "interact", "say", "idle", "fly"]),
            st.sampled_from(["", *world.people, *world.areas.by_id, *world.objects, "nothing"]),
            st.sampled_from(["", "use", "open", "take"]),
            text,
        ),
        st.builds(Release, who),
        st.builds(PutPerson, who, places, cells),
        st.builds(SetObject, about, looks, counters),
        st.builds(
            InsertMemory,
            who,
            text,
            st.sampled_from(["observation", "reflection"]),
            small,
            st.just((0,)),
        ),
        st.builds(EditMemory, who, small, text, small),
        st.builds(DeleteMemory, who, small),
        st.builds(
            SetBelief, who, about, looks, st.sampled_from(["", *world.areas.by_id]), st.booleans()
        ),
        st.builds(DeleteBelief, who, about),
    )


@st.composite
def _people(draw: st.DrawFn, start: tuple[int, int], places: list[str], things: list[str]) -> Table:
    rows = []
    begins = st.sets(st.sampled_from([0, 300, 480, 485, 500, 560, 1200, 1430]), min_size=1)
    for begin in sorted(draw(begins)) if places else ():
        uses = draw(
            st.lists(
                st.tuples(st.sampled_from(VERBS), st.sampled_from(things)).map(" ".join), max_size=3
            )
        )
        row: Table = {
            "from": format_hours(begin),
            "place": draw(st.sampled_from(places)),
            "doing": f"at it since {begin}",
        }
        rows.append({**row, "uses": uses, "every": draw(st.integers(1, 30))})
    table: Table = {"start": start, "routine": rows}
    if draw(st.booleans()):
        table["opinions"] = [{"topic": "tea", "view": "Good evening, tea."}]
    if draw(st.integers(0, 3)) == 0:
        table["knows"] = []
    return table


def _plan(
    columns: int, lines: int, width: int, height: int
) -> tuple[list[str], list[tuple[int, int]]]:
    """Return the rows of a house on a lawn, and the cells of its doorways."""
    across, down = columns * (width + 1) + 1, lines * (height + 1) + 1
    rows = [["," for _ in range(across + 2)] for _ in range(down + 2)]
    for y in range(down):
        for x in range(across):
            rows[y + 1][x + 1] = "#" if x % (width + 1) == 0 or y % (height + 1) == 0 else "."
    doors = [
        (1 + column * (width + 1), 2 + line * (height + 1))
        for column in range(columns)
        for line in range(lines)
    ]
    doors += [
        (2 + column * (width + 1), 1 + line * (height + 1))
        for column in range(columns)
        for line in range(lines)
    ]
    for x, y in doors:
        rows[y][x] = "+"
    return ["".join(row) for row in rows], doors
