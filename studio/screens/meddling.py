"""Editing the present: what a designer may do to a run, asked for step by step, and given as an input in its log."""

import re
from abc import abstractmethod
from collections.abc import Callable, Iterator

from latticeville.core.geometry import Cell
from latticeville.sim.inputs import (
    Believe,
    Forward,
    GodEvent,
    PlantMemory,
    Put,
    Set,
    SetWeather,
    SimulatorInput,
    Unlearn,
    Whisper,
)
from latticeville.sim.state import State
from latticeville.world.areas import WORLD
from latticeville.world.names import apart
from latticeville.world.pack import World
from studio.ui.pane_screen import Paned
from studio.view import View
from studio.widgets.ask import Ask
from studio.widgets.fill import Fill
from studio.widgets.pick import Option, Pick

_CELL = re.compile(r"\s*(\d+)\s*[,; ]\s*(\d+)\s*")
_COUNTER = re.compile(r"\s*([a-z][a-z0-9_]*)\s*=?\s*(-?\d+)\s*")
MATTERS = 5
"""The importance that is offered for a memory, in the middle of the scale."""
GONE = "\n"
"""The key of the option that makes a thing missing in somebody's eyes."""


class Meddling(Paned):
    """The dialogs by which the present is edited."""

    view: View | None
    selected: str

    @abstractmethod
    def give(self, item: SimulatorInput) -> None:
        """Let an input go into the run, or into a branch of it."""

    @property
    def _state(self) -> State:
        if self.view is None:
            raise RuntimeError("nothing is shown")
        return self.view.payload.state

    def action_meddle(self) -> None:
        """Ask what is to happen."""
        if self.view is None:
            return
        options = [Option(key, name, note) for key, name, note, _do in self._ways()]
        self.app.push_screen(Pick("Edit the present", options), self._meddle)

    def _meddle(self, key: str | None) -> None:
        for one, _name, _note, do in self._ways():
            if one == key:
                do()

    def _ways(self) -> Iterator[tuple[str, str, str, Callable[[], None]]]:
        """Yield what can be done to whom or what is selected, then to the rest of the world."""
        state, name = self._state, self.selected
        world = state.world
        called = world.told(name) if name in state.bodies else world.name_of(name) if name else ""
        if name in state.bodies:
            yield "whisper", f"Whisper to {called}", "only they hear it, as an inner voice", self._whisper
            yield "show", f"Let {called} perceive something", "and nobody else", self._show
            yield "put", f"Move {called}", "to an area, a thing or a cell", self._put
            yield "remember", f"Give {called} a memory", "that nothing led to", self._remember
            yield "believe", f"Let {called} believe something", "of a thing or a person", self._believe
            yield "unlearn", f"Let {called} forget about something", "of a thing or a person", self._unlearn
        if name in state.things:
            yield "state", f"Set the state of the {called}", state.things[name].state, self._set_state
            if state.things[name].counters:
                counted = ", ".join(f"{key} {value}" for key, value in sorted(state.things[name].counters.items()))
                yield "counter", f"Set a counter of the {called}", counted, self._set_counter
        place = apart(world, self._area())
        yield "event", f"Let something happen in {place}", "who is inside perceives it", self._event
        yield "everywhere", "Let something happen that all perceive", "in plain words", self._everywhere
        yield "weather", "Change the weather", state.weather, self._weather
        yield "forward", "Set the clock forward", "minutes nobody lives through", self._forward

    def _area(self) -> str:
        """Return the selected area, or the one in which the selected one is."""
        state, name = self._state, self.selected
        if name in state.world.areas.by_id:
            return name
        if name in state.bodies:
            return state.bodies[name].area
        return state.things[name].area if name in state.things else WORLD

    def _ask(self, title: str, example: str, then: Callable[[str], object]) -> None:
        def asked(text: str | None) -> None:
            if text:
                then(text)

        self.app.push_screen(Ask(title, example), asked)

    def _pick(
        self, title: str, options: list[Option], then: Callable[[str], object], free: re.Pattern[str] | None = None
    ) -> None:
        def picked(key: str | None) -> None:
            if key:
                then(key)

        self.app.push_screen(Pick(title, options, free=free), picked)

    def _whisper(self) -> None:
        who = self.selected
        self._ask("Whisper", "what the inner voice says", lambda text: self.give(Whisper(who, text)))

    def _show(self) -> None:
        who = self.selected
        self._ask("What do they perceive?", "A stone falls.", lambda text: self.give(GodEvent(text, people=(who,))))

    def _event(self) -> None:
        area = self._area()
        where = apart(self._state.world, area)
        self._ask(f"What happens in {where}?", "The lights go out.", lambda text: self.give(GodEvent(text, area)))

    def _everywhere(self) -> None:
        self._ask("What happens?", "The ground shakes.", lambda text: self.give(GodEvent(text)))

    def _put(self) -> None:
        who = self.selected

        def put(key: str) -> None:
            cell = _CELL.fullmatch(key)
            self.give(Put(who, cell=Cell(int(cell[1]), int(cell[2]))) if cell else Put(who, key))

        self._pick("Where to?", [*self._places()], put, _CELL)

    def _set_state(self) -> None:
        name, state = self.selected, self._state
        kind = state.world.kinds[state.things[name].kind]
        options = [Option(one, one, "as it is" if one == state.things[name].state else "") for one in kind.states]
        self._pick("Which state?", options, lambda key: self.give(Set(name, key)))

    def _set_counter(self) -> None:
        name = self.selected

        def put(text: str) -> None:
            found = _COUNTER.fullmatch(text)
            if found:
                self.give(Set(name, counters={found[1]: int(found[2])}))
            else:
                self.tell(f"“{text}” is no counter and number: write such as coins 3")

        counters = sorted(self._state.things[name].counters.items())
        self._ask("Which counter, and how many?", ", ".join(f"{key} {value}" for key, value in counters), put)

    def _weather(self) -> None:
        chain = self._state.world.climate.chain
        names = dict.fromkeys((self._state.weather, *chain, *(one for row in chain.values() for one in row)))
        options = [Option(one, one, "as it is" if one == self._state.weather else "") for one in names]
        self._pick("Which weather?", options, lambda key: self.give(SetWeather(key)))

    def _forward(self) -> None:
        def forward(text: str) -> None:
            if text.isdecimal() and int(text):
                self.give(Forward(int(text)))
            else:
                self.tell(f"“{text}” is no number of minutes")

        self._ask("By how many minutes?", "60", forward)

    def _remember(self) -> None:
        who = self.selected

        def given(text: str) -> None:
            help_ = "from 1, such as brushing one's teeth, to 10, such as a wedding; it decides how soon it is recalled"
            weigh = Fill("How much does it matter to them?", help_, str(MATTERS), _no_importance)
            self.app.push_screen(
                weigh, lambda weight: self.give(PlantMemory(who, text, importance=int(weight))) if weight else None
            )

        self._ask("What do they remember?", "Edda said that the oak is ill.", given)

    def _believe(self) -> None:
        who, state = self.selected, self._state

        def about(name: str) -> None:
            called = apart(state.world, name)
            held = state.minds[who].beliefs.get(name)
            looks = [*state.world.kinds[state.things[name].kind].states] if name in state.things else []
            options = [Option(one, one, "as they believe" if held and held.node.looks == one else "") for one in looks]
            options.append(Option(GONE, "that it is not there any more"))
            self._pick(f"What of {called}?", options, lambda key: self.give(believed(name, key)))

        def believed(name: str, key: str) -> Believe:
            return Believe(who, name, missing=True) if key == GONE else Believe(who, name, key)

        self._pick("Of what or whom?", [*self._somethings()], about)

    def _unlearn(self) -> None:
        who = self.selected
        self._pick("Of what or whom?", [*self._somethings()], lambda name: self.give(Unlearn(who, name)))

    def _somethings(self) -> Iterator[Option]:
        state = self._state
        for thing in state.things.values():
            holder = "" if thing.holder in ("", self.selected) else state.world.told(thing.holder)
            hand = f"{'carried by' if thing.holder in state.bodies else 'in'} {holder or 'themselves'}"
            yield _thing(state.world, thing.id, hand if thing.holder else thing.area)
        for body in state.bodies.values():
            if body.id != self.selected:
                yield Option(body.id, state.world.name_of(body.id), apart(state.world, body.area))

    def _places(self) -> Iterator[Option]:
        state = self._state
        for area in state.world.areas.by_id.values():
            if area.id != WORLD:
                yield Option(area.id, apart(state.world, area.id), "area")
        for thing in state.things.values():
            if not thing.holder:
                yield _thing(state.world, thing.id, thing.area)


def _no_importance(text: str) -> str:
    """Say what is wrong with an importance; nothing where it is right."""
    return "" if text.isdecimal() and 1 <= int(text) <= 10 else "write a whole number from 1 to 10"


def _thing(world: World, name: str, where: str) -> Option:
    """Return a thing as it can be chosen; where it is, is told in full unless its own name tells the house."""
    called = apart(world, name)
    return Option(name, called, apart(world, where) if called == world.name_of(name) else world.name_of(where))
