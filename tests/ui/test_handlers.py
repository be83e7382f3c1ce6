"""Handlers of messages: Textual calls that of every class in the MRO itself."""

import re

from tests.world_folders import ROOT


def test_no_handler_calls_the_one_of_a_base_class_once_more() -> None:
    again = re.compile(r"super\(\)\.(_?on_(?!event\b)\w+)")
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (ROOT / "studio").rglob("*.py")
        for name in again.findall(path.read_text("utf-8"))
    }
    assert found == set()
