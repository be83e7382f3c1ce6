"""Write a scenario that expects what is seen now again, after its text was edited."""

import asyncio
from pathlib import Path

from textual import work
from textual.message import Message

from latticeville.runs.lines import DamageError
from latticeville.runs.replay import Replay
from latticeville.world.model.world import World
from studio.run.view import RunView
from studio.ui.dialogs.text_dialog import TextDialog

NOTHING = "Select a person, an object or an area, or a line of the transcript, to expect it again."


class ScenarioWritten(Message):
    """A scenario is to be kept beside the open world, in a file like this."""

    def __init__(self, file: str, text: str) -> None:
        super().__init__()
        self.file, self.text = file, text


@work
async def expect_again(screen: RunView) -> None:
    """Propose a scenario of the shown moment, let its text be edited, and ask for it to be kept."""
    from latticeville.scenarios.proposal import NoProposalError, propose_scenario

    if screen.access is None or screen.frame is None:
        screen.tell("A recorded run has no scenarios: open its world.")
        return
    transcript, tick, sentence = screen.run_panes.transcript, screen.frame.payload.tick, ""
    if transcript.has_focus and transcript.rows:
        line = transcript.event_of(transcript.rows[transcript.cursor])
        tick, sentence = (tick, "") if line is None else (line.tick, line.text)
    if not sentence and not screen.selected:
        screen.tell(NOTHING)
        return
    folder, subject = screen.player.source.folder, screen.selected
    try:
        proposal = await asyncio.to_thread(
            lambda: propose_scenario(Replay(folder), tick, subject, sentence)
        )
    except (NoProposalError, DamageError, OSError) as error:
        screen.tell(str(error))
        return
    world, home, file = screen.state.world, screen.access.world, proposal.file
    dialog = TextDialog(
        f"Expect again · {file}", proposal.text, lambda text: _mistake(file, text, world, home)
    )
    text = await screen.app.push_screen_wait(dialog)
    if text:
        screen.post_message(ScenarioWritten(file, f"{text}\n"))


def _mistake(file: str, text: str, world: World, folder: Path) -> str:
    """Return the first thing that is wrong with the text of a scenario, in one line; "" where it can
    be tried."""
    from latticeville.core.problems import select_errors
    from latticeville.scenarios.scenario_file import read_scenario

    errors = select_errors(read_scenario(file, text, world, folder)[1])
    return f"{errors[0].line}:{errors[0].column}: {errors[0].what}" if errors else ""
