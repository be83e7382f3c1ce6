"""Verdicts on claims: who knows their own life denies what is strange to it, and no paraphrase of it."""

from pathlib import Path

import pytest

from latticeville.mind.claims.claim import Claim
from latticeville.mind.claims.full_forms import in_full
from latticeville.mind.claims.judge import ALARMED, CORRECTED, DENIED, _seen_for, judge
from latticeville.mind.claims.names import names_of
from latticeville.mind.claims.read import bare_claim, read_claim
from latticeville.mind.claims.relatedness import is_told, telling
from latticeville.mind.claims.told import topic_of_voice
from latticeville.mind.situation import Situation
from latticeville.mind.topic import CLAIM, RESOLVE, Topic
from latticeville.sim.first_state import initial_state
from latticeville.sim.perception import perceive
from latticeville.world.load import load_world
from latticeville.world.model.world import World
from tests.hamlet import drifter, hamlet

ORLA = {
    "name": "Orla Quill",
    "home": "hut",
    "work": "bakery",
    "about": (
        "Orla has steered the ferry for nineteen years and came from Galway as a girl. She keeps"
        " three goats, and brought up her brother. She is a widow, and her daughter studies law."
        " She left school at eleven, and cannot swim."
    ),
    "aspiration": "Wants to buy a boat with an engine.",
    "secrets": ["My famous soup comes out of tins."],
    "relationships": [{"who": "tam", "how": "younger brother", "view": "He pays me in eggs."}],
    "memories": [{"text": "I burnt the porridge on the day of the flood."}],
}


def village() -> World:
    """Return three people: Orla, her brother, and the baker."""
    tam = drifter(1, name="Tam Reed", about="Tam paints boats.")
    bea = drifter(2, name="Bea Holt", about="Bea is the baker of the hamlet.", home="hut")
    return hamlet(orla=drifter(0, **ORLA), tam=tam, bea=bea)


WORLD = village()


def verdict(who: str, text: str, source: str = "bea") -> str:
    state = initial_state(WORLD)
    now = Situation.begin(state.minds[who], dict(perceive(state))[who], WORLD)
    return judge(now, Topic("1.0", CLAIM, text, source=source)).verdict


@pytest.mark.parametrize(
    "text",
    [
        "Orla spent three years in prison.",
        "Orla has four husbands.",
        "Orla is moving to Portugal.",
        "Orla wears a wig.",
        "Orla was seen to steal a horse.",
        "Orla gambles before she steers the ferry.",
        "Orla set a barn on fire, and she keeps wolves.",
        "Orla got married to a notary, she is only not wearing the ring.",
        "Orla was thrown off the ferry yesterday.",
        "Orla sold her goats last night.",
    ],
)
def test_what_is_strange_to_a_life_is_denied(text: str) -> None:
    assert verdict("orla", text) == DENIED


@pytest.mark.parametrize(
    "text",
    [
        "Orla grew up in Galway.",
        "Orla raised Tam.",
        "Orla quit school at eleven.",
        "Orla is a mother.",
        "Orla serves soup out of cans.",
        "Orla never learnt to swim.",
        "Orla is saving up for a boat with a motor.",
        "Orla lost her husband.",
        "Orla burned the porridge the day the river came in.",
        "Orla burned her porridge when the water came.",
        "Orla is the ferrywoman, she has three goats.",
    ],
)
def test_a_paraphrase_of_what_is_so_is_not_denied(text: str) -> None:
    assert verdict("orla", text) != DENIED


def test_what_somebody_is_names_them() -> None:
    claim = read_claim("The baker has sold the oven.", WORLD)
    assert (claim.people, claim.knowers) == (("bea",), ("bea",))
    assert read_claim("A baker has sold the oven.", WORLD).people == ()
    assert read_claim("The baker of Oz has sold the oven.", WORLD).people == ()
    assert names_of(WORLD).people["tam"] == "tam"


@pytest.mark.parametrize(
    "lead",
    [
        "I was there when",
        "My cousin swears",
        "I have it on good authority that",
        "I'm quite certain that",
        "One of the fishermen told me",
        "It's no secret any more that",
        "I'm told",
    ],
)
def test_who_saw_it_is_no_part_of_a_claim(lead: str) -> None:
    names = ["Orla", "Tam", "Bea"]
    assert bare_claim(f"{lead} Orla set fire to a barn.", names) == "Orla set fire to a barn."


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("The hut's on fire.", "The hut is on fire."),
        ("There's not one loaf left.", "There is every loaf gone."),
        ("Tam isn't good at cards.", "Tam is bad at cards."),
        ("Bea's going to have a baby.", "Bea is pregnant."),
        ("The pub is drowning in debt.", "The pub is deep in debt."),
        ("Bea's hat is on the table.", "Bea's hat is on the table."),
        ("Miss Holt won't come.", "Holt will not come."),
    ],
)
def test_words_are_read_in_full(text: str, full: str) -> None:
    assert in_full(text) == full


