"""The help page: essential keys, the focused pane, and all of its keys."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical

from studio.storage.locations import keymap_file
from studio.ui.command_scope import bindings
from studio.ui.commands.key_names import key_name
from studio.ui.commands.registry import (
    MOVES,
    Command,
    commands_of,
    enclosing_scopes,
    find_command,
)
from studio.ui.commands.user_keymap import Keymap
from studio.ui.dialogs.dialog import Dialog
from studio.ui.list_view import WrappedListView
from studio.ui.text import QUIET, STRONG, WARM, Span, TextRow, span_width, wrap_text

ABOUT = {
    "dialog": "A window over the screen, which asks or shows something. In a line, enter takes what "
    "is typed, tab completes it where words are offered, and letters filter the list below it. Keys "
    "of the screen below rest until it is closed.",
    "map": "The map: people over objects over ground. The line below it describes the cursor's "
    "cell. A selected area "
    "has a frame; a selected person or object is shown in reverse colours. Drag or use the wheel "
    "to pan; click again "
    "to select what is underneath.",
    "outline": "The world as a tree: areas in areas, objects with their states, and people. The "
    "number at the right "
    "is how many people are inside; the bars are a person's activity in each three hours of the "
    "shown day.",
    "beliefs": "The selected person's beliefs, each beside the truth: = same, ~ stale, ! wrong "
    "place, × gone, ? "
    "unknown. Minds see the world as it was at the end of the previous tick, so they learn what "
    "happens in a tick "
    "(their own actions too) in the next one.",
    "memory": "The selected person's memories. If there was a retrieval in the shown tick: every "
    "candidate with its "
    "recency, relevance and importance (each 0 to 1), their weighted sum, and the cut line. Keys "
    "change the weights.",
    "relations": "The selected person's relations: closeness and trust from 0 to 1, the closeness "
    "over the run, and a "
    "summary of the last talk; then their opinions, from -1 (against) to 1 (for). Enter shows "
    "what changed a value: "
    "when, by which rule, and the memory behind it; enter on a change goes to its tick.",
    "interview": "Your questions, people's answers at the shown tick, and the memories behind "
    "each answer. Answers "
    "of several people are grouped under their question; f6 and f5 go from person to person. "
    "Interviews do not change "
    "the run.",
    "why": "The causes of one action, step by step: percepts, observations, retrieved memories, "
    "plan, model request "
    "and reply, result, and who perceived it.",
    "charts": "Charts of the run at the shown tick. The day has two lines for each person, plan "
    "and done; "
    "≠ is done elsewhere than planned, ╌ on the way, │ the shown time. The other charts are about "
    "the selected person "
    "or object.",
    "chronicle": "The history of the run up to the shown tick: turning points with the rules that "
    "found them, then a "
    "chapter per season or day. Enter goes to the tick of a sentence.",
    "dashboard": "Measures of the run up to the shown tick: value, least, most and course over "
    "time. Enter shows one "
    "as a chart. Below them are the anomalies, each with the rule that found it; enter goes to "
    "the tick.",
    "report": "The answer of a report that was chosen in the palette (ctrl+p), at the shown tick. "
    "A report about one "
    "person is about the selected one. Enter opens a row, or goes where it leads.",
    "numbers": "The weather and the numbers of the world, each with its bounds. A change is logged "
    "as an input and holds from the next tick on; in the past, it begins a branch. Left and right "
    "turn the number at the cursor, with shift ten steps; 0 sets it back to what the world says. "
    "The files of the world are not changed.",
    "card": "Details of the selection. Lines that refer to another place, person or object are "
    "links.",
    "timeline": "The whole run on one line: higher bars mean more events; shaded hours are night. "
    "The marks below are "
    "◊ an anomaly, † a death, x a fight, * a reflection, ! a refused action, ─ a talk. Click or "
    "drag to go to another "
    "time.",
    "transcript": "All events up to the shown tick; the newest is last and marked.",
    "simulate": "A run keeps all of its ticks. Recorded ticks are replayed; after the last one, "
    "play and step "
    "simulate new ones. Going back pauses the run; play then replays to the newest tick and "
    "continues from there.",
    "welcome": "Worlds in ./worlds and recently opened worlds, each with a small map.",
    "broken": "The problems that keep this world from opening. Fix the files, then try again.",
    "draw": "The map of the project. Enter sets the anchor of a shape, then draws it to the "
    "cursor; a preview shows "
    "the result first. Each stroke is one undo step. The hand selects and drags; "
    "right-click opens a menu, or picks a glyph for a tool; the "
    "wheel or shift+drag pans. A selected area has handles that resize it.",
    "tree": "Areas in areas, with their objects and people, and the id of each.",
    "tiles": "The legend: what each glyph means, and whether it blocks movement (wall) or sight "
    "(opaque), and "
    "the most units of resources that a cell holds.",
    "form": "The fields of the selection. Dimmed fields are not set; they show the default.",
    "steps": "Every edit since the project was opened. Undone edits are dimmed.",
    "problems": "The problems that `latticeville check` finds. Enter goes to the place of a "
    "problem.",
    "compare": "A file that changed on disk and here. ▸ marks the side that each item comes from; "
    "items that changed "
    "on both sides say so. Nothing is written until you save.",
    "partings": "Two runs with the same start, compared from where they diverge. It opens where "
    "somebody first is elsewhere. Above are a summary and the outcome; for each person what "
    "differs, when, and its first difference as one run | other run; below events that only one "
    "run has, and numbers. Enter goes to a line's tick, person and event, memory, belief or "
    "request; d returns here.",
    "runs": "The runs of this world, each under the one that it goes on from. tab goes from the "
    "line that filters to the list and back. A deleted run lies in the folder .deleted beside the "
    "others: undo brings it back, later latticeville runs DIR --restore NAME does.",
    "query": "The tables of the run, asked by SQL; docs/tables.md lists them.",
    "statement": "One SELECT over the tables of the run. While you type, tables and columns are "
    "offered, each with what it is: up and down mark one, tab takes it. The statement is answered "
    "from the run up to its newest tick; a long one says how far it is, and esc cancels it.",
    "answer": "The rows of the answer. Enter on a row with a tick goes there and selects its "
    "person; the same key as before comes back to the rows.",
    "scenarios": "What must hold in this world: docs/scenarios.md tells how to write it. Enter tries "
    "the scenario on the disk in all its seeds; f5 tries all. Below a scenario that failed is each "
    "failure with its seed, tick and cause; enter there makes that run again and opens it at the tick.",
    "studies": "Many runs of this world: docs/studies.md tells how to write a study. Enter opens a "
    "study: each measure by condition, with a dot for each run, a line for the interval of the mean, "
    "and the paired difference from the control behind it; then its runs, which come in while f5 "
    "makes them.",
    "design": "Edits do not affect the run until you save. The run then uses the saved world from "
    "its next tick, and "
    "people keep their memories. Tool keys work from every pane that does not use them itself.",
    "people": "The personas of the project. All workbenches share one undo history.",
    "personas": "The people of this world and the personas in its folder; a filter finds those of "
    "other worlds, too. "
    "Those who do not live here are dimmed and marked as away.",
    "persona": "Everything that defines a person. Type each row of a list as one line, with | "
    "between its parts; a "
    "memory starts with its importance; tab or → completes the id of a place or a person. The day "
    "is drawn under the "
    "routine: hours without a row are dots, and the current row is highlighted.",
    "portrait": "What a mind makes of the persona as it is now, saved or not: identity, first "
    "prompt, day plan, a "
    "talk, or a comparison of two people.",
    "roster": "Everybody: ⌂ is their home, ¤ their work place. The cursor selects a person on the "
    "map and in the "
    "graph. Below: who knows whom (↔ both, → one only), and who will meet whom, where.",
    "homes": "The map of homes and work places: ⌂ with a glyph is a home, ¤ with a glyph a work "
    "place, ◊ both; a "
    "number counts several people. Dots show the selected person's way to work. Click to select; "
    "click again to go "
    "there.",
    "matrix": "Relations as they are written: the cell says what the person of the column is to that "
    "of the line, by the first letter of the role and the first digit of the closeness. Enter sets "
    "both sides; a relates the person of the line, or all who are marked, to several. "
    "Where there is room, a picture shows who stands above, beside and below them.",
    "ties": "One line per person, and a link between two people if one knows the other; links of "
    "the selected person "
    "are bold. ● is at the end of a person who describes the relationship, ○ of one who does not. "
    "Above: what two "
    "people are to each other, and what they think.",
    "things": "Object kinds and how they behave. Edits do not affect the run until you save. All "
    "workbenches share "
    "one undo history.",
    "kinds": "Every kind of kinds.toml and its number of objects. ! marks kinds with problems.",
    "machine": "The state machine: a picture, and below it states, counters and transitions; the "
    "first transition that applies is taken. ● and the double frame: the trial's state; heavy: "
    "the line of the cursor and the transition taken last; ≡ stays in its state; ◂ from any state; "
    "► objects in the run; ! a problem; » the start state. Dimmed lines are inherited. Click to "
    "select; click again to edit.",
    "trial": "A test copy of the object, outside every world. First its verbs: × would be "
    "refused, with the reason. "
    "Below, what happened, newest first: the conditions of each transition that was tried, its "
    "effects, and the "
    "sentence that witnesses would remember.",
    "facts": "Problems of this state machine, each with the shortest way to it, and transitions "
    "without a test; then "
    "the objects of this kind and their states in the run.",
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
    "query": "The window of statements",
    "app": "Everywhere",
}
"""Headings of the parts around a pane."""
ESSENTIALS = (
    "simulate.play",
    "simulate.step",
    "simulate.back",
    "simulate.next-event",
    "map.select",
    "app.palette",
    "simulate.find",
    "simulate.next-pane",
    "app.help",
    "app.leave",
)
"""Commands with which one gets by, down the left column and then down the right one."""
DRAWING = (
    "draw.land",
    "draw.pencil",
    "draw.rectangle",
    "draw.fill",
    "draw.choose",
    "draw.area",
    "draw.room",
    "draw.door",
    "draw.object",
    "draw.person",
    "design.undo",
    "design.save",
)
"""The same for the map workbench."""
MAKING = (
    "things.new",
    "things.add",
    "machine.open",
    "things.rename",
    "things.remove",
    "machine.graph",
    "trial.open",
    "trial.wait",
    "trial.keep",
    "things.place",
    "things.undo",
    "things.save",
)
"""The same for the objects workbench."""
CASTING = (
    "personas.open",
    "people.new",
    "personas.live",
    "people.relations",
    "people.filter",
    "persona.open",
    "persona.add",
    "persona.long",
    "people.talk",
    "people.prompt",
    "people.day",
    "people.undo",
    "people.save",
)
"""The same for the people workbench."""
KEYS = 14
"""Cells of the keys in a line of help."""
KEY = 11
"""Cells of the one key before the name of an essential command."""
NARROW = 40
"""Cells below which keys stand on a line of their own."""
MOUSE = (
    "The right mouse button or shift+f10 lists what can be done with the item there. "
    "To select text with the terminal's own mouse selection, hold shift (or option) while "
    "dragging. ctrl+q quits; "
    "ctrl+c does not."
)
"""How to get past the mouse of the studio, and out of it."""


class HelpText(WrappedListView):
    """The text of a help page."""

    where = "dialog"
    BINDINGS: ClassVar[list[BindingType]] = bindings("dialog")

    def __init__(self, subject: str, keymap: Keymap) -> None:
        super().__init__(id="keys")
        self._subject, self._keymap = subject, keymap
        self.border_title = f"Help · {TITLES.get(subject, subject.capitalize())}"

    def _draw(self) -> None:
        self.show_rows(list(self._page()))

    def _page(self) -> Iterator[TextRow]:
        scopes = enclosing_scopes(self._subject)
        first = {"simulate": ESSENTIALS, "design": DRAWING, "things": MAKING, "people": CASTING}
        for screen, essentials in first.items():
            if screen in scopes:
                yield from self._essentials(essentials)
        stood_in = {command.instead for where in scopes for command in commands_of(where)}
        for where in scopes:
            yield from self._scope(
                where, [command for command in commands_of(where) if command.id not in stood_in]
            )
        yield from self._words(
            "mouse", f'{MOUSE} Keys can be changed in {keymap_file()}: command.id = "key".'
        )

    def _scope(self, where: str, group: Sequence[Command]) -> Iterator[TextRow]:
        """Yield what a part of the screen is for, and its commands."""
        yield TextRow(where, (Span(TITLES.get(where, where.capitalize()), STRONG),))
        yield from self._words(f"{where} about", ABOUT[where] if where != "app" else "")
        yield from self._moves([command for command in group if command.action in MOVES])
        for command in group:
            if command.action not in MOVES:
                yield from self._command(command)
        yield TextRow(f"{where} gap", ())

    def _keys(self, command: Command) -> str:
        return " ".join(map(key_name, self._keymap.keys_of(command))) or "–"

    def _essentials(self, names: Sequence[str]) -> Iterator[TextRow]:
        """Yield the commands with which one gets by, in two columns where both have room for every
        name."""
        yield TextRow("essentials", (Span("Essentials", STRONG),))
        known = [command for command in map(find_command, names) if command]
        column = self.size.width // 2
        beside = column - KEY - max(len(one.name) for one in known)
        rows = -(-len(known) // 2) if beside >= 0 else len(known)
        for turn in range(rows):
            spans = [
                span
                for one in known[turn::rows]
                for span in (
                    Span(f"  {self._keys(one).split(' ')[0]:<9}", WARM),
                    Span(f"{one.name:<{max(0, column - KEY)}}"),
                )
            ]
            yield TextRow(f"essential {turn}", tuple(spans))
        yield TextRow("essentials gap", ())

    def _moves(self, group: Sequence[Command]) -> Iterator[TextRow]:
        """Yield the keys by which one moves, as many a line as it holds."""
        line: list[Span] = []
        for command in group:
            pair = [Span(f"  {self._keys(command)}", WARM), Span(f" {command.name.lower()}", QUIET)]
            if line and span_width([*line, *pair]) > self.size.width:
                yield TextRow(f"{command.id} line", tuple(line))
                line = []
            line += pair
        if line:
            yield TextRow(f"{group[-1].id} last", tuple(line))

    def _command(self, command: Command) -> Iterator[TextRow]:
        """Yield a command's keys, its name, and what it does; keys without room have a line of
        their own."""
        name, narrow, keys = f"{command.name}: ", self.size.width < NARROW, self._keys(command)
        margin = 3 if narrow else KEYS
        if narrow or span_width([Span(keys)]) > KEYS - 3:
            yield TextRow(command.id, (Span(keys if narrow else f"  {keys}", WARM),))
            keys = ""
        for turn, line in enumerate(wrap_text(name + command.help, self.size.width - margin)):
            keys = keys if turn == 0 else ""
            called, rest = (line[: len(name)], line[len(name) :]) if turn == 0 else ("", line)
            yield TextRow(
                command.id,
                (Span(f"  {keys} ".ljust(margin), WARM), Span(called), Span(rest, QUIET)),
            )

    def _words(self, key: str, text: str) -> Iterator[TextRow]:
        for line in wrap_text(text, self.size.width) if text else ():
            yield TextRow(key, (Span(line, QUIET),))

    def action_up(self) -> None:
        """Go one line up."""
        self._turn_to(self.top - 1)

    def action_down(self) -> None:
        """Go one line down."""
        self._turn_to(self.top + 1)

    def action_half_up(self) -> None:
        """Go half a page up."""
        self._turn_to(self.top - max(1, self.room // 2))

    def action_half_down(self) -> None:
        """Go half a page down."""
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


class HelpDialog(Dialog[None]):
    """A page about one part of the screen."""

    DEFAULT_CSS = """
    HelpDialog { align: center middle; background: $background 60%; }
    HelpDialog:ansi { background: ansi_default; }
    HelpDialog Vertical { width: 92%; max-width: 100; height: 90%; }
    HelpDialog.-narrow Vertical { width: 100%; }
    HelpDialog #keys { border: heavy $border; background: $surface; padding: 0 1; height: 1fr; }
    """

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (NARROW, "-normal")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, subject: str, keymap: Keymap) -> None:
        super().__init__()
        self._subject, self._keymap = subject, keymap

    def compose(self) -> ComposeResult:
        """Show the page."""
        with Vertical():
            yield HelpText(self._subject, self._keymap)
