"""The chronicle: sentences that aggregate, turning points by named rules, and links that
resolve."""

from collections.abc import Sequence
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.action import Action
from latticeville.mind.topic import (
    DECISION,
    EVENT,
    FOOD,
    INVITATION,
    OPINION,
    OUTCOME,
    PLEA,
    SECRET,
    Appointment,
    Topic,
)
from latticeville.reports.chronicle.days import refusal_text
from latticeville.reports.chronicle.document import Chronicle, Paragraph, Sentence, escape, markdown
from latticeville.reports.chronicle.story import ChronicleTick
from latticeville.reports.chronicle.turning_points import RULES
from latticeville.reports.chronicle.write import BY_SEASON, write_chronicle
from latticeville.rules.survival.events import (
    Ate,
    Attacked,
    Died,
    Disaster,
    Gathered,
    Gave,
    SeasonBegan,
)
from latticeville.sim.event import Event
from latticeville.sim.events import (
    Changed,
    Entered,
    Happened,
    Interacted,
    Refused,
    Said,
    WeatherChanged,
)
from latticeville.sim.tick import TickPayload
from latticeville.world.model.world import World
from tests.laws import law
from tests.model_doubles import doing
from tests.sim.test_survival import anything, valley
from tests.worlds import build, first, live

HOUSES = {"hall": [0, 0, 3, 3], "barn": [4, 0, 3, 3]}


def told(run: Sequence[TickPayload]) -> list[ChronicleTick]:
    """Return payloads as a chronicle reads them."""
    return [
        ChronicleTick(one.tick, one.state.minute, one.state.world, one.state.bodies, one.events)
        for one in run
    ]


def sentences(chronicle: Chronicle, subject: str = "") -> list[Sentence]:
    """Return the sentences of a subject in all chapters."""
    return [
        each
        for chapter in chronicle.chapters
        for one in chapter.paragraphs
        for each in one.sentences
        if subject in ("", one.subject)
    ]


def texts(chronicle: Chronicle, subject: str) -> list[str]:
    """Return the texts of a subject."""
    return [one.text for one in sentences(chronicle, subject)]


def texts_of(some: Sequence[Paragraph], subject: str) -> list[str]:
    """Return the texts of a subject in some paragraphs."""
    return [each.text for one in some for each in one.sentences if one.subject == subject]


def village() -> World:
    """Return a world with two houses and three people."""
    people = {
        "ada": {
            "start": [1, 1],
            "home": "hall",
            "about": "Ada bakes. She sings.",
            "relationships": [{"who": "bob", "how": "brother"}],
        },
        "bob": {"start": [5, 1], "home": "barn"},
        "cy": {"start": [5, 2], "home": "barn"},
    }
    return build("...#...\n...+...\n...#...", areas=HOUSES, people=people)


def ticks_of(
    *events: Event, world: World | None = None, moves: dict[int, dict[str, str]] | None = None
) -> list[ChronicleTick]:
    """Return ticks of which each has one event; `moves` say who is in another area from a tick
    on."""
    start = first(world or village()).state
    bodies, found = dict(start.bodies), []
    for tick, event in zip(count(), (None, *events)):
        for who, area in (moves or {}).get(tick, {}).items():
            bodies[who] = replace(bodies[who], area=area)
        happened = (event,) if event is not None else ()
        found.append(ChronicleTick(tick, start.minute + tick, start.world, dict(bodies), happened))
    return found


def view(who: str, stance: float, subject: str = "the oak") -> Topic:
    """Return the topic of an opinion."""
    return Topic(f"o.{who}.{subject}", OPINION, f"{who} thinks so.", who, who, stance=stance)


def test_gifts_of_a_pair_are_one_sentence_that_lists_the_ticks() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}}
    give = Action("give", "bob", "food", count=2)
    chronicle = write_chronicle(
        told(live(valley(people), 5, minds=doing({"ada": {1: give, 3: give, 4: give}})))
    )
    assert texts(chronicle, "gifts") == [
        "Ada gave Bob 6 food in three gifts (08:01, 08:03 and 08:04)."
    ]
    assert [ref.tick for ref in sentences(chronicle, "gifts")[0].events] == [1, 3, 4]


def test_who_found_nothing_is_told_with_the_events_of_that() -> None:
    harvest = [
        Gathered("ada", "", "food", 3),
        Gathered("ada", "", "food", 0),
        Gathered("ada", "", "food", 2),
    ]
    found = sentences(
        write_chronicle(ticks_of(*harvest, world=valley({"ada": {"start": [0, 0]}}))), "food"
    )
    assert [(one.text, [ref.tick for ref in one.events]) for one in found] == [
        ("Food was gathered: Ada 5; 5 in all.", [1, 3]),
        ("Looked for food and found none: Ada once.", [2]),
    ]


