"""Open the window of scenarios of the open world, and ask for the run of a chosen failure."""

from pathlib import Path

from textual import work
from textual.message import Message

from studio.run.view import RunView


class FailedRunChosen(Message):
    """The run in which a scenario failed is to be shown, at a tick."""

    def __init__(self, folder: Path, tick: int) -> None:
        super().__init__()
        self.folder, self.tick = folder, tick


@work
async def show_scenarios(screen: RunView) -> None:
    """Show the window of scenarios; then the run of the failure that was chosen there."""
    from studio.run.scenarios.scenarios_screen import ScenariosScreen

    if screen.access is None:
        screen.tell("A recorded run has no scenarios: open its world.")
        return
    window = ScenariosScreen(screen.access.world, screen.scenario_session)
    failed = await screen.app.push_screen_wait(window)
    if failed is not None:
        screen.post_message(FailedRunChosen(failed.folder, failed.tick))
