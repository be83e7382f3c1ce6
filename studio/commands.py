"""The one registry of commands: bindings, footer, palette, help and keymap all follow from it.

A command's `where` is the part of the screen that has it, and its `id` is what a keymap file rebinds. The part runs
it as the action of the same name: `map.follow` is `action_follow` of the map.
"""

from functools import cache

from studio.command import (
    ALWAYS,
    DRAWING,
    NOWHERE,
    PAST,
    PERSON,
    READY,
    SELECTED,
    SIGNS,
    Circumstances,
    Command,
    When,
    bench,
)
from studio.design_commands import DESIGN, DESIGN_PARTS
from studio.objects.commands import THINGS, THINGS_LISTS, THINGS_PARTS
from studio.people.commands import PEOPLE, PEOPLE_LISTS, PEOPLE_PARTS

ABOVE = {
    "app": "", "simulate": "app", "welcome": "app", "broken": "app", "dialog": "", "partings": "",
    **DESIGN_PARTS,
    **PEOPLE_PARTS,
    **THINGS_PARTS,
    "beliefs": "simulate", "memory": "simulate", "why": "simulate", "interview": "simulate",
    "map": "simulate", "outline": "simulate", "card": "simulate", "timeline": "simulate", "transcript": "simulate",
}  # fmt: skip
"""Each part of a screen and the one around it, whose keys hold in it too."""

LISTS = (
    "outline",
    "card",
    "beliefs",
    "memory",
    "why",
    "interview",
    "transcript",
    "dialog",
    "partings",
    "welcome",
    "broken",
    "tree",
    "tiles",
    "problems",
    "steps",
    "form",
    "compare",
    *PEOPLE_LISTS,
    *THINGS_LISTS,
)
"""Parts that are lists and move as lists do."""

IN_RUN = frozenset(part for part, around_it in ABOVE.items() if around_it == "simulate")
"""Parts beside which `home` and `end` are the start and the end of the run."""

_APP = (
    Command("app.palette", "Command palette", "Find any command, person, place or thing by name.", ("ctrl+p",), "find"),
    Command("app.help", "Help", "Explain the focused pane, with its keys.", ("question_mark", "f1"), "help"),
    Command("app.jump", "Jump to a pane", "Put a letter on every pane; that letter goes there.", ("f2",)),
    Command("app.design", "Edit the map", "Draw the world: the map workbench. The run goes on behind it.",
            ("1", "alt+1", "f3"), when=bench("design")),
    Command("app.people", "Edit the people", "The people workbench: personas, and what minds make of them.",
            ("2", "alt+2"), when=bench("people")),
    Command("app.things", "Edit objects", "Kinds of objects and their machines: edit, try and check them. The run goes "
            "on behind.", ("3", "alt+3"), when=bench("things")),
    Command("app.simulate", "Watch the run", "Back to the simulation.", ("4", "alt+4", "f4"), when=DRAWING),
    Command("app.new", "File › New world", "Make a world to begin with: blank, village, dungeon or survival."),
    Command("app.import", "File › Import", "Make a world of a map of Tiled, a town of Generative Agents or an original "
            "Latticeville."),
    Command("app.export", "File › Export", "Write the world as a map of Tiled, as text or as a picture."),
    Command("app.tour", "Tour", "Two minutes on what the studio can do, key by key; again ends it.", ("f9",)),
    Command("app.theme", "Next theme", "Night, day, the terminal's own colours on dark and on light.",
            ("T",)),
    Command("app.undo", "Undo", "Take the last edit back, where one edits.", ("u", "ctrl+z"), when=NOWHERE),
    Command("app.suspend", "Suspend", "Back to the shell; `fg` returns."),
    Command("app.leave", "Quit", "Leave the studio. The run so far stays in its log.", ("q", "ctrl+q")),
)  # fmt: skip

