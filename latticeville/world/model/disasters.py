"""The constants of floods, blights, fires and migrations.

`chance` is in millionths per survival step; shares are thousandths.
"""

import msgspec


class FloodSettings(msgspec.Struct, frozen=True):
    """Water that rises around a cell of a terrain."""

    chance: int = 0
    terrain: str = "water"
    radius: int = 3
    loss: int = 500
    damage: int = 100


class BlightSettings(msgspec.Struct, frozen=True):
    """A plague that destroys a resource around a cell."""

    chance: int = 0
    resource: str = "food"
    radius: int = 3
    loss: int = 800


class FireSettings(msgspec.Struct, frozen=True):
    """A fire that destroys a resource, and spreads over the cells that hold it."""

    chance: int = 0
    resource: str = "wood"
    spread: int = 300
    damage: int = 100


class MigrationSettings(msgspec.Struct, frozen=True):
    """Prey that leaves the cells around one of its own for others."""

    chance: int = 0
    resource: str = "prey"
    radius: int = 3
    distance: int = 6


class DisasterSettings(msgspec.Struct, frozen=True):
    """The keys of `[survival.events]`; a chance of 0 switches an event off."""

    flood: FloodSettings = FloodSettings()
    blight: BlightSettings = BlightSettings()
    fire: FireSettings = FireSettings()
    migration: MigrationSettings = MigrationSettings()
