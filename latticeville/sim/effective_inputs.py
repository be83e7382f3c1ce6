"""The inputs of a run, described in words."""

from latticeville.core.clock import DAY
from latticeville.sim import inputs
from latticeville.sim.inputs import Pause, SimulatorInput, StepOnce
from latticeville.world.model.unique_names import unique_name
from latticeville.world.model.world import World


def effective_inputs(items: tuple[SimulatorInput, ...]) -> list[SimulatorInput]:
    """Return the inputs that change anything; Pause and StepOnce do not."""
    return [item for item in items if not isinstance(item, Pause | StepOnce)]


def describe_input(item: SimulatorInput, world: World | None = None) -> str:  # noqa: PLR0911, PLR0912, C901 - a line a kind
    """Tell an input as a clause; names are those of a world, ids where none is at hand.

    >>> describe_input(inputs.Whisper("ada", "Look up!"))
    'whisper to ada: “Look up!”'
    """

    def name(one: str) -> str:
        return _the(one, world) if world else one

    match item:
        case inputs.GodEvent(text=text, area=area, people=people):
            where = f" in {name(area)}" if area else ""
            witnesses = f", perceived only by {_all(people, world)}" if people else ""
            return f"event “{text}”{where}{witnesses}"
        case inputs.Whisper(who=who, text=text):
            return f"whisper to {name(who)}: “{text}”"
        case inputs.PutPerson(who=who, to=to, cell=cell):
            place = f" to {name(to)}" if to else f" to {cell.x},{cell.y}" if cell else ""
            return f"{name(who)} is moved{place}"
        case inputs.SetObject(thing=thing, state=state, counters=counters):
            parts = [
                *([state] if state else []),
                *(f"{key} {value}" for key, value in counters.items()),
            ]
            return f"{name(thing)} is set to {', '.join(parts) or 'its own state'}"
        case inputs.SetWeather(weather=weather):
            return f"the weather is set to {weather}"
        case inputs.AdvanceClock(minutes=minutes):
            return f"the clock is advanced by {_long(minutes)}"
        case inputs.Reseed(seed=seed):
            return f"the random seed is set to {seed}"
        case inputs.InsertMemory(who=who, text=text):
            return f"memory inserted for {name(who)}: “{text}”"
        case inputs.EditMemory(who=who, id=place, text=text, importance=importance):
            rated = f"importance {importance}" if importance else ""
            told = ", ".join(filter(None, (f"“{text}”" if text else "", rated))) or "itself"
            return f"{name(who)}'s memory #{place} is changed to {told}"
        case inputs.DeleteMemory(who=who, id=place):
            return f"{name(who)}'s memory #{place} is deleted"
        case inputs.SetBelief(who=who, about=about, looks=looks, area=area, missing=missing):
            parts = [*([looks] if looks else []), *([f"in {name(area)}"] if area else [])]
            looks_so = "missing" if missing else ", ".join(parts) or "as it is in the world"
            return f"{name(who)}'s belief is set: {name(about)} is {looks_so}"
        case inputs.DeleteBelief(who=who, about=about):
            return f"{name(who)}'s belief about {name(about)} is deleted"
        case inputs.WorldReloaded():
            return "the world is reloaded"
        case _:
            return "playback is controlled"


def _all(people: tuple[str, ...], world: World | None) -> str:
    return " and ".join(_the(who, world) if world else who for who in people)


def _the(one: str, world: World) -> str:
    """Return a name as it stands in a sentence: people by their first names, things with where they
    lie if need be."""
    if one in world.people:
        return world.name_with_article(one)
    return f"the {unique_name(world, one)}" if one in world.objects else unique_name(world, one)


def _long(minutes: int) -> str:
    if minutes % 60:
        return f"{minutes} minute{'s' * (minutes != 1)}"
    whole, unit = (minutes // DAY, "day") if minutes % DAY == 0 else (minutes // 60, "hour")
    return f"{whole} {unit}{'s' * (whole != 1)}"