_SIMULATE = (
    Command(
        "simulate.play", "Play or pause",
        "Play on from the tick you see. Ticks that exist are shown again; after the last one new ones are made.",
        ("space",), "play", READY,
    ),
    Command("simulate.step", "Step", "One tick on; at the newest, a new one.", ("full_stop",), "step", READY),
    Command("simulate.back", "Step back", "One tick back.", ("comma",), "back", READY),
    Command(
        "simulate.next-event", "Next event",
        "On to the next tick at which something happened; to the selected one if there is one.",
        ("greater_than_sign", "right_square_bracket"), "event", READY,
    ),
    Command("simulate.previous-event", "Previous event", "Back to the tick before at which something happened.",
            ("less_than_sign", "left_square_bracket"), when=READY),
    Command("simulate.start", "Start of the run", "Go to tick 0.", ("home",), when=READY),
    Command("simulate.newest", "Newest tick", "Go to the newest tick.", ("end",), "now", PAST),
    Command("simulate.next-refusal", "Next refusal",
            "On to the next action that was refused; the selected person's if there is one.",
            ("f8", "right_curly_bracket"), "refused", READY),
    Command("simulate.previous-refusal", "Previous refusal",
            "Back to the action before that was refused; the selected person's if there is one.",
            ("f7", "left_curly_bracket"), when=READY),
    Command("simulate.go-to", "Go to tick",
            "Type a tick or a time: 30, 09:30 or Tue 09:30. The palette takes them, too. To one that is not there yet "
            "the run can live on as fast as it goes.",
            ("colon",), when=READY),
    Command("simulate.return", "Return",
            "Back to the tick and person from which a link, a line of the transcript or : led; again, further.",
            ("backspace",), when=READY),
    Command("simulate.faster", "Faster", "×1, ×2, ×4, ×16, or as fast as it goes.", ("plus", "equals_sign"),
            when=READY),
    Command("simulate.slower", "Slower", "One speed down.", ("minus",), when=READY),
    Command("simulate.next-pane", "Next pane", "Focus the next pane.", ("tab",)),
    Command("simulate.previous-pane", "Previous pane", "Focus the pane before.", ("shift+tab",)),
    Command("simulate.side", "Outline or card", "Where there is room for one of them only, show the other.", ("c",)),
    Command("simulate.bottom", "Transcript or timeline", "Where there is room for one of them only, show the other.",
            ("t",)),
    Command("simulate.alone", "This pane alone", "Give it the whole screen; again, show the others.", ("Z",)),
    Command("simulate.find", "Find", "Find people, places and things by letters of their names.", ("slash", "ctrl+f"),
            when=READY),
    Command("simulate.find-next", "Find next", "Select the next one found.", ("n",), when=READY),
    Command("simulate.find-previous", "Find previous", "Select the one found before.", ("N",), when=READY),
    Command("simulate.copy", "Copy", "Copy the focused pane's text.", ("y",), when=READY),
    Command("simulate.why", "Why", "Why the selected person did what they did in this tick, link by link.",
            ("w",), "why", READY),
    Command("simulate.memory", "Memory", "What the selected person remembers, and why each memory was recalled.",
            ("m",), "memory", READY),
    Command("simulate.beliefs", "Beliefs", "What the selected person takes the world to be, beside what is so.",
            ("b",), "beliefs", READY),
    Command("simulate.interview", "Interview", "Ask the selected person anything, then and there; no trace is left.",
            ("A",), "ask", READY),
    Command("simulate.questions", "Put questions",
            "Put a questionnaire or one question to everybody, to those in an area or to some; no trace is left.",
            ("P",), "", READY),
    Command("simulate.meddle", "Edit the present",
            "Whisper, move, set a state, let something happen: given to the run as an input in its log.",
            ("e",), "edit", READY),
    Command("simulate.fork", "Fork", "Go on from the shown tick in a branch, as it was or otherwise.", ("f",),
            "fork", READY),
    Command("simulate.branches", "Branches", "The runs of this world, earlier ones too, as trees; go to another.",
            ("B",), "", READY),
    Command("simulate.compare", "Compare branches",
            "Where this run and one that began as it did part, why, and what differs.", ("d",), "", READY),
    Command("simulate.until", "Run until", "Go on to the next tick that meets an expression, such as doing:sleeping, "
            "event:said and agent:ada, or state:stove=on; its terms are listed there.", ("X",), "until", READY),
    Command("simulate.again", "Until again", "On to the next tick that meets the same expression.",
            ("asterisk",), "", READY),
    Command("simulate.differ", "Where two differ",
            "Signs on the map where the selected person and another believe different things: ≠ both know it, "
            "‹ only the first does, › only the second. On the map n and N go from sign to sign, v ends it.", ("V",), "",
            READY),
    Command("simulate.next-person", "Next person", "Select the next person.", ("f6", "right_parenthesis"), when=READY),
    Command("simulate.previous-person", "Previous person", "Select the person before.", ("f5", "left_parenthesis"),
            when=READY),
    Command("simulate.follow", "Follow", "Keep the selected person in the middle of the map; again to stop.", ("F",),
            "follow", PERSON),
    Command("simulate.away", "Back", "To the map as it is, stop following, then select nothing.", ("escape",)),
    Command("simulate.close", "Other world", "Close this run and choose another world.", ("ctrl+w",)),
)  # fmt: skip

