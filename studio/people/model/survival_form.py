"""What the form of a persona says in worlds with needs: strength, the start, and what traits
change."""

from collections.abc import Mapping
from typing import Any

from latticeville.world.model.survival import NEEDS
from latticeville.world.schema.survival import SurvivalTable
from studio.project.documents.project import WORLD, Project

TRAIT_NOTES: Mapping[str, str] = {
    "openness": "changes no survival action; moves opinions in talks",
    "conscientiousness": "high: eats later and carries more food",
    "extraversion": "high: warns allies, tells them of food, stays near",
    "agreeableness": "high: shares food; low: attacks more readily",
    "neuroticism": "high: flees sooner; with low agreeableness attacks",
}
"""What each of the Big Five changes in what the built-in mind does under need."""


def needs_of(project: Project) -> tuple[str, ...]:
    """Return the needs that bodies of a world have; none in a social world."""
    rules = project.data(WORLD).get("rules")
    names = rules if isinstance(rules, list) else []
    return NEEDS if "survival" in names else tuple(need for need in NEEDS if need in names)


def trait_note(project: Project, trait: str) -> str:
    """Return what a trait changes in a world with the rules survival; "" elsewhere."""
    return TRAIT_NOTES[trait] if needs_of(project) == NEEDS else ""


def start_text(project: Project) -> str:
    """Say with what everybody starts: “hunger 0.3, energy 1, health 1, 10 food”."""
    given = project.data(WORLD).get("survival")
    table: Mapping[str, Any] = given if isinstance(given, dict) else {}

    def value(key: str) -> object:
        return table.get(key, SurvivalTable.model_fields[key].default)

    needs = needs_of(project)
    parts = [f"{need} {value('start_hunger') if need == 'hunger' else 1}" for need in needs]
    return ", ".join(
        [*parts, *([f"{value('start_food')} {value('food')}"] if "hunger" in needs else [])]
    )