def test_a_fight_a_death_and_a_gift_are_turning_points() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}, "cy": {"start": [0, 1]}}
    hit, give = Action("attack", "bob"), Action("give", "bob", "food", count=1)
    script = {"ada": {1: hit, 2: give, 3: hit, 4: hit, 5: hit}, "bob": {3: Action("attack", "ada")}}
    run = live(valley(people, {"damage": 0.3, "damage_die": 0}), 6, minds=doing(script))
    chronicle = write_chronicle(told(run))
    found = [
        (point.rule, point.tick) for point in chronicle.turning_points if point.rule != "famine"
    ]
    assert found == [
        ("first-attack", 1),
        ("first-gift", 2),
        ("reconciliation", 2),
        ("feud", 3),
        ("first-death", 5),
    ]
    (died,) = texts(chronicle, "deaths")
    assert died.startswith(
        "Ada killed Bob in the north-west (Monday 08:05, tick 5). Bob was at full health on Monday "
    )
    assert (
        " 08:00; since then blows of Ada cost 100 % of full health; the last blow met 10 %." in died
    )
    assert "Ada attacked Bob" in texts(chronicle, "fights")[0]
    assert "four times" in texts(chronicle, "fights")[0]


def with_health(
    ticks: list[ChronicleTick], who: str, *healths: int, hunger: int = 0
) -> list[ChronicleTick]:
    """Return ticks after which somebody's health is as given."""
    found = list[ChronicleTick]()
    for one, health in zip(ticks, healths, strict=True):
        vitals = one.bodies[who].vitals
        assert vitals is not None
        body = replace(one.bodies[who], vitals=replace(vitals, health=health, hunger=hunger))
        found.append(one._replace(bodies={**one.bodies, who: body}))
    return found


