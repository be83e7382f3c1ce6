"""[survival.events] of world.toml: floods, blights, fires and migrations, all off by default."""

from typing import Annotated

from pydantic import Field

from latticeville.world.schema.values import Id, Name, Share, Table

Radius = Annotated[int, Field(ge=0, le=200)]


class FloodTable(Table):
    """Water that rises around a cell of a terrain."""

    chance: Share = 0.0
    """The chance of a flood in a survival step."""
    terrain: Name = "water"
    """The terrain of the cells around which water rises."""
    radius: Radius = 3
    """How many cells far it comes."""
    loss: Share = 0.5
    """The share of all resources that it washes out of each cell."""
    damage: Share = 0.1
    """The health that it costs whoever stands there."""


class BlightTable(Table):
    """A plague that destroys a resource around a cell."""

    chance: Share = 0.0
    """The chance of a blight in a survival step."""
    resource: Id = "food"
    """The resource that it destroys."""
    radius: Radius = 3
    """How many cells far it comes."""
    loss: Share = 0.8
    """The share of the resource that it destroys in each cell."""


class FireTable(Table):
    """A fire that destroys a resource, and spreads over the cells that hold it."""

    chance: Share = 0.0
    """The chance that a fire breaks out in a survival step."""
    resource: Id = "wood"
    """The resource that burns."""
    spread: Share = 0.3
    """The chance that it spreads in a tick to a cell beside a burning one that holds half of its
    maximum."""
    damage: Share = 0.1
    """The health that it costs whoever stands in a burning cell, in a tick."""


class MigrationTable(Table):
    """Prey that leaves the cells around one of its own for others."""

    chance: Share = 0.0
    """The chance of a migration in a survival step."""
    resource: Id = "prey"
    """The resource that moves."""
    radius: Radius = 3
    """How many cells far the animals come from."""
    distance: Annotated[int, Field(ge=1, le=1000)] = 6
    """How many cells far they go."""


class DisastersTable(Table):
    """What nature does by chance; a chance of 0 switches an event off."""

    flood: FloodTable = FloodTable()
    blight: BlightTable = BlightTable()
    fire: FireTable = FireTable()
    migration: MigrationTable = MigrationTable()