def test_what_was_found_at_a_place_is_told_of_the_place() -> None:
    words = "I have just been past the hut and its roof is missing altogether."
    assert bare_claim(words) == "The hut's roof is missing altogether."
    assert verdict("tam", bare_claim(words)) == CORRECTED


def test_a_last_name_begins_a_claim() -> None:
    found = topic_of_voice(
        "It has come to my notice that Miss Holt was dismissed.", "tam", "k", WORLD
    )
    assert found.gist == "Holt was dismissed."
    assert read_claim(found.gist, WORLD).knowers == ("bea",)


def test_an_object_is_that_of_the_place_that_is_named() -> None:
    def things(text: str) -> Claim:
        return read_claim(text, WORLD)

    assert things("The oven in the bakery is cracked.").objects == (("oven",),)
    assert things("The oven in the pub is cracked.").objects == ()


@pytest.mark.parametrize(
    "text",
    [
        "There is an elephant standing in the bakery.",
        "Every loaf in the bakery has been stripped from the shelves.",
        "Soldiers are camping in the bakery.",
        "The bakery is overrun with mice.",
        "They have bricked up the bakery.",
        "The oven of the bakery has split in two.",
    ],
)
def test_who_keeps_a_place_goes_to_look_at_what_would_be_seen(text: str) -> None:
    assert verdict("orla", text) == ALARMED


@pytest.mark.parametrize(
    "text",
    [
        "There is an elephant standing in the hut.",
        "Soldiers are camping in the hut.",
        "The hut has sunk into the ground.",
    ],
)
def test_who_is_there_sees_that_nothing_strange_is(text: str) -> None:
    assert verdict("tam", text) == CORRECTED


def test_who_hears_first_of_a_place_that_nobody_keeps_goes_to_look() -> None:
    text = "The pub has been painted black."
    assert verdict("orla", text, source="") == ALARMED or WORLD.people["tam"].work == "pub"
    assert verdict("tam", text, source="") == ALARMED


def test_related_words_are_told_apart_from_others() -> None:
    for one, other in (("jail", "prison"), ("schoolteacher", "teaches"), ("novelist", "novel")):
        assert is_told(one, frozenset([other]))
    for one, other in (("sold", "bought"), ("expected", "pregnant"), ("motorcycle", "engine")):
        assert not is_told(one, frozenset([other]))
    assert telling("take") < telling("serve") < telling("crocodile")


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Orla's younger brother has sold a horse.", "tam"),
        ("That baker of ours wears a wig.", "bea"),
        ("Bea told everybody that she is moving to Portugal.", "bea"),
        ("Bea said yes to the notary.", "bea"),
        ("Tam looks after the boats.", "tam"),
    ],
)
def test_who_is_meant_by_what_they_are_to_others_and_say_of_themselves(text: str, who: str) -> None:
    names = [one.persona.first_name for one in WORLD.people.values()]
    claim = read_claim(bare_claim(text, names), WORLD)
    assert claim.knowers == (who,)
    assert claim.is_understood


@pytest.fixture(scope="module")
def ville() -> World:
    return load_world(Path("worlds/ville"))


def seen(text: str, world: World) -> bool:
    """Tell whether whoever stands at a place would correct what is said of it."""
    claim = read_claim(bare_claim(text), world)
    return _seen_for(claim, world) > 0 and bool(claim.things)


@pytest.mark.parametrize(
    "text",
    [
        "The school has a rhinoceros on its roof.",
        "There is a submarine in the pond.",
        "Somebody has hung the old oak full of hams, there must be a hundred of them.",
        "Don't go near the smithy, it's full of penguins.",
        "The great bell's lying in the grass with a crack you could put your arm through.",
        "They've paved the library with silver.",
    ],
)
def test_who_is_there_would_see_what_is_strange_to_a_place(text: str, ville: World) -> None:
    assert seen(text, ville)


@pytest.mark.parametrize(
    "text",
    [
        "There are swings in the park.",
        "There are books all over the library.",
        "A bell hangs at the top of the bell tower.",
        "The café has a cat that sleeps on the counter.",
        "The greenhouse is full of plants.",
        "The classroom has a blackboard.",
        "There's a rowing boat down at the jetty.",
    ],
)
def test_nobody_corrects_what_a_place_is_always_like(text: str, ville: World) -> None:
    assert not seen(text, ville)


def test_what_somebody_is_to_another_is_said_of_both() -> None:
    assert read_claim("Bea is Tam's sister.", WORLD).people == ("bea", "tam")


@pytest.mark.parametrize(
    ("words", "kind", "told"),
    [
        ("Our great bell has a crack.", CLAIM, "The great bell has a crack."),
        ("Our plan is to leave.", RESOLVE, "Our plan is to leave."),
        ("You can see the school from here.", CLAIM, "You can see the school from here."),
        ("You could ask Hugo.", RESOLVE, "Ada could ask Hugo."),
    ],
)
def test_what_the_village_has_and_anybody_can_see_is_no_plan_of_who_hears_it(
    words: str, kind: str, told: str, ville: World
) -> None:
    topic = topic_of_voice(words, "ada", "0.0", ville)
    assert (topic.kind, topic.gist) == (kind, told)
