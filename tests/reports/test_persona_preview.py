"""What can be asked of personas before a run: it is what a run would do, and it leaves no trace."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from latticeville.cli.main import main
from latticeville.draw.relationship_graph import Relation
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Reply, Request
from latticeville.models.tokens import estimate_tokens
from latticeville.reports.cast import Meeting, cast, compare
from latticeville.reports.interview.chat import ChatLine, talk
from latticeville.reports.persona import (
    PlanProgress,
    first_prompt,
    plan_day,
    run_to_end,
    summary,
)
from latticeville.sim.first_state import initial_state
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.hamlet import baker, drifter, hamlet
from tests.model_doubles import Listening
from tests.world_folders import VILLE, shared_world
from tests.worlds import Table, all_day, build, live, row, told

ROOT = Path(__file__).parents[2]
MEMORIES: list[Table] = [
    {"text": "The oven burnt the rolls."},
    {"text": "Bob found a silver spoon.", "importance": 8},
]


def village(**minds: object) -> World:
    ada = baker(
        0,
        about="Ada bakes. She hums.",
        traits=["brisk"],
        memories=MEMORIES,
        secrets=["She is rich."],
    )
    return hamlet(minds=dict(minds), ada=ada, bob=drifter(12))


def test_the_first_prompt_is_the_one_that_a_run_sends() -> None:
    kinds = []
    for plan in ("model", "routine"):
        model = Listening(BuiltinMind())
        live(village(plan=plan), 288, model=model)
        real = next(
            request for request in model.requests if request.who == "ada" and request.kind != "rate"
        )
        found = run_to_end(first_prompt(village(plan=plan), "ada"))
        assert found is not None
        assert (found.prompt, found.system, found.kind, found.tick) == (
            real.prompt,
            real.system,
            real.kind,
            real.tick,
        )
        assert found.tokens == estimate_tokens(real.prompt) + estimate_tokens(real.system)
        kinds.append(found.kind)
    assert kinds[0] == "identity"
    assert kinds[1] in ("greet", "answer", "commit")


def test_who_is_never_asked_has_no_first_prompt() -> None:
    world = build(
        "...", areas={"hut": [0, 0, 3, 1]}, people={"ada": {"start": [0, 0], **all_day("hut")}}
    )
    steps = first_prompt(world, "ada", ticks=5)
    assert [*steps] == [1, 2, 3, 4, 5]
    assert run_to_end(first_prompt(world, "ada", ticks=5)) is None


def test_a_day_is_planned_as_a_run_would_plan_it() -> None:
    world = village(plan="routine")
    day = run_to_end(plan_day(world, "ada", FakeLLM()))
    assert day.fault == ""
    real = live(village(plan="model"), 2)[-1].state.minds["ada"]
    assert real.plan is not None
    assert day.strokes == real.plan.strokes
    assert day.identity == real.inner.identity
    assert {
        stroke.start for stroke in day.strokes if not stroke.rest and stroke.end - stroke.start > 75
    } <= {step.start for step in day.hours}


def test_planning_tells_how_far_it_is_and_can_be_stopped() -> None:
    model = Listening()
    steps = plan_day(village(), "ada", model)
    assert next(steps) == PlanProgress("identity", 0, 1)
    assert next(steps).asks == "day"
    steps.close()
    assert [request.kind for request in model.requests] == ["identity"]
    told_of = [*plan_day(village(), "ada", FakeLLM())]
    assert [each.done for each in told_of] == [*range(len(told_of))]
    assert all(each.done < each.of for each in told_of)


class Broken:
    """A model that answers nothing that can be used."""

    def __init__(self, error: str) -> None:
        self._error = error

    def answer(self, requests: list[Request]) -> list[Reply]:
        return [Reply("nonsense", error=self._error) for _ in requests]


@pytest.mark.parametrize("error", ["", "no power"])
def test_a_model_that_fails_is_told_and_nothing_is_made_up(error: str) -> None:
    day = run_to_end(plan_day(village(), "ada", Broken(error)))  # type: ignore[arg-type]
    assert (day.strokes, day.hours) == ((), ())
    assert (error or "cannot be used") in day.fault
    said = talk(
        initial_state(village()),
        "ada",
        [ChatLine(own=False, words="Hello?")],
        Broken(error),  # type: ignore[arg-type]
    )
    assert said.words == ""
    assert (error or "cannot be used") in said.fault


def test_a_talk_cites_memories_and_leaves_no_trace() -> None:
    state = initial_state(village())
    before = told(TickPayload(0, state))
    said = talk(state, "ada", [ChatLine(own=False, words="Who found the silver spoon?")], FakeLLM())
    assert said.words == "I remember this: Bob found a silver spoon."
    assert [memory.text for memory in said.cites] == ["Bob found a silver spoon."]
    assert {memory.text for memory in said.recalled} == {memory["text"] for memory in MEMORIES}
    assert told(TickPayload(0, state)) == before


def test_a_talk_tells_what_was_said_before_and_keeps_secrets_apart() -> None:
    lines = [
        ChatLine(own=False, words="Good day!"),
        ChatLine(own=True, words="Good day."),
        ChatLine(own=False, words="Zzz?"),
    ]
    said = talk(initial_state(village()), "ada", lines, FakeLLM())
    assert said.words.endswith("I am idle. Ada bakes.")
    assert said.cites == ()
    prompt = said.asked.prompt
    assert "The stranger: Good day!\nAda: Good day.\nThe stranger says to you: “Zzz?”" in prompt
    assert "She is rich." not in prompt
    assert "Keeps secret" not in prompt
    assert "$" not in prompt


def test_a_summary_is_what_questions_tell() -> None:
    found = summary(village(), "ada")
    assert found.about == "Ada bakes. She hums."
    assert "Nature: brisk" in found.portrait
    assert found.usual.startswith("On a usual day:")


def meeters() -> World:
    rows = [row("08:00", "pub", "eating", to="10:00"), row("10:00", "hut", "sleeping", to="08:00")]
    late = [
        row("09:00", "mug", "drinking", to="11:00"),
        row("23:00", "hut", "sleeping", to="01:00"),
    ]
    return build(
        "........",
        areas={"hut": [0, 0, 4, 1], "pub": [4, 0, 4, 1]},
        objects={"mug": {"cell": [6, 0]}},
        things='[kinds.mug]\nglyph = "m"\nblocks = false\n',
        people={
            "ada": {
                "home": "hut",
                "routine": rows,
                "relationships": [{"who": "bob", "how": "friend", "view": "Late."}],
            },
            "bob": {
                "home": "hut",
                "work": "pub",
                "routine": late,
                "relationships": [{"who": "ada", "how": "rival"}],
            },
            "cleo": {"home": "hut", "routine": [row("09:30", "pub", "singing", to="09:45")]},
        },
    )


def test_the_cast_tells_places_ties_and_meetings() -> None:
    found = cast(meeters())
    assert [(one.who, one.home, one.home_cell, one.work) for one in found.people][:2] == [
        ("ada", "hut", (0, 0), ""),
        ("bob", "hut", (0, 0), "pub"),
    ]
    assert [(tie.who, tie.other, tie.how, tie.view, tie.back_how) for tie in found.ties] == [
        ("ada", "bob", "friend", "Late.", "rival"),
        ("bob", "ada", "rival", "", "friend"),
    ]
    assert found.meetings == (
        Meeting("hut", 0, 60, ("ada", "bob")),
        Meeting("pub", 540, 570, ("ada", "bob")),
        Meeting("pub", 570, 585, ("ada", "bob", "cleo")),
        Meeting("pub", 585, 600, ("ada", "bob")),
        Meeting("hut", 1380, 1440, ("ada", "bob")),
    )
    assert found.acquaintances() == (Relation(0, 1, there=True, back=True),)
    assert found.together("bob", "cleo") == (found.meetings[2],)


def test_meetings_are_those_of_a_run_minute_by_minute() -> None:
    world = shared_world(VILLE)
    found = cast(world)
    for minute in range(0, 1440, 7):
        places: dict[str, set[str]] = {}
        for one in world.people.values():
            held = next((hours for hours in one.persona.routine if minute in hours), None)
            if held is not None:
                thing = world.objects.get(held.place)
                places.setdefault(world.areas.at(thing.cell) if thing else held.place, set()).add(
                    one.id
                )
        real = {(place, *sorted(who)) for place, who in places.items() if len(who) > 1}
        assert {
            (one.place, *one.who) for one in found.meetings if one.start <= minute < one.end
        } == real


def test_two_people_are_compared_field_by_field() -> None:
    rows = {each.field: each for each in compare(meeters(), "ada", "bob")}
    assert (rows["name"].one, rows["name"].other, rows["name"].same) == ("Ada", "Bob", False)
    assert rows["home"].same
    assert rows["routine"].one.splitlines()[0] == "08:00–10:00 eating, pub"
    assert rows["relationships"].other == "ada, rival: "
    world = meeters()
    bob = replace(
        world.people["bob"], persona=replace(world.people["ada"].persona), home="hut", work=""
    )
    same = compare(replace(world, people={**world.people, "bob": bob}), "ada", "bob")
    assert all(each.same for each in same)


@pytest.mark.slow
def test_the_command_line_shows_a_cast_and_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    ville = str(ROOT / "worlds" / "ville")
    assert main(["cast", ville]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Homes and work  10\nA Ada Lindgren ⌂ Ada's House  ada\n  ¤ Library\n")
    assert "\nMeetings by the routines  47\n" in text
    assert main(["cast", ville, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["people"]) == 10
    assert main(["cast", ville, "--graph", "edda"]) == 0
    drawn, _, below = capsys.readouterr().out.partition("\n\n")
    assert [line[0] for line in drawn.splitlines()] == [*"ABCDEFGHIJ"]
    assert drawn.splitlines()[4].startswith("E Edda  ━●")
    assert "Edda → Ada: librarian and ally; Ada → Edda: ally at the town hall" in below.splitlines()
    assert "Cleo → Edda: opponent in the matter of the bell (one-sided)" in below.splitlines()
    assert main(["cast", ville, "--graph"]) == 0
    assert "━" not in capsys.readouterr().out
    assert main(["cast", ville, "--map"]) == 0
    drawn, _, below = capsys.readouterr().out.partition("\n\n")
    assert len(drawn.splitlines()) == 48
    assert "⌂CI" in drawn
    assert below.splitlines()[1] == "A Ada Lindgren     ⌂ Ada's House    ¤ Library"
    assert main(["cast", ville, "--map", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["people"]) == 10
    assert main(["persona", ville, "ada"]) == 0
    text = capsys.readouterr().out
    assert "\nFirst prompt: identity, at tick 1 (Mon 08:00), about " in text
    assert "\nFirst memories  6\n" in text
    assert main(["persona", ville, "ada", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["first_prompt"]["prompt"] in text
    assert found["first_prompt"]["tokens"] > 50


@pytest.mark.slow
def test_what_is_not_there_is_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["persona", str(ROOT / "worlds" / "ville"), "nemo"]) == 2
    assert "there is no person “nemo”: choose one of ada" in capsys.readouterr().err
    assert main(["cast", str(ROOT / "worlds" / "ville"), "--graph", "nemo"]) == 2
    assert "there is no person “nemo”: choose one of ada" in capsys.readouterr().err
    with pytest.raises(SystemExit, match="2"):
        main(["cast", str(ROOT / "worlds" / "ville"), "--graph", "--map"])
    assert "not allowed with argument" in capsys.readouterr().err
    for words in (["cast"], ["persona"]):
        more = ["ada"] if words == ["persona"] else []
        assert main([*words, str(tmp_path / "none"), *more]) == 2
        assert "there is no folder" in capsys.readouterr().err
        (tmp_path / "bad").mkdir(exist_ok=True)
        assert main([*words, str(tmp_path / "bad"), *more]) == 1
        assert "no-world" in capsys.readouterr().err
