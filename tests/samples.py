"""How many samples a property test takes: a few in `make quick`, more in `make test`, many in `make
fuzz`."""

import os

FUZZ = "LATTICEVILLE_FUZZ" in os.environ
FEW = "LATTICEVILLE_QUICK" in os.environ


def samples(usual: int, fuzz: int) -> int:
    """Return the number for this run; the test also bears the marker `fuzz`, which `make fuzz`
    selects by."""
    return fuzz if FUZZ else usual
