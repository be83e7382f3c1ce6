"""The actions of the simulate workbench that need no more than what its screen holds, as functions
of the screen."""

from collections.abc import Callable
from typing import Protocol

from studio.run.agent_commands import AgentCommands, AgentHost
from studio.run.name_search import NameSearch


class ActionHost(AgentHost, Protocol):
    """The screen of the run."""

    agents: AgentCommands
    search: NameSearch


Action = Callable[[ActionHost], object]


def find_name(way: int) -> Action:
    """Return the action that selects the next (1) or previous (-1) match of a search."""
    return lambda screen: screen.search.step(way)


def select_person(way: int) -> Action:
    """Return the action that selects the next (1) or previous (-1) person."""
    return lambda screen: screen.agents.select_person(way)


def inspect(name: str) -> Action:
    """Return the action that shows a pane about the selected person; again, the map."""
    return lambda screen: screen.agents.inspect(name)


def toggle(name: str) -> Action:
    """Return the action that shows a pane about everybody; again, the map."""
    return lambda screen: screen.focus_pane("map" if screen.focused_pane == name else name)
