"""The built-in mind under need: which concern decides, and how relations move."""

from typing import Any

import pytest
from msgspec.structs import replace

from latticeville.mind.action import Action
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.relation import KINSHIP
from latticeville.mind.topic import EVENT, FOOD, PLEA, THANKS, THREAT, Topic
from latticeville.mind.vitals import Vitals
from latticeville.rules.survival.mind.data import FoodPlace, OfferedWords, PersonNear, SurvivalData
from latticeville.rules.survival.mind.decide import decide
from tests.model_doubles import doing
from tests.sim.test_survival import survivors
from tests.worlds import Table, live

ALL_WAYS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
WORDS = tuple(
    OfferedWords(
        Topic(f"{kind}.x", kind), f"{kind} words", "bob" if kind in (THANKS, THREAT) else ""
    )
    for kind in (THANKS, PLEA, FOOD, EVENT, THREAT)
)
CALM = SurvivalData(
    "ada",
    7,
    13,
    Vitals(100),
    "food",
    {"food": 9},
    ways=ALL_WAYS,
    words=WORDS,
    spoken=(FOOD, EVENT),
)
BOB = PersonNear("bob", "Bob", 1, 0, hears=True)
KIND: dict[str, float] = {"agreeableness": 0.9}
FIERCE = {"agreeableness": 0.05, "neuroticism": 0.9}


def given(
    hunger: int = 100, store: int = 9, people: tuple[PersonNear, ...] = (), **more: Any
) -> SurvivalData:
    """Return facts that differ from those of somebody calm and fed."""
    body = more.pop("vitals", Vitals(hunger))
    return replace(CALM, vitals=body, items={"food": store} if store else {}, people=people, **more)


@pytest.mark.parametrize(
    ("data", "action", "why"),
    [
        (given(720), Action("eat"), "hunger 0.72 > 0.55: eat"),
        (given(520), Action("wait"), "nothing to do: wait"),
        (given(520, big_five={"conscientiousness": 0.1}), Action("eat"), "hunger 0.52 > 0.43: eat"),
        (given(store=0, here=4), Action("gather", "food"), "0 food carried < 9, 4 here: gather"),
        (
            given(store=0, places=(FoodPlace(5, 5, 8, 3, "SE"),)),
            Action("step", verb="SE"),
            "0 food carried < 9, food 3 steps south-east: go there",
        ),
        (given(vitals=Vitals(100, 120)), Action("rest"), "energy 0.12 < 0.15: rest"),
        (given(vitals=Vitals(100, 420)), Action("rest"), "energy 0.42 < 0.50: rest"),
        (
            given(people=(replace(BOB, condition="starving"),), big_five=KIND),
            Action("give", "bob", "food", count=3),
            "Bob is starving, goodwill 1.30 >= 0.95, 8 to spare: give 3",
        ),
        (
            given(people=(replace(BOB, condition="starving"),), big_five={"agreeableness": 0.3}),
            Action("wait"),
            "",
        ),
        (
            given(
                people=(replace(BOB, condition="starving", kin=True),),
                big_five={"agreeableness": 0.3},
            ),
            Action("give", "bob", "food", count=3),
            "",
        ),
        (
            given(850, 0, people=(BOB,), big_five=FIERCE),
            Action("attack", "bob"),
            "hunger 0.85 > 0.80, trust in Bob",
        ),
        (
            given(850, 0, people=(BOB,), big_five=KIND),
            Action("say", "bob", words="plea words"),
            "ask",
        ),
        (
            given(850, 0, people=(replace(BOB, kin=True),), big_five=FIERCE),
            Action("say", "bob", words="plea words"),
            "",
        ),
        (
            given(people=(BOB,), attackers=("bob",), big_five=FIERCE),
            Action("attack", "bob"),
            "strike back",
        ),
        (
            given(people=(BOB,), attackers=("bob",), big_five=KIND),
            Action("step", verb="W"),
            "flee",
        ),
        (
            given(people=(replace(BOB, fear=0.8),)),
            Action("step", verb="W"),
            "fear of Bob 0.80 > 0.35: keep away",
        ),
        (
            given(people=(BOB,), givers=("bob",)),
            Action("say", "bob", words="thanks words"),
            "thank",
        ),
        (
            given(people=(replace(BOB, trust=0.8, dx=4),), big_five={"extraversion": 0.9}),
            Action("step", verb="E"),
            "Bob is an ally, extraversion 0.90 >= 0.50: go to them",
        ),
        (
            given(people=(replace(BOB, trust=0.8),), big_five={"extraversion": 0.9}, spoken=()),
            Action("say", "bob", words="event words"),
            "warn",
        ),
        (
            given(
                people=(BOB,),
                big_five={"extraversion": 0.9},
                spoken=(),
                places=(FoodPlace(5, 5, 30, 3, "SE"),),
            ),
            Action("say", "bob", words="food words"),
            "30 food known, extraversion 0.90 >= 0.50: tell Bob where it is",
        ),
        (
            given(
                people=(BOB,),
                big_five={"extraversion": 0.9},
                spoken=(),
                places=(FoodPlace(5, 5, 29, 3, "SE"),),
            ),
            Action("wait"),
            "",
        ),
    ],
)
def test_the_first_concern_with_a_reason_decides(
    data: SurvivalData, action: Action, why: str
) -> None:
    advice = decide(data)
    assert advice.action == action
    assert why in advice.why


