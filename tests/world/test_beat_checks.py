"""The checks of matters, storylines and scheduled events: each way that one can never end."""

from typing import Any

import pytest

from latticeville.core.problems import Problem
from latticeville.world.load import check_texts
from tests.beat_worlds import MEETING, village
from tests.worlds import toml

OPEN_FROM_NINE = {"hall": {"hours": [["09:00", "17:00"]]}}
SMALL = {"hall": {"capacity": 2}}


def problems(rules_of: dict[str, Any] | None = None, **tables: object) -> list[Problem]:
    """Return the problems of a world that holds these tables."""
    world = village(rules_of=rules_of or {})
    text = toml(tables) + world.files["world.toml"]
    return check_texts({**world.files, "world.toml": text})[1]


@pytest.mark.parametrize(
    ("rules_of", "changed", "code", "what", "fix"),
    [
        ({}, {"about": "the tee"}, "no-opinion", "an opinion on “the tee”", "write “the tree”"),
        ({}, {"quorum": 9}, "high-quorum", "needs 9 people, and 3 have a say", "quorum = 3"),
        (SMALL, {"quorum": 3}, "small-meeting", "holds 2 people", "quorum = 2"),
        (OPEN_FROM_NINE, {}, "closed-meeting", "“Hall” is closed during the meeting", "09:00"),
        ({}, {"outcomes": MEETING["outcomes"][:1]}, "no-outcome", "“against”", "a last outcome"),
    ],
)
def test_a_matter_that_cannot_be_decided_is_told(
    rules_of: dict[str, Any], changed: dict[str, Any], code: str, what: str, fix: str
) -> None:
    [found] = problems(rules_of, matters=[{**MEETING, **changed}])
    assert found.code == code
    assert what in found.what
    assert fix in found.fix


ARGUMENT = {"id": "branch", "who": "cid", "side": "against", "says": "It fell."}


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"who": "sid"}, "“sid” is not a person"),
        ({"on": "brunch"}, "“brunch” is not an argument or outcome"),
        ({"when": [{"scene": "none"}]}, "“none” is not a scene"),
    ],
)
def test_an_argument_names_what_exists(changed: dict[str, Any], what: str) -> None:
    [found] = problems(matters=[{**MEETING, "arguments": [{**ARGUMENT, **changed}]}])
    assert found.code == "unknown-name"
    assert what in found.what


def test_arguments_have_ids_of_their_own_and_words() -> None:
    twice = problems(matters=[{**MEETING, "arguments": [ARGUMENT, ARGUMENT]}])
    assert [one.code for one in twice] == ["duplicate-id"]
    mute = problems(matters=[{**MEETING, "arguments": [{**ARGUMENT, "says": " "}]}])
    assert "has no words" in mute[0].what
    itself = problems(matters=[{**MEETING, "arguments": [{**ARGUMENT, "on": "branch"}]}])
    assert "does not answer itself" in itself[0].what


def test_a_matter_without_fault_has_no_problem() -> None:
    assert not problems(matters=[MEETING])


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ({"place": "hall"}, "a meeting (“place” and “at”) or a deadline (“by”)"),
        ({"by": "Mon 09:00", "at": "Mon 09:00", "place": "hall"}, "a meeting (“place” and “at”)"),
    ],
)
def test_a_matter_is_decided_in_one_way(table: dict[str, Any], words: str) -> None:
    matter = {key: value for key, value in MEETING.items() if key not in ("place", "at")}
    assert words in problems(matters=[{**matter, **table}])[0].what


@pytest.mark.parametrize(
    "condition", [{}, {"matter": "x", "object": "tree"}, {"object": "tree"}, {"person": "ann"}]
)
def test_a_condition_asks_one_thing(condition: dict[str, Any]) -> None:
    event = {"id": "event", "text": "It happens.", "at": "Mon 09:00", "when": [condition]}
    [found] = problems(scheduled=[event])
    assert "exactly one of" in found.what


def test_two_beats_with_one_id_are_told() -> None:
    event = {"id": "tree", "text": "It happens.", "at": "Mon 09:00"}
    assert [one.code for one in problems(matters=[MEETING], scheduled=[event])] == ["duplicate-id"]


def test_an_errand_leads_to_an_area_or_an_object() -> None:
    errand = {"person": "ann", "place": "tre", "doing": "waiting"}
    event = {"id": "event", "text": "It happens.", "at": "Mon 09:00", "errands": [errand]}
    [found] = problems(scheduled=[event])
    assert (found.code, found.fix) == ("unknown-name", "write “tree”")
    assert found.what == "“tre” is not a place of this world"


def scheduled(**change: Any) -> dict[str, Any]:
    return {"id": "noon", "text": "Noon.", "at": "Mon 12:00", "place": "hall", **change}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"when": [{"person": "ann", "has": "acorm"}]}, "nobody can get the item “acorm”"),
        ({"effects": [{"person": "ann", "take": "acorm"}]}, "nobody can get the item “acorm”"),
        ({"effects": [{"person": "ann", "give": "tree"}]}, "nobody can carry “tree”"),
    ],
)
def test_an_item_that_nobody_can_have_is_told(change: dict[str, Any], words: str) -> None:
    given = scheduled(id="dawn", effects=[{"person": "ann", "give": "acorn"}])
    [found] = problems(scheduled=[given, scheduled(**change)])
    assert (found.code, found.severity) == ("unknown-item", "warning")
    assert words in found.what


def test_an_item_that_a_beat_or_a_portable_kind_gives_can_be_asked_for() -> None:
    given = scheduled(id="dawn", effects=[{"person": "ann", "give": "acorn"}])
    asked = [{"person": "ann", "has": "acorn"}, {"person": "ann", "has": "axe"}]
    taken = [{"person": "ann", "take": "acorn"}]
    assert not problems(scheduled=[given, scheduled(when=asked, effects=taken)])


def test_a_state_out_of_which_an_effect_leads_is_no_dead_end() -> None:
    looking = '[[kinds.tree.transitions]]\nfrom = "green"\nverb = "use"\nsays = "{who} looks up."\n'
    world = village()
    kinds = world.files["kinds.toml"] + looking
    felled = scheduled(id="dawn", effects=[{"object": "tree", "state": "felled"}])
    codes = [
        {one.code for one in check_texts({**world.files, "kinds.toml": kinds, **changed})[1]}
        for changed in (
            {},
            {"world.toml": toml({"scheduled": [felled]}) + world.files["world.toml"]},
        )
    ]
    assert "dead-end" in codes[0]
    assert "dead-end" not in codes[1]
