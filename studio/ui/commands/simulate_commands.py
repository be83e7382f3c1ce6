"""The commands of the simulate workbench, of its panes, and of the comparison of two runs."""

from studio.ui.commands.command import (
    DISMISS,
    PAST,
    PERSON,
    READY,
    SELECTED,
    SIGNS,
    Command,
    window_copy,
    window_help,
)

SIMULATE_PARTS = {
    "simulate": "app",
    "beliefs": "simulate",
    "memory": "simulate",
    "relations": "simulate",
    "why": "simulate",
    "interview": "simulate",
    "charts": "simulate",
    "chronicle": "simulate",
    "dashboard": "simulate",
    "report": "simulate",
    "numbers": "simulate",
    "map": "simulate",
    "outline": "simulate",
    "card": "simulate",
    "timeline": "simulate",
    "transcript": "simulate",
}
"""Each part of the workbench and the one around it."""
SIMULATE_LISTS = (
    "outline",
    "card",
    "beliefs",
    "memory",
    "relations",
    "why",
    "interview",
    "charts",
    "chronicle",
    "dashboard",
    "report",
    "numbers",
    "transcript",
)
"""Parts that are lists and move as lists do."""

_SCREEN = (
    Command(
        "simulate.play",
        "Play / pause",
        "Run from the shown tick. Recorded ticks are replayed; after the last one, new ticks are "
        "simulated.",
        ("space",),
        "play",
        READY,
        group="Run",
    ),
    Command(
        "simulate.step",
        "Step",
        "Go one tick forward; at the newest tick, simulate one.",
        ("full_stop",),
        "step",
        READY,
        group="Run",
    ),
    Command(
        "simulate.back", "Step back", "Go one tick back.", ("comma",), "back", READY, group="Run"
    ),
    Command(
        "simulate.next-event",
        "Next event",
        "Go to the next tick with an event (of the selected person or object).",
        ("greater_than_sign",),
        "event",
        READY,
        group="Run",
    ),
    Command(
        "simulate.previous-event",
        "Previous event",
        "Go to the previous tick with an event (of the selected person or object).",
        ("less_than_sign",),
        when=READY,
        group="Run",
    ),
    Command(
        "simulate.start", "Start of the run", "Go to tick 0.", ("home",), when=READY, group="Run"
    ),
    Command(
        "simulate.newest",
        "Newest tick",
        "Go to the newest tick.",
        ("end",),
        "now",
        PAST,
        group="Run",
    ),
    Command(
        "simulate.next-refusal",
        "Next refusal",
        "Go to the next refused action (of the selected person).",
        ("f8", "right_curly_bracket"),
        "refused",
        READY,
        group="Run",
    ),
    Command(
        "simulate.previous-refusal",
        "Previous refusal",
        "Go to the previous refused action (of the selected person).",
        ("f7", "left_curly_bracket"),
        when=READY,
        group="Run",
    ),
    Command(
        "simulate.next-mark",
        "Next death, fight or anomaly",
        "Go to the next tick with one of these marks on the timeline (of the selected person).",
        ("apostrophe",),
        when=READY,
    ),
    Command(
        "simulate.previous-mark",
        "Previous death, fight or anomaly",
        "Go to the previous tick with one of these marks on the timeline (of the selected person).",
        ("quotation_mark",),
        when=READY,
    ),
    Command(
        "simulate.go-to",
        "Go to tick",
        "Type a tick or a time: 30, 09:30 or Tue 09:30 (also in the palette). For a future tick, "
        "the run is "
        "simulated at full speed.",
        ("colon",),
        when=READY,
        group="Go to",
    ),
    Command(
        "simulate.return",
        "Return",
        "Go back to the tick and person before the last jump; press again for earlier ones.",
        ("backspace",),
        when=READY,
        group="Go to",
    ),
    Command(
        "simulate.faster",
        "Faster",
        "Increase the speed: 4, 8, 16 or 64 ticks per second, or the maximum.",
        ("ctrl+up", "right_square_bracket"),
        when=READY,
        group="Run",
    ),
    Command(
        "simulate.slower",
        "Slower",
        "Decrease the speed.",
        ("ctrl+down", "left_square_bracket"),
        when=READY,
        group="Run",
    ),
    Command("simulate.next-pane", "Next pane", "Focus the next pane.", ("tab",), group="Go to"),
    Command(
        "simulate.previous-pane",
        "Previous pane",
        "Focus the previous pane.",
        ("shift+tab",),
        group="Go to",
    ),
    Command("simulate.side", "Outline or card", "Switch between them where only one fits.", ("c",)),
    Command(
        "simulate.bottom",
        "Transcript or timeline",
        "Switch between them where only one fits.",
        ("t",),
    ),
    Command(
        "simulate.alone",
        "Maximize pane",
        "Maximize the focused pane; press again to restore.",
        ("Z",),
    ),
    Command(
        "simulate.find",
        "Find",
        "Find people, places and objects by name.",
        ("slash", "ctrl+f"),
        when=READY,
        group="Go to",
    ),
    Command(
        "simulate.find-next",
        "Find next",
        "Select the next match.",
        ("n",),
        when=READY,
        group="Go to",
    ),
    Command(
        "simulate.find-previous",
        "Find previous",
        "Select the previous match.",
        ("N",),
        when=READY,
        group="Go to",
    ),
    Command(
        "simulate.why",
        "Why",
        "Show why the selected person acted in this tick, step by step.",
        ("w",),
        "why",
        READY,
    ),
    Command(
        "simulate.memory",
        "Memory",
        "Show the selected person's memories and why each was retrieved.",
        ("m",),
        "memory",
        READY,
    ),
    Command(
        "simulate.beliefs",
        "Beliefs",
        "Show the selected person's beliefs beside the truth.",
        ("b",),
        "beliefs",
        READY,
    ),
    Command(
        "simulate.relations",
        "Relations",
        "Show whom the selected person is close to and trusts, what they think, and what moved it.",
        ("r",),
        "relations",
        READY,
    ),
    Command(
        "simulate.charts",
        "Charts",
        "Show a chart: the day of everybody, importance until the next reflection, the scores of "
        "a retrieval, the "
        "counters of an object. Press again for the map.",
        ("D",),
        "",
        READY,
    ),
    Command(
        "simulate.chronicle",
        "Chronicle",
        "Show the history of the run up to the shown tick: turning points, and a chapter per "
        "season or day. Press "
        "again for the map.",
        ("dollar_sign",),
        "",
        READY,
    ),
    Command(
        "simulate.dashboard",
        "Dashboard",
        "Show the measures of the run up to the shown tick, such as population, needs and trust, "
        "and its "
        "anomalies. Press again for the map.",
        ("number_sign",),
        "",
        READY,
    ),
    Command(
        "simulate.sql",
        "SQL query",
        "Ask the tables of the run by SQL; enter on a row with a tick goes there.",
        ("Q",),
        "",
        READY,
        group="Ask",
    ),
    Command(
        "simulate.scenarios",
        "Scenarios",
        "Show what must hold in this world, try it, and open the run in which it fails.",
        ("backslash",),
        "",
        READY,
        group="Run",
    ),
    Command(
        "simulate.expect",
        "Expect again",
        "Write a scenario that expects what is selected to be as it is now, by this time, or in the "
        "transcript the event at the cursor to happen again: with the seed and the inputs of this run.",
        ("Y",),
        "",
        READY,
        group="Run",
        edits=True,
    ),
    Command(
        "simulate.studies",
        "Studies",
        "Show the studies of this world: plan one, run it, and open or compare its runs.",
        ("f12",),
        "",
        READY,
        group="Run",
    ),
    Command(
        "simulate.heat",
        "Heat map",
        "Tint the map by how often people were, talked or believed something false at each cell, "
        "over a span of "
        "ticks; again, take the tint away.",
        (),
        "",
        READY,
    ),
    Command(
        "simulate.resources",
        "Resources",
        "Tint the map by what each cell holds of a resource at the shown tick; again, take the "
        "tint away.",
        ("at",),
        "",
        READY,
    ),
    Command(
        "simulate.interview",
        "Interview",
        "Ask the selected person a question at this tick; the run is not changed.",
        ("A",),
        "ask",
        READY,
        group="Ask",
    ),
    Command(
        "simulate.questions",
        "Ask several people",
        "Ask everybody, the people in an area or some people a question or a questionnaire; the "
        "run is not "
        "changed.",
        ("P",),
        "",
        READY,
        group="Ask",
    ),
    Command(
        "simulate.meddle",
        "Edit the present",
        "Whisper, move, set a state, make something happen. Each edit is logged as an input of "
        "the run.",
        ("e",),
        "edit",
        READY,
        group="Edit",
    ),
    Command(
        "simulate.numbers",
        "Numbers",
        "Show the weather and the numbers of the world as sliders beside the map: each change is "
        "logged as an input of the run. Press again to close.",
        ("tilde",),
        "numbers",
        READY,
        group="Edit",
    ),
    Command(
        "simulate.act",
        "Act as",
        "Be the selected person: choose what they do in each tick, or type what they say; esc "
        "releases them.",
        ("a",),
        "act as",
        READY,
        group="Edit",
    ),
    Command(
        "simulate.unacted",
        "What did I change?",
        "Repeat the run without what you did as a person, and compare both.",
        (),
        "",
        READY,
        group="Run",
    ),
    Command(
        "simulate.fork",
        "Fork",
        "Start a branch at the shown tick, unchanged or with a different seed or settings.",
        ("f",),
        "fork",
        READY,
        group="Run",
    ),
    Command(
        "simulate.branches",
        "Branches",
        "List all runs of this world and their branches, and open one.",
        ("B",),
        "",
        READY,
        group="Run",
    ),
    Command(
        "simulate.compare",
        "Compare runs",
        "Compare this run with its parent or a branch: where they diverge, why, and what differs.",
        ("d",),
        "",
        READY,
        group="Run",
    ),
    Command(
        "simulate.until",
        "Run until",
        "Run to the next tick that matches an expression, such as doing:sleeping, event:said and "
        "agent:ada, or "
        "state:stove=on. The dialog lists all terms.",
        ("X",),
        "until",
        READY,
        group="Run",
    ),
    Command(
        "simulate.again",
        "Until again",
        "Run to the next tick that matches the same expression.",
        ("asterisk",),
        "",
        READY,
        group="Run",
    ),
    Command(
        "simulate.differ",
        "Compare beliefs",
        "Mark on the map where the beliefs of the selected person and another differ: ≠ both have "
        "one, ‹ only "
        "the first, › only the second.",
        ("V",),
        "",
        READY,
    ),
    Command(
        "simulate.next-person",
        "Next person",
        "Select the next person.",
        ("f6", "right_parenthesis"),
        when=READY,
        group="Go to",
    ),
    Command(
        "simulate.previous-person",
        "Previous person",
        "Select the previous person.",
        ("f5", "left_parenthesis"),
        when=READY,
        group="Go to",
    ),
    Command(
        "simulate.follow",
        "Follow",
        "Keep the selected person in the middle of the map; press again to stop.",
        ("F",),
        "follow",
        PERSON,
    ),
    Command(
        "simulate.away",
        "Back",
        "Go to the map; there, show the true map, stop following, clear the selection.",
        ("escape",),
        group="Go to",
    ),
    Command(
        "simulate.close",
        "Other world",
        "Close this run and choose another world.",
        ("ctrl+w",),
        group="Go to",
    ),
)