def test_the_account_of_a_death_of_hunger_adds_up_and_names_every_attacker() -> None:
    world = valley(
        {"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}, "cy": {"start": [0, 1]}},
        {"meal_health": 0.05},
    )
    events: list[Event] = [
        Attacked("cy", "", "bob", 200),
        Ate("bob", "", "food"),
        Happened("A bird sings.", ""),
        Attacked("ada", "", "bob", 500),
        Attacked("cy", "", "bob", 260),
        Ate("bob", "", "food"),
        Happened("A bird sings.", ""),
    ]
    ticks = ticks_of(*events, world=world)
    late = (
        Gathered("bob", "", "food", 5),
        Gave("ada", "", "bob", "food", 3),
        Died("bob", "", "hunger"),
    )
    last = ticks[-1]._replace(tick=8, events=late)
    (died,) = sentences(
        write_chronicle(with_health([*ticks, last], "bob", *[1000] * 4, 500, 240, 290, 90, 0)),
        "deaths",
    )
    assert died.text.startswith(
        "Bob died of hunger in the north-west, beaten before by Ada and Cy (Monday 08:07, tick "
        "8). Bob was at full "
        "health on Monday 08:03; since then blows of Ada cost 50 % of full health, blows of Cy 26 "
        "% and hunger 29 %; "
        "meals restored 5 %. In the tick of the death Bob gathered 5 food and Ada gave Bob 3 "
        "food, too late to eat."
    )
    assert (died.tick, [ref.tick for ref in died.events]) == (8, [8, 4, 5])


def test_a_death_of_blows_names_others_and_hunger() -> None:
    people = {"ada": {"start": [4, 3]}, "bob": {"start": [1, 1]}, "cy": {"start": [1, 2]}}
    first_blow, blow = Attacked("cy", "", "bob", 910), Attacked("ada", "", "bob", 300)
    ticks = ticks_of(first_blow, blow, world=valley(people))
    ticks[2] = ticks[2]._replace(events=(blow, Died("bob", "", "blows", ("ada",))))
    for hunger, told in ((999, "; Bob was starving. Bob"), (0, "; the last blow met 9 %. Bob ")):
        chronicle = write_chronicle(with_health(ticks, "bob", 1000, 90, 0, hunger=hunger))
        (died,) = texts(chronicle, "deaths")
        assert died.startswith(
            "Ada killed Bob, whom Cy had beaten before, in the north-west (Monday 08:02, tick 2). "
        )
        assert (
            "blows of Cy cost 91 % of full health and blows of Ada 9 %; the last blow met 9 %"
            in died
        )
        assert told in died
        assert died.endswith("; beside Bob: Cy.")
        assert "cost Bob 9 % of full health" in texts(chronicle, "fights")[1]


def test_a_death_is_told_whatever_else_the_tick_holds() -> None:
    ticks = ticks_of(
        Happened("Rain.", ""), world=valley({"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}})
    )
    events = (
        WeatherChanged("sun", "rain"),
        Died("bob", "", "hunger"),
        WeatherChanged("rain", "sun"),
    )
    assert texts(write_chronicle([ticks[0], ticks[1]._replace(events=events)]), "deaths")


def test_a_blow_finds_people_where_they_are_before_the_tick() -> None:
    people = {"ada": {"start": [1, 1]}, "bob": {"start": [2, 1]}}
    world = valley(people, areas={"field": [0, 0, 2, 2]})
    ticks = ticks_of(Attacked("ada", "field", "bob", 100), world=world)
    moved = {"bob": replace(ticks[0].bodies["bob"], area="field", cell=Cell(0, 0))}
    fled = ticks[1]._replace(bodies={**ticks[1].bodies, **moved})
    assert (
        " at the Field (Bob near the Field), which"
        in texts(write_chronicle([ticks[0], fled]), "fights")[0]
    )
    placed = ticks[1]._replace(placed=moved)
    assert " at the Field, which" in texts(write_chronicle([ticks[0], placed]), "fights")[0]


def test_the_first_disaster_of_a_kind_is_a_turning_point() -> None:
    fire = Disaster("fire", "hall", (1,), lost={"food": 5000})
    hurtful = Disaster("fire", "hall", (1,), lost={"food": 5000}, hurt=("ada",))
    chronicle = write_chronicle(ticks_of(fire, fire, hurtful, SeasonBegan("winter", "autumn")))
    assert [(one.rule, one.tick) for one in chronicle.turning_points] == [
        ("disaster", 1),
        ("disaster", 3),
    ]
    assert len(texts(chronicle, "events")) == 3
    assert not texts(chronicle, "also")


def test_a_famine_begins_and_ends() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [5, 3]}}
    eat = {tick: Action("eat") for tick in range(3, 8)}
    run = live(valley(people, {"start_hunger": 0.75}), 8, minds=doing({"ada": eat, "bob": eat}))
    famine = [
        point for point in write_chronicle(told(run)).turning_points if point.rule == "famine"
    ]
    assert not any(point.sentence.events for point in famine)
    assert [
        ("a famine began" in point.sentence.text, "ended" in point.sentence.text)
        for point in famine
    ] == [
        (True, False),
        (False, True),
    ]
    assert [point.tick for point in famine] == [0, 4]


def test_views_quarrels_secrets_and_the_feud_that_comes_of_them() -> None:
    talk: list[Event] = [
        Said("ada", "hall", "bob", "For.", turn=0, topic=view("ada", 0.8)),
        Said("bob", "hall", "ada", "Against.", turn=1, topic=view("bob", -0.7)),
    ]
    quiet: list[Event] = [Happened("A bird sings.", "hall")] * 5
    secret = Topic("s.ada.0", SECRET, "Ada cannot swim.", "ada", "ada")
    secrets: list[Event] = [
        Said("ada", "hall", who, "You know…", topic=secret) for who in ("bob", "cy", "dee")
    ]
    world = build("...", people={who: {"start": [0, 0]} for who in ("ada", "bob", "cy", "dee")})
    chronicle = write_chronicle(
        ticks_of(*talk, *quiet, *talk, *quiet, *talk, *secrets, world=world)
    )
    assert texts(chronicle, "views") == [
        "On the oak: Ada for it; Bob against it. Ada said: “ada thinks so.”"
    ]
    (quarrel,) = sentences(chronicle, "quarrels")
    assert quarrel.text == "About the oak: Ada and Bob (08:01, 08:08 and 08:15 in the north-west)."
    assert [ref.tick for ref in quarrel.events] == [1, 2, 8, 9, 15, 16]
    assert [point.rule for point in chronicle.turning_points] == [
        "lasting-quarrel",
        "secret-spread",
    ]
    assert "Bob, Cy and Dee knew a secret of Ada" in chronicle.turning_points[1].sentence.text


def test_an_invitation_is_told_with_who_agreed_who_came_and_who_did_not() -> None:
    at = Appointment("at a party", "hall", 8 * 60 + 5, 8 * 60 + 8)
    asked = Topic("i.ada.1", INVITATION, "A party.", "ada", "ada", at=at)
    events: list[Event] = [
        Said("ada", "hall", "", "Come!", topic=asked, others=("bob", "cy")),
        Said("bob", "hall", "ada", "Gladly.", turn=1, promise=at),
        Said("cy", "hall", "ada", "Yes.", turn=2, promise=at),
        Entered("bob", "hall", "barn"),
        *[Happened("A bird sings.", "hall")] * 8,
    ]
    ticks = ticks_of(*events, moves={4: {"bob": "hall"}})
    (sentence,) = texts(write_chronicle(ticks), "agreements")
    assert sentence == (
        "08:01: Ada asked Bob and Cy to a party at the Hall for Monday 08:05 to 08:08. Bob and Cy "
        "agreed. "
        "Ada and Bob came. Cy did not, but was at the Barn at 08:05."
    )
    open_ = texts(write_chronicle(ticks[:7]), "agreements")[0]
    assert open_.endswith("The chronicle ends before its end; Ada and Bob had come by then.")
    assert not [one for one in write_chronicle(ticks).turning_points if one.rule == "party"]
    ticks = ticks_of(*events, moves={4: {"bob": "hall", "cy": "hall"}})
    (party,) = (one for one in write_chronicle(ticks).turning_points if one.rule == "party")
    assert (party.when, party.sentence.text) == (
        "Monday 08:05",
        "Ada, Bob and Cy were together: at a party at the Hall.",
    )


def test_a_call_on_a_board_names_who_pinned_it_who_passed_it_on_and_what_was_decided() -> None:
    at = Appointment("at a meeting", "hall", 8 * 60 + 6, 8 * 60 + 9)
    asked = Topic("0.board.papered", INVITATION, "All are called.", "", "bob", at=at)
    vote = Topic("v.0.board.papered", DECISION, "The meeting ends: two for it.", "bob", "bob")
    sorry = Topic(
        "d.0.board.papered.cy", OUTCOME, "Cy promised to come, and did not come.", "cy", to="ada"
    )
    events: list[Event] = [
        Interacted("ada", "hall", "use", "board", "papered", "fresh"),
        Changed("hall", "board", "fresh", "papered", "All are called."),
        Said("bob", "barn", "cy", "Come!", topic=asked),
        Said("cy", "barn", "bob", "Yes.", turn=1, promise=at),
        Entered("bob", "hall", "barn"),
        *[Happened("A bird sings.", "hall")] * 2,
        Said("bob", "hall", "ada", "It is decided.", topic=vote),
        Said("cy", "hall", "ada", "I am sorry.", topic=sorry),
    ]
    ticks = ticks_of(*events, moves={5: {"bob": "hall"}})
    chronicle = write_chronicle(ticks)
    (agreed,) = texts(chronicle, "agreements")
    assert agreed == (
        "08:01: Ada called everybody to a meeting at the Hall for Monday 08:06 to 08:09: “All are "
        "called.” "
        "Bob told Cy. Cy agreed. Ada and Bob came. Cy did not, but was at the Barn at 08:06. "
        "On Monday 08:08, Bob told the result: The meeting ends: two for it."
    )
    assert texts(chronicle, "promises") == ["08:09: Cy told Ada: “I am sorry.”"]
    early = write_chronicle(ticks[:5])
    assert not texts(early, "agreements")
    assert texts(early, "coming")[0].endswith("Bob told Cy. Cy agreed.")


def test_words_are_together_only_where_equal_to_equal_listeners() -> None:
    people = {who: {"start": [place % 3, 0]} for place, who in enumerate(("ada", "bob", "cy"))}
    plea = Topic("plea", PLEA, "", "cy", "cy")
    food = Topic("food", FOOD, "", "ada", "ada")
    events: list[Event] = [
        Said("ada", "", "", "Hm.", others=("bob", "cy")),
        Said("ada", "", "bob", "Hm."),
        Said("ada", "", "bob", "Hm."),
        *[Said("bob", "", "ada", f"No {number}.") for number in range(20)],
        Said("cy", "", "ada", "Please.", topic=plea),
        Said("ada", "", "bob", "There.", topic=food),
        Said("ada", "", "cy", "Here.", topic=food),
    ]
    chronicle = write_chronicle(ticks_of(*events, world=valley(people)))
    words = texts(chronicle, "words")
    assert words[:2] == [
        "08:01: Ada said to Bob and Cy in the north-west: “Hm.”",
        "08:02 and 08:03: Ada said to Bob twice in the north-west: “Hm.”",
    ]
    assert any("Cy begged Ada in the north: “Please.”" in one for one in words)
    assert words[-1] == "And eleven more utterances."
    assert not any("There." in one for one in words)
    assert [point.rule for point in chronicle.turning_points] == ["first-plea"]
    assert texts(chronicle, "talks") == [
        (
            "Three people spoke: 26 utterances; Bob (20) and Ada (five) spoke most; of where food is "
            "(twice)."
        )
    ]


def test_of_many_talks_their_number_the_busiest_place_and_hour_and_the_most_frequent_pair_are_told() -> (
    None
):
    people = {who: {"start": [place % 3, 0]} for place, who in enumerate(("ada", "bob", "cy"))}
    pairs = [("ada", "bob"), ("bob", "ada"), ("ada", "bob"), ("cy", "ada")]
    events: list[Event] = []
    for who, to in pairs:
        events += [
            Said(who, "", to, "Hm."),
            Said(to, "", who, "Hm.", turn=1),
            *[Happened("Rain.", "")] * 18,
        ]
    world = build("...", people=people)
    (talks,) = texts(write_chronicle(ticks_of(*events, world=world)), "talks")
    assert talks == (
        "Three people spoke: four talks, eight utterances; most in the north-west (two) and "
        "between 08:00 and 09:00 "
        "(three); most often together: Ada and Bob (three)."
    )
    first, *rest = texts(write_chronicle(ticks_of(*events[:22], world=world)), "talks")
    assert first.startswith("Two people spoke: two talks, four utterances")
    assert rest == [
        "Ada began a talk with Bob (08:01 in the north-west).",
        "Bob began a talk with Ada (08:21 in the north).",
    ]


def test_a_few_words_without_an_answer_are_told_by_who_spoke() -> None:
    people = {who: {"start": [place % 3, 0]} for place, who in enumerate(("ada", "bob", "cy"))}
    spoken: list[Event] = [
        Said("ada", "", "", "Hm.", others=("bob", "cy")),
        Said("bob", "", "ada", "No."),
    ]
    world = build("...", people=people)
    assert texts(write_chronicle(ticks_of(*spoken, world=world)), "talks") == [
        "Two people spoke: two utterances.",
        "Ada spoke to Bob and Cy (08:01 in the north-west).",
        "Bob spoke to Ada (08:02 in the north).",
    ]


def test_of_many_tellings_of_a_piece_of_news_every_hearer_is_named() -> None:
    event = Topic("e.1", EVENT, "A bell rings.", "", "ada")
    world = build("...", people={who: {"start": [0, 0]} for who in ("ada", "bob", "cy")})
    events = [Said("ada", "", "bob", "Listen.", topic=event)] * 4 + [
        Said("bob", "", "cy", "Listen.", topic=event)
    ] * 2
    (news,) = texts(write_chronicle(ticks_of(*events, world=world)), "news")
    assert news == (
        "“A bell rings.”: Ada told Bob (08:01) and Bob told Cy (08:05); "
        "Ada and Bob told it four times more, until 08:06."
    )


def test_a_few_further_tellings_are_listed_with_who_told_whom_in_the_order_of_time() -> None:
    event = Topic("e.1", EVENT, "A bell rings.", "", "ada")
    world = build("...", people={who: {"start": [0, 0]} for who in ("ada", "bob", "cy", "dee")})
    pairs = [("ada", "bob"), ("ada", "bob"), ("cy", "bob"), ("ada", "dee")]
    events = [Said(who, "", to, "Listen.", topic=event) for who, to in pairs]
    (news,) = texts(write_chronicle(ticks_of(*events, world=world)), "news")
    assert news == (
        "“A bell rings.”: Ada told Bob (08:01 and 08:02), Cy told Bob (08:03) and Ada told Dee "
        "(08:04)."
    )


def test_news_of_an_object_has_the_time_of_the_change_that_it_tells_of() -> None:
    """A pot gets cold in two ways; the news is of the second, the last before it was told."""
    poured, drunk = (
        Changed("hall", "pot", "hot", "cold", says)
        for says in ("The {thing} is poured away.", "That was all.")
    )
    news = Topic("0.pot.cold", EVENT, "That was all.", "", "ada")
    events: list[Event] = [
        poured,
        drunk,
        Said("ada", "hall", "bob", "That was all.", topic=news),
        poured,
        drunk,
    ]
    (told,) = texts(write_chronicle(ticks_of(*events)), "news")
    assert told == "Ada told Bob (08:03): “That was all.” (Monday 08:02)."
    other: list[Event] = [poured, Said("ada", "hall", "bob", "That was all.", topic=news)]
    assert texts(write_chronicle(ticks_of(*other)), "news") == [
        "Ada told Bob (08:02): “That was all.”"
    ]


def test_who_got_nothing_from_an_object_is_told_with_the_item_that_its_use_gives() -> None:
    kinds = (
        '[kinds.urn]\nglyph = "u"\nstart = "warm"\n[kinds.urn.states.warm]\n'
        "[kinds.urn.counters.cups]\nstart = 0\nmax = 3\n"
        '[[kinds.urn.transitions]]\nfrom = "warm"\nverb = "take"\nneeds = [{ counter = "cups", '
        "min = 1 }]\n"
        'does = [{ counter = "cups", add = -1 }, { give = "tea" }]\nfails = "The {thing} is '
        'empty."\n'
        '[[kinds.urn.transitions]]\nfrom = "warm"\nverb = "clean"\nneeds = [{ counter = "cups", '
        "min = 1 }]\n"
        'fails = "It is clean."\n'
    )
    world = build(
        "...",
        objects={"urn": {"cell": [0, 0], "kind": "urn"}},
        people={"ada": {"start": [1, 0]}},
        things=kinds,
    )
    events = [
        Refused("ada", "", "interact", "urn", "The {thing} is empty.", "take"),
        Refused("ada", "", "interact", "urn", "It is clean.", "clean"),
        Refused("ada", "", "interact", "urn", "Ada is far away.", "drink"),
    ]
    assert [refusal_text(world, one) for one in events] == [
        "Ada got no tea from the urn: The urn is empty.",
        "Ada could not clean the urn: It is clean.",
        "Ada could not drink the urn: Ada is far away.",
    ]
    walk = Refused("ada", "hall", "move", "barn", "there is no way.")
    door = Refused("ada", "barn", "move", "hall", "it is shut.", at="hall")
    assert refusal_text(village(), door) == "Ada could not go into the Hall: it is shut."
    assert refusal_text(village(), walk) == "Ada could not get to the Barn: there is no way."


def test_troubles_weather_whereabouts_and_the_end() -> None:
    kinds = (
        '[kinds.stove]\nglyph = "s"\nstart = '
        '"off"\n[kinds.stove.states.off]\n[kinds.stove.states.on]\n'
    )
    world = build(
        "...#...\n...+...\n...#...",
        areas=HOUSES,
        objects={"stove": {"cell": [0, 0], "kind": "stove"}},
        people={"ada": {"start": [1, 1], "about": "Ada bakes. She sings.", "relationships": []}},
        things=kinds,
    )
    events: list[Event] = [
        Refused("ada", "hall", "interact", "stove", "The {thing} is cold.", "use"),
        WeatherChanged("clear", "rain"),
        Interacted("ada", "hall", "light", "stove", "off", "on"),
        *[Happened("Thunder.", "")] * 20,
    ]
    chronicle = write_chronicle(ticks_of(*events, world=world))
    assert texts(chronicle, "weather") == ["The weather was clear, then rain at 08:02."]
    assert texts(chronicle, "troubles") == [
        "08:01: Ada could not use the stove: The stove is cold. 08:03: Ada lights the stove."
    ]
    assert texts(chronicle, "people") == ["Ada was at the Hall (all the time)."]
    assert chronicle.ending[1].sentences[0].text == "Ada was at the Hall."
    assert texts_of(chronicle.opening, "residents")[0] == "Ada lived at the Hall. Ada bakes."


def test_who_stops_after_the_summary_has_read_the_turning_points() -> None:
    world = valley({"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}})
    lines = list(markdown(write_chronicle(ticks_of(Attacked("ada", "", "bob", 5), world=world))))
    parts = [line for line in lines if line.startswith("## ")]
    assert parts == [
        "## Turning points",
        "## Summary",
        "## People",
        "## Monday (ticks 0 to 1)",
        "## At the end",
    ]
    fights = lines.index("### Fights")
    assert lines[fights + 2].startswith("- Ada attacked Bob")


def test_people_are_where_they_were_longest_the_longest_stay_first() -> None:
    moves = {3: {"ada": "barn"}, 40: {"ada": "hall"}}
    ticks = ticks_of(
        Interacted("ada", "hall", "use", "stove", "off", "on"),
        *[Happened("Rain.", "")] * 60,
        moves=moves,
    )
    told = texts(write_chronicle(ticks), "people")
    assert told == [
        "Ada was at the Barn (37 min) and at the Hall (24 min).",
        "Bob and Cy were at the Barn (all the time).",
    ]


def test_a_night_is_one_line_that_counts_who_was_at_home() -> None:
    """Bob leaves for an hour of the eight; by day, everybody has a sentence."""
    people = {who: {"start": [1, 1], "home": "hall"} for who in ("ada", "bob", "cy")}
    world = build("...#...\n...+...\n...#...", areas=HOUSES, people=people)
    events: list[Event] = [
        Interacted("ada", "hall", "use", "stove", "off", "on"),
        *[Happened("Rain.", "")] * 479,
    ]
    ticks = ticks_of(*events, world=world, moves={300: {"bob": "barn"}, 360: {"bob": "hall"}})

    def begun_at(minute: int) -> list[str]:
        return texts(
            write_chronicle([one._replace(minute=minute + one.tick) for one in ticks]), "people"
        )

    assert begun_at(1440) == [
        "Ada and Cy slept or stayed at home; Bob was at the Hall (7 h) and at the Barn (1 h)."
    ]
    assert begun_at(1440 + 480) == [
        "Ada and Cy were at the Hall (all the time).",
        "Bob was at the Hall (7 h) and at the Barn (1 h).",
    ]
    ticks = ticks_of(
        *events,
        world=world,
        moves={300: {"bob": "barn"}, 360: {"bob": "hall"}, 470: {"cy": "barn"}},
    )
    (told,) = begun_at(1440)
    assert told.startswith(
        "Ada and Cy slept or stayed at home, one of them until 07:50 or later; Bob was at the Hall"
    )


def test_a_chapter_is_a_day_or_a_season() -> None:
    seasons = [{"name": "spring", "steps": 3}, {"name": "winter", "steps": 2}]
    ticks = [
        one._replace(
            minute=600 * one.tick, world=valley({"ada": {"start": [0, 0]}}, {"seasons": seasons})
        )
        for one in ticks_of(*[Happened("Thunder.", "")] * 5)
    ]
    assert [one.title for one in write_chronicle(ticks).chapters] == [
        "Monday",
        "Tuesday",
        "Wednesday",
    ]
    by_season = write_chronicle(ticks, BY_SEASON).chapters
    assert [(one.title, one.first, one.last) for one in by_season] == [
        ("Spring: Monday", 0, 2),
        ("Winter: Tuesday", 3, 4),
        ("The second spring: Wednesday", 5, 5),
    ]
    assert len(write_chronicle(ticks_of(Happened("Thunder.", "")), BY_SEASON).chapters) == 1
    with pytest.raises(ValueError, match="at least one tick"):
        write_chronicle([])


def test_quiet_days_under_need_are_one_chapter() -> None:
    food, plea = Topic("food", FOOD, "", "ada", "ada"), Topic("plea", PLEA, "", "cy", "cy")
    events: list[Event] = [
        Gave("ada", "", "bob", "food", 1),
        Said("ada", "", "bob", "There.", topic=food),
        Gathered("ada", "", "food", 5),
        Happened("Thunder.", ""),
        Gathered("ada", "", "food", 5),
        Said("cy", "", "ada", "Please.", topic=plea),
    ]
    people = {who: {"start": [0, 0]} for who in ("ada", "bob", "cy")}

    def titles(world: World) -> list[tuple[str, int, int]]:
        ticks = [
            one._replace(minute=one.minute + one.tick * 1440)
            for one in ticks_of(*events, world=world)
        ]
        return [(one.title, one.first, one.last) for one in write_chronicle(ticks).chapters]

    assert titles(valley(people)) == [
        ("Monday", 0, 0),
        ("Tuesday", 1, 1),
        ("Wednesday to Thursday", 2, 3),
        ("Friday", 4, 4),
        ("Saturday", 5, 5),
        ("Sunday", 6, 6),
    ]
    assert len(titles(village())) == 7
    quiet = write_chronicle(ticks_of(Gathered("ada", "", "food", 5), world=valley(people)))
    assert texts(quiet, "hunger") == [
        (
            "At the end of the chapter (tick 1), three lived: mean hunger 30 %, 30 food carried; "
            "nobody was starving."
        ),
        "Nobody died, fought or gave anything; mean hunger stayed at 30 %.",
    ]
    summary = [one.text for part in quiet.summary for one in part.sentences]
    assert "At the end of no tick was anybody starving (hunger above 80 %)." in summary


def test_texts_of_a_world_are_no_markup() -> None:
    hostile = "<b>*now*</b> [x](y)\n# Title \x1b[31m"
    lines = list(markdown(write_chronicle(ticks_of(Happened(hostile, "")))))
    assert not any("<b>" in line or "[x](y)" in line or "\x1b" in line for line in lines)
    assert escape("a|b") == "a\\|b"


def test_refused_and_polished_paragraphs_say_so() -> None:
    chronicle = write_chronicle(ticks_of(Happened("Thunder.", "")))
    parts = (
        Paragraph("place", (Sentence("It thundered."),), refusal="it has the name “Zoe”"),
        Paragraph("place", (Sentence("It thundered."),), polished="Thunder was heard."),
    )
    text = "\n".join(markdown(replace(chronicle, opening=parts)))
    assert "*(Template; the text of the model was refused: it has the name “Zoe”)*" in text
    assert "Thunder was heard." in text


@law(25)
@given(st.integers(0, 2**20), st.integers(2, 5), st.integers(1, 25))
def test_every_mark_resolves_and_nothing_is_told_twice_or_ahead(
    seed: int, people: int, ticks: int
) -> None:
    """Whatever people do, marks name events of the run; each attack, gift, meal and death is told
    exactly once."""
    start = {f"p{place}": {"start": [place % 3, place % 2]} for place in range(people)}
    run = live(replace(valley(start, {"damage": 0.2}), seed=seed), ticks, minds=anything)
    chronicle = write_chronicle(told(run))
    events = {(one.tick, place): event for one in run for place, event in enumerate(one.events)}
    marks = [ref for one in sentences(chronicle) for ref in one.events]
    assert all(ref in events for ref in marks)
    assert all(ref in events for point in chronicle.turning_points for ref in point.sentence.events)
    assert all(point.rule in RULES for point in chronicle.turning_points)
    for subject, kind in {"fights": Attacked, "deaths": Died}.items():
        there = sorted(ref for ref, event in events.items() if isinstance(event, kind))
        cited = [
            ref
            for one in sentences(chronicle, subject)
            for ref in one.events
            if isinstance(events[ref], kind)
        ]
        assert sorted(cited) == there
    given_ = [
        ref
        for one in sentences(chronicle, "gifts")
        for ref in one.events
        if isinstance(events[ref], Gave)
    ]
    assert sorted(given_) == sorted(ref for ref, event in events.items() if isinstance(event, Gave))
    ate = [
        ref
        for one in sentences(chronicle, "food")
        for ref in one.events
        if isinstance(events[ref], Ate)
    ]
    assert sorted(ate) == sorted(ref for ref, event in events.items() if isinstance(event, Ate))
    half = write_chronicle(told(run[: len(run) // 2 + 1]))
    assert all(ref.tick <= len(run) // 2 for one in sentences(half) for ref in one.events)


def test_who_came_to_a_meeting_at_different_times_was_not_together() -> None:
    at = Appointment("at a party", "hall", 8 * 60 + 2, 8 * 60 + 9)
    asked = Topic("i.ada.1", INVITATION, "A party.", "ada", "ada", at=at)
    events: list[Event] = [
        Said("ada", "hall", "", "Come!", topic=asked, others=("bob", "cy")),
        Said("bob", "barn", "cy", "Ada asks you.", topic=asked),
        Said("cy", "barn", "ada", "Ada, a party!", topic=asked),
        *[Happened("A bird sings.", "hall")] * 8,
    ]
    moves = {4: {"bob": "hall", "ada": "barn"}, 6: {"bob": "barn", "cy": "hall"}}
    chronicle = write_chronicle(ticks_of(*events, moves=moves))
    (told,) = texts(chronicle, "agreements")
    assert told.endswith(
        "Ada (until 08:04), Bob (2 min late, until 08:06) and Cy (4 min late) came, never at the "
        "same time."
    )
    assert "Cy told" not in told
    assert not [one for one in chronicle.turning_points if one.rule == "party"]


def test_an_alarm_names_the_object_its_place_and_who_used_it_before() -> None:
    kinds = (
        '[kinds.stove]\nglyph = "s"\nstart = '
        '"off"\n[kinds.stove.states.off]\n[kinds.stove.states.on]\n'
        "[kinds.stove.states.burning]\nalarm = true\n"
    )
    world = build(
        "...#...\n...+...\n...#...",
        areas=HOUSES,
        objects={"stove": {"cell": [0, 0], "kind": "stove"}},
        people={"ada": {"start": [1, 1]}},
        things=kinds,
    )
    lit = Interacted("ada", "hall", "light", "stove", "off", "on")
    chronicle = write_chronicle(
        ticks_of(lit, Changed("hall", "stove", "on", "burning", "Fire!"), world=world)
    )
    (told,) = texts(chronicle, "events")
    assert told == (
        "The stove in the Hall gave an alarm. 08:01: Ada lights the stove. 08:02: Fire! "
        "It had not ended when the chronicle ends."
    )
    (point,) = chronicle.turning_points
    assert (point.rule, [ref.tick for ref in point.sentence.events]) == ("alarm", [1, 2])
    over = Interacted("ada", "hall", "smother", "stove", "burning", "off")
    ended = write_chronicle(
        ticks_of(lit, Changed("hall", "stove", "on", "burning", "Fire!"), over, world=world)
    )
    assert texts(ended, "events")[0].endswith("08:02: Fire! 08:03: Ada smothers the stove.")
    late = ticks_of(lit, Changed("hall", "stove", "on", "burning", "Fire!"), over, world=world)
    days = [one._replace(minute=one.minute + 24 * 60) if one.tick > 2 else one for one in late]
    assert texts(write_chronicle(days), "events")[1] == (
        "The alarm of the stove in the Hall ended. 08:03: Ada smothers the stove."
    )
