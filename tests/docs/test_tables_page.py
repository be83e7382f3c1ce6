"""The page of the tables names every table and column, and its questions have these answers."""

from pathlib import Path

import pytest

from latticeville.tables.registry import table_rows
from tests.docs.runner import ROOT, played

PAGE = ROOT / "docs" / "tables.md"
TEXT = PAGE.read_text("utf-8")
BEGIN, END = "<!-- tables -->\n", "<!-- end of the tables -->\n"


def test_the_tables_are_those_of_the_registry(request: pytest.FixtureRequest) -> None:
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    rows = "".join(f"{line}\n" for line in table_rows())
    written = f"{before}{BEGIN}{rows}{END}{rest.partition(END)[2]}"
    if request.config.getoption("update_snapshots", default=False):
        PAGE.write_text(written, "utf-8")
    else:
        assert written == TEXT


@pytest.mark.slow
def test_the_examples_of_ten_questions_are_true(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    real = played(PAGE.read_text("utf-8"), tmp_path)
    assert TEXT.count("latticeville sql") > 10
    if request.config.getoption("update_snapshots", default=False):
        PAGE.write_text(real, "utf-8")
    else:
        assert real == TEXT
