"""`python -m latticeville.cli` is `latticeville`."""

import sys

from latticeville.cli.main import main

sys.exit(main())