_MAP = (
    Command("map.up", "Up", "Move the cursor; in pan mode, the map.", ("up", "k")),
    Command("map.down", "Down", "Move the cursor; in pan mode, the map.", ("down", "j")),
    Command("map.left", "Left", "Move the cursor; in pan mode, the map.", ("left", "h")),
    Command("map.right", "Right", "Move the cursor; in pan mode, the map.", ("right", "l")),
    Command("map.pan-up", "Pan up", "Move the map, eight rows.", ("shift+up", "K")),
    Command("map.pan-down", "Pan down", "Move the map, eight rows.", ("shift+down", "J")),
    Command("map.pan-left", "Pan left", "Move the map, sixteen columns.", ("shift+left", "H")),
    Command("map.pan-right", "Pan right", "Move the map, sixteen columns.", ("shift+right", "L")),
    Command("map.half-up", "Half a page up", "Move the cursor half a page.", ("ctrl+u", "pageup")),
    Command("map.half-down", "Half a page down", "Move the cursor half a page.", ("ctrl+d", "pagedown")),
    Command("map.first", "Top left", "Cursor to the first cell.", ("g",)),
    Command("map.last", "Bottom right", "Cursor to the last cell.", ("G",)),
    Command("map.select", "Select", "Select who stands there; again, what is under them.", ("enter",), "select"),
    Command(
        "map.areas", "Areas", "Frame the outermost areas with their names; again, all; again, none.", ("O",), "areas"
    ),
    Command(
        "map.eyes",
        "Truth or belief",
        "The map as the selected person believes it; again, signs where they are wrong.",
        ("v",),
        "eyes",
        PERSON,
    ),
    Command(
        "map.next-sign",
        "Next sign",
        "To the next sign for what is believed otherwise, where v or V has put them; "
        "without signs, the next one found.",
        ("n",),
        "next sign",
        SIGNS,
        "simulate.find-next",
    ),
    Command(
        "map.previous-sign",
        "Previous sign",
        "To the sign before; without signs, the one found before.",
        ("N",),
        "",
        SIGNS,
        "simulate.find-previous",
    ),
    Command("map.zoom", "Zoom", "The whole map, as small as it takes; again, each cell.", ("z",), "zoom"),
    Command("map.pan", "Pan mode", "Arrows and hjkl move the map instead of the cursor.", ("M",), "pan"),
    Command("map.centre", "Centre", "Bring the selected one to the middle.", ("ctrl+l",), when=SELECTED),
)

_OUTLINE = (
    Command("outline.open", "Select", "Select the line; an area opens or closes.", ("enter",), "select"),
    Command("outline.unfold", "Open the area", "Open the area.", ("right", "l"), "open"),
    Command("outline.fold", "Close the area", "Close the area, or go to the one around.", ("left", "h"), "close"),
)

_CARD = (Command("card.open", "Go there", "Select what the line speaks of.", ("enter",), "go there"),)

_MEMORY = (
    Command("memory.open", "Open the memory", "Open the memory: all of it, its numbers, and those that it rests on.",
            ("enter",), "open"),
    Command("memory.next-recall", "Next recall", "On to the next tick at which they recalled anything.",
            ("greater_than_sign", "right_square_bracket"), "next recall", READY, "simulate.next-event"),
    Command("memory.previous-recall", "Previous recall", "Back to the tick before at which they recalled anything.",
            ("less_than_sign", "left_square_bracket"), "", READY, "simulate.previous-event"),
    Command("memory.next-call", "Next retrieval of this tick", "Another query of the same tick.", ("right", "l")),
    Command("memory.previous-call", "Previous retrieval of this tick", "Another query of the same tick.",
            ("left", "h")),
    Command("memory.stream", "Stream or recall", "All memories, newest first; again, what was recalled.",
            ("v",), "stream"),
    Command("memory.kinds", "Kinds of memory", "Only observations, actions, plans, reflections; again, all.",
            ("s",), "kinds"),
    Command("memory.find", "Search the memories", "Only memories with these letters.", ("slash", "ctrl+f"), "search",
            READY, "simulate.find"),
    Command("memory.query", "Other query", "Ask their memory something else, and see what would come to mind.",
            ("Q",), "query"),
    Command("memory.profile", "Next profile", "Score by another profile."),
    Command("memory.next-weight", "Next weight", "Mark the weight to the right, the number recalled, or the profile.",
            ("L", "shift+right")),
    Command("memory.previous-weight", "Previous weight", "Mark the one to the left.", ("H", "shift+left")),
    Command("memory.raise", "Raise the weight", "Weigh what is marked more; recall one more; the next profile.",
            ("plus", "equals_sign"), "what if", READY, "simulate.faster"),
    Command("memory.lower", "Lower the weight", "Weigh what is marked less; recall one less; the profile before.",
            ("minus",), "", READY, "simulate.slower"),
    Command("memory.recency-up", "Recency more", "Weigh recency more."),
    Command("memory.recency-down", "Recency less", "Weigh recency less."),
    Command("memory.relevance-up", "Relevance more", "Weigh relevance more."),
    Command("memory.relevance-down", "Relevance less", "Weigh relevance less."),
    Command("memory.importance-up", "Importance more", "Weigh importance more."),
    Command("memory.importance-down", "Importance less", "Weigh importance less."),
    Command("memory.more", "Recall one more", "Move the cut line down."),
    Command("memory.fewer", "Recall one less", "Move the cut line up."),
    Command("memory.rewrite", "Rewrite the memory", "Let it say something else from the next tick on.", ("e",),
            instead="simulate.meddle"),
    Command("memory.forget", "Forget the memory", "Take it away from the next tick on.", ("x", "delete")),
    Command("memory.reset", "As it was", "Back to the query, profile and weights of the run.", ("0",)),
)  # fmt: skip

