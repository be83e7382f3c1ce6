"""`@in_worker`: run a controller's coroutine that awaits dialogs in a worker of the app."""

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
