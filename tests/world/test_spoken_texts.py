"""What `check` says of texts that people cannot say, and of secrets that nobody can be told."""

from typing import Any

import pytest

from latticeville.world.load import check_texts
from tests.worlds import LEGEND, toml

MAP = """\
######,,######
#....#,,#....#
#....+,,+....#
######,,######
,,,,,,,,,,,,,,
"""
FORMS, SECRET = "text-form", "untellable-secret"


def found(
    code: str, persona: dict[str, Any], other: dict[str, Any] | None = None, **more: Any
) -> list[str]:
    """Return what is found of a code in a hamlet of Ada Lind, with a persona, and Bo."""
    world = {
        "name": "Hamlet",
        "legend": LEGEND,
        "areas": [
            {"id": name, "name": name.title(), "boxes": [[x, 0, 6, 4]]}
            for name, x in (("west", 0), ("east", 8))
        ],
        "people": [{"persona": "ada", "home": "west"}, {"persona": "bo", "home": "east"}],
        **more,
    }
    files = {
        "personas/ada.toml": toml({"name": "Ada Lind", **persona}),
        "personas/bo.toml": toml({"name": "Bo Reed", **(other or {})}),
    }
    _, problems = check_texts({"world.toml": toml(world), "world.map": MAP, **files})
    return [f"{one.what}; {one.fix}" for one in problems if one.code == code]


def doing(words: str) -> dict[str, Any]:
    return {"routine": [{"from": "08:00", "place": "home", "doing": words}]}


def secret(**keys: Any) -> dict[str, Any]:
    return {"secrets": [{"text": "I have burned the map.", **keys}]}


@pytest.mark.parametrize(
    ("persona", "what"),
    [
        (doing("sits by the stove"), "write “sitting by the stove”"),
        (doing("mend traps"), "write “mending traps”"),
        (doing("waiting until he comes"), "holds “he”"),
        (doing("Smoking eels."), "is written as a sentence"),
        ({"aspiration": "Owning a boat."}, "nobody can say the wish “Owning a boat.”"),
        ({"intends": "To open the shop at nine."}, "has no subject"),
        ({"intends": "Opens the shop at nine."}, "write a sentence of Ada"),
        ({"about": "I keep the shop."}, "“I keep the shop.” is in the first person"),
        ({"memories": [{"text": "Ada fell into the pond."}]}, "speaks of Ada by name"),
        ({"memories": [{"text": "She fell into the pond."}]}, "begins with “She”"),
        ({"secrets": ["Ada Lind has burned the map."]}, "speaks of Ada by name"),
        (
            {"opinions": [{"topic": "tea", "view": "Ada's tea is best."}]},
            "“Ada's tea is best.” speaks of Ada by name",
        ),
    ],
)
def test_a_text_that_nobody_can_say_is_told(persona: dict[str, Any], what: str) -> None:
    [problem] = found(FORMS, persona)
    assert what in problem


@pytest.mark.parametrize(
    "persona",
    [
        *map(doing, ("sitting by the stove", "asleep", "at the counter", "upstairs, reading")),
        *({"aspiration": one} for one in ("To sleep.", "A boat.", "She wants a boat.", "That Bo eats.")),
        *({"intends": one} for one in ("Ada sells eels. She opens at nine.", "At noon she sleeps.")),
        {"about": "Ada says “I keep the shop” to everybody. Eels are her trade."},
        {"currently": "Always the first on the green, Ada sells eels."},
        {"memories": [{"text": "They say that it rains. He was there, and Ada Lind is my name."}]},
        {"relationships": [{"who": "bo", "how": "friend", "view": "He is loud."}]},
    ],
)  # fmt: skip
def test_a_text_that_can_be_said_is_not(persona: dict[str, Any]) -> None:
    assert found(FORMS, persona) == []


@pytest.mark.parametrize(
    ("keys", "what"),
    [
        ({"trust": 0.99}, "trusts nobody enough"),
        ({"when": ["zither", "harp"]}, "nothing brings up the secret"),
        ({"text": "I have burned the map of Bo."}, "nobody may be told"),
    ],
)
def test_a_secret_that_nobody_can_be_told_is_told(keys: dict[str, Any], what: str) -> None:
    [problem] = found(SECRET, secret(**keys))
    assert what in problem


@pytest.mark.parametrize(
    ("keys", "other"),
    [
        ({}, {}),
        ({"trust": 1}, {}),
        ({"trust": 0.8}, {}),
        ({"text": "I have burned the map of Bo.", "to": ["bo"]}, {}),
        ({"when": ["zither", "harp"]}, {"memories": [{"text": "I sold the harp."}]}),
    ],
)
def test_a_secret_that_somebody_can_be_told_is_not(
    keys: dict[str, Any], other: dict[str, Any]
) -> None:
    assert found(SECRET, secret(**keys), other) == []


def test_a_word_of_an_event_of_the_world_can_bring_a_secret_up() -> None:
    event = {"id": "sale", "text": "A harp is sold in the square.", "at": "Mon 09:00"}
    assert found(SECRET, secret(when=["harp"]), scheduled=[event]) == []
    assert len(found(SECRET, secret(when=["zither"]), scheduled=[event])) == 1


def test_a_word_that_others_say_in_the_plural_is_told() -> None:
    other = {"memories": [{"text": "I sold the harps."}]}
    assert found(SECRET, secret(when=["harp", "harps"]), other) == []
    [problem] = found(SECRET, secret(when=["harp", "sold"]), other)
    assert "“harp” brings up no secret of “ada”: texts here say “harps”" in problem


@pytest.mark.parametrize("topic", ["the Oak", "oak", "The oak"])
def test_an_opinion_on_the_subject_of_a_matter_is_written_like_it(topic: str) -> None:
    own = {"opinions": [{"topic": topic, "view": "The oak stays."}]}
    others = {"opinions": [{"topic": "the oak", "view": "The oak falls."}]}
    assert found("parted-subject", others, others) == []
    both = [*found("parted-subject", own, others)]
    assert len(both) == 1
    assert "write “" in both[0]


def test_views_may_name_their_subject_in_another_form() -> None:
    named = {"opinions": [{"topic": "leaving", "view": "They who leave come back."}]}
    assert found("unnamed-subject", named) == []
    open_ = {"opinions": [{"topic": "leaving", "view": "They come back."}]}
    assert len(found("unnamed-subject", open_)) == 1