_MAP = (
    Command("map.up", "Up", "Move the cursor (in pan mode, the map).", ("up", "k")),
    Command("map.down", "Down", "Move the cursor (in pan mode, the map).", ("down", "j")),
    Command("map.left", "Left", "Move the cursor (in pan mode, the map).", ("left", "h")),
    Command("map.right", "Right", "Move the cursor (in pan mode, the map).", ("right", "l")),
    Command("map.pan-up", "Pan up", "Pan the map by eight rows.", ("shift+up", "K")),
    Command("map.pan-down", "Pan down", "Pan the map by eight rows.", ("shift+down", "J")),
    Command("map.pan-left", "Pan left", "Pan the map by sixteen columns.", ("shift+left", "H")),
    Command("map.pan-right", "Pan right", "Pan the map by sixteen columns.", ("shift+right", "L")),
    Command("map.half-up", "Half a page up", "Move the cursor half a page.", ("ctrl+u", "pageup")),
    Command(
        "map.half-down", "Half a page down", "Move the cursor half a page.", ("ctrl+d", "pagedown")
    ),
    Command("map.first", "Top left", "Move the cursor to the first cell.", ("g",)),
    Command("map.last", "Bottom right", "Move the cursor to the last cell.", ("G",)),
    Command(
        "map.select",
        "Select",
        "Select the person or object at the cursor; press again to select the next one below it.",
        ("enter",),
        "select",
    ),
    Command(
        "map.areas",
        "Areas",
        "Show area borders and names: outermost areas, all, none.",
        ("O",),
        "areas",
    ),
    Command("map.activities", "Activity signs", "Show or hide the small signs for what people do."),
    Command(
        "map.memories",
        "Memories in bubbles",
        "Show the memory that each person retrieved first in this tick, in brackets, or only what "
        "they say.",
    ),
    Command(
        "map.roofs",
        "Roofs",
        "Cover buildings with roofs, or show what is inside. The building of the selected person "
        "stays open. An overview has roofs from the start.",
        ("circumflex_accent",),
    ),
    Command(
        "map.eyes",
        "Truth or belief",
        "Show the map as the selected person believes it; press again to mark false beliefs.",
        ("v",),
        "eyes",
        PERSON,
    ),
    Command(
        "map.next-sign",
        "Next mark",
        "Go to the next mark on the map; without marks, to the next match.",
        ("n",),
        "next sign",
        SIGNS,
        "simulate.find-next",
        group="Go to",
    ),
    Command(
        "map.previous-sign",
        "Previous mark",
        "Go to the previous mark; without marks, to the previous match.",
        ("N",),
        "",
        SIGNS,
        "simulate.find-previous",
        group="Go to",
    ),
    Command(
        "map.zoom",
        "Whole map",
        "Show the whole map in the window; press again to go back.",
        ("z",),
        "zoom",
    ),
    Command(
        "map.zoom-in",
        "Zoom in",
        "Draw the map larger: overview, compact cells, tiles, pixels.",
        ("plus", "equals_sign"),
    ),
    Command(
        "map.zoom-out",
        "Zoom out",
        "Draw the map smaller: pixels, tiles, compact cells, overview.",
        ("minus",),
    ),
    Command(
        "map.style",
        "Map style",
        "Draw the map as tiles, compact cells, letters or pixels.",
        ("f10",),
        group="Appearance",
    ),
    Command(
        "map.pan",
        "Pan mode",
        "Let arrows and hjkl pan the map instead of moving the cursor.",
        ("M",),
        "pan",
    ),
    Command("map.centre", "Centre", "Centre the map on the selection.", ("ctrl+l",), when=SELECTED),
)

