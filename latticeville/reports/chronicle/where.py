"""Where occurrences were, in words."""

from collections import defaultdict
from collections.abc import Iterable

from latticeville.core.word_list import list_words
from latticeville.reports.chronicle.story import Occurrence


def where_text(some: Iterable[Occurrence]) -> str:
    """Return the places of occurrences, and where the others were whom they concern, if
    elsewhere."""
    found: dict[str, list[str]] = defaultdict(list)
    for one in some:
        found[one.place].append(one.apart)
    told = list[str]()
    for place, apart in found.items():
        others = "; ".join(dict.fromkeys(filter(None, apart)))
        at_times = "" if all(apart) else "at times "
        told.append(f"{place} ({at_times}{others})" if others else place)
    return list_words(told)
