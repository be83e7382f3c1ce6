"""What a request orders: `do`, and what belongs to it."""

from collections.abc import Callable, Mapping
from typing import Any

from latticeville.sim.input_script import KINDS, ScriptError, read_input
from latticeville.sim.state import State
from latticeville.web.request_problem import RequestProblem
from latticeville.web.tick_maker import (
    FASTEST,
    MOST_STEPS,
    AskStanding,
    FeedInputs,
    ForkRun,
    MakeTicks,
    Order,
    PlayTicks,
)

Fields = Mapping[str, Any]


def read_order(words: Fields, state: State) -> Order:
    """Return what a request orders; RequestProblem where it means nothing."""
    do = words.get("do")
    fields = {key: value for key, value in words.items() if key != "do"}
    if isinstance(do, str) and do in CONTROLS:
        return CONTROLS[do](fields, state)
    if isinstance(do, str) and do in KINDS:
        try:
            return FeedInputs((read_input(words, state, "input"),))
        except ScriptError as error:
            raise RequestProblem(422, "this input cannot take effect", str(error)) from error
    known = ", ".join((*CONTROLS, *KINDS))
    raise RequestProblem(422, "unknown order", f"do = {str(do)[:80]!r}", f"one of {known}")


def _step(fields: Fields, _state: State) -> Order:
    return MakeTicks(_number(fields, "ticks", 1, 1, MOST_STEPS))


def _play(fields: Fields, _state: State) -> Order:
    _only(fields, "rate")
    rate = fields.get("rate", 1)
    if not isinstance(rate, int | float) or isinstance(rate, bool) or not 0 < rate <= FASTEST:
        told = f"rate is ticks a second, above 0 up to {FASTEST:g}"
        raise RequestProblem(422, "wrong number", told)
    return PlayTicks(float(rate))


def _pause(fields: Fields, _state: State) -> Order:
    _only(fields)
    return PlayTicks(0.0)


def _seek(fields: Fields, state: State) -> Order:
    _number(fields, "tick", state.tick, 0, state.tick)
    return AskStanding()


def _fork(fields: Fields, state: State) -> Order:
    return ForkRun(_number(fields, "tick", state.tick, 0, state.tick))


CONTROLS: Mapping[str, Callable[[Fields, State], Order]] = {
    "step": _step,
    "play": _play,
    "pause": _pause,
    "seek": _seek,
    "fork": _fork,
}
"""What an order may be besides the inputs of a run."""


def _number(fields: Fields, key: str, usual: int, least: int, most: int) -> int:
    _only(fields, key)
    value = fields.get(key, usual)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        told = f"{key} is a whole number from {least} to {most}"
        raise RequestProblem(422, "wrong number", told)
    return value


def _only(fields: Fields, *known: str) -> None:
    """Refuse keys that an order does not have."""
    unknown = [key for key in fields if key not in known]
    if unknown:
        raise RequestProblem(422, "unknown key", unknown[0][:80])