_BELIEFS = (
    Command("beliefs.open", "Open the belief",
            "Say in words as of when it is believed, how it was then, and how it is now.", ("enter",), "open"),
    Command("beliefs.go", "Go to what is believed", "Select what the line speaks of.", ("right", "l"), "go there"),
    Command("beliefs.eyes", "Truth or belief",
            "The map as they believe it; again, signs where they are wrong; again, as it is.", ("v",), "eyes"),
    Command("beliefs.narrow", "Narrow", "All, only what differs, or only what is wrong.", ("s",), "narrow"),
)  # fmt: skip

_INTERVIEW = (
    Command("interview.open", "Open the answer",
            "What it rests on, what was sent to the model and what came back; a person or a questionnaire opens or "
            "closes, and a cited memory leads to where it is remembered.", ("enter",), "open"),
    Command("interview.unfold", "Open", "Open the answer or the person.", ("right", "l")),
    Command("interview.fold", "Close", "Close the answer or the person, or go to what it is part of.", ("left", "h")),
    Command("interview.names", "Only the names",
            "Fold the answers of everybody who was asked together with others; again, all of them.", ("s",), "names"),
    Command("interview.keep", "Keep the answers",
            "Write them into a file: .csv, a row for each person and question, or .json, all there is.",
            ("ctrl+s",), "keep"),
)  # fmt: skip

_WHY = (Command("why.open", "Open the link", "Open the link, or go where its arrow leads.", ("enter",), "open"),)

_TIMELINE = (
    Command("timeline.back", "Earlier", "Move one column back in time.", ("left", "h"), "earlier"),
    Command("timeline.on", "Later", "Move one column on in time.", ("right", "l"), "later"),
    Command("timeline.first", "Start of the run", "Go to tick 0.", ("g",)),
    Command("timeline.last", "Newest tick", "Go to the newest tick.", ("G",)),
    Command("timeline.up", "Run above", "Mark the run above, where the run has branches.", ("up", "k")),
    Command("timeline.down", "Run below", "Mark the run below, where the run has branches.", ("down", "j")),
    Command("timeline.open", "Show the marked run", "Go to the marked branch, at the same tick.", ("enter",), "show"),
    Command("timeline.far-back", "Much earlier", "Move eight columns back.", ("ctrl+u", "pageup")),
    Command("timeline.far-on", "Much later", "Move eight columns on.", ("ctrl+d", "pagedown")),
)

_TRANSCRIPT = (
    Command("transcript.open", "Go to the line's tick", "Go to the line's tick and select who did it.", ("enter",),
            "go there"),
    Command("transcript.find", "Search the transcript", "Go to the tick at which something was told in these letters.",
            ("slash", "ctrl+f"), "search", READY, "simulate.find"),
    Command("transcript.find-next", "Next match", "On to the next tick that fits; after the last, to the first.",
            ("n",), "", READY, "simulate.find-next"),
    Command("transcript.find-previous", "Previous match", "Back to the tick before that fits.", ("N",), "",
            READY, "simulate.find-previous"),
)  # fmt: skip

_DIALOG = (
    Command("dialog.open", "Choose", "Choose the line.", ("enter",)),
    Command("dialog.close", "Close", "Back to where you were.", ("escape", "q"), "close"),
)

