"""Check that the models, embedders and sets of rules that a world names are installed; the result
depends on the machine."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from latticeville.core.plugins import (
    EMBEDDER_GROUP,
    HYBRID,
    MODEL_GROUP,
    RULES_GROUP,
    is_installed,
    list_names,
)
from latticeville.core.problems import Problem
from latticeville.core.server_address import USER_REFUSAL, AddressError, parse_server_addresses
from latticeville.world.io.sources import KeyPath, Sources
from latticeville.world.model.world import World

_KINDS: Mapping[str, str] = {
    MODEL_GROUP: "model",
    EMBEDDER_GROUP: "embedder",
    RULES_GROUP: "set of rules",
}


class NamedSpec(NamedTuple):
    """A set of rules, or a spec of a model or an embedder, that a world names, its entry-point
    group, and where it stands."""

    group: str
    spec: str
    file: str
    path: KeyPath


def named_specs(world: World) -> Iterator[NamedSpec]:
    """Yield the sets of rules, and the specs in `minds` of the world and in the personas; each
    persona once."""
    minds, file = world.minds, "world.toml"
    for place, rules in enumerate(world.rules):
        yield NamedSpec(RULES_GROUP, rules, file, ("rules", place))
    yield NamedSpec(MODEL_GROUP, minds.model, file, ("minds", "model"))
    yield NamedSpec(EMBEDDER_GROUP, minds.embedder, file, ("minds", "embedder"))
    for kind, spec in minds.models.items():
        yield NamedSpec(MODEL_GROUP, spec, file, ("minds", "models", kind))
    for persona in {person.persona.id: person.persona for person in world.people.values()}.values():
        yield NamedSpec(MODEL_GROUP, persona.model, f"personas/{persona.id}.toml", ("model",))


def find_model_problems(world: World) -> list[Problem]:
    """Return an error for each spec whose name no installed package brings; files are named
    logically."""
    sources = Sources(world.files)
    return [
        *(
            _problem(sources, named, name)
            for named in named_specs(world)
            for name, _ in _names(named.spec)
            if not is_installed(named.group, name)
        ),
        *_address_problems(sources, world),
    ]


def _names(spec: str) -> Iterator[tuple[str, str]]:
    """Yield the names in a spec, which may hold those for some people and kinds of request, each
    with what stands behind its colon.

    >>> [*_names("hybrid:fake;ada=mlx:PATH;@rate=server:URL#NAME")]
    [('fake', ''), ('mlx', 'PATH'), ('server', 'URL#NAME')]
    """
    first, *routes = spec.split(";") if spec else [""]
    for one in filter(None, [first, *(route.partition("=")[2] for route in routes)]):
        name, _, argument = one.removeprefix(HYBRID).partition(":")
        yield name.partition("?")[0], argument


def _address_problems(sources: Sources, world: World) -> Iterator[Problem]:
    """Yield an error for each address of a server that is none; which hosts are allowed, only the
    user's settings say."""
    for named in named_specs(world):
        for name, argument in _names(named.spec):
            if named.group == MODEL_GROUP and name == "server" and argument:
                try:
                    parse_server_addresses(argument.partition("?")[0], None)
                except AddressError as error:
                    yield sources.problem(
                        (named.file, named.path),
                        "bad-address",
                        USER_REFUSAL if _may_hold_password(named.spec) else str(error),
                        why="a model that is a server is named by the addresses of its replicas",
                        fix="write server:http://127.0.0.1:PORT#MODEL, several with commas",
                    )


def _may_hold_password(spec: str) -> bool:
    """Tell whether a spec has an @ other than before a kind of request."""
    return any("@" in part.lstrip("@") for part in spec.split(";"))


def _problem(sources: Sources, named: NamedSpec, name: str) -> Problem:
    from latticeville.core.closest_match import closest_match
    from latticeville.world.io.schema_errors import format_value

    kind, known = _KINDS[named.group], list_names(named.group)
    near = closest_match(name, known)
    what = f"there is no {kind} {format_value(name)}"
    why = (
        f"no installed package brings an {kind}"
        if kind[0] in "aeiou"
        else f"no installed package brings a {kind}"
    )
    fix = (
        f"write “{near}”"
        if near
        else f"write one of {', '.join(known)}, or install the package that brings it"
    )
    at = (named.file, named.path)
    return sources.problem(
        at, f"unknown-{kind.replace(' ', '-')}", what, why=f"{why} of this name", fix=fix
    )