_OUTLINE = (
    Command(
        "outline.open",
        "Select",
        "Select the line, and expand or collapse an area.",
        ("enter",),
        "select",
    ),
    Command("outline.unfold", "Open the area", "Expand the area.", ("right", "l"), "open"),
    Command(
        "outline.fold",
        "Close the area",
        "Collapse the area, or go to its parent.",
        ("left", "h"),
        "close",
    ),
)

_CARD = (
    Command("card.open", "Go there", "Select what the line refers to.", ("enter",), "go there"),
)

_MEMORY = (
    Command(
        "memory.open",
        "Open the memory",
        "Show the whole memory, its scores and the memories it cites.",
        ("enter",),
        "open",
    ),
    Command(
        "memory.next-recall",
        "Next retrieval",
        "Go to the next tick with a retrieval.",
        ("greater_than_sign",),
        "next recall",
        READY,
        "simulate.next-event",
    ),
    Command(
        "memory.previous-recall",
        "Previous retrieval",
        "Go to the previous tick with a retrieval.",
        ("less_than_sign",),
        "",
        READY,
        "simulate.previous-event",
    ),
    Command(
        "memory.next-call",
        "Next query of this tick",
        "Show the next retrieval of the same tick.",
        ("right", "l"),
    ),
    Command(
        "memory.previous-call",
        "Previous query of this tick",
        "Show the previous retrieval of the same tick.",
        ("left", "h"),
    ),
    Command(
        "memory.stream",
        "Stream or retrieval",
        "Show all memories, newest first; press again for the retrieval.",
        ("v",),
        "stream",
    ),
    Command(
        "memory.kinds",
        "Kinds of memory",
        "Show only records of one kind, such as plans or reflections, or all.",
        ("s",),
        "kinds",
    ),
    Command(
        "memory.find",
        "Search the memories",
        "Show only memories that contain the text.",
        ("slash", "ctrl+f"),
        "search",
        READY,
        "simulate.find",
        group="Go to",
    ),
    Command(
        "memory.query",
        "Other query",
        "Type another query, and see which memories it would retrieve.",
        ("Q",),
        "query",
        instead="simulate.sql",
        group="Ask",
    ),
    Command("memory.profile", "Next profile", "Score with the next profile."),
    Command(
        "memory.next-weight",
        "Next weight",
        "Mark the weight to the right, the number recalled, or the profile.",
        ("L", "shift+right"),
    ),
    Command(
        "memory.previous-weight",
        "Previous weight",
        "Mark the one to the left.",
        ("H", "shift+left"),
    ),
    Command(
        "memory.raise",
        "Raise the weight",
        "Weigh what is marked more; recall one more; the next profile.",
        ("plus", "equals_sign"),
        "what if",
        READY,
    ),
    Command(
        "memory.lower",
        "Lower the weight",
        "Weigh what is marked less; recall one less; the profile before.",
        ("minus",),
        "",
        READY,
    ),
    Command("memory.recency-up", "Recency more", "Increase the weight of recency."),
    Command("memory.recency-down", "Recency less", "Decrease the weight of recency."),
    Command("memory.relevance-up", "Relevance more", "Increase the weight of relevance."),
    Command("memory.relevance-down", "Relevance less", "Decrease the weight of relevance."),
    Command("memory.importance-up", "Importance more", "Increase the weight of importance."),
    Command("memory.importance-down", "Importance less", "Decrease the weight of importance."),
    Command("memory.more", "Retrieve one more", "Move the cut line down."),
    Command("memory.fewer", "Retrieve one fewer", "Move the cut line up."),
    Command(
        "memory.rewrite",
        "Rewrite the memory",
        "Change its text from the next tick on.",
        ("e",),
        instead="simulate.meddle",
        group="Edit",
    ),
    Command(
        "memory.forget",
        "Delete the memory",
        "Delete it from the next tick on.",
        ("x", "delete"),
        group="Edit",
    ),
    Command("memory.reset", "Reset", "Restore the query, profile and weights of the run.", ("0",)),
)

