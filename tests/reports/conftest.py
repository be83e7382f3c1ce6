"""A short recorded run that all tests of the views look at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from latticeville.reports.rows import ViewRow
from tests.reports.runs import recorded

TICKS = 60


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return recorded(tmp_path_factory.mktemp("views") / "run", TICKS)


def unfolded(rows: Iterator[ViewRow]) -> Iterator[ViewRow]:
    """Yield rows with all that folds below them."""
    for row in rows:
        yield row
        if row.children:
            yield from unfolded(iter(row.children()))
