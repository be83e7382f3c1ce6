"""The pane of sliders: the weather and the numbers of the world, which change while it runs."""

from collections.abc import Iterator
from math import floor, log1p, log10
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events, work
from textual.binding import BindingType
from textual.message import Message

from latticeville.sim.inputs import SetNumber, SetWeather
from latticeville.sim.state import State
from latticeville.world.model.numbers import TABLES, WorldNumber, list_numbers
from studio.run.panes.run_context import RunContext
from studio.ui.command_scope import RIGHT, bindings
from studio.ui.dialogs.validated_input import ValidatedInput
from studio.ui.list_view import WrappedListView
from studio.ui.text import PLAIN, QUIET, STRONG, WARM, Span, TextRow, fit_spans, wrap_text

WEATHER = "weather"
"""The key of the line of the weather."""
BAR, LEAST_BAR, VALUE = 6, 3, 11
"""Cells of a bar, at most and at least, and of the value beside it."""
BIG = 10
"""Steps that one with shift counts for."""
WIDE = 20
"""A span of values from which on a bar shows magnitudes instead of amounts."""
LABELS = {
    "weather.every": "changes every",
    "simulation.step_ticks": "a step takes",
    "simulation.radius": "sight",
    "minds.recall": "memories",
    "minds.vary": "vary leisure",
    "minds.turns": "turns of a talk",
}
"""Names of numbers that their keys do not tell."""
UNITS = {
    "every": ("min", "min"),
    "step_ticks": ("tick", "ticks"),
    "radius": ("cell", "cells"),
    "hearing": ("cell", "cells"),
    "distance": ("cell", "cells"),
    "budget": ("token", "tokens"),
    "gather": ("unit", "units"),
    "factor": ("×", "×"),
}
"""Units of one and of more, by the last part of the keys of numbers."""
HEADINGS = {"survival": "Needs and nature", "simulation": "Bodies", "minds": "Minds"}
"""What stands above the numbers of a table."""


class Slider(NamedTuple):
    """A line of the pane: a number as it is now, and as the world was written."""

    number: WorldNumber
    written: float

    @property
    def label(self) -> str:
        """What it is called."""
        key = self.number.key
        parts = [part for part in key.split(".")[1:] if part not in ("resources", "events")]
        return LABELS.get(key, " ".join(parts).replace("_", " "))

    @property
    def unit(self) -> str:
        """What it counts; nothing for a share."""
        one, more = UNITS.get(self.number.key.rpartition(".")[2], ("", ""))
        return one if self.number.value == 1 else more

    @property
    def step(self) -> float:
        """By how much a key turns it."""
        number = self.number
        if number.is_whole:
            return 10.0 ** max(0, floor(log10(max(1, self.written))) - 1)
        if number.most - number.least > BIG:
            return 0.1
        return 0.001 if number.key.endswith("chance") or 0 < self.written < 0.02 else 0.01

    @property
    def share(self) -> float:
        """How much of the bar is filled, from 0 to 1."""
        value, span = self.number.value - self.number.least, self.number.most - self.number.least
        return log1p(value) / log1p(span) if span > WIDE else value / span

    def turned(self, steps: int) -> float:
        """Return the value so many steps further, within the bounds."""
        if self.number.is_flag:
            return float(steps > 0)
        return self.fitted(self.number.value + steps * self.step)

    def at(self, share: float) -> float:
        """Return the value at a place of the bar, from 0 to 1."""
        least, most = self.number.least, self.number.most
        if most - least > WIDE:
            return self.fitted(least + (1 + most - least) ** share - 1)
        return self.fitted(least + (most - least) * share)

    def fitted(self, value: float) -> float:
        """Return the nearest value that a step reaches and the bounds allow."""
        near = round(round(value / self.step) * self.step, 6)
        return min(max(near, self.number.least), self.number.most)

    def told(self, value: float) -> str:
        """Return a value as it is shown."""
        return ("off", "on")[bool(value)] if self.number.is_flag else f"{value:g}"