_BELIEFS = (
    Command(
        "beliefs.open",
        "Open the belief",
        "Show when the belief was formed, what it says, and what is true now.",
        ("enter",),
        "open",
    ),
    Command(
        "beliefs.go",
        "Go to the believed object",
        "Select what the line refers to.",
        ("right", "l"),
        "go there",
    ),
    Command(
        "beliefs.eyes",
        "Truth or belief",
        "Show the map as they believe it, with marks at false beliefs, or as it is.",
        ("v",),
        "eyes",
    ),
    Command(
        "beliefs.narrow",
        "Filter",
        "Show all beliefs, only those that differ, or only false ones.",
        ("s",),
        "narrow",
    ),
)

_INTERVIEW = (
    Command(
        "interview.open",
        "Open the answer",
        "Show the answer's memories, model request and reply; expand or collapse a person; go to "
        "a cited memory.",
        ("enter",),
        "open",
    ),
    Command("interview.unfold", "Open", "Expand the answer or the person.", ("right", "l")),
    Command(
        "interview.fold",
        "Close",
        "Collapse the answer or the person, or go to its parent.",
        ("left", "h"),
    ),
    Command(
        "interview.names",
        "Collapse answers",
        "Collapse the answers of questionnaires; press again to expand them.",
        ("s",),
        "names",
    ),
    Command(
        "interview.keep",
        "Save the answers",
        "Save the answers to a file: .csv (a row per person and question) or .json (everything).",
        ("ctrl+s",),
        "keep",
    ),
)

