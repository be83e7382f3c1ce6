"""Every link in these pages leads to a page and a heading that are there."""

import re
from pathlib import Path

import pytest

from tests.docs.runner import ROOT

PAGES = (
    "README.md",
    "CONTRIBUTING.md",
    *(page.relative_to(ROOT).as_posix() for page in sorted((ROOT / "docs").rglob("*.md"))),
)


def headings(page: Path) -> list[str]:
    """Return the anchors of a page as GitHub makes them."""
    text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]


@pytest.mark.parametrize("name", PAGES)
def test_no_two_headings_share_an_anchor(name: str) -> None:
    found = headings(ROOT / name)
    assert len(found) == len({*found})


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    for file, anchor in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", page.read_text("utf-8")):
        target = page.parent / file if file else page
        assert target.is_file(), file
        assert not anchor or anchor in headings(target), anchor
