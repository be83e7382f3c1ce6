"""Another edition of a survival world during a run: layers and people are kept, and the dead stay
dead."""

from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.rules.exertion import vitals_of
from latticeville.rules.survival.events import Died
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.model_doubles import doing
from tests.sim.test_survival import FIELD, events_of, valley
from tests.worlds import Table, build, live

PEOPLE: dict[str, Table] = {
    "ada": {"start": [1, 1]},
    "bob": {"start": [2, 1]},
    "cy": {"start": [1, 2]},
}
MURDER = doing(
    {
        "ada": {1: Action("attack", "bob"), 2: Action("gather", "food")},
        "cy": {1: Action("gather", "food")},
    }
)
RULES: Table = {"damage": 1.0, "start_food": 3, "resources": {"food": {"regrowth": 0.1}}}
BOB = Cell(2, 1)


def reload(world: World, ticks: int = 4) -> TickPayload:
    """Return the last tick of a run that goes on in another edition from tick 4 on, where Bob died
    in tick 1."""
    run = live(valley(PEOPLE, RULES), ticks, feed={4: [world]}, minds=MURDER)
    assert [event.who for event in events_of(run[1], Died)] == ["bob"]
    return run[-1]


def test_cells_keep_what_they_hold_and_full_ones_are_full_of_the_new_maximum() -> None:
    legend = {"f": {"name": "berries", "resources": {"food": 20}}}
    after = reload(
        valley(PEOPLE, {**RULES, "resources": {"food": {"regrowth": 0.0}}}, legend=legend)
    ).state
    cells = [Cell(1, 1), BOB, Cell(1, 2), Cell(2, 2)]
    assert [after.units_in(cell, "food") for cell in cells] == [7, 13, 8, 20]


def test_amounts_stay_at_their_coordinates_when_the_map_grows() -> None:
    wider = "\n".join(f"{line}...." for line in FIELD.splitlines())
    after = reload(valley(PEOPLE, RULES, drawing=wider)).state
    assert [after.units_in(cell, "food") for cell in (Cell(1, 1), BOB, Cell(1, 2))] == [8, 13, 9]


def test_a_step_of_another_length_neither_grows_nor_takes_anything_back() -> None:
    after = reload(valley(PEOPLE, {**RULES, "step_ticks": 60}), 10).state
    assert [after.units_in(cell, "food") for cell in (Cell(1, 1), BOB, Cell(1, 2))] == [7, 13, 8]


def test_who_has_acted_in_a_step_cannot_act_again_in_it_after_a_reload() -> None:
    eat = doing({"ada": {1: Action("eat"), 2: Action("eat"), 3: Action("eat")}})
    slow, slower = ({**RULES, "step_ticks": ticks} for ticks in (30, 60))
    run = live(valley(PEOPLE, slow), 3, feed={2: [valley(PEOPLE, slower)]}, minds=eat)
    assert run[-1].state.bodies["ada"].items == {"food": 2}


def test_the_dead_stay_dead_whatever_the_rules_and_who_is_added_lives() -> None:
    people = {**PEOPLE, "dan": {"start": [0, 0]}}
    after = reload(valley(people, {**RULES, "start_hunger": 0.6}), 5).state
    assert [after.bodies[who].is_dead for who in ("ada", "bob", "cy", "dan")] == [
        False,
        True,
        False,
        False,
    ]
    assert vitals_of(after.bodies["dan"]).hunger == 800
    social = build(FIELD.replace("f", "."), people=PEOPLE)
    after = reload(social, 5).state
    assert after.bodies["bob"].is_dead
    assert "bob" not in {node.id for node in after.tree.members["world"]}


def test_who_is_added_as_a_relative_is_kin() -> None:
    sister = [{"who": "dan", "how": "sister"}]
    people: dict[str, Table] = {
        **PEOPLE,
        "ada": {"start": [1, 1], "relationships": sister},
        "dan": {"start": [0, 0]},
    }
    after = reload(valley(people, RULES)).state
    assert after.minds["ada"].relations.to("dan").is_kin


def test_who_is_removed_is_gone_and_the_others_go_on() -> None:
    after = reload(valley({"ada": PEOPLE["ada"], "cy": PEOPLE["cy"]}, RULES)).state
    assert {*after.bodies} == {"ada", "cy"}
    assert after.bodies["cy"].items == {"food": 8}


def test_needs_begin_when_the_rules_are_added() -> None:
    social = build(FIELD.replace("f", "."), people=PEOPLE, minds={"plan": "none"})
    after = live(social, 3, feed={3: [valley(PEOPLE, RULES)]})[-1].state
    assert vitals_of(after.bodies["ada"]).hunger == 400
    assert after.bodies["ada"].items == {"food": 3}


def test_the_dead_take_no_room_and_are_not_shown_out() -> None:
    people: dict[str, Table] = {
        "ada": {"start": [1, 0]},
        "bob": {"start": [0, 0]},
        "cy": {"start": [3, 0]},
    }
    world = build(
        "......",
        areas={"hut": [0, 0, 3, 1]},
        rules_of={"hut": {"capacity": 2}},
        people=people,
        rules=["survival"],
        survival={"damage": 1.0},
        minds={"plan": "none", "talk": False},
    )
    told = {"ada": {1: Action("attack", "bob")}, "cy": {2: Action("step", verb="W")}}
    after = live(world, 2, minds=doing(told))[-1].state
    assert after.bodies["cy"].area == "hut"
    assert after.bodies["bob"].cell == (0, 0)


def test_nobody_believes_in_food_beyond_a_smaller_map() -> None:
    people: dict[str, Table] = {"ada": {"start": [7, 0]}}
    minds: Table = {"plan": "none", "act": "model"}
    hungry: Table = {"radius": 3, "start_hunger": 0.7, "start_food": 0}
    wide, narrow = (
        build(
            "." * width,
            people={**people, "ada": {"start": [min(7, width - 1), 0]}},
            rules=["survival"],
            minds=minds,
            survival=hungry,
            legend={".": {"name": "berries", "resources": {"food": 1}}},
        )
        for width in (10, 3)
    )
    before, *_, after = live(wide, 8, feed={4: [narrow]}, model=BuiltinMind())[3:]
    seen = {one.cell.x for one in before.state.minds["ada"].resources.sights}
    assert max(seen) > 2
    known = after.state.minds["ada"].resources
    assert {one.cell.x for one in known.all()} <= {0, 1, 2}
