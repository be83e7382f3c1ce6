"""Actions that ask one thing after another, and wait for each answer."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from textual.dom import DOMNode

P = ParamSpec("P")
N = TypeVar("N", bound=DOMNode)


def flow(
    method: Callable[Concatenate[N, P], Coroutine[Any, Any, None]],
) -> Callable[Concatenate[N, P], Awaitable[None]]:
    """Run a method as a worker, in which dialogs can be awaited, and go on once it waits for its first answer.

    A plain worker begins a turn of the loop later, and keys that are under way would not reach the dialog.
    """

    @wraps(method)
    async def started(self: N, /, *args: P.args, **kwargs: P.kwargs) -> None:
        self.run_worker(method(self, *args, **kwargs), name=method.__name__, group="flow")
        await asyncio.sleep(0)

    return started
