"""Models by person and by kind of question: send each request to its own.

`fake;ada=mlx:PATH;ben=server:URL#NAME` means one model for everybody, and others for Ada and Ben;
`fake;@rate=mlx:PATH` another one for the requests of the kind `rate`. A person's own model comes
before that of a kind. `hybrid:SPEC` means the built-in mind, and the model for all that is said.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from latticeville.core.plugins import HYBRID
from latticeville.models.model import Model, Reply, Request

BUILTIN = "builtin"
"""The built-in mind, which needs no package."""
SPOKEN_KINDS = ("answer", "chat", "greet", "interview")
"""The kinds of request whose replies are said to somebody."""


def join_routes(spec: str, own: Mapping[str, str]) -> str:
    """Return the spec of a model for all with those of some people's own.

    >>> join_routes("fake", {"ben": "server:URL#NAME", "ada": "fake"})
    'fake;ben=server:URL#NAME'
    """
    return ";".join(
        [spec, *(f"{who}={other}" for who, other in sorted(own.items()) if other != spec)]
    )


def split_routes(spec: str) -> tuple[str, dict[str, str]]:
    """Return the spec of the model for all, and those of some people's own.

    >>> split_routes("fake;ada=mlx:PATH")
    ('fake', {'ada': 'mlx:PATH'})
    >>> split_routes("hybrid:mlx:PATH")
    ('builtin', {'@answer': 'mlx:PATH', '@chat': 'mlx:PATH', '@greet': 'mlx:PATH', '@interview': 'mlx:PATH'})
    """
    first, *rest = spec.split(";")
    own = dict(part.split("=", 1) for part in rest if "=" in part)
    if not first.startswith(HYBRID):
        return first, own
    talker = first.removeprefix(HYBRID)
    return BUILTIN, {**{f"@{kind}": talker for kind in SPOKEN_KINDS}, **own}


class RoutedModel:
    """Hands each request to its model; each model is asked once, with all that is its.

    `specs` name the models by route, "" for the first; a reply then says which model it is of.
    """

    def __init__(
        self, model: Model, own: Mapping[str, Model], specs: Mapping[str, str] | None = None
    ) -> None:
        self._models, self._specs = {"": model, **own}, specs or {}

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies in the order of the requests."""
        routes = [self._route(request) for request in requests]
        asked: dict[int, tuple[Model, list[int]]] = {}
        for place, route in enumerate(routes):
            model = self._models[route]
            asked.setdefault(id(model), (model, []))[1].append(place)
        replies = [Reply("")] * len(requests)
        for model, places in asked.values():
            for place, reply in zip(
                places, model.answer([requests[place] for place in places]), strict=True
            ):
                spec = self._specs.get(routes[place], "")
                replies[place] = replace(reply, model=spec) if spec else reply
        return replies

    def _route(self, request: Request) -> str:
        """Return the key of the model of a request."""
        return next(
            (key for key in (request.who, f"@{request.kind}") if key and key in self._models), ""
        )
