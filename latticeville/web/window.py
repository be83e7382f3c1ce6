"""What the routes of one run share."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from latticeville.web.divergence import VisibleDivergence
from latticeville.web.log_stream import LogStream
from latticeville.web.run_reader import RunReader
from latticeville.web.tick_maker import TickMaker
from latticeville.web.turn import ActingTurn
from latticeville.web.viewers import Viewers

if TYPE_CHECKING:
    from latticeville.store.address import StoreAddress


class Window:
    """A run as it is looked at and, the other run of two apart, acted on; `beside` is the folder of
    that other run."""

    def __init__(
        self,
        folder: Path,
        beside: Path | None = None,
        *,
        may_act: bool = True,
        store: "StoreAddress | None" = None,
    ) -> None:
        self.folder, self.beside, self.may_act = folder, beside, may_act
        self.divergence = VisibleDivergence(folder, beside) if beside else None
        self.stream = LogStream(folder)
        self.reader = RunReader(folder, self.stream, store)
        self.viewers = Viewers(self.stream)
        self.maker = TickMaker(folder)
        self.turn = ActingTurn(self.maker, self.viewers)


def window_of(connection: HTTPConnection) -> Window:
    """Return the window that a request or a WebSocket is for."""
    window: Window = connection.app.state.window
    return window


def reader_of(connection: HTTPConnection) -> RunReader:
    """Return the run that a request reads."""
    return window_of(connection).reader


TheWindow = Annotated[Window, Depends(window_of)]
TheRun = Annotated[RunReader, Depends(reader_of)]
