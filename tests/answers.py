"""What a model might say: any JSON at all, and JSON that is nearly what was asked for."""

from typing import Any

from hypothesis import strategies as st

from latticeville.core.clock import format_hours
from latticeville.mind.plan import PlanStep

_leaves = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.integers(),
    st.floats(),
    st.text(max_size=9),
    st.just(""),
)
anything: st.SearchStrategy[Any] = st.recursive(
    _leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(
            st.sampled_from(["strokes", "hours", "steps", "insights", "words", "talk"]),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=8,
)
"""Any JSON."""


def near(**fields: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Return objects with these fields, of which some are now and then spoilt or missing."""
    spoilt = {name: st.one_of(*[field] * 5, anything) for name, field in fields.items()}
    return st.one_of(
        st.fixed_dictionaries(dict(fields)),
        st.fixed_dictionaries(spoilt),
        st.fixed_dictionaries({}, optional=spoilt),
    )


times = st.one_of(
    st.integers(0, 1440).map(lambda minute: "24:00" if minute == 1440 else format_hours(minute)),
    st.text(),
)
"""Times of day, and what is none."""
places = st.sampled_from(["Home", "Shop", "Moon"])
"""Names of places of which the last is not offered."""
doings = st.sampled_from(["baking", "resting", " ", "a\nb", "x" * 200])
ratings = st.one_of(st.integers(-3, 20), st.integers(-3, 20), st.booleans())
"""Ratings in and out of range, and what only counts as a number."""
insights = near(
    insight=st.sampled_from(["It\nrains.", " ", "y" * 999]),
    because=st.lists(st.integers(-2, 6), max_size=6),
    importance=ratings,
)
"""Rows of insights."""
strokes = st.lists(
    near(**{"from": times}, place=places, doing=doings, rest=st.booleans()), max_size=9
)
"""Rows of a day."""
pieces = st.lists(near(**{"from": times}, place=places, doing=doings), max_size=9)
"""Rows of a part of a day."""
steps = st.lists(
    near(
        minutes=st.integers(-5, 30), doing=doings, use=st.sampled_from(["", "use oven", "use moon"])
    ),
    max_size=9,
)
"""Rows of an hour."""


def filled(found: tuple[PlanStep, ...], start: int, end: int) -> bool:
    """Tell whether steps fill a time up: in order, without gaps or overlaps, none of them empty."""
    ends = [start, *(step.end for step in found)]
    begins = [*(step.start for step in found), end]
    return ends == begins and all(step.start < step.end for step in found)
