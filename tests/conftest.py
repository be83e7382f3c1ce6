"""What holds for every test: nothing is taken from the cache of parsed worlds unless a test says so."""

import os

from latticeville.world.world_cache import SWITCH

os.environ[SWITCH] = "off"
