"""Dialogs that edit the present; each edit becomes a logged input of the run."""

import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from textual.app import App

from latticeville.core.geometry import Cell
from latticeville.sim.inputs import (
    AdvanceClock,
    DeleteBelief,
    GodEvent,
    InsertMemory,
    PutPerson,
    SetBelief,
    SetObject,
    SetWeather,
    SimulatorInput,
    Whisper,
)
from latticeville.sim.state import State
from latticeville.sim.tree import ObjectState
from latticeville.world.model.areas import WORLD
from latticeville.world.model.place_names import unique_name
from latticeville.world.model.world import World
from studio.ui.dialogs.option_dialog import Option, OptionDialog
from studio.ui.dialogs.text_dialog import TextPrompt
from studio.ui.dialogs.validated_input import ValidatedInput

_CELL = re.compile(r"\s*(\d+)\s*[,; ]\s*(\d+)\s*")
_COUNTER = re.compile(r"\s*([a-z][a-z0-9_]*)\s*=?\s*(-?\d+)\s*")
MATTERS = 5
"""The importance that is offered for a memory, in the middle of the scale."""
GONE = "\n"
"""The key of the option that makes a thing missing in somebody's eyes."""


class Intervention(NamedTuple):
    """One that is offered: its key, its name, a word on it, and what asks for the rest of it."""

    key: str
    name: str
    note: str
    ask: Callable[[], Awaitable[SimulatorInput | None]]


class Interventions(NamedTuple):
    """The dialogs by which the present is edited; what comes of them is an input, or nothing."""

    app: App[Any]
    state: State
    """The shown state of the run."""
    selected: str
    """The id of what is selected."""
    say: Callable[[str], object]
    """Says what is wrong with what was typed."""

    async def ask(self) -> SimulatorInput | None:
        """Ask what is to happen."""
        offered = {one.key: one for one in self._offered()}
        key = await self._pick(
            "Edit the present", [Option(one.key, one.name, one.note) for one in offered.values()]
        )
        return await offered[key].ask() if key else None

    def _offered(self) -> Iterator[Intervention]:
        """Yield what can be done to whom or what is selected, then to the rest of the world."""
        state, name = self.state, self.selected
        if name in state.bodies and not state.bodies[name].is_dead:
            yield from self._offered_to_person(state.world.name_with_article(name))
        if name in state.things:
            yield from self._offered_to_object(state.things[name], state.world.name_of(name))
        place = unique_name(state.world, self._area())
        yield Intervention(
            "event", f"Make something happen in {place}", "perceived inside", self._event
        )
        yield Intervention(
            "everywhere", "Make something happen everywhere", "perceived by all", self._everywhere
        )
        yield Intervention("weather", "Change the weather", state.weather, self._weather)
        yield Intervention(
            "forward", "Set the clock forward", "nothing happens meanwhile", self._forward
        )

    def _offered_to_person(self, called: str) -> Iterator[Intervention]:
        yield Intervention(
            "whisper",
            f"Whisper to {called}",
            "as an inner voice that only they hear",
            self._whisper,
        )
        yield Intervention(
            "show", f"Show something to {called}", "only they perceive it", self._show
        )
        yield Intervention("put", f"Move {called}", "to an area, an object or a cell", self._put)
        yield Intervention(
            "remember", f"Insert a memory for {called}", "no cause recorded", self._remember
        )
        of = "about an object or a person"
        yield Intervention("believe", f"Set a belief of {called}", of, self._believe)
        yield Intervention("unlearn", f"Delete a belief of {called}", of, self._unlearn)

    def _offered_to_object(self, thing: ObjectState, called: str) -> Iterator[Intervention]:
        yield Intervention("state", f"Set the state of the {called}", thing.state, self._set_state)
        if thing.counters:
            counted = ", ".join(f"{key} {value}" for key, value in sorted(thing.counters.items()))
            yield Intervention(
                "counter", f"Set a counter of the {called}", counted, self._set_counter
            )

    def _area(self) -> str:
        """Return the selected area, or the one in which the selected one is."""
        state, name = self.state, self.selected
        if name in state.world.areas.by_id:
            return name
        if name in state.bodies:
            return state.bodies[name].area
        return state.things[name].area if name in state.things else WORLD

    async def _ask(self, title: str, example: str) -> str:
        return await self.app.push_screen_wait(TextPrompt(title, example)) or ""

    async def _pick(
        self, title: str, options: Sequence[Option], free: re.Pattern[str] | None = None
    ) -> str:
        return await self.app.push_screen_wait(OptionDialog(title, options, free=free)) or ""

    async def _whisper(self) -> SimulatorInput | None:
        text = await self._ask("Whisper", "text of the inner voice")
        return Whisper(self.selected, text) if text else None

    async def _show(self) -> SimulatorInput | None:
        text = await self._ask("What do they perceive?", "A stone falls.")
        return GodEvent(text, people=(self.selected,)) if text else None

    async def _event(self) -> SimulatorInput | None:
        area = self._area()
        text = await self._ask(
            f"What happens in {unique_name(self.state.world, area)}?", "The lights go out."
        )
        return GodEvent(text, area) if text else None

    async def _everywhere(self) -> SimulatorInput | None:
        text = await self._ask("What happens?", "The ground shakes.")
        return GodEvent(text) if text else None

    async def _put(self) -> SimulatorInput | None:
        key = await self._pick("Where to?", [*destinations(self.state)], _CELL)
        if cell := _CELL.fullmatch(key):
            return PutPerson(self.selected, cell=Cell(int(cell[1]), int(cell[2])))
        return PutPerson(self.selected, key) if key else None

    async def _set_state(self) -> SimulatorInput | None:
        name, state = self.selected, self.state
        kind = state.world.kinds[state.things[name].kind]
        key = await self._pick("Which state?", _states(kind.states, state.things[name].state))
        return SetObject(name, key) if key else None

    async def _set_counter(self) -> SimulatorInput | None:
        name = self.selected
        counters = sorted(self.state.things[name].counters.items())
        text = await self._ask(
            "Counter and value", ", ".join(f"{key} {value}" for key, value in counters)
        )
        if found := _COUNTER.fullmatch(text):
            return SetObject(name, counters={found[1]: int(found[2])})
        if text:
            self.say(f"“{text}” is not a counter and a number; type for example: coins 3")
        return None

    async def _weather(self) -> SimulatorInput | None:
        chain = self.state.world.climate.chain
        names = dict.fromkeys(
            (self.state.weather, *chain, *(one for row in chain.values() for one in row))
        )
        key = await self._pick("Weather", _states(names, self.state.weather))
        return SetWeather(key) if key else None

    async def _forward(self) -> SimulatorInput | None:
        text = await self._ask("Minutes", "60")
        if text.isdecimal() and int(text):
            return AdvanceClock(int(text))
        if text:
            self.say(f"“{text}” is not a number of minutes")
        return None

    async def _remember(self) -> SimulatorInput | None:
        text = await self._ask("What do they remember?", "Edda said that the oak is ill.")
        if not text:
            return None
        help_ = "1 (brushing one's teeth) to 10 (a wedding); higher means retrieved sooner"
        weigh = ValidatedInput("Importance", help_, str(MATTERS), _no_importance)
        weight = await self.app.push_screen_wait(weigh)
        return InsertMemory(self.selected, text, importance=int(weight)) if weight else None

    async def _believe(self) -> SimulatorInput | None:
        who, state = self.selected, self.state
        name = await self._pick("About whom or what?", [*beings(self.state, self.selected)])
        if not name:
            return None
        held = state.minds[who].beliefs.get(name)
        looks = state.world.kinds[state.things[name].kind].states if name in state.things else ()
        options = _states(looks, held.node.looks if held else "", "current belief")
        options.append(Option(GONE, "that it is gone"))
        key = await self._pick(f"Belief about {unique_name(state.world, name)}", options)
        if key == GONE:
            return SetBelief(who, name, missing=True)
        return SetBelief(who, name, key) if key else None

    async def _unlearn(self) -> SimulatorInput | None:
        name = await self._pick("About whom or what?", [*beings(self.state, self.selected)])
        return DeleteBelief(self.selected, name) if name else None


