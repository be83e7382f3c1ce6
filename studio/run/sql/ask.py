"""Open the window of statements over a run, and go where a row of an answer leads."""

from textual import work

from studio.player import orders
from studio.run.view import RunView


@work
async def ask_tables(screen: RunView) -> None:
    """Show the window of statements; then go to the tick and the person of the chosen row."""
    from studio.run.sql.query_screen import QueryScreen

    if screen.frame is None:
        return
    folder, session = screen.player.source.folder, screen.query_session
    target = await screen.app.push_screen_wait(
        QueryScreen(folder, session, screen.state.bodies.__contains__)
    )
    if target is None:
        return
    screen.push_mark()
    if target.who:
        screen.select(target.who)
    if target.tick is not None:
        screen.player.do(orders.GoTo(target.tick))