_CHARTS = (
    Command(
        "charts.open", "Select the person", "Select the person of the line.", ("enter",), "select"
    ),
    Command("charts.right", "Next chart", "Show the next chart.", ("right", "l"), "next chart"),
    Command("charts.left", "Previous chart", "Show the previous chart.", ("left", "h")),
)

_CHRONICLE = (
    Command(
        "chronicle.open",
        "Go to the tick",
        "Go to the tick of the sentence.",
        ("enter",),
        "go there",
    ),
    Command(
        "chronicle.voice",
        "Tale or account",
        "Show a tale of one or two pages instead of the account with its numbers, or the account "
        "again.",
        ("v",),
        "tale",
    ),
)

_DASHBOARD = (
    Command(
        "dashboard.open",
        "Enlarge",
        "Show the measure as a chart, or all measures again; go to the tick of an anomaly.",
        ("enter",),
        "enlarge",
    ),
    Command(
        "dashboard.right", "Next measure", "Show the chart of the next measure.", ("right", "l")
    ),
    Command(
        "dashboard.left",
        "Previous measure",
        "Show the chart of the previous measure.",
        ("left", "h"),
    ),
)

_RELATIONS = (
    Command(
        "relations.open",
        "Open the changes",
        "Show what moved the values, or go to the tick of a change.",
        ("enter",),
        "open",
    ),
)
_WHY = (
    Command(
        "why.open", "Open the step", "Expand the step, or follow its arrow.", ("enter",), "open"
    ),
)

