"""What a chronicle tells of fights: the reasons of all blows, and where they fell."""

from latticeville.reports.chronicle.write import write_chronicle
from latticeville.rules.survival.events import Attacked, Died
from tests.draw.test_chronicle import texts, ticks_of
from tests.draw.test_chronicle_summary import PEOPLE
from tests.sim.test_survival import valley
from tests.worlds import build


def test_a_fight_counts_its_reasons_and_tells_that_of_the_blow_that_killed() -> None:
    poor, back = (
        "fierceness 0.88, trust in Bob 0.20 < 0.57: attack",
        "Bob attacked, health 0.50: strike back",
    )
    ticks = ticks_of(*[Attacked("ada", "", "bob", 300)] * 3, world=valley(PEOPLE))
    ticks[3] = ticks[3]._replace(events=(*ticks[3].events, Died("bob", "", "blows", ("ada",))))
    ticks = [
        one._replace(reasons={"ada": why})
        for one, why in zip(ticks, ("", poor, back, poor), strict=True)
    ]
    (told,) = texts(write_chronicle(ticks), "fights")
    poor_text = "Ada wanted more food in store and trusted Bob 0.20, below 0.57 (fierceness 0.88)"
    assert told.partition("full health. ")[2] == (
        f"Why at 08:01: {poor_text}. Why at 08:03, the blow that killed: {poor_text}. "
        "In all, Ada attacked twice out of low trust and the wish for more food in store and "
        "struck back once."
    )
    alive = [one._replace(events=one.events[:1]) for one in ticks]
    assert "killed" not in texts(write_chronicle(alive), "fights")[0]


def test_no_feud_begins_with_the_blow_that_ends_it() -> None:
    ticks = ticks_of(*[Attacked("ada", "", "bob", 500)] * 2, world=valley(PEOPLE))
    events = (Attacked("ada", "", "bob", 500), Attacked("bob", "", "ada", 10))
    fight = [*ticks[:2], ticks[2]._replace(events=events)]
    kill = [*ticks[:2], ticks[2]._replace(events=(*events, Died("bob", "", "blows", ("ada",))))]
    rules = [{one.rule for one in write_chronicle(some).turning_points} for some in (fight, kill)]
    assert ["feud" in some for some in rules] == [True, False]


def test_blows_in_the_open_are_near_an_area_within_five_cells() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [7, 0]}, "cy": {"start": [8, 0]}}
    world = build("." * 9, people=people, areas={"field": [1, 0, 2, 1]}, rules=["survival"])
    blows = [
        Attacked(who, "", to, 10) for who, to in (("ada", "bob"), ("ada", "cy"), ("cy", "bob"))
    ]
    places = [
        told.split(") ", 1)[1].partition(",")[0]
        for told in texts(write_chronicle(ticks_of(*blows, world=world)), "fights")
    ]
    assert places == [
        "near the Field",
        "near the Field (Cy in the north-east)",
        "in the north-east (Bob near the Field)",
    ]
