"""Commands on people, and on what a name finds: select, inspect, interview, compare beliefs."""

from textual import work

from latticeville.core.text_fold import fold
from latticeville.world.model.areas import WORLD
from latticeville.world.model.world import World
from studio.run.panes.belief_scene import DOUBT
from studio.run.view import RunView
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.text_dialog import TextPrompt


def has_person(screen: RunView) -> bool:
    """Tell whether a person is selected, and say how one is where none is."""
    if not screen.person:
        screen.tell(
            "Select a person first: f6 next person, / find by name, enter the one at the cursor."
        )
    return screen.person


def select_person(screen: RunView, way: int) -> None:
    """Select the next (1) or previous (-1) person; the dead come after the living."""
    bodies = screen.state.bodies.values() if screen.frame else ()
    names = [body.id for body in sorted(bodies, key=lambda body: body.is_dead)]
    if names:
        last = (
            screen.run_panes.interview.person
            if screen.run_panes.interview.has_focus
            else screen.selected
        )
        place = names.index(last) + way if last in names else 0
        screen.select(names[place % len(names)])


def inspect(screen: RunView, name: str) -> None:
    """Show a pane about the selected person, or the map again."""
    if name in screen.pane_layout.shown and screen.focused_pane == name:
        if name == screen.pane_layout.face:
            screen.focus_pane("card")
        screen.focus_pane("map")
    elif has_person(screen):
        screen.focus_pane(name)


def interview(screen: RunView) -> None:
    """Ask the selected person something at the shown tick."""
    if has_person(screen):
        screen.focus_pane("interview")
        screen.run_panes.interview.ask()


@work
async def differ(screen: RunView) -> None:
    """Ask for somebody else, and show on the map where the two believe different things."""
    if screen.frame is None or not has_person(screen):
        return
    state, one = screen.state, screen.selected
    options = [Option(name, state.world.name_of(name)) for name in state.bodies if name != one]
    title = f"Compare beliefs of {state.world.name_with_article(one)} with"
    if other := await screen.app.push_screen_wait(OptionDialog(title, options)):
        screen.focus_pane("map")
        screen.run_panes.canvas.show_differences(one, other)


@work
async def ask_name(screen: RunView) -> None:
    """Ask for letters of a name, and select the first that has them."""
    dialog = TextPrompt("Find", "name of a person, place or object", screen.letters)
    if letters := await screen.app.push_screen_wait(dialog):
        screen.letters = letters
        find_name(screen, 0)


def find_name(screen: RunView, way: int) -> None:
    """Select the next (1) or the previous (-1) one found; 0 stays on one that fits."""
    if not screen.frame:
        return
    if not screen.letters:
        screen.tell("No search yet: press / and type a name.")
        return
    names = find_by_name(screen.state.world, screen.letters)
    if not names:
        screen.tell(f"No name contains “{screen.letters}”.")
        return
    place = names.index(screen.selected) + way if screen.selected in names else 0
    screen.select(names[place % len(names)])
    screen.lay_out(screen.pane_layout.with_face_shown())
    found = f"{place % len(names) + 1} of {len(names)} with “{screen.letters}”"
    screen.tell(f"{found} · n next · N previous")


def show_eyes(screen: RunView) -> None:
    """Show the map in the eyes of whose beliefs are shown."""
    canvas = screen.run_panes.canvas
    canvas.action_eyes()
    if not canvas.display:
        screen.focus_pane("map")
    if canvas.way != DOUBT:
        screen.tell("The map shows their beliefs." if canvas.way else "The map shows the truth.")


def find_by_name(world: World, wanted: str) -> list[str]:
    """Return the ids of all whose names have these letters: people, then areas, then objects."""
    letters = fold(wanted)
    names = [*world.people, *(area for area in world.areas.by_id if area != WORLD), *world.objects]
    return [name for name in names if letters in fold(world.name_of(name))]
