"""What a run was given from outside, in plain words."""

from latticeville.core.clock import DAY
from latticeville.sim import inputs
from latticeville.sim.inputs import Pause, SimulatorInput, StepOnce
from latticeville.world.model.unique_names import unique_name
from latticeville.world.model.world import World


def effective_inputs(items: tuple[SimulatorInput, ...]) -> list[SimulatorInput]:
    """Return the inputs that change anything; that a run stood still, or went on by one tick, does not."""
    return [item for item in items if not isinstance(item, Pause | StepOnce)]


def describe_input(item: SimulatorInput, world: World | None = None) -> str:  # noqa: PLR0911, PLR0912, C901 - a line a kind
    """Tell an input as a clause; names are those of a world, ids where none is at hand.

    >>> describe_input(inputs.Whisper("ada", "Look up!"))
    'ada hears an inner voice: “Look up!”'
    """

    def name(one: str) -> str:
        return _the(one, world) if world else one

    match item:
        case inputs.GodEvent(text=text, area=area, people=people):
            where = f" in {name(area)}" if area else ""
            return f"“{text}” happens{where}{f', perceived by {_all(people, world)} alone' if people else ''}"
        case inputs.Whisper(who=who, text=text):
            return f"{name(who)} hears an inner voice: “{text}”"
        case inputs.PutPerson(who=who, to=to, cell=cell):
            return (
                f"{name(who)} is put {f'into {name(to)}' if to else f'at {cell.x},{cell.y}' if cell else 'elsewhere'}"
            )
        case inputs.SetObject(thing=thing, state=state, counters=counters):
            parts = [*([state] if state else []), *(f"{key} {value}" for key, value in counters.items())]
            return f"{name(thing)} is set to {', '.join(parts) or 'what it was'}"
        case inputs.SetWeather(weather=weather):
            return f"the weather is made {weather}"
        case inputs.AdvanceClock(minutes=minutes):
            return f"the clock is set forward by {_long(minutes)}"
        case inputs.Reseed(seed=seed):
            return f"chance runs on from seed {seed}"
        case inputs.InsertMemory(who=who, text=text):
            return f"{name(who)} is given the memory “{text}”"
        case inputs.EditMemory(who=who, id=place, text=text, importance=importance):
            says = [f"say “{text}”"] if text else []
            return f"{name(who)}'s memory {place} is made to {' and '.join([*says, *_weight(importance)]) or 'stay'}"
        case inputs.DeleteMemory(who=who, id=place):
            return f"{name(who)}'s memory {place} is taken away"
        case inputs.SetBelief(who=who, about=about, looks=looks, area=area, missing=missing):
            parts = [*([looks] if looks else []), *([f"in {name(area)}"] if area else [])]
            if missing:
                return f"{name(who)} is made to believe that {name(about)} is not where it was"
            return f"{name(who)} is made to believe that {name(about)} is {' and '.join(parts) or 'as it really is'}"
        case inputs.DeleteBelief(who=who, about=about):
            return f"{name(who)} is made to know nothing of {name(about)}"
        case inputs.WorldReloaded():
            return "the world goes on in another edition"
        case _:
            return "the run is driven otherwise"


def _weight(importance: int) -> list[str]:
    return [f"have importance {importance}"] if importance else []


def _all(people: tuple[str, ...], world: World | None) -> str:
    return " and ".join(_the(who, world) if world else who for who in people)


def _the(one: str, world: World) -> str:
    """Return a name as it stands in a sentence: people by their first names, things with where they lie if need be."""
    if one in world.people:
        return world.name_with_article(one)
    return f"the {unique_name(world, one)}" if one in world.objects else unique_name(world, one)


def _long(minutes: int) -> str:
    if minutes % 60:
        return f"{minutes} minute{'s' * (minutes != 1)}"
    whole, unit = (minutes // DAY, "day") if minutes % DAY == 0 else (minutes // 60, "hour")
    return f"{whole} {unit}{'s' * (whole != 1)}"
