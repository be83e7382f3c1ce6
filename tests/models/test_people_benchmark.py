"""The benchmark of people with a model: what it counts, on villages that are drawn."""

import pytest

from benchmarks.claims_village import village
from benchmarks.people import is_leak, lived, on_friday, party, row
from latticeville.mind.builtin.model import BuiltinMind
from latticeville.models.fake import FakeLLM
from latticeville.sim.events import Said
from latticeville.world.model.confidants import audience
from tests.hamlet import baker, drifter, hamlet
from tests.model_doubles import LanguageModel

SECRET = {"text": "The silver spoon lies under the kitchen floor.", "to": ["bob"], "when": ["tea"]}
TELLS = "I hid a silver spoon under the kitchen floor."


def said(who: str, to: str, words: str) -> Said:
    return Said(who, "hut", to, words)


@pytest.mark.parametrize(
    ("to", "before", "is_leaked"),
    [
        ("bob", "Have some tea.", False),
        ("bob", "Good morning.", True),
        ("cid", "Have some tea.", True),
    ],
)
def test_a_secret_leaks_where_it_is_told_to_others_or_without_its_word(
    to: str, before: str, *, is_leaked: bool
) -> None:
    world = hamlet(ada=baker(0, secrets=[SECRET]), bob=drifter(0), cid=drifter(0))
    asked = said(to, "ada", before)
    assert is_leak(said("ada", to, TELLS), [asked], world) is is_leaked
    assert not is_leak(said("ada", to, "Good morning."), [asked], world)


@pytest.mark.parametrize("seed", [3, 21])
def test_a_friday_of_a_drawn_village_is_counted(seed: int) -> None:
    world = on_friday(village(seed)[0])
    host, place = party(world)
    assert world.people[host].work == place
    friday = lived(world, BuiltinMind(), seed, 60)
    assert friday.leaks == friday.unusable == 0
    assert friday.rumours == len(world.people) - 1
    assert friday.sentences >= friday.repeated
    mute = lived(world, LanguageModel(FakeLLM()), seed, 60)
    assert mute.rumours == friday.rumours


def test_a_row_tells_what_a_model_did() -> None:
    world = on_friday(village(5)[0])
    cells = [cell.strip() for cell in row("hybrid:fake", world, 5, 30).strip("|").split("|")]
    assert cells[0] == "`hybrid:fake`"
    assert len(cells) == 8
    assert all(audience(world, who, one.persona.secrets[0]) for who, one in world.people.items())
