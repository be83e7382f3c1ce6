"""What the rules `survival`, and single needs, add to a mind."""

from collections.abc import Collection

from msgspec.structs import replace

from latticeville.mind.action import EAT, REST
from latticeville.mind.belief import BEFORE_START
from latticeville.mind.mind import Mind
from latticeville.mind.relation import Relations
from latticeville.mind.resource_beliefs import ResourceBelief, ResourceBeliefs
from latticeville.mind.situation import Faculty, Inquiry, Situation
from latticeville.rules.survival.mind.decide import inquire, is_pressing
from latticeville.rules.survival.mind.deeds import heed_deeds
from latticeville.rules.survival.mind.learn import SEARCHED_RECORDS, learn
from latticeville.rules.survival.mind.resources import merge_resources
from latticeville.world.model.survival import THOUSAND
from latticeville.world.model.world import World


class NeedsFaculty(Faculty):
    """The mind in a body with needs: it sees food, heeds what others do for it and against it, and
    asks what to do where a need is pressing and something helps."""

    instruction = "Hunger runs from 0 (full) to 1; who has no health left dies."

    def relate(self, now: Situation, relations: Relations) -> Relations:
        """Return relations after attacks, gifts and rivalry."""
        return heed_deeds(now, relations)

    def believe(self, now: Situation) -> Situation:
        """Return the situation with what is seen and told of resources."""
        radius = now.world.survival.radius
        return now.with_mind(resources=merge_resources(now.mind.resources, now.percept, radius))

    def is_urgent(self, now: Situation) -> bool:
        """Tell whether a need is pressing, and eating or resting may help."""
        return is_pressing(now) and any(now.options.valid.get(kind) for kind in (EAT, REST))

    def inquire(self, now: Situation) -> Inquiry:
        """Return what to ask under need."""
        return inquire(now)


class SurvivalFaculty(Faculty):
    """The mind of somebody who lives off the land: it knows what grows where it lives, tells kin
    from others, and learns from its deeds."""

    kinship = True

    def begin(self, mind: Mind, world: World, knows: Collection[str]) -> Mind:
        """Return the mind of somebody who knows what grows in the areas that they know."""
        return replace(mind, resources=ResourceBeliefs(known_resources(world, knows)))

    def is_urgent(self, now: Situation) -> bool:
        """Tell whether the model chooses all actions, or a need is pressing."""
        return now.settings.act == "model" or is_pressing(now)

    def inquire(self, now: Situation) -> Inquiry:
        """Return what to ask under need."""
        return inquire(now)

    def learn(self, now: Situation) -> Situation:
        """Return the situation of somebody who counted anew what they believe of themselves and of
        causes."""
        known, memory = now.mind.inner.learned, now.mind.memory.last(SEARCHED_RECORDS)
        learned = learn(known, memory, now.who, now.tick)
        if learned is known:
            return now
        return now.with_mind(inner=replace(now.mind.inner, learned=learned))


def known_resources(world: World, knows: Collection[str]) -> dict[str, ResourceBelief]:
    """Return what is believed of cells in areas that somebody knows at first: that they hold as
    much as they can."""
    known = {
        area for area in world.areas.by_id if not {*world.areas.path(area)[1:]}.isdisjoint(knows)
    }
    found = (
        ResourceBelief(
            name,
            world.grid.cell(index),
            world.resource_maxima[name][index] // THOUSAND,
            BEFORE_START,
        )
        for name, cells in world.resource_cells.items()
        for index in sorted(index for area in known for index in cells.get(area, ()))
    )
    return {one.key: one for one in found}