_REPORT = (
    Command(
        "report.open", "Open the row", "Expand the row, or go where it leads.", ("enter",), "open"
    ),
)

_NUMBERS = (
    Command(
        "numbers.open",
        "Type a value",
        "Type the value of the number at the cursor; switch what is on or off.",
        ("enter",),
        "type",
        READY,
    ),
    Command("numbers.less", "Less", "One step down.", ("left", "h", "minus"), "less", READY),
    Command(
        "numbers.more",
        "More",
        "One step up.",
        ("right", "l", "plus", "equals_sign"),
        "more",
        READY,
    ),
    Command(
        "numbers.much-less",
        "Much less",
        "Ten steps down.",
        ("shift+left", "H"),
        "",
        READY,
    ),
    Command("numbers.much-more", "Much more", "Ten steps up.", ("shift+right", "L"), "", READY),
    Command(
        "numbers.reset",
        "Reset",
        "Set the number back to what the world says.",
        ("0",),
        "reset",
        READY,
    ),
)

_TIMELINE = (
    Command("timeline.back", "Earlier", "Go one column back.", ("left", "h"), "earlier"),
    Command("timeline.on", "Later", "Go one column forward.", ("right", "l"), "later"),
    Command("timeline.first", "Start of the run", "Go to tick 0.", ("g",)),
    Command("timeline.last", "Newest tick", "Go to the newest tick.", ("G",)),
    Command("timeline.up", "Branch above", "Select the branch above.", ("up", "k")),
    Command("timeline.down", "Branch below", "Select the branch below.", ("down", "j")),
    Command(
        "timeline.open",
        "Open the selected branch",
        "Open the selected branch at the same tick.",
        ("enter",),
        "show",
    ),
    Command("timeline.far-back", "Much earlier", "Go eight columns back.", ("ctrl+u", "pageup")),
    Command("timeline.far-on", "Much later", "Go eight columns forward.", ("ctrl+d", "pagedown")),
)

