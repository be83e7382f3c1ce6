"""What a scene or an outcome ends is said no more, and what it leaves behind is said and known."""

import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from latticeville.core.clock import DAY
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.mind.builtin.reply_variants import replies
from latticeville.mind.secrets import secret_key
from latticeville.sim.beats.events import Decided
from latticeville.sim.events import Said
from latticeville.sim.inputs import PutPerson
from latticeville.sim.tick import TickPayload
from latticeville.world.load import check_texts
from latticeville.world.model.beats import NOT_BEGUN
from tests.beat_worlds import MEETING, OUTCOMES, village, voter
from tests.worlds import Table, assembled, live, row, toml

LINES: list[Table] = [
    {"who": "cid", "to": "ann", "says": "It was I who broke the window of the hall."},
    {"who": "ann", "to": "cid", "says": "I thought so. Thank you for telling me."},
]
VIEW = "Cid whistles when I come in, and somebody knows why."
CONFESSION = "I broke the great window of the hall with a turnip."
INSTEAD = "Cid has owned up to the window, and sleeps better for it."
SAYS = "The window is cleared up. It was a turnip."


def village_with(minds: list[Table], *, lines: list[Table] | None = None, **more: Any) -> Any:
    """Return a village in which Cid tells Ann something at ten past eight, with Bob beside them."""
    scene = {"lines": lines or LINES, "aftermath": minds}
    event = {"id": "gust", "text": "A gust goes through the hall.", "at": "Mon 08:20"}
    ties = {
        "ann": [
            {"who": "cid", "how": "friend", "view": VIEW},
            {"who": "bob", "how": "best friend"},
        ],
        "bob": [{"who": "ann", "how": "best friend"}, {"who": "cid", "how": "friend"}],
        "cid": [{"who": "ann", "how": "friend"}],
    }
    people = {
        who: voter(None, home, **{"relationships": ties[who]} | more.get(who, {}))
        for who, home in (("ann", "hall"), ("bob", "yard"), ("cid", "yard"))
    }
    people["bob"]["routine"] = GOING
    return village(people, scheduled=[{**event, "scenes": [scene]}])


def said(payloads: list[TickPayload]) -> list[Said]:
    """Return what was said, in order."""
    return [event for one in payloads for event in one.events if isinstance(event, Said)]


def after_scene(payloads: list[TickPayload]) -> list[Said]:
    """Return what was said after the last line of the scene."""
    spoken = said(payloads)
    last = LINES[-1]["says"]
    at = next(place for place, event in enumerate(spoken) if event.words == last)
    return spoken[at + 1 :]


GOING = [row(f"{hour:02}:30", place) for hour, place in enumerate(["yard", "yard", "hall"] * 8)]
"""What Bob does: he comes into the hall for an hour, and goes for two."""
END: Table = {"person": "ann", "ends": "somebody knows why"}


def test_what_a_scene_ends_is_said_before_and_without_it() -> None:
    payloads = live(village_with([]), 700, model=BuiltinMind())
    assert any("somebody knows why" in event.words for event in after_scene(payloads))


@settings(max_examples=8)
@given(seed=st.integers(0, 10_000), words=st.sampled_from(["knows why", "Cid whistles", VIEW]))
def test_what_a_scene_ends_is_said_no_more(seed: int, words: str) -> None:
    world = village_with([{"person": "ann", "ends": words}])
    payloads = live(world, 700, model=BuiltinMind(), seed=seed)
    assert not [event for event in after_scene(payloads) if "knows why" in event.words]


def test_another_view_is_told_in_its_place() -> None:
    payloads = live(village_with([{**END, "instead": INSTEAD}]), 700, model=BuiltinMind())
    told = [event.words for event in after_scene(payloads)]
    assert any(INSTEAD in words for words in told)
    assert not any("somebody knows why" in words for words in told)


def test_another_opinion_is_held_in_its_place_on_the_same_side() -> None:
    over = {"person": "ann", "ends": "Ropes are", "instead": "A rope would do, with a knot."}
    ann = {"opinions": [{"topic": "the tree", "view": "Ropes are dear.", "stance": -0.4}]}
    before, after = (
        live(village_with(minds, ann=ann), 60, model=BuiltinMind())[-1]
        .state.minds["ann"]
        .relations.opinions["the tree"]
        for minds in ([], [over])
    )
    assert (before.view, after.view) == ("Ropes are dear.", "A rope would do, with a knot.")
    assert before.stance == after.stance == -0.4
    assert (before.is_pledged, after.is_pledged) == (False, True)


@pytest.mark.parametrize(
    ("told", "words"), [("", "gust went through"), ("You missed it.", "missed it")]
)
def test_news_are_passed_on_in_the_words_that_a_world_has_for_it(told: str, words: str) -> None:
    event = {"id": "gale", "text": "A gust goes through the tree.", "at": "Mon 08:05"}
    event |= {"place": "yard", "told": told}
    people = {"ann": voter(None, "hall"), "bob": voter(None, "yard", routine=GOING)}
    payloads = live(village(people, scheduled=[event]), 400, model=BuiltinMind())
    passed = [one.words for one in said(payloads) if one.who == "bob"]
    assert any(words in one for one in passed)


