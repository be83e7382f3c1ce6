"""The tutorial and the readme say what really happens; `--snapshot-update` writes what their
commands print now."""

import re
from pathlib import Path

import pytest

from tests.docs.runner import ROOT, agrees, played

PAGES = (ROOT / "docs" / "tutorial.md", ROOT / "docs" / "studies.md", ROOT / "README.md")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_page_is_true(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    told = page.read_text("utf-8")
    real = played(told, tmp_path)
    if request.config.getoption("update_snapshots", default=False):
        page.write_text(real, "utf-8")
    else:
        assert real == told


def test_a_wrong_output_and_a_wrong_exit_code_are_found(tmp_path: Path) -> None:
    told = "```console\n$ cat there\none\n$ ls nowhere > no 2>&1\n$ echo $? \n0\n```"
    (tmp_path / "there").write_text("two\n")
    assert re.fullmatch(
        r"```console\n\$ cat there\ntwo\n.*\n\$ echo .*\n[12]\n```", played(told, tmp_path)
    )


def test_edits_are_made_where_they_belong(tmp_path: Path) -> None:
    (tmp_path / "w.toml").write_text("a = 1\nb = 2\n")
    for mark in ("at the end", "instead of: a =", "below: b"):
        played(f"```toml\n# w.toml, {mark}\nc = 3\n```", tmp_path)
    assert (tmp_path / "w.toml").read_text() == "c = 3\nb = 2\nc = 3\n\nc = 3\n"
    with pytest.raises(ValueError, match="unpack"):
        played("```toml\n# w.toml, below: c\nd = 4\n```", tmp_path)


@pytest.mark.parametrize(
    ("told", "real"), [("…\n", ""), ("a … c\n", "a b c\n"), ("", ""), ("a\n…\n", "a\n\nb  \n")]
)
def test_what_is_elided_may_be_anything(told: str, real: str) -> None:
    assert agrees(told, real)


@pytest.mark.parametrize(
    ("told", "real"), [("…\nb\n", "a\n"), ("a.c\n", "abc\n"), ("", "a\n"), ("a…\n", "a\nb\n")]
)
def test_what_is_not_elided_may_not(told: str, real: str) -> None:
    assert not agrees(told, real)