_TRANSCRIPT = (
    Command(
        "transcript.open",
        "Go to the line's tick",
        "Go to the line's tick and select who acted.",
        ("enter",),
        "go there",
    ),
    Command(
        "transcript.unfold",
        "Open",
        "Show each line of a walk, or of a spell of gathering, eating and resting.",
        ("right", "l"),
        "unfold",
    ),
    Command("transcript.fold", "Close", "Tell it in one line again.", ("left", "h")),
    Command(
        "transcript.impact",
        "What did it move?",
        "Run on with the words of the line and without them, with several seeds, and compare.",
        ("ctrl+e",),
        "impact",
    ),
    Command(
        "transcript.find",
        "Search the transcript",
        "Go to the next line that contains the text.",
        ("slash", "ctrl+f"),
        "search",
        READY,
        "simulate.find",
        group="Go to",
    ),
    Command(
        "transcript.find-next",
        "Next match",
        "Go to the next match; after the last, to the first.",
        ("n",),
        "",
        READY,
        "simulate.find-next",
        group="Go to",
    ),
    Command(
        "transcript.find-previous",
        "Previous match",
        "Go to the previous match.",
        ("N",),
        "",
        READY,
        "simulate.find-previous",
        group="Go to",
    ),
)

COMPARISON = (
    Command(
        "partings.open",
        "Go there",
        "Go to the line's event, memory, belief or prompt at its tick, in the open run or the "
        "only run that has "
        "it.",
        ("enter",),
        "go there",
    ),
    Command(
        "partings.other",
        "In the other run",
        "Go to the same tick and person in the other run.",
        ("space",),
        "in the other run",
    ),
    Command(
        "partings.unfold",
        "Open",
        "Expand the line: a person, a kind of difference, events.",
        ("right", "l"),
        "open",
    ),
    Command("partings.fold", "Close", "Collapse the line, or go to its parent.", ("left", "h")),
    Command(
        "partings.next-person",
        "Next person",
        "Go to the next person with differences.",
        ("f6", "right_parenthesis"),
        "next person",
        group="Go to",
    ),
    Command(
        "partings.previous-person",
        "Previous person",
        "Go to the previous person with differences.",
        ("f5", "left_parenthesis"),
        group="Go to",
    ),
    Command(
        "partings.find",
        "Search",
        "Search all lines, collapsed ones too.",
        ("slash", "ctrl+f"),
        "search",
        group="Go to",
    ),
    Command(
        "partings.find-next",
        "Next match",
        "Go to the next line that matches.",
        ("n",),
        group="Go to",
    ),
    Command(
        "partings.find-previous",
        "Previous match",
        "Go to the previous line that matches.",
        ("N",),
        group="Go to",
    ),
    Command(
        "partings.close",
        "Close",
        "Close this window.",
        ("escape", "q"),
        "close",
        group="Go to",
        runs=DISMISS,
    ),
    window_help("partings"),
    window_copy("partings"),
)
"""The commands of the comparison of two runs, a window of its own."""

SIMULATE = (
    *_SCREEN,
    *_MAP,
    *_OUTLINE,
    *_CARD,
    *_BELIEFS,
    *_MEMORY,
    *_RELATIONS,
    *_WHY,
    *_INTERVIEW,
    *_CHARTS,
    *_CHRONICLE,
    *_DASHBOARD,
    *_REPORT,
    *_NUMBERS,
    *_TIMELINE,
    *_TRANSCRIPT,
)
"""Every command of the workbench, in the order in which help names them."""
