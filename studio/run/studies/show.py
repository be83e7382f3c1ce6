"""Open the window of studies of the open world, and ask for the runs that are chosen there."""

from pathlib import Path

from textual import work
from textual.message import Message

from studio.run.view import RunView


class StudyRunsChosen(Message):
    """A run of a study is to be shown at a tick, or two of them are to be compared."""

    def __init__(self, runs: tuple[Path, ...], tick: int) -> None:
        super().__init__()
        self.runs, self.tick = runs, tick


@work
async def show_studies(screen: RunView) -> None:
    """Show the window of studies; then the runs that were chosen there."""
    from studio.run.studies.studies_screen import StudiesScreen

    if screen.access is None:
        screen.tell("A recorded run has no studies: open its world.")
        return
    window = StudiesScreen(screen.access.world, screen.studies_session)
    chosen = await screen.app.push_screen_wait(window)
    if chosen is not None:
        screen.post_message(StudyRunsChosen(*chosen))