def test_own_words_are_told_once_to_those_who_were_not_there() -> None:
    payloads = live(village_with([{"person": "ann", "says": SAYS}]), 700, model=BuiltinMind())
    told = [(event.who, event.to) for event in after_scene(payloads) if SAYS in event.words]
    assert told == [("ann", "bob")]


def answer_to(words: str, payloads: list[TickPayload]) -> str:
    """Return what was said first after some words."""
    spoken = [event.words for event in after_scene(payloads)]
    at = next(place for place, each in enumerate(spoken) if words in each)
    return spoken[at + 1]


@settings(max_examples=6)
@given(seed=st.integers(0, 10_000))
def test_own_words_are_taken_up_before_any_topic(seed: int) -> None:
    says = "I was alone with it, and I should like to be praised for it."
    world = village_with([{"person": "ann", "says": says}])
    found = answer_to(says, live(world, 700, model=BuiltinMind(), seed=seed))
    assert found in [filled(one) for one in replies()["take_up_praise"]]


def filled(variant: str) -> str:
    """Return a variant of a reply to Ann."""
    return re.sub(r"^\w+: ", "", variant).format(to="Ann")


@pytest.mark.parametrize(
    ("effect", "words"),
    [({"person": "ann", "says": SAYS}, SAYS), ({**END, "instead": INSTEAD}, INSTEAD)],
)
@pytest.mark.parametrize(
    ("answers", "given"),
    [
        ([{"says": "A turnip!"}], "A turnip!"),
        ([{"says": "A turnip!"}, {"who": "bob", "says": "I grew it."}], "I grew it."),
    ],
)
def test_what_a_world_answers_is_said(
    effect: Table, words: str, answers: list[Table], given: str
) -> None:
    world = village_with([{**effect, "answers": answers}])
    assert answer_to(words, live(world, 700, model=BuiltinMind())) == given


def test_nobody_says_an_answer_that_is_for_others() -> None:
    answers = [{"who": "cid", "says": "It was a swede."}]
    world = village_with([{"person": "ann", "says": SAYS, "answers": answers}])
    payloads = live(world, 700, model=BuiltinMind())
    assert "swede" not in answer_to(SAYS, payloads)


def test_relations_move_by_the_share_that_is_written() -> None:
    effect = {"person": "ann", "toward": "cid", "closeness": 0.5, "trust": -0.5}
    states = [
        live(village_with(minds), 60, model=BuiltinMind())[-1]
        .state.minds["ann"]
        .relations.to("cid")
        for minds in ([], [effect])
    ]
    assert states[1].closeness > states[0].closeness
    assert states[1].trust < states[0].trust


@pytest.mark.parametrize(
    ("minds", "line"),
    [
        ([{"person": "ann", "knows": "with a turnip", "of": "cid"}], LINES[0]["says"]),
        ([], f"I have to say it: {CONFESSION}"),
    ],
)
def test_a_secret_that_was_told_is_known_to_both(minds: list[Table], line: str) -> None:
    lines = [{**LINES[0], "says": line}, LINES[1]]
    cid = {"secrets": [{"text": CONFESSION, "trust": 1.0}]}
    payloads = live(village_with(minds, lines=lines, cid=cid), 60, model=BuiltinMind())
    key = secret_key("cid", 0)
    for who, other in (("ann", "cid"), ("cid", "ann")):
        known = [one for one in payloads[-1].state.minds[who].memory if one.topic is not None]
        assert any(one.topic.key == key and other in one.shared for one in known if one.topic)
    assert not any(
        one.topic is not None and one.topic.key == key
        for one in payloads[-1].state.minds["bob"].memory
    )


def test_an_open_question_between_two_is_over_after_their_scene() -> None:
    view = "Cid has a story that nobody tells me."
    ann = {"relationships": [{"who": "cid", "how": "friend", "view": view}, BEST]}
    before, after = (
        live(village_with([], ann=ann, lines=lines), 700, model=BuiltinMind())
        for lines in ([{"who": "cid", "to": "bob", "says": "Hm."}], None)
    )
    assert any("nobody tells me" in event.words for event in said(before))
    assert not any("nobody tells me" in event.words for event in after_scene(after))


BEST: Table = {"who": "bob", "how": "best friend"}


def test_an_outcome_changes_whoever_learns_of_it() -> None:
    ends = [{**one} for one in OUTCOMES]
    ends[0]["aftermath"] = [
        {"person": who, "says": f"{who.title()}: now for a rope."} for who in ("ann", "dan")
    ]
    people = {
        "ann": voter(0.8, "hall"),
        "bob": voter(0.5, "hall", routine=GOING),
        "dan": voter(0.5, "yard"),
    }
    world = village(people, matters=[{**MEETING, "outcomes": ends, "say": ["ann", "bob"]}])
    away = {tick: [PutPerson("dan", "yard")] for tick in range(25, 50)}
    payloads = live(world, 2200, feed=away, model=BuiltinMind())
    told = [
        one.state.minute
        for one in payloads
        for event in one.events
        if isinstance(event, Said) and event.who == "ann" and "now for a rope." in event.words
    ]
    assert len(told) == 1
    assert told[0] >= DAY
    early, late = payloads[45].state.minds, payloads[-1].state.minds
    assert "tree.kept" in early["ann"].inner.changed_by
    assert "tree.kept" not in early["dan"].inner.changed_by
    assert "tree.kept" in late["dan"].inner.changed_by


