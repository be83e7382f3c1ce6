"""Actions that an installed set of rules offers, as requests and replies have them: their kind,
target and verb."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from latticeville.mind.action import Action
from latticeville.models.json_schema import object_schema
from latticeville.world.model.world import World

_FIELDS = ("target", "verb")


def other_reply(action: Action) -> dict[str, object]:
    """Return an action as a model replies it.

    >>> other_reply(Action("wave", "bob")), other_reply(Action("sing"))
    ({'kind': 'wave', 'wave': {'target': 'bob'}}, {'kind': 'sing'})
    """
    told = {name: getattr(action, name) for name in _FIELDS if getattr(action, name)}
    return {"kind": action.kind, action.kind: told} if told else {"kind": action.kind}


def read_other(reply: object) -> Action | None:
    """Return the action that a reply names, without words; None where it has another form.

    >>> read_other({"kind": "wave", "wave": {"target": "bob"}}) == Action("wave", "bob")
    True
    """
    if not isinstance(reply, Mapping) or not isinstance(kind := reply.get("kind"), str):
        return None
    told = reply.get(kind)
    given = told if isinstance(told, Mapping) else {}
    target, verb = (str(given[name]) if given.get(name) else "" for name in _FIELDS)
    return Action(kind, target, verb or None)


def other_forms(offered: Sequence[Action]) -> Iterator[dict[str, Any]]:
    """Yield the JSON Schema of a reply for each kind of action."""
    for kind, group in groupby(sorted(offered, key=_kind), _kind):
        actions = [*group]
        values = {
            name: [*dict.fromkeys(value for one in actions if (value := getattr(one, name)))]
            for name in _FIELDS
        }
        fields = {name: {"enum": found} for name, found in values.items() if found}
        more = {kind: object_schema(**fields)} if fields else {}
        yield object_schema(kind={"const": kind}, **more)


def other_lines(offered: Sequence[Action], world: World) -> Iterator[str]:
    """Yield a line of a prompt for each kind of action: the form of a reply, and what it can be
    done to."""
    for form in other_forms(offered):
        kind = form["properties"]["kind"]["const"]
        names = form["properties"].get(kind, {"properties": {}})["properties"]
        told = "".join(f', "{kind}": {{' * bool(names)) + ", ".join(
            f'"{name}": "…"' for name in names
        )
        targets = [one for one in offered if one.kind == kind and one.target]
        done = ", ".join(
            f"{f'{one.verb} ' if one.verb else ''}{one.target} ({world.name_of(one.target)})"
            for one in targets
        )
        reply = f'{{"kind": "{kind}"{told}{"}" * bool(names)}}}'
        yield f"- {kind}, as {reply}{f': {done}' * bool(done)}"


def _kind(action: Action) -> str:
    return action.kind