def test_who_knows_of_no_food_explores_and_never_walks_into_a_wall() -> None:
    for tick in range(40):
        advice = decide(replace(given(store=0), tick=tick, ways=("N", "W"), heading=(3, 2)))
        assert advice.action.kind == "step"
        assert advice.action.verb in ("N", "W")
    assert decide(replace(given(store=0), heading=(3, 2))).action == Action("step", verb="SE")


def test_attacks_gifts_and_rivalry_move_relations_of_victims_and_witnesses() -> None:
    people = {"ada": {"start": [1, 1]}, "bob": {"start": [1, 1]}, "cy": {"start": [0, 0]}}
    told = {
        "ada": {
            1: Action("attack", "bob"),
            2: Action("give", "cy", "food", count=2),
            3: Action("gather", "food"),
        },
        "bob": {3: Action("gather", "food")},
    }
    run = live(survivors(people, {"gather": 9}), 4, minds=doing(told))
    bond = {
        (who, other): run[-1].state.minds[who].relations.to(other)
        for who in people
        for other in people
    }
    assert bond["bob", "ada"].trust < 0.4 < bond["cy", "ada"].trust
    assert bond["bob", "ada"].fear > bond["cy", "ada"].fear > 0
    assert bond["cy", "ada"].debt > 0
    rules = [change.rule for change in run[-1].state.minds["ada"].relations.changes]
    assert rules == ["gave", "rivalry"]
    rules = [change.rule for change in run[-1].state.minds["cy"].relations.changes]
    assert rules == ["violence", "gift"]


def test_kin_are_known_from_the_words_of_the_persona_in_worlds_under_need() -> None:
    people: dict[str, Table] = {
        "ada": {"start": [0, 0], "relationships": [{"who": "bob", "how": "brother of mine"}]},
        "bob": {"start": [5, 3]},
    }
    assert (
        live(survivors(people), 0)[0].state.minds["ada"].relations.to("bob").values[KINSHIP] == 1.0
    )
    social = replace(survivors(people), rules=("social",))
    assert KINSHIP not in live(social, 0)[0].state.minds["ada"].relations.to("bob").values


def test_people_live_on_what_grows_and_go_where_they_remember_it() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [5, 3]}}
    world = survivors(people, {"start_food": 3})
    run = live(world, 120, model=BuiltinMind())
    assert not any(body.is_dead for body in run[-1].state.bodies.values())