_PARTINGS = (
    Command("partings.open", "Go there",
            "Go to what the line tells of, at its tick, in the run that alone has it or else in the open one: an "
            "event, a memory, a belief, a line of a prompt. d comes back here.", ("enter",), "go there"),
    Command("partings.other", "The other run's", "Go to the same tick and person in the other run.", ("space",),
            "in the other run"),
    Command("partings.unfold", "Open", "Show all that the line sums up: a person, a kind of difference, the events.",
            ("right", "l"), "open"),
    Command("partings.fold", "Close", "Close what the line sums up, or what it is in.", ("left", "h")),
    Command("partings.next-person", "Next person", "To the next person of whom anything differs.",
            ("f6", "right_parenthesis"), "next person"),
    Command("partings.previous-person", "Person before", "To the person before.",
            ("f5", "left_parenthesis")),
    Command("partings.find", "Search", "Find letters in the lines, those that are closed too.",
            ("slash", "ctrl+f"), "search"),
    Command("partings.find-next", "Next found", "To the next line that has the letters.", ("n",)),
    Command("partings.find-previous", "Found before", "To the line before that has the letters.", ("N",)),
    Command("partings.close", "Close", "Back to where you were.", ("escape", "q"), "close"),
    Command("partings.help", "Help", "Explain this window, with its keys.", ("question_mark", "f1"), "help"),
)  # fmt: skip

_WELCOME = (
    Command("welcome.open", "Open the world", "Open the world.", ("enter",), "open"),
    Command("welcome.new", "New world", "Make a world to begin with.", ("a", "ctrl+n"), "new"),
    Command("welcome.import", "Import", "Make a world of a map or a town of another format.", ("I",), "import"),
)

_BROKEN = (
    Command("broken.retry", "Try again", "Read the world again.", ("enter",), "try again"),
    Command("broken.close", "Other world", "Choose another world.", ("escape", "ctrl+w"), "other world"),
)


def _list(where: str) -> tuple[Command, ...]:
    """Return the commands by which a list moves."""
    return (
        Command(f"{where}.up", "Up", "One line up.", ("up", "k")),
        Command(f"{where}.down", "Down", "One line down.", ("down", "j")),
        Command(f"{where}.half-up", "Half a page up", "Half a page up.", ("ctrl+u", "pageup")),
        Command(f"{where}.half-down", "Half a page down", "Half a page down.", ("ctrl+d", "pagedown")),
        Command(f"{where}.first", "First line", "To the first line.", ("g",) if where in IN_RUN else ("g", "home")),
        Command(f"{where}.last", "Last line", "To the last line.", ("G",) if where in IN_RUN else ("G", "end")),
    )


COMMANDS: tuple[Command, ...] = (
    *_SIMULATE, *_MAP, *_OUTLINE, *_CARD, *_BELIEFS, *_MEMORY, *_WHY, *_INTERVIEW, *_TIMELINE, *_TRANSCRIPT, *_DIALOG,
    *_PARTINGS, *_WELCOME, *_BROKEN, *DESIGN, *PEOPLE, *THINGS,
    *(command for where in LISTS for command in _list(where)), *_APP,
)  # fmt: skip
"""Every command, in the order in which help and footer name them."""

_BY_ID = {command.id: command for command in COMMANDS}

__all__ = ["ALWAYS", "COMMANDS", "Circumstances", "Command", "When", "around", "commands", "find"]

MOVES = (
    "up", "down", "left", "right", "half_up", "half_down", "first", "last", "fold", "unfold",
    "pan_up", "pan_down", "pan_left", "pan_right",
)  # fmt: skip
"""Actions by which one moves, and which only make sense by key."""

FORBIDDEN = frozenset(
    {"ctrl+m", "ctrl+h", "ctrl+i", "ctrl+j", "ctrl+left_square_bracket", "ctrl+b", "ctrl+t", "ctrl+o", "ctrl+g"}
)
"""Keys that terminals and multiplexers swallow."""


@cache
def commands(where: str) -> tuple[Command, ...]:
    """Return the commands of a part of the screen."""
    return tuple(command for command in COMMANDS if command.where == where)


def find(id: str) -> Command | None:  # noqa: A002 - it is what a command's name in a keymap is called everywhere
    """Return the command of an id."""
    return _BY_ID.get(id)


def around(where: str) -> tuple[str, ...]:
    """Return a part of the screen and those around it, outwards."""
    path = [where]
    while ABOVE[path[-1]]:
        path.append(ABOVE[path[-1]])
    return tuple(path)