def beings(state: State, selected: str) -> Iterator[Option]:
    """Yield all objects, and all people but the selected one, each with where it is."""
    for thing in state.things.values():
        holder = (
            "" if thing.holder in ("", selected) else state.world.name_with_article(thing.holder)
        )
        hand = f"{'carried by' if thing.holder in state.bodies else 'in'} {holder or 'themselves'}"
        yield _thing(state.world, thing.id, hand if thing.holder else thing.area)
    for body in state.bodies.values():
        if body.id != selected:
            yield Option(body.id, state.world.name_of(body.id), unique_name(state.world, body.area))


def destinations(state: State) -> Iterator[Option]:
    """Yield all areas, and all objects that nobody carries."""
    for area in state.world.areas.by_id.values():
        if area.id != WORLD:
            yield Option(area.id, unique_name(state.world, area.id), "area")
    for thing in state.things.values():
        if not thing.holder:
            yield _thing(state.world, thing.id, thing.area)


def _states(names: Iterable[str], now: str, note: str = "current") -> list[Option]:
    """Return the states of something as they can be chosen; a word stands beside the one that
    holds."""
    return [Option(one, one, note if one == now else "") for one in names]


def _no_importance(text: str) -> str:
    """Say what is wrong with an importance; nothing where it is right."""
    return "" if text.isdecimal() and 1 <= int(text) <= 10 else "type a whole number from 1 to 10"


def _thing(world: World, name: str, where: str) -> Option:
    """Return a thing as it can be chosen; where it is, is told in full unless its own name tells
    the house."""
    called = unique_name(world, name)
    return Option(
        name,
        called,
        unique_name(world, where) if called == world.name_of(name) else world.name_of(where),
    )
