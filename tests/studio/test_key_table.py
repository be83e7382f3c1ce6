"""Which command each key does on every screen, pane and dialog: one table for each, as the app
would answer."""

from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.screen import Screen

from tests.reports.test_comparison import sides, whole  # noqa: F401 - fixtures
from tests.studio.conftest import Driven, studio
from tests.studio.test_sizes import BENCHES, Make, cases, square  # noqa: F401 - fixtures


def answers(screen: Screen[Any]) -> dict[str, str]:
    """Return the id of the command, else the action, that each key does where the focus is."""
    found: dict[str, str] = {}
    for _node, keys in reversed(screen._modal_binding_chain):
        found |= {
            key: binding.id or binding.action
            for key, bindings in keys.key_to_bindings.items()
            for binding in bindings
        }
    return found


def table(title: str, keys: dict[str, str], but: dict[str, str]) -> list[str]:
    """Return the lines of a table, without what holds everywhere on the screen."""
    own = sorted((key, name) for key, name in keys.items() if but.get(key) != name)
    return [f"# {title}", *(f"{key:<20} {name}" for key, name in own), ""]


@pytest.mark.parametrize("key", BENCHES)
async def test_keys_of_workbenches(square: Path, key: str, frames: SnapshotAssertion) -> None:  # noqa: F811
    async with studio(square) as driven:
        await driven.press(key)
        await driven.until(lambda: isinstance(driven.app.screen, BENCHES[key]))
        screen: Any = driven.app.screen
        panes = {}
        for pane in screen.names:
            screen.focus_pane(pane)
            await driven.pilot.pause(0.02)
            panes[pane] = answers(screen)
        common = dict(set.intersection(*({*keys.items()} for keys in panes.values())))
        lines = table("everywhere", common, {})
        for pane, keys in panes.items():
            lines += table(pane, keys, common)
        assert "\n".join(lines) == frames(
            name={"4": "simulate", "1": "map", "2": "people", "3": "objects"}[key]
        )


async def test_keys_of_dialogs(cases: dict[str, Make], frames: SnapshotAssertion) -> None:  # noqa: F811
    async with studio(None, (120, 40)) as driven:
        lines: list[str] = []
        for name, make in cases.items():
            if "," in name or "without" in name or "Help on" in name:
                continue
            lines += table(name, await opened(driven, make()), {})
        assert "\n".join(lines) == frames(name="dialogs")


async def opened(driven: Driven, dialog: Screen[Any]) -> dict[str, str]:
    """Return what keys do on a dialog."""
    await driven.app.push_screen(dialog)
    await driven.pilot.pause(0.05)
    found = answers(driven.app.screen)
    await driven.app.pop_screen()
    return found
