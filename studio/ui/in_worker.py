"""What controllers of the app share: sentences in the footer, and dialogs awaited in a worker."""

from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from textual.app import App


class HasApp(Protocol):
    """A controller of an app."""

    @property
    def app(self) -> App[Any]:
        """The app whose worker it is."""
        ...


Host = TypeVar("Host", bound=HasApp)
P = ParamSpec("P")


def in_worker(
    flow: Callable[Concatenate[Host, P], Coroutine[Any, Any, None]],
) -> Callable[Concatenate[Host, P], None]:
    """Run a coroutine of a controller in a worker of its app, as `textual.work` does for those of
    widgets."""

    @wraps(flow)
    def start(host: Host, /, *args: P.args, **kwargs: P.kwargs) -> None:
        host.app.run_worker(flow(host, *args, **kwargs), group="dialog")

    return start


class Announce(Protocol):
    """Says a sentence in the footer for some seconds, or until a key is pressed where it is
    lasting.

    What is said gently is left out where something else is being said.
    """

    def __call__(self, sentence: str, *, lasting: bool = False, gently: bool = False) -> None:
        """Say it."""
        ...
