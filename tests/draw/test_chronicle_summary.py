"""The chronicle tells once what concerns a whole run: news, votes, trust; and what a death leaves
behind."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from latticeville.core.geometry import Cell
from latticeville.mind.relation import FEAR, TRUST, Relations, RelationState
from latticeville.mind.topic import (
    DECISION,
    EVENT,
    INSIGHT,
    INVITATION,
    OFF,
    OUTCOME,
    THREAT,
    Appointment,
    Topic,
)
from latticeville.reports.chronicle.attitudes import Attitudes
from latticeville.reports.chronicle.story import ChronicleTick
from latticeville.reports.chronicle.write import BY_SEASON, write_chronicle
from latticeville.rules.exertion import TooTired
from latticeville.rules.survival.events import Ate, Attacked, Died, Gathered, Gave, OutOfReach
from latticeville.sim.events import Changed, Happened, Said
from latticeville.world.model.world import World
from tests.draw.test_chronicle import sentences, texts, ticks_of, view, village
from tests.sim.test_survival import valley
from tests.worlds import build

if TYPE_CHECKING:
    from latticeville.sim.event import Event

DAY = 24 * 60
PEOPLE = {
    "ada": {"start": [0, 0]},
    "bob": {"start": [1, 1]},
    "cy": {"start": [5, 3]},
    "dee": {"start": [5, 2]},
}


def hall() -> World:
    """Return a world in which four people stand in two areas."""
    areas = {"hall": [0, 0, 3, 3], "barn": [4, 0, 3, 3]}
    return build(
        "...#...\n...+...\n...#...", areas=areas, people=PEOPLE | {"cy": {"start": [5, 1]}}
    )


def on_days(ticks: list[ChronicleTick], *days: int) -> list[ChronicleTick]:
    """Return ticks on other days: the first with the first number, and so on; the last number is
    that of the rest."""
    rest = [days[-1]] * len(ticks)
    return [
        one._replace(minute=one.minute + day * DAY)
        for one, day in zip(ticks, [*days, *rest], strict=False)
    ]


def test_news_is_told_once_and_later_only_for_whom_it_reaches_then() -> None:
    attacked = Topic("attack.ada.bob.0", EVENT, "Ada attacks Bob.", "ada")
    events: list[Event] = [
        Attacked("ada", "", "bob", 100),
        Said("bob", "", "cy", "Listen.", topic=attacked),
        Said("bob", "", "cy", "Listen.", topic=attacked),
        Said("cy", "", "dee", "Listen.", topic=attacked),
        Said("cy", "", "dee", "Listen.", topic=attacked),
    ]
    ticks = on_days(ticks_of(*events, world=valley(PEOPLE)), 0, 0, 0, 1)
    chapters = write_chronicle(ticks).chapters
    first, later = (
        [each.text for one in part.paragraphs if one.subject == "news" for each in one.sentences]
        for part in chapters
    )
    reach = (
        "By word of mouth it reached Cy and Dee, all by Tuesday 08:04; told four times, until "
        "Tuesday 08:05."
    )
    assert first == [f"Bob told Cy (08:02) that Ada attacked Bob (Monday 08:01). {reach}"]
    assert later == [
        "Cy told Dee (08:04) that Ada had attacked Bob (Monday 08:01); first told Monday 08:02."
    ]


def test_talk_reaches_only_those_who_have_perceived_nothing_themselves() -> None:
    attacked = Topic("attack.ada.bob.0", EVENT, "Ada attacks Bob.", "ada")
    events: list[Event] = [
        Attacked("ada", "", "bob", 100),
        *[Said("bob", "", "", "Listen.", topic=attacked, others=("cy", "dee"))] * 5,
    ]
    for seen, reach in (
        (
            {3: ("cy",)},
            (
                "By word of mouth it reached Cy and Dee, all by Monday 08:02; told five times, until "
                "Tuesday"
            ),
        ),
        (
            {2: ("cy",)},
            (
                "By word of mouth it reached Dee, by Monday 08:02; told five times, until Tuesday "
                "08:06."
            ),
        ),
        (
            {2: ("cy", "dee")},
            "Everybody who was told had seen it themselves; told five times, until Tuesday",
        ),
    ):
        ticks = [
            one._replace(seen={attacked.key: seen.get(one.tick, ())})
            for one in ticks_of(*events, world=valley(PEOPLE))
        ]
        told = texts(write_chronicle(on_days(ticks, 0, 0, 0, 1)), "news")
        assert reach in told[0]
        assert len(told) == 1
    ticks = [
        one._replace(seen={attacked.key: ("cy", "dee")})
        for one in ticks_of(*events[:2], world=valley(PEOPLE))
    ]
    (told_once,) = texts(write_chronicle(ticks), "news")
    assert told_once.endswith(" (Monday 08:01). Everybody who was told had seen it themselves.")


def test_who_starved_when_they_died_in_the_first_tick_of_a_chapter_is_told_there() -> None:
    ticks = on_days(
        ticks_of(Happened("Thunder.", ""), Died("bob", "", "hunger"), world=valley(PEOPLE)), 0, 0, 1
    )
    vitals = ticks[2].bodies["bob"].vitals
    assert vitals is not None
    dead = replace(
        ticks[2].bodies["bob"], vitals=replace(vitals, hunger=900, health=0, died=2, cause="hunger")
    )
    ticks[2] = ticks[2]._replace(bodies={**ticks[2].bodies, "bob": dead})
    hunger = [one.text for one in sentences(write_chronicle(ticks), "hunger")]
    assert "three lived, of four at its beginning" in hunger[-3]
    assert hunger[-1] == "Starving at some time: Bob."


def test_the_hours_of_a_chapter_add_up_to_all_of_it() -> None:
    world = valley(PEOPLE, areas={"field": [0, 0, 2, 2]})
    ticks = ticks_of(*[Happened("Thunder.", "")] * 20, world=world)
    away = [Cell(5, 3)] * 8 + [Cell(2, 0)] * 8
    for tick, cell in enumerate(away, start=3):
        body = replace(ticks[tick].bodies["ada"], area="world", cell=cell)
        ticks[tick] = ticks[tick]._replace(bodies={**ticks[tick].bodies, "ada": body})
    ticks[9] = ticks[9]._replace(bodies=ticks[8].bodies)
    assert texts(write_chronicle(ticks), "people") == [
        "At the Field: Bob all the time, Ada 4 min.",
        (
            "Elsewhere: Cy 20 min in the south-east; Dee 20 min in the east; Ada 16 min, mostly in "
            "the south-east."
        ),
    ]


def test_further_deaths_and_sudden_ones_are_turning_points() -> None:
    quiet: list[Event] = [Happened("Thunder.", "")] * 10
    deaths: list[Event] = [Died(who, "", "hunger") for who in ("bob", "cy", "dee", "ada")]
    points = write_chronicle(
        ticks_of(*deaths[:2], *quiet, *deaths[2:], world=valley(PEOPLE))
    ).turning_points
    assert [(one.rule, one.tick) for one in points] == [
        ("first-death", 1),
        ("death", 2),
        ("death", 13),
        ("death", 14),
    ]
    points = write_chronicle(
        ticks_of(*deaths[:2], *quiet[:7], *deaths[2:], world=valley(PEOPLE))
    ).turning_points
    (sudden,) = (one for one in points if one.rule == "sudden-deaths")
    assert (
        sudden.sentence.text == "Three deaths within ten survival steps: Bob, Cy and Dee (tick 10)."
    )
    assert (sudden.tick, [ref.tick for ref in sudden.sentence.events]) == (10, [1, 2, 10])


def test_a_fight_says_why_it_began() -> None:
    threat = Topic("threat.ada.bob.0", THREAT, "Go away.", "ada", "ada")
    blow = Attacked("ada", "", "bob", 100)
    events: list[Event] = [
        Said("ada", "", "bob", "Go away.", topic=threat),
        Said("ada", "", "cy", "Go away.", topic=threat),
        blow,
        blow,
        Attacked("bob", "", "ada", 50),
    ]
    reasons = {
        3: {"ada": "hunger 0.90 > 0.80, trust in Bob 0.40 < 0.52: attack"},
        4: {"ada": "He has more."},
        5: {"bob": "Ada attacked, health 0.80: strike back"},
    }
    ticks = [
        one._replace(reasons=reasons.get(one.tick, {}))
        for one in ticks_of(*events, world=valley(PEOPLE))
    ]
    chronicle = write_chronicle(ticks)
    why = (
        "Ada was starving without food (hunger 90 %) and trusted Bob 0.40, below 0.52; Ada had "
        "threatened Bob (08:01)."
    )
    all_of_them = (
        "Ada attacked once out of low trust and hunger and attacked once for other reasons"
    )
    assert [one.partition("full health")[2] for one in texts(chronicle, "fights")] == [
        f". Why at 08:03: {why} In all, {all_of_them}.",
        ". Why: Bob struck back at Ada (health 80 %).",
    ]
    assert [ref.tick for ref in sentences(chronicle, "fights")[0].events] == [3, 4, 1]
    (first,) = (one for one in chronicle.turning_points if one.rule == "first-attack")
    assert (first.tick, first.sentence.text.endswith(why)) == (3, True)


def test_news_of_a_death_and_of_objects_tells_when_it_happened() -> None:
    death, bell = (
        Topic("death.bob", EVENT, "Bob dies.", "bob"),
        Topic("0.bell.cracked", EVENT, "The bell cracks."),
    )
    events: list[Event] = [
        Changed("", "bell", "whole", "cracked", "The {thing} cracks."),
        Died("bob", "", "hunger"),
        Said("ada", "", "cy", "Oh.", topic=death),
        Said("ada", "", "cy", "Oh.", topic=bell),
        Said("ada", "", "cy", "Oh.", topic=Topic("5.0", EVENT, "Thunder.")),
    ]
    assert texts(write_chronicle(ticks_of(*events, world=valley(PEOPLE))), "news") == [
        "Ada told Cy (08:03) that Bob died of hunger (Monday 08:02).",
        "Ada told Cy (08:04): “The bell cracks.” (Monday 08:01).",
        "Ada told Cy (08:05): “Thunder.”",
    ]


def test_what_people_noticed_of_others_is_one_sentence() -> None:
    noticed = [
        Topic(f"r.{who}.1", INSIGHT, "One can find Cy at the pond.", who, who)
        for who in ("ada", "bob")
    ]
    events = [Said(one.who, "", "dee", "Well.", topic=one) for one in noticed]
    lonely = Said(
        "ada", "", "dee", "Well.", topic=Topic("r.ada.2", INSIGHT, "Bob hums.", "ada", "ada")
    )
    (told,) = sentences(write_chronicle(ticks_of(*events, lonely, world=valley(PEOPLE))), "news")
    assert told.text == (
        "What people had noticed of others was passed on twice, by Ada and Bob; most often "
        "“One can find Cy at the pond.” (twice)."
    )
    assert [ref.tick for ref in told.events] == [1, 2]


def test_both_places_are_told_where_words_and_blows_cross_a_border() -> None:
    events: list[Event] = [
        Said("ada", "hall", "cy", "Hello."),
        Said("ada", "hall", "bob", "Hello."),
    ]
    assert texts(write_chronicle(ticks_of(*events, world=hall())), "talks")[1] == (
        "Ada spoke to Cy (08:01 at the Hall (Cy at the Barn)); Bob (08:02 at the Hall)."
    )
    world = valley(PEOPLE)
    blows = ticks_of(Attacked("ada", "", "cy", 100), world=world)
    moved = [
        one._replace(bodies={**one.bodies, "cy": replace(one.bodies["cy"], area="hall")})
        for one in blows
    ]
    moved = [one._replace(world=replace(world, areas=hall().areas)) for one in moved]
    assert (
        "near the Hall (Cy at the Hall), which cost Cy 10 %"
        in texts(write_chronicle(moved), "fights")[0]
    )


def test_a_vote_names_whose_views_it_counted() -> None:
    at = Appointment("at a meeting", "hall", 8 * 60 + 3, 8 * 60 + 9)
    asked = Topic("m", INVITATION, "The oak?", "ada", "ada", at=at)
    vote = Topic(
        "v.m",
        DECISION,
        "The meeting about the oak ends: two are for it and one against it.",
        "ada",
        "ada",
    )
    absent = Said("cy", "barn", "ada", "For.", topic=view("cy", 0.9))
    heard: list[Event] = [
        Said("ada", "hall", "", "Come!", topic=asked, others=("bob", "cy", "dee")),
        Said("bob", "hall", "ada", "For.", topic=view("bob", 0.9)),
        Said("dee", "hall", "ada", "Against.", topic=view("dee", -0.9)),
        absent,
        Said("ada", "hall", "bob", "It is over.", topic=vote),
    ]
    moves = {1: {"dee": "hall"}}
    (point,) = (
        one
        for one in write_chronicle(ticks_of(*heard, world=hall(), moves=moves)).turning_points
        if "told the result" in one.sentence.text
    )
    assert point.sentence.text.endswith("Counted for: Bob and Ada; against: Dee.")
    unknown = write_chronicle(ticks_of(heard[0], *heard[2:], world=hall(), moves=moves))
    assert not any("Counted" in one.sentence.text for one in unknown.turning_points)


def test_who_called_off_is_told_with_the_appointment_and_among_those_that_failed() -> None:
    at = Appointment("keeping Ada company", "hall", 8 * 60 + 4, 8 * 60 + 6)
    asked = Topic("p.ada.484", "plan", "sewing", "ada", "ada", at=at)
    sorry = Topic(f"d.p.ada.484.bob{OFF}", OUTCOME, "Bob cannot come.", "bob", to="ada")
    events: list[Event] = [
        Said("ada", "hall", "bob", "Come!", topic=asked),
        Said("bob", "hall", "ada", "Yes.", turn=1, promise=at),
        Said("bob", "hall", "ada", "Sorry.", topic=sorry),
        *[Happened("A bird sings.", "hall")] * 4,
    ]
    chronicle = write_chronicle(ticks_of(*events, world=village(), moves={1: {"bob": "barn"}}))
    (told,) = sentences(chronicle, "agreements")
    assert (
        "Bob agreed; Bob called off on Monday 08:03. Ada came. Bob did not, but was at the Barn "
        "at 08:04." in told.text
    )
    assert [ref.tick for ref in told.events] == [1, 2, 3]
    assert chronicle.summary[0].sentences[0].text == (
        "Of one appointment whose time is over, none took place with everybody who had asked or "
        "agreed; "
        "Hall, Monday 08:04, without Bob (Bob had called off)."
    )


def test_a_death_tells_the_last_meal_what_fell_and_who_was_beside() -> None:
    world = valley(PEOPLE, {"start_food": 3})
    ticks = ticks_of(Ate("bob", "", "food"), Happened("Rain.", ""), world=world)
    end: tuple[Event, ...] = (
        Gathered("bob", "", "food", 4),
        Gave("bob", "", "ada", "food", 2),
        Died("bob", "", "hunger"),
    )
    bodies = dict(ticks[2].bodies)
    assert bodies["bob"].vitals is not None
    bodies["bob"] = replace(bodies["bob"], items={}, vitals=replace(bodies["bob"].vitals, died=3))
    chronicle = write_chronicle([*ticks, ChronicleTick(3, ticks[2].minute + 1, world, bodies, end)])
    (died,) = texts(chronicle, "deaths")
    assert died.endswith(
        "Bob last ate on Monday 08:01; 5 food fell to the ground; beside Bob: Ada."
    )
    assert chronicle.summary[0].sentences[0].text == (
        "One of four people died: of hunger Bob (Monday 08:03). Alive at the end: Ada, Cy and Dee."
    )


def test_the_whole_run_tells_who_fought_gave_and_starved_most() -> None:
    events: list[Event] = [
        Attacked("ada", "", "bob", 10),
        Attacked("ada", "", "cy", 10),
        Attacked("cy", "", "ada", 10),
        Gave("dee", "", "bob", "food", 4),
        Gave("bob", "", "cy", "food", 1),
        OutOfReach("ada", "", "attack", "bob", "they are too far away."),
        TooTired("ada", "", "attack", "bob"),
        TooTired("ada", "", "step"),
    ]
    chronicle = write_chronicle(ticks_of(*events, world=valley(PEOPLE)))
    told = [one.text for one in chronicle.summary[0].sentences]
    assert told[:3] == [
        "Nobody of four people died.",
        (
            "Attacks, 3 in all: Ada 2 (Bob once and Cy once); Cy 1 (Ada once); Bob and Dee attacked "
            "nobody."
        ),
        "Food given: Dee 4 (to Bob); Bob 1 (to Cy); Ada and Cy gave none.",
    ]
    assert texts(chronicle, "hunger")[-1] == "Ada was twice too tired to act (08:07 and 08:08)."
    assert (
        texts(chronicle, "fights")[-1] == "Ada tried to attack Bob, who was out of reach (08:06)."
    )


def test_where_everybody_fought_and_gave_nobody_is_named_who_did_not() -> None:
    people = {"ada": {"start": [0, 0]}, "bob": {"start": [1, 1]}}
    pairs = (("ada", "bob"), ("bob", "ada"))
    events: list[Event] = [Attacked(who, "", to, 10) for who, to in pairs]
    events += [Gave(who, "", to, "food", 1) for who, to in pairs]
    chronicle = write_chronicle(ticks_of(*events, world=valley(people)))
    assert [one.text for one in chronicle.summary[0].sentences][1:3] == [
        "Attacks, 2 in all: Ada 1 (Bob once); Bob 1 (Ada once).",
        "Food given: Ada 1 (to Bob); Bob 1 (to Ada).",
    ]


def test_a_changed_mind_is_told_once_for_the_whole_run() -> None:
    talk = [
        Said("ada", "hall", "bob", "Hm.", topic=view("ada", stance)) for stance in (0.8, 0.9, -0.8)
    ]
    told = write_chronicle(ticks_of(*talk)).summary[0].sentences
    assert [one.text for one in told] == [
        "Ada spoke of the oak for it (Monday 08:01), then against it (Monday 08:03)."
    ]


def test_a_view_is_quoted_only_when_it_is_new() -> None:
    talk = [Said("ada", "hall", "bob", "Hm.", topic=view("ada", 0.8))] * 2
    quotes = texts(write_chronicle(on_days(ticks_of(*talk), 0, 0, 1)), "views")
    assert quotes == [
        "On the oak: Ada for it. Ada said: “ada thinks so.”",
        "On the oak: Ada for it.",
    ]


def test_trust_is_that_of_the_living_at_the_end_beside_the_beginning() -> None:
    def held(trust: float, fear: float) -> Relations:
        return Relations(
            {"ada": RelationState({TRUST: trust, FEAR: fear}), "gone": RelationState({TRUST: 0.0})}
        )

    ticks = ticks_of(Happened("Rain.", ""), world=valley(PEOPLE))
    trust = Attitudes(
        {"bob": held(0.7, 0.0)},
        {"bob": held(0.125, 0.5), "cy": held(0.9, 0.0), "dee": held(0.4, 0.0)},
    )
    parts = {one.subject: one for one in write_chronicle(ticks, attitudes=trust).ending}
    assert [one.text for one in parts["trust"].sentences] == [
        "Bob distrusted Ada (0.12, at first 0.70); feared Ada (0.50).",
        "Cy trusted Ada (0.90, at first 0.40).",
    ]
    assert all(one.tick == 1 for one in parts["trust"].sentences)
    assert "trust" not in {one.subject for one in write_chronicle(ticks).ending}


def test_times_in_a_chapter_of_several_days_have_their_day() -> None:
    seasons = [{"name": "spring", "steps": 9}]
    world = valley(PEOPLE, {"seasons": seasons})
    blows = on_days(ticks_of(*[Attacked("ada", "", "bob", 10)] * 2, world=world), 0, 0, 1)
    assert (
        "twice (Mon 08:01 and Tue 08:02)" in texts(write_chronicle(blows, BY_SEASON), "fights")[0]
    )
    assert "once (08:01)" in texts(write_chronicle(blows), "fights")[0]
    late = on_days(ticks_of(*[Attacked("ada", "", "bob", 10)] * 2, world=world), 0, 0, 8)
    assert (
        "twice (Monday 08:01 and Tuesday 08:02, day 9)"
        in texts(write_chronicle(late, BY_SEASON), "fights")[0]
    )


def test_a_feud_that_begins_again_says_so() -> None:
    blow, back, rest = (
        Attacked("ada", "", "bob", 1),
        Attacked("bob", "", "ada", 1),
        Happened("Rain.", ""),
    )
    chronicle = write_chronicle(
        ticks_of(blow, back, *[rest] * 12, blow, back, world=valley(PEOPLE))
    )
    feuds = [one.sentence.text for one in chronicle.turning_points if one.rule == "feud"]
    assert ["a feud began" in one for one in feuds] == [True, False]
    assert "their feud began again (tick 16)" in feuds[1]


def test_the_summary_compares_a_few_chapters() -> None:
    seasons = [{"name": "spring", "steps": 2}, {"name": "winter", "steps": 9}]
    events: list[Event] = [
        Gathered("ada", "", "food", 4),
        Attacked("ada", "", "bob", 10),
        Gave("cy", "", "bob", "food", 1),
    ]
    ticks = ticks_of(*events, world=valley(PEOPLE, {"seasons": seasons, "start_hunger": 0.25}))
    told = [one.text for one in write_chronicle(ticks, BY_SEASON).summary[0].sentences]
    mean = "at the end four alive with a mean hunger of 25 %."
    assert f"Spring: Monday: no deaths, no attacks, 4 units gathered, 0 given; {mean}" in told
    assert f"Winter: Monday: no deaths, one attack, 0 units gathered, 1 given; {mean}" in told


def test_everybody_who_starved_is_named() -> None:
    ticks = ticks_of(*[Happened("Rain.", "")] * 2, world=valley(PEOPLE))

    def hungry(tick: ChronicleTick, *people: str) -> ChronicleTick:
        bodies = dict(tick.bodies)
        for who in people:
            vitals = bodies[who].vitals
            assert vitals is not None
            bodies[who] = replace(bodies[who], vitals=replace(vitals, hunger=900))
        return tick._replace(bodies=bodies)

    told = texts(
        write_chronicle([ticks[0], hungry(ticks[1], "bob", "cy"), hungry(ticks[2], "ada")]),
        "hunger",
    )
    assert (
        told[2]
        == "Starving at some time: Ada, Bob and Cy; most at one time: two, first at 08:01 (tick 1)."
    )


def test_a_chronicle_of_ticks_in_which_nobody_lives_has_a_summary() -> None:
    (tick,) = ticks_of(world=valley(PEOPLE))
    bodies = dict(tick.bodies)
    for who, body in tick.bodies.items():
        assert body.vitals is not None
        bodies[who] = replace(body, vitals=replace(body.vitals, died=1))
    chronicle = write_chronicle([tick._replace(bodies=bodies)])
    assert chronicle.summary[0].sentences[0].text == "Nobody was alive at its beginning."


def test_every_sentence_of_a_chapter_and_of_the_end_leads_to_a_tick() -> None:
    chronicle = write_chronicle(ticks_of(Happened("Rain.", ""), world=hall()))
    told = [
        each
        for one in chronicle.paragraphs()
        if one not in chronicle.opening
        for each in one.sentences
    ]
    assert [one.text for one in told if "Hall" in one.text]
    assert all(one.tick >= 0 for one in told)
