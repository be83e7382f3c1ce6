"""Act as a person: choose their next action from a list, or type words that they say."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from textual import work

from latticeville.core.sentence_case import capital
from latticeville.mind.action import MOVE, SAY
from latticeville.sim.inputs import ActAs, Release
from latticeville.sim.state import State
from studio.player import orders
from studio.run.agent_commands import has_person
from studio.run.view import RunView
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.text_dialog import TextPrompt

if TYPE_CHECKING:
    from latticeville.reports.choices import Choice

SPOKEN = re.compile(r"[\"'“].+")
"""Words that are typed in place of a choice: said to everybody who hears them."""
MAX_WALK = 120
"""Most ticks of a walk between two choices."""
NEWS = 4
"""Most lines on what happened that stand above the choices."""


class ActDialog(OptionDialog):
    """What a person can do now, at the foot of the screen, so that the map stays to be seen."""

    DEFAULT_CSS = """
    ActDialog { align: center bottom; background: transparent; }
    ActDialog Vertical { width: 100%; max-width: 100%; }
    ActDialog OptionLines { height: 6; }
    """
    free_example = ', or " and words to say'
    free_hint = "enter says it to everybody here"
    leave = "release"
    lines = 6


class Turn(NamedTuple):
    """A choice that was made: its input, and whether ticks pass until a walk ends."""

    item: ActAs
    walks: bool = False


@work(group="act", exclusive=True)
async def act_as(screen: RunView) -> None:
    """Let the selected person do what is chosen, tick by tick, until esc releases them."""
    if screen.frame is None or not has_person(screen):
        return
    who = screen.selected
    if reason := _reason_against(screen, who):
        screen.tell(reason)
        return
    screen.player.do(orders.Seek(screen.state.tick))
    while (turn := await _ask(screen, who)) is not None:
        await _take(screen, who, turn)
        if screen.frame is None or screen.frame.trouble or screen.state.bodies[who].is_dead:
            return
    if screen.state.minds[who].intent.acted is not None:
        screen.add_input(Release(who))
        screen.tell(
            f"{screen.state.world.name_with_article(who)} decides again from the next tick on. "
            "“What did I change?” in the palette (ctrl+p) shows what came of it."
        )


def _reason_against(screen: RunView, who: str) -> str:
    """Say why nobody can act as a person at what is shown; "" where one can."""
    name = screen.state.world.name_with_article(who)
    if screen.state.bodies[who].is_dead:
        return f"{name} is dead."
    if screen.past:
        return "You can act only at the newest tick: end goes there, f forks here."
    return "" if screen.editable else "A recorded run does not change: f forks it here."


async def _ask(screen: RunView, who: str) -> Turn | None:
    """Ask what the person does next; None where they are released."""
    from latticeville.reports.choices import list_choices

    while True:
        state = screen.state
        choices = dict(enumerate(list_choices(state, who), start=1))
        options = [Option(str(key), f"{key} {one.name}", one.note) for key, one in choices.items()]
        name = state.world.name_with_article(who)
        text = "\n".join([*_news(screen, who)][-NEWS:])
        title = f"You are {name} · esc releases them"
        key = await screen.app.push_screen_wait(ActDialog(title, options, text=text, free=SPOKEN))
        if not key:
            return None
        if SPOKEN.fullmatch(key):
            return Turn(ActAs(who, SAY, words=key.strip("\"'“”")))
        turn = await _complete(screen, choices[int(key)])
        if turn is not None:
            return turn


async def _complete(screen: RunView, choice: "Choice") -> Turn | None:
    """Ask for the words of a choice that wants some; None where there are none."""
    item = choice.item
    if not choice.is_speech:
        return Turn(item, item.action == MOVE)
    title = capital(choice.name.removesuffix(" …"))
    words = await screen.app.push_screen_wait(TextPrompt(title, "words, as they say them"))
    return Turn(ActAs(item.who, SAY, item.target, words=words)) if words else None


async def _take(screen: RunView, who: str, turn: Turn) -> None:
    """Make the tick of a choice, and those of a walk until it ends or somebody speaks."""
    screen.player.do(orders.AddInput(turn.item))
    for _ in range(MAX_WALK if turn.walks else 1):
        tick = screen.state.tick + 1
        screen.player.do(orders.StepBy(1))
        await screen.wait_for_tick(tick)
        body = screen.state.bodies[who]
        if screen.state.tick < tick or body.journey is None or _is_spoken_to(screen.state, who):
            return


def _is_spoken_to(state: State, who: str) -> bool:
    return any(who in said.listeners for said in state.utterances)


def _news(screen: RunView, who: str) -> Iterator[str]:
    """Yield what happened around a person in the shown tick, and what they did."""
    if screen.frame is None:
        return
    payload = screen.frame.payload
    area, world = payload.state.bodies[who].area, payload.state.world
    for event in payload.events:
        if getattr(event, "who", "") == who or getattr(event, "area", None) == area:
            yield event.sentence(world)
