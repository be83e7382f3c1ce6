"""Openings: with whom to begin a talk; of those who meet at once, one does."""

from collections.abc import Sequence

from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.needs import SLEEP
from latticeville.mind.percept import AGENT, Node, Percept
from latticeville.mind.situation import Situation

GREETING_GAP_MINUTES = 3 * 60
"""Minutes after their last words after which people greet each other again."""
QUIET_MINUTES = 4 * 60
"""Minutes without a talk after which people greet others with nothing to tell."""
LULL_MINUTES = 10
"""Minutes after which one of those who sit together and say nothing may begin to talk."""
SILENT_MINUTES = 45
"""Minutes without a talk after which somebody speaks to who has been there for a while."""
MAX_COMPANY = 3
"""Most others in a talk: conversations seldom hold more than four people (Dunbar, Duncan & Nettle
1995)."""


def people_to_greet(now: Situation) -> tuple[tuple[Node, ...], str]:
    """Return the people to open a talk with, the nearest first: just met, and not talked to for a
    while.

    One of those who meet opens, by a fair draw, the same for all: of those who come to a group, or
    of all. The id is that of somebody met alone to whom the opening is left; who leaves it to them
    opens a tick later if they pass by.
    """
    owed = _person_owed(now)
    if owed is not None:
        return (owed,), ""
    free = _people_to_greet(now)
    passed = tuple(node for node in free if node.id == now.mind.social.yielded)
    if passed:
        return passed, ""
    return _left_to_open(now, free) if free else ((), "")


def _left_to_open(now: Situation, free: Sequence[Node]) -> tuple[tuple[Node, ...], str]:
    """Return whom of those free to talk somebody has just met and greets, or to whom they leave
    it."""
    here = _people_just_met(now)
    met = [node for node in free if node in here]
    if met and _is_opener(here, now.percept):
        return tuple(
            sorted(met, key=lambda node: (_distance(node, now.percept), node.id))[:MAX_COMPANY]
        ), ""
    return (), met[0].id if len(here) == len(met) == 1 else ""


def is_lull(now: Situation) -> bool:
    """Tell whether this is a tick in which one of those who sit together may begin to talk."""
    return now.minute // LULL_MINUTES != (now.minute - now.tick_minutes) // LULL_MINUTES


def people_beside(now: Situation) -> tuple[Node, ...]:
    """Return whom somebody speaks to who sits with others in silence, those first to whom they have
    not talked for longest: one of them or a few, by a draw; nobody where another draw gives the
    word to somebody else, or where one of them talks."""
    here = [] if _has_talked(now) else _people_here(now.percept)
    if not here or len(_people_not_talking(now.percept)) < len(here):
        return ()
    everybody = sorted((now.who, *(node.id for node in here)))
    draw = rng(now.percept.seed, now.tick, "+".join(everybody), "lull")
    if draw.pick(everybody) != now.who:
        return ()
    met = now.mind.social.met
    before = _people_near_before(now)
    free = (node for node in here if SLEEP not in node.looks and node.id in before)
    ranked = sorted(free, key=lambda node: (met.get(node.id, -1), node.id))
    return tuple(ranked[: draw.pick((1, 1, MAX_COMPANY))])


def _people_here(percept: Percept) -> list[Node]:
    """Return the others within hearing."""
    return [node for node in percept.sights if is_other_here(node, percept)]


def is_beside(now: Situation, other: str) -> bool:
    """Tell whether somebody sits in silence with another with whom they have talked today, so that
    they greet them no more."""
    last = now.mind.social.met.get(other, -1)
    is_silent = (now.tick - last) * now.tick_minutes >= SILENT_MINUTES
    return last >= now.midnight and is_silent and other in _people_near_before(now)


def _has_talked(now: Situation) -> bool:
    """Tell whether somebody has talked with anybody lately."""
    since = now.tick - SILENT_MINUTES // now.tick_minutes
    return any(tick > since for tick in now.mind.social.met.values())


def is_quiet(now: Situation, but: Sequence[str] = ()) -> bool:
    """Tell whether somebody has talked with nobody for hours, `but` some people."""
    since = now.tick - QUIET_MINUTES // now.tick_minutes
    known = now.mind.relations.people.items()
    return since >= 0 and all(one.talked <= since or who in but for who, one in known)


def newcomers(now: Situation, company: Sequence[str]) -> tuple[str, ...]:
    """Return who has just arrived beside a talk and joins it, as far as it has room."""
    came = {news.actor for news in now.percept.news if news.kind == "moved"}
    free = [node.id for node in _people_to_greet(now) if node.id in came]
    return tuple(one for one in free if one not in company)[: max(0, MAX_COMPANY - len(company))]


def _people_to_greet(now: Situation) -> list[Node]:
    """Return the others here who neither talk nor sleep and whom this agent did not talk to for a
    while."""
    others = _people_not_talking(now.percept)
    return [
        node
        for node in others
        if SLEEP not in node.looks
        and _may_greet(now.mind.social.met.get(node.id), now.tick, now.tick_minutes)
    ]


def _person_owed(now: Situation) -> Node | None:
    """Return somebody here to whom this agent means to tell something, if the draw gives it the
    word now."""
    if not now.mind.social.owed:
        return None
    here = _people_not_talking(now.percept)
    owed = next((node for node in here if node.id in now.mind.social.owed), None)
    return owed if owed is not None and _is_opener(here, now.percept) else None


def _people_not_talking(percept: Percept) -> list[Node]:
    """Return the others here who do not talk."""
    said = [news for news in percept.news if news.kind == "said"]
    talking = {who for news in said for who in (news.actor, news.to, *news.others)}
    return [
        node for node in percept.sights if is_other_here(node, percept) and node.id not in talking
    ]


def _people_just_met(now: Situation) -> list[Node]:
    """Return the others here; nobody where somebody was here before, who leaves it to those who
    come to open."""
    here = _people_here(now.percept)
    known = (
        _people_near_before(now) if now.before.beliefs.place in ("", now.percept.place) else set()
    )
    return [] if any(node.id in known for node in here) else here


def _people_near_before(now: Situation) -> set[str]:
    """Return who was within hearing a tick ago."""
    cell = next(
        (node.cell for node in now.before.beliefs.sights if node.id == now.who and node.cell),
        now.percept.cell,
    )
    then = replace(now.percept, cell=cell)
    return {node.id for node in now.before.beliefs.sights if then.is_within_hearing(node)}


def _is_opener(here: Sequence[Node], percept: Percept) -> bool:
    """Tell whether the draw says to open: among those who come where at least two are, else among
    all."""
    everybody = sorted((percept.who, *(node.id for node in here)))
    came = {news.actor for news in percept.news if news.kind == "entered"}
    new = [one for one in everybody if one in came]
    drawn = new if new and len(everybody) - len(new) > 1 else everybody
    return rng(percept.seed, percept.tick, "+".join(drawn), "opener").pick(drawn) == percept.who


def is_other_here(node: Node, percept: Percept) -> bool:
    """Tell whether a node is somebody else at the same place, within hearing."""
    return node.kind == AGENT and node.id != percept.who and percept.is_within_hearing(node)


def _may_greet(last: int | None, tick: int, tick_minutes: int) -> bool:
    return last is None or (tick - last) * tick_minutes >= GREETING_GAP_MINUTES


def _distance(node: Node, percept: Percept) -> int:
    """Return how many steps somebody is away."""
    cell = node.cell or percept.cell
    return abs(cell.x - percept.cell.x) + abs(cell.y - percept.cell.y)
