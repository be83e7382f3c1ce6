"""Days of the built-in mind: the usual day, in which leisure differs by weather, needs,
appointments and seed."""

import json
from collections.abc import Iterator, Mapping, Sequence

from latticeville.core.clock import DAY, parse_hours
from latticeville.mind.plan import PlanStep
from latticeville.mind.variations import VariationData, vary
from latticeville.models.fake import FakeLLM
from latticeville.models.model import Request

_USUAL = FakeLLM()
"""Plans by the routine."""


def hours(request: Request) -> str:
    """Divide a stroke by the routine, with the entries that the rules of variation change."""
    data: VariationData | None = request.data
    usual = _USUAL.answer([request])[0].text
    if data is None:
        return usual
    planned = json.loads(usual)["hours"]
    ends = [*(_absolute(one, data) for one in planned[1:]), data.end]
    told = [*_varied(planned, ends, data)]
    return json.dumps({"hours": told}, ensure_ascii=False)


def _varied(
    planned: Sequence[Mapping[str, str]], ends: Sequence[int], data: VariationData
) -> Iterator[object]:
    ids = {name: place for place, name in data.names.items()}
    for one, end in zip(planned, ends, strict=True):
        entry = PlanStep(_absolute(one, data), end, ids.get(one["place"], ""), one["doing"])
        found = vary(entry, data)
        if found.rule and found.place in data.names:
            changed = {
                "place": data.names[found.place],
                "doing": found.doing,
                "rest": found.rest,
                "rule": found.rule,
            }
            yield {**one, **changed}
        else:
            yield one


def _absolute(one: Mapping[str, str], data: VariationData) -> int:
    """Return the absolute minute at which an entry begins, on the day of its stroke or the next."""
    minute = data.start - data.start % DAY + parse_hours(one["from"])
    return minute if minute >= data.start else minute + DAY
