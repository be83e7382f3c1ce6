"""Runs that another program recorded: the header names it, and no tick can be made after them."""

from latticeville.runs.lines import DamageError
from latticeville.runs.replay import Replay

_PREFIX = "recorded by "


def name_program(program: str) -> str:
    """Return what the header of a run recorded by a program names as its model."""
    return f"{_PREFIX}{program}"


def recording_program(model: str) -> str:
    """Return the program that recorded a run, from the model that its header names; "" for ours."""
    return model.removeprefix(_PREFIX) if model.startswith(_PREFIX) else ""


def answering_model(model: str) -> str:
    """Return the spec of who answers questions about a run: its own model, or the built-in one for
    a run of another program."""
    return "builtin" if recording_program(model) else model


def refuse_foreign(replay: Replay) -> None:
    """Raise DamageError for a run that another program recorded."""
    if program := recording_program(replay.header.model):
        raise DamageError(
            f"{replay.folder}: recorded by {program}, so it can be read but not simulated\n"
            "    why: its minds and rules are those of another program\n"
            "    fix: for a run of our own in such a world, import its map and people: "
            "latticeville import"
        )
