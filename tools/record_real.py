"""Record the run in tests/data/real anew: eight ticks of two people on a real small model and a
real embedder.

Run it when prompts or the schema of the log change; it needs what `make test` installs for real
models.
"""

import shutil
from pathlib import Path

from latticeville.models.spec import make_model
from tests.models.test_real_minds import SPEC, lived

REAL = Path(__file__).parents[1] / "tests" / "data" / "real"


def main() -> None:
    """Replace the recorded run."""
    shutil.rmtree(REAL, ignore_errors=True)
    vectors = REAL.with_name("vectors.sqlite")
    lived(REAL, make_model(SPEC), vectors)
    vectors.unlink()


if __name__ == "__main__":
    main()
