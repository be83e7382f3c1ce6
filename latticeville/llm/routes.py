"""A model per person: send each request to the model of the person it concerns.

`fake;ada=mlx:PATH;ben=server:URL#NAME` means one model for everybody, and others for Ada and Ben.
"""

from collections.abc import Mapping, Sequence

from latticeville.llm.model import Model, Reply, Request


def join_routes(spec: str, own: Mapping[str, str]) -> str:
    """Return the spec of a model for all with those of some people's own.

    >>> join_routes("fake", {"ben": "server:URL#NAME", "ada": "fake"})
    'fake;ben=server:URL#NAME'
    """
    return ";".join([spec, *(f"{who}={other}" for who, other in sorted(own.items()) if other != spec)])


def split_routes(spec: str) -> tuple[str, dict[str, str]]:
    """Return the spec of the model for all, and those of some people's own.

    >>> split_routes("fake;ada=mlx:PATH")
    ('fake', {'ada': 'mlx:PATH'})
    """
    first, *rest = spec.split(";")
    return first, dict(part.split("=", 1) for part in rest if "=" in part)


class RoutedModel:
    """Hands each request to the model of its person; each model is asked once, with all that is its."""

    def __init__(self, model: Model, own: Mapping[str, Model]) -> None:
        self._model, self._own = model, dict(own)

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return the replies in the order of the requests."""
        asked: dict[int, tuple[Model, list[int]]] = {}
        for place, request in enumerate(requests):
            model = self._own.get(request.who, self._model)
            asked.setdefault(id(model), (model, []))[1].append(place)
        replies = [Reply("")] * len(requests)
        for model, places in asked.values():
            for place, reply in zip(places, model.answer([requests[place] for place in places]), strict=True):
                replies[place] = reply
        return replies
