"""A state machine as a picture of character cells: states are boxes, transitions arrows with words.

The states stand in columns and rows in the order of their distance from the start, and the arrows
between them are routed so that each can be followed. What leaves a state as it is stands as a line
in its box, as does what leads to a state from any other. Where not all states have room, one of
them is drawn with its arrows in and out.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from latticeville.core.geometry import Box
from latticeville.draw.box_placement import place_boxes
from latticeville.draw.box_routes import Board, Route, Word
from latticeville.world.model.machine_text import infinitive
from latticeville.world.model.objects import Kind, Transition

Origin = tuple[str, int]
"""Where a transition is written: its kind, and its place there."""
STAYS, ANY, HERE = "≡", "◂", "►"
"""What leaves the state as it is; what leads here from any state; how many objects are here."""
_LONGEST, _TRIES = 20, 6
"""Most letters of the words of an arrow, and orders in which the arrows are routed."""
_UNREADABLE = 1_000_000
"""The cost of a picture in which arrows have no words, or are hard to follow."""
_TANGLED = 2.2
"""The most turns of an arrow, on average; a crossing is as bad as two."""


class Arrow(NamedTuple):
    """All that leads from a state to another, or stays: the states, the transitions, their
    words."""

    source: str
    target: str
    origins: tuple[Origin, ...]
    words: str


Role = Literal["frame", "name", "note", "wire", "word", ""]
"""What a cell is."""


class MachineCell(NamedTuple):
    """A character of the picture, what it is a part of, and what it is there."""

    letter: str
    part: str | Arrow | None = None
    """The state or the arrow."""
    role: Role = ""


class MachineMarks(NamedTuple):
    """What is marked in a picture."""

    current: str = ""
    """The state that has a dot and a double frame."""
    selected: str = ""
    """The state that has a heavy frame."""
    origin: Origin | None = None
    """The transition whose arrows are heavy."""
    taken: tuple[str, str] | None = None
    """The states whose arrow is heavy, too: it was taken last."""
    faults: frozenset[Origin] = frozenset()
    """The transitions whose words have a sign in front."""
    notes: Mapping[str, str] = {}
    """A line in the box of a state: what is wrong with it."""
    counts: Mapping[str, int] = {}
    """How many objects are in a state."""


class MachinePicture(NamedTuple):
    """Lines of cells, and whether all states are in them."""

    lines: tuple[tuple[MachineCell, ...], ...]
    is_whole: bool = True

    @property
    def text(self) -> str:
        """The picture as plain text."""
        lines = ("".join(cell.letter for cell in line).rstrip() for line in self.lines)
        return "\n".join(lines)


def order_states(kind: Kind) -> tuple[str, ...]:
    """Return the states by their distance from the start; those that nothing leads to come last."""
    found = {kind.start: None}
    edge = [kind.start]
    while edge:
        after = [row.target for state in edge for row in kind.transitions if state in row.sources]
        edge = [state for state in dict.fromkeys(after) if state not in found]
        found.update(dict.fromkeys(edge))
    return (*found, *(state for state in kind.states if state not in found))


def find_arrows(kind: Kind, faults: frozenset[Origin] = frozenset()) -> tuple[Arrow, ...]:
    """Return the arrows in the order of the table; transitions between the same states share one.

    What leads to a state from all others is one arrow from "*". The words of what is faulty begin
    with "!".
    """
    found: dict[tuple[str, str], list[Transition]] = {}
    for row in kind.written_transitions:
        others = set(kind.states) - {row.target}
        is_any = len(others) > 1 and others <= set(row.sources)
        for source in ["*"] if is_any else row.sources:
            found.setdefault((source, row.target), []).append(row)
    return tuple(
        Arrow(*key, tuple(dict.fromkeys(row.origin for row in rows)), _describe(rows, faults))
        for key, rows in found.items()
    )


def _describe(rows: Iterable[Transition], faults: frozenset[Origin]) -> str:
    """Return what fires transitions, in a few letters."""
    words = ", ".join(
        dict.fromkeys(f"{'!' * (row.origin in faults)}{_trigger(row)}" for row in rows)
    )
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def _trigger(row: Transition) -> str:
    if row.verb:
        return infinitive(row.verb)
    if row.after is None:
        return "by itself"
    hours, minutes = divmod(row.after, 60)
    return f"{hours} h" if hours and not minutes else f"{row.after} min"


class _Line(NamedTuple):
    """A line in a box below the name of its state: a sign, a text, and the arrow that it is."""

    sign: str
    text: str
    arrow: Arrow | None = None


class _Node(NamedTuple):
    """A state as a box."""

    name: str
    lines: tuple[_Line, ...]

    @property
    def size(self) -> tuple[int, int]:
        """The columns and lines of its box."""
        return max(len(self.name), *(len(line.text) for line in self.lines), 2) + 5, len(
            self.lines
        ) + 3


class _Plan(NamedTuple):
    """Where everything stands."""

    boxes: tuple[Box, ...]
    routes: tuple[Route, ...]
    words: tuple[Word | None, ...]


def draw_machine(
    kind: Kind, width: int, height: int, marks: MachineMarks | None = None
) -> MachinePicture:
    """Return the picture of a machine in at most so many columns and lines; where it does not fit,
    of the selected state with its arrows."""
    marks = marks or MachineMarks()
    arrows, nodes = find_arrows(kind, marks.faults), _find_nodes(kind, marks)
    joins = tuple(arrow for arrow in arrows if arrow.source not in ("*", arrow.target))
    plan = _plan(nodes, joins, (width, height))
    if plan is None:
        return draw_neighbourhood(kind, width, height, marks)
    canvas = _Canvas(width, height, marks)
    for node, box in zip(nodes, plan.boxes, strict=True):
        canvas.draw_box(node, box)
    for arrow, route, word in zip(joins, plan.routes, plan.words, strict=True):
        canvas.draw_route(arrow, route)
        if word:
            canvas.write(word.x, word.y, word.text, arrow, "word")
    return MachinePicture(canvas.cut())


def _find_nodes(kind: Kind, marks: MachineMarks) -> tuple[_Node, ...]:
    """Return the states as boxes, those near the start first."""
    arrows = find_arrows(kind, marks.faults)
    return tuple(
        _Node(
            state,
            (
                *(
                    _Line(STAYS if one.source == state else ANY, one.words, one)
                    for one in arrows
                    if one.target == state and one.source in ("*", state)
                ),
                *([_Line("!", marks.notes[state])] if state in marks.notes else []),
            ),
        )
        for state in order_states(kind)
    )


@lru_cache(maxsize=128)
def _plan(
    nodes: tuple[_Node, ...], joins: tuple[Arrow, ...], room: tuple[int, int]
) -> _Plan | None:
    """Return the best of the ways to place the boxes: all arrows are routed, most words fit, the
    arrows are short."""
    names = [node.name for node in nodes]
    links = [(names.index(one.source), names.index(one.target)) for one in joins]
    longest = max((len(one.words) for one in joins), default=0)
    found: list[tuple[int, _Plan]] = []
    for boxes in place_boxes([node.size for node in nodes], links, room, longest):
        plan = _route(boxes, joins, links, room)
        if plan:
            found.append((_cost(plan), plan))
    cost, best = min(found, key=lambda pair: pair[0], default=(0, None))
    return best if cost < _UNREADABLE else None


def _route(
    boxes: tuple[Box, ...],
    joins: tuple[Arrow, ...],
    links: list[tuple[int, int]],
    room: tuple[int, int],
) -> _Plan | None:
    """Return the routes between boxes, the shortest first; one that finds no way is tried before
    the others."""
    order = sorted(range(len(links)), key=lambda place: _distance(boxes, links[place]))
    for _ in range(_TRIES):
        board = Board(*room, boxes)
        routes, words = dict[int, Route](), dict[int, Word | None]()
        for place in order:
            source, target = links[place]
            route = board.route(boxes[source], boxes[target])
            if route is None:
                order.remove(place)
                order.insert(0, place)
                break
            routes[place] = route
            words[place] = board.write(route, joins[place].words) or board.write(
                route, str(joins[place].origins[0][1] + 1)
            )
        else:
            places = range(len(links))
            return _Plan(
                boxes, tuple(routes[place] for place in places), tuple(map(words.get, places))
            )
    return None


def _distance(boxes: tuple[Box, ...], link: tuple[int, int]) -> int:
    one, other = (boxes[place] for place in link)
    return abs(one.x - other.x) + 2 * abs(one.y - other.y)


def _cost(plan: _Plan) -> int:
    """Return how hard a plan is to read."""
    cells = sum(map(len, plan.routes))
    turns = sum(step.came != step.way for route in plan.routes for step in route)
    crossings = cells - len({step[:2] for route in plan.routes for step in route})
    lost = sum(word is None for word in plan.words)
    numbers = sum(word is not None and word.text.isdigit() for word in plan.words)
    is_told = lost == 0 and numbers <= len(plan.words) // 5
    is_plain = turns + 2 * crossings <= _TANGLED * len(plan.routes)
    cost = cells + 3 * turns + 5 * crossings + 100 * numbers
    return cost + _UNREADABLE * (not (is_told and is_plain))


class _Near(NamedTuple):
    """The arrows from other states to a state, and those from it to others."""

    comes: list[Arrow]
    goes: list[Arrow]


def draw_neighbourhood(kind: Kind, width: int, height: int, marks: MachineMarks) -> MachinePicture:
    """Return the picture of one state with what leads to it, at the left or above, and where it
    leads, at the right or below. All states take as many lines."""
    nodes, arrows = _find_nodes(kind, marks), find_arrows(kind, marks.faults)
    state = marks.selected or _source_of(arrows, marks.origin) or marks.current or kind.start
    all_near = [_find_near(arrows, node.name) for node in nodes]
    place = order_states(kind).index(state)
    stacks = max(map(_count_stacked, nodes, all_near))
    is_cut = any(
        max(_side_needs(near), default=0) > (width - node.size[0]) // 2
        for node, near in zip(nodes, all_near, strict=True)
    )
    if is_cut and stacks <= height:
        canvas = _Canvas(width, stacks, marks)
        _draw_stack(canvas, nodes[place], all_near[place], width)
    else:
        lines = max(map(_count_lines, nodes, all_near))
        canvas = _Canvas(width, min(lines + 1, height), marks)
        _draw_row(canvas, nodes, place, all_near[place], (width, height))
    return MachinePicture(canvas.lines, is_whole=len(nodes) == 1)


def _draw_row(
    canvas: "_Canvas", nodes: Sequence[_Node], place: int, near: _Near, room: tuple[int, int]
) -> None:
    """Draw a state in the middle, with arrows beside it; the other states are named below."""
    node = nodes[place]
    tall = max(min(_count_lines(node, near), room[1] - 1), 3)
    middle = min(node.size[0], max(room[0] // 2, 5))
    box = Box(max((room[0] - middle) // 2, 0), 0, middle, tall)
    canvas.draw_box(node, box)
    canvas.draw_beams(near, box)
    shown = {node.name, *(one.source for one in near.comes), *(one.target for one in near.goes)}
    canvas.draw_names([one.name for one in nodes if one.name not in shown], tall)


def _draw_stack(canvas: "_Canvas", node: _Node, near: _Near, width: int) -> None:
    """Draw a state with what leads to it above, and where it leads below."""
    widest = max((len(one.source) + len(one.words) for one in near.comes), default=0)
    bend = min(widest + 4, max(width - 3, 4))
    top = len(near.comes) + bool(near.comes)
    box = Box(0, top, min(max(node.size[0], bend + 2), width), node.size[1])
    canvas.draw_box(node, box)
    canvas.draw_comes(near.comes, bend)
    canvas.draw_goes(near.goes, box.y + box.height)


def _count_stacked(node: _Node, near: _Near) -> int:
    """Return how many lines a state has with its arrows above and below."""
    return node.size[1] + len(near.comes) + bool(near.comes) + len(near.goes)


def _side_needs(near: _Near) -> list[int]:
    """Return how many cells each arrow takes beside a box."""
    return [
        *(len(one.source) + len(one.words) + 4 for one in near.comes),
        *(len(one.target) + len(one.words) + 5 for one in near.goes),
    ]


def _count_lines(node: _Node, near: _Near) -> int:
    """Return how many lines the box of a state has in the middle."""
    return max(node.size[1], *(len(side) + 2 for side in near))


def _find_near(arrows: Iterable[Arrow], state: str) -> _Near:
    joins = [one for one in arrows if one.source != one.target]
    return _Near(
        [one for one in joins if one.target == state and one.source != "*"],
        [one for one in joins if one.source in ("*", state) and one.target != state],
    )


def _source_of(arrows: Iterable[Arrow], origin: Origin | None) -> str:
    """Return the state from which a transition leads; of several the first."""
    return next((one.source for one in arrows if origin in one.origins and one.source != "*"), "")


_FRAMES = {
    "plain": ("┌┐└┘─│", "├┬┤┴"),
    "double": ("╔╗╚╝═║", "╟╤╢╧"),
    "heavy": ("┏┓┗┛━┃", "┠┯┨┷"),
}
"""Corners, flat and upright line of a box, and the signs where an arrow leaves it to the right,
down, to the left and up."""
_HEADS = "►▼◄▲"
_LINES = ("─│─│", "━┃━┃")
_CORNERS = (
    {(0, 1): "┐", (0, 3): "┘", (2, 1): "┌", (2, 3): "└"},
    {(0, 1): "┓", (0, 3): "┛", (2, 1): "┏", (2, 3): "┗"},
)
"""The sign of a turn from one direction into another; a turn back along it has the same sign."""


class _Canvas:
    """A sheet of cells that is drawn on."""

    def __init__(self, width: int, height: int, marks: MachineMarks) -> None:
        self._width, self._marks = width, marks
        self._cells = [[MachineCell(" ")] * width for _ in range(height)]
        self._frames: dict[str, str] = {}

    def write(self, x: int, y: int, text: str, part: str | Arrow | None, role: Role) -> None:
        """Write a text; what does not fit is left out."""
        if 0 <= y < len(self._cells):
            for place, letter in enumerate(text, start=x):
                if 0 <= place < self._width:
                    self._cells[y][place] = MachineCell(letter, part, role)

    def draw_box(self, node: _Node, box: Box) -> None:
        """Draw a state with its lines."""
        marks, state, inner = self._marks, node.name, box.width - 2
        is_current = state == marks.current
        look = "heavy" if state == marks.selected else "double" if is_current else "plain"
        self._frames[state] = look
        corners = _FRAMES[look][0]
        count = f"{HERE}{marks.counts[state]}" if marks.counts.get(state) else ""
        self.write(box.x, box.y, f"{corners[0]}{corners[4] * inner}{corners[1]}", state, "frame")
        for y in range(box.y + 1, box.y + box.height - 1):
            self.write(box.x, y, f"{corners[5]}{' ' * inner}{corners[5]}", state, "frame")
        last = f"{corners[2]}{corners[4] * (inner - len(count))}{count}{corners[3]}"
        self.write(box.x, box.y + box.height - 1, last, state, "frame")
        title = f"{'●' if is_current else ' '} {_fit(node.name, inner - 3)}"
        self.write(box.x + 1, box.y + 1, title, state, "name")
        for y, line in enumerate(node.lines[: box.height - 3], start=box.y + 2):
            role: Role = "word" if line.arrow else "note"
            text = f"{line.sign} {_fit(line.text, inner - 3)}"
            self.write(box.x + 1, y, text, line.arrow or state, role)

    def draw_route(self, arrow: Arrow, route: Route) -> None:
        """Draw an arrow over what is there; where it crosses another, both go on."""
        heavy = self._is_heavy(arrow)
        for x, y, came, way in route[:-1]:
            letter = _LINES[heavy][way] if came == way else _turn(came, way, heavy=heavy)
            crossed = self._cells[y][x].letter in "─│━┃"
            if crossed:
                letter = "╋" if heavy and self._cells[y][x].letter in "━┃" else "┼"
            if not crossed or heavy:
                self.write(x, y, letter, arrow, "wire")
            else:
                self._cells[y][x] = self._cells[y][x]._replace(letter=letter)
        head, start = route[-1], route[0]
        self.write(head.x, head.y, _HEADS[head.way], arrow, "wire")
        back = ((-1, 0), (0, -1), (1, 0), (0, 1))[start.came]
        x, y = start.x + back[0], start.y + back[1]
        sign = _FRAMES[self._frames[arrow.source]][1][start.came]
        self._cells[y][x] = self._cells[y][x]._replace(letter=sign)

    def draw_beams(self, near: _Near, box: Box) -> None:
        """Draw the arrows to a box at its left and from it at its right, one a line."""
        room = box.height - 2
        for y, arrow in enumerate(near.comes[:room], start=box.y + 1):
            self._draw_beam(arrow, arrow.source, y, 0, box.x)
        for y, arrow in enumerate(near.goes[:room], start=box.y + 1):
            self._draw_beam(arrow, arrow.target, y, box.x + box.width, self._width)

    def _draw_beam(self, arrow: Arrow, other: str, y: int, left: int, right: int) -> None:
        """Draw an arrow on one line between a box and the name of another state."""
        heavy = self._is_heavy(arrow)
        comes, flat = other == arrow.source, _LINES[heavy][0]
        room = right - left
        name = _fit(other, max(room - 6, 3))
        words = _fit(arrow.words, max(room - len(name) - 5, 0))
        rest = max(room - len(name) - len(words) - (3 if comes else 4), 0)
        wire = f"{flat}{words}{flat * rest}►"
        if comes:
            self.write(left, y, name, other, "name")
            self.write(left + len(name) + 1, y, wire, arrow, "wire")
        else:
            self.write(left, y, wire, arrow, "wire")
            self.write(left + len(wire) + 1, y, name, other, "name")
        begin = left + (len(name) + 2 if comes else 1)
        self.write(begin, y, words, arrow, "word")

    def draw_comes(self, arrows: Sequence[Arrow], bend: int) -> None:
        """Draw arrows that come from the left, one a line, and go down in one column."""
        for y, arrow in enumerate(arrows):
            name = _fit(arrow.source, max(bend - 6, 3))
            words = _fit(arrow.words, max(bend - len(name) - 3, 0))
            wire = f"{'─' * (bend - len(name) - len(words) - 2)}{'┤' if y else '┐'}"
            self.write(0, y, name, arrow.source, "name")
            self.write(len(name) + 1, y, "─", arrow, "wire")
            self.write(len(name) + 2, y, words, arrow, "word")
            self.write(len(name) + 2 + len(words), y, wire, arrow, "wire")
        if arrows:
            self.write(bend, len(arrows), "▼", arrows[-1], "wire")

    def draw_goes(self, arrows: Sequence[Arrow], top: int) -> None:
        """Draw arrows that go down in one column, and then to the right, one a line."""
        for y, arrow in enumerate(arrows, start=top):
            words = _fit(arrow.words, max(self._width - len(arrow.target) - 7, 3))
            sign = "├" if arrow is not arrows[-1] else "└"
            self.write(2, y, f"{sign}─{words}─►", arrow, "wire")
            self.write(4, y, words, arrow, "word")
            self.write(7 + len(words), y, arrow.target, arrow.target, "name")

    def _is_heavy(self, arrow: Arrow) -> bool:
        is_taken = self._marks.taken == (arrow.source, arrow.target)
        return is_taken or self._marks.origin in arrow.origins

    def draw_names(self, names: Iterable[str], y: int) -> None:
        """Name states that are not in the picture."""
        x = 0
        for name in names:
            self.write(x, y, "· " if x else "also ", None, "")
            x += 2 if x else 5
            self.write(x, y, name, name, "name")
            x += len(name) + 1

    @property
    def lines(self) -> tuple[tuple[MachineCell, ...], ...]:
        """All lines."""
        return tuple(map(tuple, self._cells))

    def cut(self) -> tuple[tuple[MachineCell, ...], ...]:
        """Return the lines without the blank ones at the top and the end."""
        filled = [place for place, line in enumerate(self._cells) if any(c.role for c in line)]
        return self.lines[min(filled, default=0) : max(filled, default=-1) + 1]


def _turn(came: int, way: int, *, heavy: bool) -> str:
    """Return the sign of a corner."""
    signs = _CORNERS[heavy]
    return signs.get((came, way)) or signs[(way + 2) % 4, (came + 2) % 4]


def _fit(text: str, cells: int) -> str:
    return text if len(text) <= cells else f"{text[: max(cells - 1, 0)]}…"[: max(cells, 0)]
