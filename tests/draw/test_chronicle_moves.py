"""How far trust and views moved, in numbers, with the reason that the log has."""

from latticeville.mind.relation import (
    ADOPTED,
    KEPT,
    MAX_CHANGES,
    MISSED,
    PERSUADED,
    STANCE,
    START,
    TRUST,
    VIOLENCE,
    OpinionState,
    Relations,
    RelationState,
    ValueChange,
)
from latticeville.mind.topic import INVITATION, Appointment, Topic
from latticeville.reports.chronicle.attitudes import Attitudes
from latticeville.reports.chronicle.document import Chronicle, Sentence
from latticeville.reports.chronicle.write import write_chronicle
from latticeville.rules.survival.events import Attacked
from latticeville.sim.event import Event
from latticeville.sim.events import Happened, Said
from tests.draw.test_chronicle import sentences, texts, ticks_of, view, village
from tests.sim.test_survival import valley

FIRST = ValueChange(-1, "bob", START, {TRUST: 0.5})
REST: list[Event] = [Happened("A bird sings.", "hall")] * 6


def trusting(*changes: ValueChange) -> Attitudes:
    """Return what Ada, who trusts Bob by a half at first, thinks after changes."""
    start = Relations({"bob": RelationState({TRUST: 0.5})}, changes=(FIRST,))
    return Attitudes({"ada": start}, {"ada": Relations(start.people, changes=(FIRST, *changes))})


def of_summary(chronicle: Chronicle) -> list[Sentence]:
    """Return the sentences of the summary."""
    return [*chronicle.summary[0].sentences]


def test_a_missed_appointment_is_the_reason_of_a_fall_of_trust() -> None:
    at = Appointment("at a party", "hall", 8 * 60 + 3, 8 * 60 + 5)
    asked = Topic("i.ada.1", INVITATION, "A party.", "ada", "ada", at=at)
    events: list[Event] = [
        Said("ada", "hall", "bob", "Come!", topic=asked),
        Said("bob", "hall", "ada", "Gladly.", turn=1, promise=at),
        *REST,
    ]
    changes = [
        ValueChange(2, "bob", "agreed", {TRUST: 0.52}),
        ValueChange(5, "bob", MISSED, {TRUST: 0.34}),
    ]
    moves = {1: {"bob": "barn"}}
    chronicle = write_chronicle(ticks_of(*events, moves=moves), attitudes=trusting(*changes))
    reason = "Bob did not come, although they had agreed to (Hall, 08:03)."
    fell = f"Ada's trust in Bob fell from 0.50 to 0.34, most at 08:05 (0.52 to 0.34): {reason}"
    (told,) = sentences(chronicle, "trust moves")
    assert (told.text, told.tick, [ref.tick for ref in told.events]) == (fell, 5, [1, 2])
    assert fell in [one.text for one in of_summary(chronicle)]
    there = write_chronicle(
        ticks_of(*events, moves={1: {"bob": "hall"}}), attitudes=trusting(changes[1])
    )
    unseen = "Bob came as agreed, but Ada did not see Bob there (Hall, 08:03)."
    assert texts(there, "trust moves") == [
        f"Ada's trust in Bob fell from 0.50 to 0.34 at 08:05: {unseen}"
    ]


def test_the_longest_moves_of_trust_come_first_and_short_ones_are_left_out() -> None:
    people = {name: {"start": [0, 0]} for name in ("ada", "bob", "cy", "dee")}
    changes = (
        ValueChange(1, "bob", KEPT, {TRUST: 0.55}),
        ValueChange(2, "cy", KEPT, {TRUST: 0.52}),
        ValueChange(3, "dee", VIOLENCE, {TRUST: 0.1}),
    )
    ticks = ticks_of(
        Happened("Rain.", ""), Attacked("dee", "", "cy", 5), *REST, world=valley(people)
    )
    chronicle = write_chronicle(ticks, attitudes=trusting(*changes))
    assert texts(chronicle, "trust moves") == [
        "Ada's trust in Dee fell from 0.40 to 0.10 at 08:02: Dee attacked Cy.",
        "Ada's trust in Cy rose from 0.40 to 0.52 at 08:02: Cy came, as they had agreed to.",
    ]
    assert not texts(write_chronicle(ticks), "trust moves")


def test_a_deed_of_the_day_before_has_its_day() -> None:
    people = {name: {"start": [0, 0]} for name in ("ada", "bob", "dee")}
    ticks = ticks_of(Attacked("dee", "", "bob", 5), *REST, world=valley(people))
    later = [one._replace(minute=one.minute + 24 * 60) if one.tick > 1 else one for one in ticks]
    change = ValueChange(2, "dee", VIOLENCE, {TRUST: 0.1})
    chronicle = write_chronicle(later, attitudes=trusting(change))
    assert texts(chronicle, "trust moves") == [
        "Ada's trust in Dee fell from 0.40 to 0.10 at Monday 08:01: Dee attacked Bob."
    ]