class NumbersPane(WrappedListView):
    """One line for each number: its name, a bar, its value; each change is an input of the run."""

    where = "numbers"
    BINDINGS: ClassVar[list[BindingType]] = bindings("numbers")
    BORDER_TITLE = "Numbers"
    eager = False
    context: RunContext | None = None
    """What is shown."""

    class ChangeRequested(Message):
        """A number, or the weather, is to be another."""

        def __init__(self, item: SetNumber | SetWeather) -> None:
            super().__init__()
            self.item = item

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._sliders: dict[str, Slider] = {}
        self._pending: dict[str, SetNumber | SetWeather] = {}
        """What the next tick will change, by the key of its line."""
        self._asked_at: tuple[object, int] = (None, -1)

    def show(self, context: RunContext) -> None:
        """Show another frame; what was asked for is done once another tick is shown."""
        self.context = context
        if self._asked_at != self._moment(context):
            self._pending.clear()
        self._draw()

    @staticmethod
    def _moment(context: RunContext) -> tuple[object, int]:
        return context.source, context.frame.payload.tick

    def _draw(self) -> None:
        if self.context is None or not self.display:
            return
        state = self.context.frame.payload.state
        written = {number.key: number.value for number in list_numbers(state.world.written)}
        numbers = [self._awaited(number) for number in list_numbers(state.world)]
        self._sliders = {
            number.key: Slider(number, written.get(number.key, number.value)) for number in numbers
        }
        self.show_rows([*self._rows(state)])
        if self.room and self.rows and not self._key:
            self._move_to(self.cursor)
        self._show_help()

    def _awaited(self, number: WorldNumber) -> WorldNumber:
        """Return a number as it will be at the next tick."""
        match self._pending.get(number.key):
            case SetNumber(_, float(value)):
                return number._replace(value=value)
            case SetNumber():
                return number._replace(value=self._written(number))
        return number

    def _written(self, number: WorldNumber) -> float:
        slider = self._sliders.get(number.key)
        return slider.written if slider else number.value

    def _rows(self, state: State) -> Iterator[TextRow]:
        if len(_weathers(state)) > 1:
            yield TextRow(
                WEATHER,
                (Span(self._padded("weather"), PLAIN), Span(f"‹ {self._weather(state)} ›", STRONG)),
            )
        above = next(iter(TABLES))
        for key, slider in self._sliders.items():
            table = key.split(".")[0]
            if table != above:
                above = table
                yield TextRow("", (Span(HEADINGS[table], QUIET),))
            if table != WEATHER or len(_weathers(state)) > 1:
                yield self._row(slider)

    def _weather(self, state: State) -> str:
        match self._pending.get(WEATHER):
            case SetWeather(weather):
                return weather
        return state.weather

    def _row(self, slider: Slider) -> TextRow:
        number = slider.number
        changed = slider.told(number.value) != slider.told(slider.written)
        cells = self._bar_cells
        full = round(slider.share * cells)
        bar = "▮" * full + "▯" * (cells - full)
        value = f" {slider.told(number.value)} {'' if changed else slider.unit}"
        was = Span(f"was {slider.told(slider.written)}" if changed else "", QUIET)
        spans = (
            Span(self._padded(slider.label), PLAIN),
            Span(bar, WARM if changed else QUIET),
            Span(value, WARM if changed else PLAIN),
        )
        return TextRow(number.key, spans, was)

    def _padded(self, label: str) -> str:
        """Return a name in the cells before the bar."""
        room = self._label_cells
        text = "".join(span.text for span in fit_spans([Span(label)], room - 1))
        return text + " " * (room - cell_len(text))

    @property
    def _label_cells(self) -> int:
        """Cells of the longest name and a space, as far as there is room."""
        longest = max((cell_len(one.label) for one in self._sliders.values()), default=0)
        return max(8, min(longest + 1, self.size.width - LEAST_BAR - VALUE))

    @property
    def _bar_cells(self) -> int:
        """Cells of a bar: it gives way to names."""
        return max(LEAST_BAR, min(BAR, self.size.width - self._label_cells - VALUE))

    @property
    def _key(self) -> str:
        """The key of the line under the cursor."""
        return self.rows[self.cursor].key if self.rows else ""

    def _show_help(self) -> None:
        """Say what the number under the cursor is, and from where to where it goes."""
        slider = self._sliders.get(self._key)
        told = "The weather until chance turns it." if self._key == WEATHER else ""
        if slider:
            number = slider.number
            bounds = "" if number.is_flag else f" {number.least:g} to {number.most:g}."
            told = f"{_help_of(number)}{bounds} World: {slider.told(slider.written)}."
        lines = list(wrap_text(told, max(1, self.size.width)))[: max(0, self.size.height - 4)]
        self.show_feet([TextRow("help", (Span(line),)) for line in lines])

    def _move_to(self, place: int) -> None:
        """Put the cursor on a line, past headings."""
        way = 1 if place >= self.cursor or place <= 0 else -1
        while 0 <= place < len(self.rows) and not self.rows[place].key:
            place += way
        super()._move_to(place)
        self._show_help()

    def on_click(self, event: events.Click) -> None:
        """Set the number whose bar is clicked."""
        offset = event.get_content_offset(self)
        if offset is None or event.button == RIGHT or offset.y >= self.room:
            return
        row, at = self.top + offset.y, offset.x - self._label_cells
        bar = self._bar_cells
        if not 0 <= at < bar or row >= len(self.rows) or not self.rows[row].key:
            return
        event.prevent_default()
        self._move_to(row)
        slider = self._sliders.get(self._key)
        if slider is None:
            self._turn(1)
        else:
            self._set(float(at >= bar // 2) if slider.number.is_flag else slider.at(at / (bar - 1)))

    def action_less(self) -> None:
        """Take the number a step down."""
        self._turn(-1)

    def action_more(self) -> None:
        """Take the number a step up."""
        self._turn(1)

    def action_much_less(self) -> None:
        """Take the number ten steps down."""
        self._turn(-BIG)

    def action_much_more(self) -> None:
        """Take the number ten steps up."""
        self._turn(BIG)

    def _turn(self, steps: int) -> None:
        slider = self._sliders.get(self._key)
        if slider is not None:
            self._set(slider.turned(steps))
        elif self._key == WEATHER and self.context is not None:
            state = self.context.frame.payload.state
            names = _weathers(state)
            way = 1 if steps > 0 else -1
            name = names[(names.index(self._weather(state)) + way) % len(names)]
            self._ask(SetWeather(name))

    def action_reset(self) -> None:
        """Back to what the world says."""
        slider = self._sliders.get(self._key)
        if slider is not None and slider.number.value != slider.written:
            self._ask(SetNumber(self._key))

    def action_open(self) -> None:
        """Ask for a value; switch what is on or off."""
        slider = self._sliders.get(self._key)
        if slider is None or slider.number.is_flag:
            self._turn(-1 if slider and slider.number.value else 1)
        else:
            self._type_value(slider)

    @work
    async def _type_value(self, slider: Slider) -> None:
        typed = await self.app.push_screen_wait(
            ValidatedInput(
                slider.label.capitalize(),
                _help_of(slider.number),
                slider.told(slider.number.value),
                lambda text: _refusal(slider.number, text),
            )
        )
        if typed:
            self._set(float(typed), slider)

    def _set(self, value: float, slider: Slider | None = None) -> None:
        slider = slider or self._sliders.get(self._key)
        if slider is not None and value != slider.number.value:
            self._ask(SetNumber(slider.number.key, value))

    def _ask(self, item: SetNumber | SetWeather) -> None:
        """Ask for a change, and show it at once where the next tick makes it."""
        if self.context is None:
            return
        if not self.context.frame.past and not self.context.frame.recorded:
            self._asked_at = self._moment(self.context)
            self._pending[item.number if isinstance(item, SetNumber) else WEATHER] = item
            self._draw()
        self.post_message(self.ChangeRequested(item))


def _weathers(state: State) -> tuple[str, ...]:
    """Return the kinds of weather of a world, in the order in which it has them."""
    climate = state.world.climate
    return tuple(dict.fromkeys((climate.start, *climate.chain, state.weather)))


def _help_of(number: WorldNumber) -> str:
    """Return the sentence that the file format has on a number."""
    from latticeville.world.schema.table import field_docs, table_of

    return field_docs(table_of(number.table)).get(number.key.rpartition(".")[2], "")


def _refusal(number: WorldNumber, text: str) -> str:
    """Say what is wrong with a typed value; nothing where it is right."""
    try:
        return number.refusal(float(text))
    except ValueError:
        return f"type a number from {number.least:g} to {number.most:g}"
