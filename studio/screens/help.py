"""Help: the keys that one needs first, what the focused pane is, and every key that holds in it."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from studio.commands import MOVES, Command, around, commands, find
from studio.keymap import Keymap
from studio.locations import keymap_file
from studio.widgets.bar import key_name
from studio.widgets.dialog import Dialog
from studio.widgets.lines import Wrapped
from studio.widgets.part import bindings
from studio.widgets.spans import QUIET, STRONG, WARM, Row, Span, width, wrap

ABOUT = {
    "map": "The map: people over objects over ground. The cursor's cell is named below. A selected area is framed, "
    "a selected person or thing stands inverted. Drag or use the wheel to pan; click again to reach what is under.",
    "outline": "The world as a tree: areas in areas, objects with their states, people where they are; at the right, "
    "how many people are inside.",
    "beliefs": "What the selected person takes to be so: = as it is, ~ stale, ! elsewhere, × gone, ? unknown. "
    "Believed first, then what is so. A mind sees the world as the tick before left it: what happens in a tick, its "
    "own doing too, it believes and remembers with the next.",
    "memory": "What a person remembers. Where something was recalled in the shown tick: every candidate with its "
    "parts, each between 0 and 1, their weighted sum, and the cut line. Keys turn the weights.",
    "interview": "Questions to people and what they answer from their memories at the shown tick, with those that each "
    "answer rests on. What was put to several stands below a heading, person by person; f6 and f5 go from one to the "
    "next. Nothing of it is part of the run.",
    "why": "The chain behind one action: what was perceived, noted and recalled, the plan, the question to the model "
    "and its answer, what came of it and who perceived that.",
    "card": "Everything about what is selected. Lines that speak of another place, person or thing lead there.",
    "timeline": "The whole run on one line: the higher a bar, the more happened; shaded hours are night. Click or "
    "drag to go to another time.",
    "transcript": "What happened up to the tick that you see, the newest last and marked.",
    "simulate": "A run is one tape. Ticks that exist are shown again; after the last one, play and step make new "
    "ones. Going back stops the village; play goes on from there through what has been, and then lives on.",
    "welcome": "Worlds in ./worlds and worlds opened before, each with a small map.",
    "broken": "What keeps this world from being opened. Mend the files, then try again.",
    "draw": "The project as you draw it. Enter sets the anchor of a shape, and draws it where the cursor is then; what "
    "would land is seen before it does. One stroke is one step. The hand selects and drags; the right button picks a "
    "glyph up, the wheel and shift with the left button pan. Where an area is selected, its handles resize it.",
    "tree": "Areas in areas, and the objects and people in them, with their ids.",
    "tiles": "The legend: every glyph with what it stands for, and whether it stops walkers (wall) or sight (opaque).",
    "form": "What is selected, field by field; what is quiet is left out, and what you see there holds instead.",
    "steps": "Everything that was done since the project was opened; those that are undone are quiet.",
    "problems": "What `latticeville check` would say now. Enter goes to the place.",
    "compare": "One file in two editions: yours, and the one that lies on disk. Each item is taken from the side "
    "that ▸ marks; what both have changed says so. Nothing is written before you save.",
    "partings": "Two runs that began alike, compared from where they part. First what it comes to; then, for each "
    "person, what differs, from when to when, and how the first of it is in the one run | in the other; then what only "
    "one of the two tells, and numbers. enter leads to a line's tick and person, and to the very memory, belief or "
    "question that it tells of; d from there back here.",
    "design": "Nothing here touches the run until you save: then it goes on in the saved world from its next tick on, "
    "and people keep their minds. Keys of tools for which a pane has no use of its own lead to the map from there.",
    "people": "The personas of the project. The map workbench has the same project: its steps are undone here, too.",
    "personas": "Everybody who could live in this world; who does not is quiet, and marked as away. The cursor "
    "selects.",
    "persona": "All that makes somebody who they are. A row of a list is one line of typing, its parts between bars; "
    "a memory begins with its importance; tab or → completes the id of a place or a person. Under the routine lies the "
    "day: hours without a row are dots, and the row under the cursor is lit.",
    "portrait": "What a mind makes of the persona as it is now, saved or not: who they are to it, the first prompt, "
    "a day plan, a talk; two people side by side.",
    "roster": "Everybody: ⌂ is where they live, ⚒ where they work. The cursor chooses whom map and graph speak of. "
    "Below stand who knows whom (↔ each other, → one only) and who will meet whom where.",
    "homes": "The map with everybody's signs: ⌂ and a glyph is a home, ⚒ and a glyph a place of work, ◊ both; a number "
    "is how many live or work there. Dots are the chosen person's way to work. A click chooses, another goes there.",
    "ties": "A line for each person, a wire for every two of whom one knows the other; heavy ones are the chosen "
    "person's. ● ends a wire at whoever says what the other is to them, ○ at whoever does not. Above is what two of "
    "them are to each other, and what they think.",
    "things": "Kinds of objects and how they behave. Nothing here touches the run until you save; what you edit is "
    "one history with the map's.",
    "kinds": "Every kind of kinds.toml with how many objects are of it; ! where the checks have something to say.",
    "machine": "The machine as a table: states, counters, and rows that are tried from top to bottom. ● is where "
    "the trial stands, » where it begins. Quiet lines come from what the kind extends. A click chooses, another edits.",
    "graph": "The machine as boxes and arrows. The double frame is where the trial stands; an arrow bears the numbers "
    "of its rows in the table, a letter where what it extends has them; ! is where the checks found something.",
    "trial": "A copy that no world knows of. Verbs first: × would be refused, with the reason; below, what happened, "
    "the newest first, with the conditions of each row that was tried, the effects and the sentence that witnesses "
    "would remember.",
    "facts": "What the checks found in this machine, with the shortest way there, and the rows that no test takes; "
    "then what is of this kind, and how it is in the run.",
    "app": "Everywhere",
}
"""What each part of a screen is."""
TITLES = {
    "simulate": "The run",
    "design": "The workbench",
    "people": "The workbench",
    "draw": "The map",
    "things": "Objects",
    "partings": "The comparison",
    "app": "Everywhere",
}
"""Headings of the parts around a pane."""
ESSENTIALS = (
    "simulate.play", "simulate.step", "simulate.back", "simulate.next-event", "map.select",
    "app.palette", "simulate.find", "simulate.next-pane", "app.help", "app.leave",
)  # fmt: skip
"""Commands with which one gets by, down the left column and then down the right one."""
DRAWING = (
    "draw.land", "draw.pencil", "draw.rectangle", "draw.fill", "draw.choose", "draw.area",
    "draw.wall", "draw.door", "draw.object", "draw.person", "design.undo", "design.save",
)  # fmt: skip
"""The same for the map workbench."""
MAKING = (
    "things.new", "things.add", "machine.open", "things.rename", "things.remove", "machine.graph",
    "trial.open", "trial.wait", "trial.keep", "things.place", "things.undo", "things.save",
)  # fmt: skip
"""The same for the objects workbench."""
CASTING = (
    "personas.open", "people.new", "personas.live", "people.filter", "persona.open", "persona.add",
    "persona.long", "people.talk", "people.prompt", "people.day", "people.undo", "people.save",
)  # fmt: skip
"""The same for the people workbench."""
KEYS = 14
"""Cells of the keys in a line of help."""
KEY = 11
"""Cells of the one key before the name of an essential command."""
NARROW = 40
"""Cells below which keys stand on a line of their own."""
MOUSE = (
    "To select text with the mouse as the terminal does, hold shift (or option) while dragging. ctrl+c does not "
    "leave the studio, ctrl+q does."
)
"""How to get past the mouse of the studio, and out of it."""


class Keys(Wrapped):
    """The text of a help page."""

    where = "dialog"
    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")

    def __init__(self, subject: str, keymap: Keymap) -> None:
        super().__init__(id="keys")
        self._subject, self._keymap = subject, keymap
        self.border_title = f"Help · {TITLES.get(subject, subject.capitalize())}"

    def _draw(self) -> None:
        self.show_rows(list(self._page()))

    def _page(self) -> Iterator[Row]:
        scopes = around(self._subject)
        first = {"simulate": ESSENTIALS, "design": DRAWING, "things": MAKING, "people": CASTING}
        for screen, essentials in first.items():
            if screen in scopes:
                yield from self._essentials(essentials)
        stood_in = {command.instead for where in scopes for command in commands(where)}
        for where in scopes:
            yield from self._scope(where, [command for command in commands(where) if command.id not in stood_in])
        yield from self._words("mouse", f'{MOUSE} Keys can be changed in {keymap_file()}: command.id = "key".')

    def _scope(self, where: str, group: Sequence[Command]) -> Iterator[Row]:
        """Yield what a part of the screen is for, and its commands."""
        yield Row(where, (Span(TITLES.get(where, where.capitalize()), STRONG),))
        yield from self._words(f"{where} about", ABOUT[where] if where != "app" else "")
        yield from self._moves([command for command in group if command.action in MOVES])
        for command in group:
            if command.action not in MOVES:
                yield from self._command(command)
        yield Row(f"{where} gap", ())

    def _keys(self, command: Command) -> str:
        return " ".join(map(key_name, self._keymap.of(command))) or "–"

    def _essentials(self, names: Sequence[str]) -> Iterator[Row]:
        """Yield the commands with which one gets by, in two columns where both have room for every name."""
        yield Row("essentials", (Span("Essentials", STRONG),))
        known = [command for command in map(find, names) if command]
        column = self.size.width // 2
        beside = column - KEY - max(len(one.name) for one in known)
        rows = -(-len(known) // 2) if beside >= 0 else len(known)
        for turn in range(rows):
            spans = [span for one in known[turn::rows] for span in (
                Span(f"  {self._keys(one).split(' ')[0]:<9}", WARM), Span(f"{one.name:<{max(0, column - KEY)}}"),
            )]  # fmt: skip
            yield Row(f"essential {turn}", tuple(spans))
        yield Row("essentials gap", ())

    def _moves(self, group: Sequence[Command]) -> Iterator[Row]:
        """Yield the keys by which one moves, as many a line as it holds."""
        line: list[Span] = []
        for command in group:
            pair = [Span(f"  {self._keys(command)}", WARM), Span(f" {command.name.lower()}", QUIET)]
            if line and width([*line, *pair]) > self.size.width:
                yield Row(f"{command.id} line", tuple(line))
                line = []
            line += pair
        if line:
            yield Row(f"{group[-1].id} last", tuple(line))

    def _command(self, command: Command) -> Iterator[Row]:
        """Yield a command's keys, its name, and what it does; keys without room have a line of their own."""
        name, narrow, keys = f"{command.name}: ", self.size.width < NARROW, self._keys(command)
        margin = 3 if narrow else KEYS
        if narrow or width([Span(keys)]) > KEYS - 3:
            yield Row(command.id, (Span(keys if narrow else f"  {keys}", WARM),))
            keys = ""
        for turn, line in enumerate(wrap(name + command.help, self.size.width - margin)):
            keys = keys if turn == 0 else ""
            called, rest = (line[: len(name)], line[len(name) :]) if turn == 0 else ("", line)
            yield Row(command.id, (Span(f"  {keys} ".ljust(margin), WARM), Span(called), Span(rest, QUIET)))

    def _words(self, key: str, text: str) -> Iterator[Row]:
        for line in wrap(text, self.size.width) if text else ():
            yield Row(key, (Span(line, QUIET),))

    def action_up(self) -> None:
        """One line up."""
        self._turn_to(self.top - 1)

    def action_down(self) -> None:
        """One line down."""
        self._turn_to(self.top + 1)

    def action_half_up(self) -> None:
        """Half a page up."""
        self._turn_to(self.top - max(1, self.room // 2))

    def action_half_down(self) -> None:
        """Half a page down."""
        self._turn_to(self.top + max(1, self.room // 2))

    def action_last(self) -> None:
        """To the end."""
        self._turn_to(len(self.rows))

    def _turn_to(self, top: int) -> None:
        """Turn the page, rather than move in it: a text is read and nothing in it is chosen."""
        self.top = top
        self._clamp()
        self.cursor = self.top
        self._tell_place()
        self.refresh()

    def _tell_place(self) -> None:
        seen = min(self.top + self.room, len(self.rows))
        self.border_subtitle = f"{seen}/{len(self.rows)}" if len(self.rows) > self.room > 0 else ""

    def action_close(self) -> None:
        """Back to where one was."""
        self.screen.dismiss()


class Help(Dialog[None]):
    """A page about one part of the screen."""

    DEFAULT_CSS = """
    Help { align: center middle; background: $background 60%; }
    Help:ansi { background: ansi_default; }
    Help Vertical { width: 92%; max-width: 100; height: 90%; }
    Help.-narrow Vertical { width: 100%; }
    Help #keys { border: heavy $border; background: $surface; padding: 0 1; height: 1fr; }
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-normal")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, subject: str, keymap: Keymap) -> None:
        super().__init__()
        self._subject, self._keymap = subject, keymap

    def compose(self) -> ComposeResult:
        """Show the page."""
        with Vertical():
            yield Keys(self._subject, self._keymap)