def test_a_move_whose_beginning_a_mind_has_forgotten_is_left_out() -> None:
    """Of 400 changes, the first about somebody has no value before it; the next one has."""
    many = (
        ValueChange(2, "bob", KEPT, {TRUST: 0.65}),
        *[ValueChange(1500, "bob", KEPT, {TRUST: 0.9})] * MAX_CHANGES,
    )
    ticks = ticks_of(*[Happened("A bird sings.", "hall")] * 1600)

    def told(count: int) -> list[list[str]]:
        attitudes = Attitudes(trusting().start, {"ada": Relations(changes=many[:count])})
        chapters = write_chronicle(ticks, attitudes=attitudes).chapters
        return [
            [
                each.text
                for one in chapter.paragraphs
                if one.subject == "trust moves"
                for each in one.sentences
            ]
            for chapter in chapters
        ]

    assert [len(some) for some in told(MAX_CHANGES - 1)] == [1, 1]
    assert [len(some) for some in told(MAX_CHANGES)] == [0, 1]
    assert told(MAX_CHANGES)[1][0].startswith("Ada's trust in Bob rose from 0.65 to 0.90")


def test_who_moved_on_a_subject_is_told_with_whose_words_and_who_did_not() -> None:
    def held(stance: float, *changes: tuple[int, float]) -> Relations:
        found = tuple(
            ValueChange(tick, "the oak", PERSUADED, {STANCE: after}) for tick, after in changes
        )
        return Relations({}, {"the oak": OpinionState(stance, "", stance)}, found)

    start = {"ada": held(1.0), "bob": held(-0.5), "cy": held(0.2)}
    new = Relations({}, start["bob"].opinions, (ValueChange(2, "the oak", ADOPTED, {STANCE: 0.3}),))
    end = {"ada": held(0.6, (2, 0.9), (3, 0.6)), "bob": held(-0.48, (3, -0.48)), "cy": start["cy"]}
    talk: list[Event] = [
        Said("cy", "barn", "ada", "Hm.", topic=view("cy", 0.2)),
        Said("bob", "barn", "ada", "No.", topic=view("bob", -0.5)),
        *REST,
    ]
    chronicle = write_chronicle(ticks_of(*talk), attitudes=Attitudes(start, end))
    moved = (
        "Ada from 1.00 to 0.60 (-0.30 after Bob's words at 08:02 and -0.10 after Cy's words "
        "at 08:01)"
    )
    (told,) = sentences(chronicle, "view moves")
    assert told.text == f"On the oak: {moved}; Bob by less than 0.05; Cy not at all."
    assert [ref.tick for ref in told.events] == [1, 2]
    assert (
        of_summary(chronicle)[0].text
        == f"Views moved most, from -1 (against) to 1 (for): on the oak, {moved}."
    )
    fresh = write_chronicle(ticks_of(*talk), attitudes=Attitudes({}, {"ada": new}))
    assert texts(fresh, "view moves") == [
        "On the oak: Ada to 0.30, a new view (after Cy's words at 08:01)."
    ]


def test_of_a_new_view_who_gave_it_comes_before_those_whose_words_moved_it() -> None:
    """Cy gave the view; Bob moved it further than Dee, who moved it by less than a tenth."""
    talk = [Said(who, "barn", "ada", "Hm.", topic=view(who, 0.2)) for who in ("cy", "dee", "bob")]
    rules = ((2, ADOPTED, 0.3), (3, PERSUADED, 0.35), (4, PERSUADED, -0.05))
    changes = tuple(
        ValueChange(tick, "the oak", rule, {STANCE: after}) for tick, rule, after in rules
    )
    ada = Relations({}, {"the oak": OpinionState(-0.05, "", 0.3)}, changes)
    people = {name: {"start": [0, 0]} for name in ("ada", "bob", "cy", "dee")}
    ticks = ticks_of(*talk, *REST, world=valley(people))
    (told,) = texts(write_chronicle(ticks, attitudes=Attitudes({}, {"ada": ada})), "view moves")
    assert told == (
        "On the oak: Ada to -0.05, a new view (first 0.30 after Cy's words at 08:01; "
        "then -0.40 after Bob's words at 08:03; also heard Dee at 08:02)."
    )


def test_a_world_without_changes_tells_of_none() -> None:
    chronicle = write_chronicle(ticks_of(*REST, world=village()), attitudes=trusting())
    assert not [one for one in sentences(chronicle) if "trust" in one.text]