def test_an_outcome_is_told_by_its_sides_its_tie_and_who_was_late() -> None:
    sides = ["to keep the tree", "to fell it"]
    matter = {**MEETING, "sides": sides, "tie": "The elder has the last word.", "wait": 0}
    people = {
        "ann": voter(0.8, "hall"),
        "bob": voter(-0.5, "hall"),
        "cid": voter(0.5, "yard"),
    }
    world = village(people, matters=[matter])
    decided = Decided(
        "tree", "felled", "It falls.", "v", "the tree", "hall", ("ann",), ("bob",), late=("cid",)
    )
    assert decided.sentence(world) == (
        "It falls. To keep the tree: Ann; to fell it: Bob. The elder has the last word. "
        "Cid came after the count."
    )
    payloads = live(world, 60, model=BuiltinMind())
    [told] = [event for one in payloads for event in one.events if isinstance(event, Decided)]
    assert {*told.people, *told.late, *told.absent} == {"ann", "bob", "cid"}


def test_an_event_follows_a_scene() -> None:
    world = village_with([])
    later = {"id": "thaw", "text": "It thaws.", "when": [{"scene": "window"}]}
    text = toml({"scheduled": [*SCHEDULED, later]})
    kept = [one for one in world.files["world.toml"].splitlines() if "scheduled" not in one[:12]]
    world = assembled({**world.files, "world.toml": text + "\n".join(kept)})
    payloads = live(world, 60, model=BuiltinMind())
    last = next(
        n for n, one in enumerate(payloads) if one.state.beats.get("gust", NOT_BEGUN).scenes == (2,)
    )
    assert "thaw" not in payloads[last].state.beats
    assert payloads[last + 1].state.beats["thaw"].is_over


SCHEDULED = [
    {
        "id": "gust",
        "text": "A gust goes through the hall.",
        "at": "Mon 08:20",
        "scenes": [{"lines": LINES, "id": "window"}],
    }
]


@pytest.mark.parametrize(
    ("effect", "words"),
    [
        ({"person": "ann", "ends": "no such words"}, "“no such words”"),
        ({"person": "bob", "ends": "somebody"}, "does not speak in this scene"),
        ({"person": "ann", "knows": "a pumpkin", "of": "cid"}, "no secret of Cid"),
        ({"person": "ann", "knows": "a pumpkin"}, "“knows” and “of”"),
        ({"person": "ann"}, "exactly one of"),
        ({"person": "ann", "toward": "dan", "trust": 0.1}, "“dan” is not a person"),
        ({**END, "instead": "Somebody knows why, and I do, too."}, "words that are over"),
        ({"person": "ann", "says": "x" * 240}, "240 letters"),
        ({"person": "ann", "says": "Hm.", "answers": [{"says": "x" * 240}]}, "240 letters"),
        ({"person": "ann", "says": "Hm.", "answers": [{"says": " "}]}, "an answer has no words"),
        (
            {"person": "ann", "says": "Hm.", "answers": [{"who": "dan", "says": "Hm."}]},
            "“dan” is not a person",
        ),
        ({**END, "answers": [{"says": "Hm."}]}, "nothing is told that could be answered"),
    ],
)
def test_an_effect_with_a_fault_is_told_with_its_place(effect: Table, words: str) -> None:
    files = village_with([]).files
    event = {"id": "rain", "text": "It rains.", "at": "Mon 09:00"}
    text = toml({"scheduled": [{**event, "scenes": [{"lines": LINES, "aftermath": [effect]}]}]})
    kept = [one for one in files["world.toml"].splitlines() if not one.startswith('"scheduled"')]
    text += "\n".join(kept)
    found = check_texts({**files, "world.toml": text})[1]
    assert [one for one in found if words in f"{one.what} {one.fix}" and one.line]


def test_nobody_tells_what_is_over_by_then() -> None:
    for until, count in (("Tue 00:00", 0), ("Thu 00:00", 1)):
        ends = [{**one} for one in OUTCOMES]
        says = {"person": "ann", "says": "Bring a rope before Thursday.", "until": until}
        ends[0]["aftermath"] = [says]
        people = {"ann": voter(0.8, "hall"), "bob": voter(0.5, "hall", routine=GOING)}
        world = village(people, matters=[{**MEETING, "outcomes": ends}])
        payloads = live(world, 2200, model=BuiltinMind())
        own = [one.words for one in said(payloads) if one.who == "ann"]
        assert sum("Bring a rope" in words for words in own) == count
