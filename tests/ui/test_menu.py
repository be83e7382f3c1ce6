"""What the context menu of each part of a screen offers."""

import pytest

from studio.app.context_menu import LAST, OF_PEOPLE, OFFERED, menu_commands
from studio.ui.commands.registry import ABOVE, MOVES, enclosing_scopes, find_command


@pytest.mark.parametrize("table", [OFFERED, LAST])
def test_every_offered_action_is_a_command(table: dict[str, tuple[str, ...]]) -> None:
    for part, actions in table.items():
        for action in actions:
            assert find_command(f"{part}.{action.replace('_', '-')}"), (part, action)


@pytest.mark.parametrize("where", ABOVE)
def test_a_menu_offers_each_command_once_and_only_where_it_holds(where: str) -> None:
    offered = menu_commands(where, has_person=True)
    ids = [command.id for command in offered]
    assert len(ids) == len({*ids})
    assert {command.where for command in offered} <= {*enclosing_scopes(where)}
    assert not {command.action for command in offered} & {*MOVES}
    without = {command.action for command in menu_commands("map", has_person=False)}
    assert without.isdisjoint(OF_PEOPLE)
    assert "fork" in without
