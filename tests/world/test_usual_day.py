"""Usual days of people for whom no routine was written, in worlds nobody tuned them for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import DAY, parse_hours
from latticeville.core.verb_forms import gerund_of
from latticeville.world.model.personas import RoutineRow
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days
from tests.laws import law
from tests.worlds import Table, build

MAP = """
    #######,,#######,,########
    #.....#,,#.....#,,#......#
    #.....+,,+.....#,,+......#
    #######,,#######,,########
    ,,,,,,,,,,,,,,,,,,,,,,,,,,
    ,,,,,,,,,,,,,,,,,,,,,,,,,,
    ,,,~~~~~~,,,,,,,,########,
    ,,,~~~~~~,,,,,,,,#......#,
    ,,,,,,,,,,,,,,,,,+......#,
    ,,,,,,,,,,,,,,,,,########,
"""
KINDS = """
[kinds.bed]
glyph = "b"
blocks = false
start = "made"
states.made = {}
states.slept = {}
[[kinds.bed.transitions]]
from = "made"
verb = "use"
to = "slept"
[[kinds.bed.transitions]]
from = "slept"
verb = "leave"
to = "made"
[kinds.stove]
glyph = "s"
start = "off"
states.off = {}
states.hot = {}
states.ready = {}
states.burning = { alarm = true }
[[kinds.stove.transitions]]
from = "off"
verb = "use"
to = "hot"
[[kinds.stove.transitions]]
from = "hot"
after = 15
to = "ready"
[[kinds.stove.transitions]]
from = "ready"
verb = "take"
to = "off"
[[kinds.stove.transitions]]
from = "ready"
after = 30
to = "burning"
[kinds.counter]
glyph = "c"
start = "tidy"
states.tidy = {}
[[kinds.counter.transitions]]
from = "tidy"
verb = "use"
to = "tidy"
"""
AREAS = {
    "mill cottage": [0, 0, 7, 4],
    "rowan house": [9, 0, 7, 4],
    "gull tavern": [18, 0, 8, 4],
    "duck pond": [2, 5, 8, 4],
    "village shop": [17, 6, 8, 4],
}
OBJECTS = {
    "bed1": ("bed", [1, 1]),
    "bed2": ("bed", [2, 1]),
    "bed3": ("bed", [10, 1]),
    "stove1": ("stove", [4, 1]),
    "till": ("counter", [22, 8]),
}


def hamlet(seed: int = 3, **people: Table) -> World:
    """Return a hamlet with people, each with a home."""
    return build(
        MAP,
        areas={name.replace(" ", "_"): box for name, box in AREAS.items()},
        rules_of={name.replace(" ", "_"): {"name": name.title()} for name in AREAS},
        objects={name: {"kind": kind, "cell": cell} for name, (kind, cell) in OBJECTS.items()},
        people=people,
        things=KINDS,
        seed=seed,
    )


def day_of(text: str = "", home: str = "mill_cottage", seed: int = 3, **more: object) -> "Day":
    """Return the day of Wim, who says of it no more than a text."""
    wim = {"home": home, "intends": text, **more}
    ida = {"home": "rowan_house"}
    return Day(hamlet(seed, wim=wim, ida=ida), "wim")


class Day:
    """A usual day, to be asked what is done when."""

    def __init__(self, world: World, who: str) -> None:
        found = usual_days(world).of(who)
        self.rows, self.unread = found.rows, found.unread

    def at(self, hours: str) -> RoutineRow:
        """Return the row of a time."""
        return next(row for row in self.rows if parse_hours(hours) in row)


TOLD = {
    "Opens the village shop at 8am and closes it at six.": ("08:10", "village_shop"),
    "Works at the village shop from half past nine to four.": ("15:50", "village_shop"),
    "Fishes at the pond between six and eight in the morning.": ("07:50", "duck_pond"),
    "Has a beer at the Gull Tavern at nine.": ("21:10", "gull_tavern"),
    "Has lunch at the Gull Tavern at one.": ("13:05", "gull_tavern"),
    "Walks around the pond after work.": ("17:10", "duck_pond"),
    "Buys bread at the shop every day at a quarter past ten.": ("10:20", "village_shop"),
    "Goes to bed around ten.": ("22:05", "mill_cottage"),
    "Wim is at the tavern from eight until eleven in the evening.": ("22:30", "gull_tavern"),
}


@pytest.mark.parametrize("text", TOLD)
def test_what_is_told_with_a_time_is_done_then_and_there(text: str) -> None:
    hours, place = TOLD[text]
    day = day_of(text)
    assert day.at(hours).place == place
    assert not day.unread


@pytest.mark.parametrize(
    ("text", "hours", "place", "doing"),
    [
        (
            "Polishes his telescope by the pond from ten to eleven.",
            "10:30",
            "duck_pond",
            "polishing",
        ),
        ("Whittles a spoon at three in the afternoon.", "15:10", "mill_cottage", "whittling"),
        (
            "Reads at the tavern at noon, and polishes its brass at four.",
            "16:10",
            "mill_cottage",
            "polishing its brass",
        ),
    ],
)
def test_a_verb_that_means_nothing_for_a_day_is_done_as_it_stands(
    text: str, hours: str, place: str, doing: str
) -> None:
    day = day_of(text)
    assert (day.at(hours).place, day.at(hours).doing.startswith(doing)) == (place, True)
    assert not day.unread


def test_a_day_without_a_word_is_lived_all_the_same() -> None:
    day = day_of()
    assert day.at("03:00").place == "mill_cottage"
    assert day.at("03:00").doing == "sleeping"
    assert {row.doing for row in day.rows} >= {"having breakfast", "having lunch", "having dinner"}
    assert any(row.place in ("village_shop", "duck_pond", "gull_tavern") for row in day.rows)


def test_a_trade_leads_to_its_place() -> None:
    day = day_of(about="Wim is a shopkeeper with a bad knee.")
    assert (day.at("10:00").place, day.at("10:00").doing) == ("village_shop", "serving customers")
    assert [(use.verb, use.thing) for use in day.at("10:00").uses] == [("use", "till")]


def test_a_use_is_brought_to_its_end_and_not_to_an_alarm() -> None:
    breakfast = next(row for row in day_of().rows if row.doing == "having breakfast")
    assert [(use.verb, use.thing) for use in breakfast.uses] == [
        ("use", "stove1"),
        ("take", "stove1"),
    ]


def test_each_of_a_house_has_a_bed_of_their_own() -> None:
    world = hamlet(wim={"home": "mill_cottage"}, ole={"home": "mill_cottage"})
    beds = {
        who: next(row.uses for row in usual_days(world).of(who).rows if row.doing == "sleeping")
        for who in ("wim", "ole")
    }
    assert all(beds.values())
    assert beds["wim"] != beds["ole"]


def test_what_is_not_understood_is_told_and_why() -> None:
    day = day_of("Broods over the ledger of 1911. On Sundays he swims. Visits the moon at nine.")
    assert [why for _, why in day.unread] == [
        "no activity is known by these words",
        "routines are the same every day",
        "no place of this world is named",
    ]


def test_who_says_never_does_not_go() -> None:
    for seed in range(12):
        day = day_of("Never goes to the tavern.", seed=seed, traits=["outgoing"])
        assert all(row.place != "gull_tavern" for row in day.rows)


def test_people_differ_by_personality() -> None:
    outings = {
        trait: sum(
            row.place in ("gull_tavern", "duck_pond") and 18 * 60 <= row.start < 22 * 60
            for seed in range(30)
            for row in day_of(seed=seed, traits=[trait]).rows
        )
        for trait in ("outgoing", "shy")
    }
    assert outings["outgoing"] > outings["shy"] > 0


def test_a_written_routine_stays_as_it_is() -> None:
    row = {"from": "00:00", "place": "duck_pond", "doing": "waiting"}
    world = hamlet(wim={"home": "mill_cottage", "routine": [row]})
    assert usual_days(world).of("wim").rows == world.people["wim"].persona.routine


WORDS = st.sampled_from(
    ["Opens the shop at 8am", "sleeps until noon", "reads", "goes to the tavern at nine", "is old",
     "walks by the pond before work", "works from 22:00 to 6:00", "dinner at 25", "never sings"]
)  # fmt: skip


@law(80)
@given(
    st.lists(WORDS, max_size=5),
    st.integers(0, 99),
    st.sampled_from(["rowan_house", "mill_cottage"]),
)
def test_any_day_is_whole_and_nobody_enters_the_house_of_a_stranger(
    words: list[str], seed: int, home: str
) -> None:
    other = "rowan_house" if home == "mill_cottage" else "mill_cottage"
    world = hamlet(seed, wim={"home": home, "intends": ". ".join(words)}, ida={"home": other})
    rows = usual_days(world).of("wim").rows
    for minute in range(0, DAY, 5):
        assert sum(minute in row for row in rows) == 1
    assert all(row.place != other for row in rows)
    assert all(row.place in world.areas.by_id for row in rows)


@pytest.mark.parametrize(
    ("verb", "participle"),
    [("lies", "lying"), ("runs", "running"), ("teaches", "teaching"), ("sees", "seeing")],
)
def test_participles(verb: str, participle: str) -> None:
    assert gerund_of(verb) == participle
