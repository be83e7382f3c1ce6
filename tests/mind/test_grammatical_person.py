"""The grammatical person of sentences, there and back, in the cases that a village uses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.mind.grammatical_person import (
    FIRST,
    HE,
    SECOND,
    SHE,
    THEY,
    Forms,
    forms_of,
    from_third,
    told_by,
    told_to,
)
from latticeville.mind.reported_speech import reported, said_of_oneself, to_third
from tests.gossips import gossips

WORLD = gossips()
VERBS = st.sampled_from(
    ("has sold", "is leaving", "was at the inn with", "will marry", "cannot find", "bakes", "lost")
)
OBJECTS = st.sampled_from(
    ("the mill", "{his} horse", "a letter from the bank", "{his} own brother")
)
TAILS = st.sampled_from((".", " for good.", " in the morning.", ", and {he} is glad."))
FORMS = st.sampled_from((SHE, HE))


@given(VERBS, OBJECTS, TAILS, FORMS)
def test_what_somebody_says_of_themselves_is_told_of_them_again(
    verb: str, object_: str, tail: str, forms: Forms
) -> None:
    words = {"his": forms.possessive, "he": forms.subject}
    third = f"Ada {verb} {object_}{tail}".format(**words)
    own = from_third(third, "Ada", forms, FIRST)
    assert "Ada" not in own
    assert own.startswith("I ")
    assert to_third(own, "Ada", forms) == third


@given(VERBS, OBJECTS, TAILS, FORMS)
def test_what_is_said_to_somebody_is_told_of_them_again(
    verb: str, object_: str, tail: str, forms: Forms
) -> None:
    words = {"his": forms.possessive, "he": forms.subject}
    third = f"Ada {verb} {object_}{tail}".format(**words)
    said = from_third(third, "Ada", forms, SECOND)
    assert said.startswith("You ")
    assert to_third(said, "Ada", forms) == third


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("You have decided to stand for mayor.", "Ada has decided to stand for mayor."),
        ("I have sold my café.", "Ada has sold her café."),
        (
            "My house is mine, and I keep it to myself.",
            "Ada's house is hers, and she keeps it to herself.",
        ),
        ("I'm ill, and you've no doctor.", "Ada is ill, and she has no doctor."),
        ("I don't trust him, but he trusts me.", "Ada doesn't trust him, but he trusts her."),
        ("I never carry money.", "Ada never carries money."),
        ("I went home.", "Ada went home."),
    ],
)
def test_the_first_and_second_person_become_the_third(said: str, told: str) -> None:
    assert to_third(said, "Ada", SHE) == told


def test_who_is_neither_she_nor_he_is_they() -> None:
    assert to_third("I have lost my key, and I want it.", "Kim", THEY) == (
        "Kim has lost their key, and they want it."
    )


@pytest.mark.parametrize(
    ("third", "first", "second"),
    [
        ("Bob has lent money to Ada.", "Bob has lent money to me.", "Bob has lent money to you."),
        ("Ada's oven is cold.", "My oven is cold.", "Your oven is cold."),
        ("Ada and Bob are friends.", "Bob and I are friends.", "Bob and you are friends."),
        (
            "It is not true that Ada is ill.",
            "It is not true that I am ill.",
            "It is not true that you are ill.",
        ),
        (
            "Ada lost her hat and wants it back.",
            "I lost my hat and want it back.",
            "You lost your hat and want it back.",
        ),
    ],
)
def test_a_sentence_is_said_by_and_to_whom_it_is_about(third: str, first: str, second: str) -> None:
    assert told_by(third, "ada", WORLD) == first
    assert told_to(third, "ada", WORLD) == second


def test_pronouns_of_another_stay() -> None:
    told = "Ada has told Dot that she must leave her house."
    assert told_by(told, "ada", WORLD) == "I have told Dot that she must leave her house."
    assert told_by("Bob has told Ada that he is ill.", "ada", WORLD) == (
        "Bob has told me that he is ill."
    )


def test_pronouns_are_those_of_what_is_written() -> None:
    assert forms_of("ada", WORLD) is SHE
    assert forms_of("bob", WORLD) is HE
    assert forms_of("cid", WORLD) is THEY
    assert reported("You sing in your bath.", "bob", WORLD) == "Bob sings in his bath."


def test_what_somebody_says_of_themselves_is_told_with_who_says_it() -> None:
    told = said_of_oneself("Ada has sold her café.", "ada", WORLD)
    assert told == "Ada says that she has sold her café."
    assert said_of_oneself("Cid has lost their key.", "cid", WORLD) == "Cid has lost their key."
