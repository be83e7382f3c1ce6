"""Checks of object kinds and their state machines."""

import re
from collections.abc import Iterator, Mapping

from latticeville.core.problems import Problem
from latticeville.world.analysis.machine_defects import Defect, find_defects
from latticeville.world.analysis.search import is_searchable
from latticeville.world.analysis.traces import find_mismatches
from latticeville.world.checks.context import KINDS_FILE, CheckContext, quote_id, suggest_known
from latticeville.world.io.kinds import ANY_STATE, find_base, inheritance_chain, load_templates
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.looks import COLORS, HEX_COLOR
from latticeville.world.model.objects import Kind
from latticeville.world.schema.kinds import CounterTable, KindTable, TraceTable, TransitionTable

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def states_exist(site: CheckContext) -> Iterator[Problem]:
    """Check that the start and both ends of every row are states of the kind."""
    for name, table in site.draft.things.kinds.items():
        states, at = {*site.world.kinds[name].states}, ("kinds", name)
        start = site.kinds[name].start
        if start not in states:
            what = f"{quote_id(name)} starts in the state {quote_id(start)}, which it does not have"
            fix = f"write start = “{next(iter(site.kinds[name].states))}”"
            yield site.problem(KINDS_FILE, (*at, "start"), "unknown-state", what, fix=fix)
        for number, (row, path) in enumerate(iter_transitions(table, at), 1):
            ends = [row.source] if isinstance(row.source, str) else row.source
            sources = [((*path, "from"), state) for state in ends if state != ANY_STATE]
            for place, state in [*sources, *([((*path, "to"), row.to)] if row.to else [])]:
                if state not in states:
                    where = f"transition {number} of {quote_id(name)}"
                    what = (
                        f"{where} names the state {quote_id(state)}, which the kind does not have"
                    )
                    fix = suggest_known(state, states, f"add [kinds.{name}.states.{state}]")
                    yield site.problem(KINDS_FILE, place, "unknown-state", what, fix=fix)


def kinds_extend_what_there_is(site: CheckContext) -> Iterator[Problem]:
    """Check that what a kind extends exists, and that nothing extends itself in a circle."""
    for name in site.draft.things.kinds:
        yield from _check_base(site, name)
        yield from _check_without(site, name)


def _check_base(site: CheckContext, name: str) -> Iterator[Problem]:
    kinds, path = site.draft.things.kinds, ("kinds", name, "extends")
    extends, (line, circle) = kinds[name].extends, inheritance_chain(kinds, name)
    if circle:
        what = (
            f"{quote_id(name)} extends itself: {' → '.join([*line, find_base(kinds, line[-1])[0]])}"
        )
        fix = "let one of them extend a template, or nothing"
        yield site.problem(KINDS_FILE, path, "extends-itself", what, fix=fix)
    elif extends is not None and find_base(kinds, name)[1] is None:
        what = (
            f"{quote_id(name)} extends {quote_id(extends)}, which is neither a kind nor a template"
        )
        known = {*kinds, *load_templates()} - {name}
        default = f"write one of {', '.join(load_templates())}, or a kind of kinds.toml"
        fix = suggest_known(extends, known, default)
        yield site.problem(KINDS_FILE, path, "unknown-template", what, fix=fix)


def _check_without(site: CheckContext, name: str) -> Iterator[Problem]:
    kinds, circle = site.draft.things.kinds, inheritance_chain(site.draft.things.kinds, name)[1]
    extends, table = find_base(kinds, name)
    base = site.world.kinds.get(extends) if not circle else None
    above = base.vocabulary if base else [row.verb for row in table.transitions] if table else []
    for number, verb in enumerate(kinds[name].without):
        if verb not in above:
            what = (
                f"{quote_id(name)} leaves out the verb {quote_id(verb)}, which it does not inherit"
            )
            fix = suggest_known(verb, {each for each in above if each}, "remove it")
            at = ("kinds", name, "without", number)
            yield site.problem(KINDS_FILE, at, "useless-without", what, fix=fix, severity="warning")


def machines_are_sound(site: CheckContext) -> Iterator[Problem]:
    """Search every machine for what can never happen, never ends, overflows or is undecided."""
    placed: dict[str, list[tuple[str, Mapping[str, int]]]] = {}
    for thing in site.world.objects.values():
        placed.setdefault(thing.kind, []).append((thing.state, thing.counters))
    led_to: dict[str, set[str]] = {}
    for kind, state, counters in _led_to(site):
        placed.setdefault(kind, []).append((state, counters))
        led_to.setdefault(kind, set()).add(state)
    for name, machine in site.world.kinds.items():
        for finding in find_defects(machine, placed.get(name, ())):
            # An outcome, a stage or a scheduled event leads out of the state.
            is_left = finding.code == "dead-end" and led_to.get(name, set()) - {finding.state}
            if not is_left:
                yield _make_problem(site, name, finding)


def _led_to(site: CheckContext) -> Iterator[tuple[str, str, Mapping[str, int]]]:
    """Yield the states into which beats put objects, with the kind and the counters of each."""
    for effect in site.world.beats.effects:
        changed = site.world.objects.get(effect.object or "")
        state = effect.state or ""
        if changed is not None and state in site.world.kinds[changed.kind].states:
            yield changed.kind, state, changed.counters


def _make_problem(site: CheckContext, name: str, finding: Defect) -> Problem:
    """Return a finding as a problem where its row, state or verb is written."""
    row, other = (
        _describe_transition(site, name, origin) for origin in (finding.row, finding.other)
    )
    names = {key: quote_id(getattr(finding, key)) for key in ("state", "counter", "verb")}
    what, fix = (
        words.format(kind=quote_id(name), row=row, other=other, it=finding, **names)
        for words in _MESSAGES[finding.code]
    )
    if finding.code == "unknown-verb":
        fix = suggest_known(finding.verb, {*site.world.kinds[name].verbs_meant}, fix)
    elif finding.code == "shadowed-row" and _is_user_written(finding.row):
        fix = f"move it above {other.split(' of ')[0]} and add “needs” to it, or remove it"
    way = f"for example after: {', '.join(finding.path)}" if finding.path else ""
    own = finding.what if finding.code in _EXPLAINED_CODES else ""
    why = "; ".join(filter(None, (own, way)))
    return site.problem(
        KINDS_FILE,
        _defect_path(name, finding),
        finding.code,
        what,
        why=why,
        fix=fix,
        severity="warning",
    )


_MESSAGES = {
    "unreachable-state": (
        "{kind} can never reach the state {state}",
        "add a transition with to = “{it.state}”, or remove the state",
    ),
    "dead-end": (
        "{kind} can get stuck in the state {state}",
        "add a transition with from = “{it.state}”, or write final = true if this is meant",
    ),
    "shadowed-row": (
        "{row} never fires: {other} always fires first",
        "add “needs” to {other}, or leave the verb out with “without”",
    ),
    "timer-never-runs": (
        "the timer of {row} never runs out: {other} always fires first",
        "write a shorter “after”, or add “needs” to the other transition",
    ),
    "impossible-condition": ("{row} can never fire", "change its “needs” or “does”, or remove it"),
    "counter-leaves-bounds": (
        "{row} would take the counter {counter} past its bounds",
        "add a condition on the counter, or write clip = true if this is meant",
    ),
    "two-rows": (
        "{row} overlaps {other}, and neither is a special case of the other",
        "the upper one fires: make their conditions exclusive, or merge the transitions",
    ),
    "verb-without-row": (
        "no transition of {kind} accepts the verb {verb}",
        "add a transition with verb = “{it.verb}”, or remove it from “verbs”",
    ),
    "unknown-verb": (
        "{row} has the verb {verb}, which is not in the “verbs” of {kind}",
        "add it to “verbs”",
    ),
}
"""What each finding says, and its fix where no better one is known."""
_EXPLAINED_CODES = ("impossible-condition", "counter-leaves-bounds", "two-rows", "timer-never-runs")
"""Findings whose own words tell why."""


def _is_user_written(origin: tuple[str, int] | None) -> bool:
    """Tell whether a row stands in kinds.toml and not in a template of ours."""
    return origin is not None and origin[0] != ""


def _describe_transition(site: CheckContext, name: str, origin: tuple[str, int] | None) -> str:
    if origin is None:
        return ""
    kind, number = origin
    if kind in site.draft.things.kinds:
        return f"transition {number + 1} of {quote_id(kind)}"
    return f"a transition of the template of {quote_id(name)}"


def _defect_path(name: str, finding: Defect) -> KeyPath:
    if finding.row is not None:
        kind, number = finding.row
        return ("kinds", kind, "transitions", number) if kind else ("kinds", name, "extends")
    if finding.verb:
        return ("kinds", name, "verbs")
    return ("kinds", name, "states", finding.state)


def counters_exist(site: CheckContext) -> Iterator[Problem]:
    """Counters start within their bounds, and rows speak of counters that the kind has."""
    for name, table in site.draft.things.kinds.items():
        counters = site.kinds[name].counters
        for counter, bounds in counters.items():
            yield from _check_bounds(site, name, counter, bounds)
        for row, path in iter_transitions(table, ("kinds", name)):
            needs = [("needs", index, need.counter) for index, need in enumerate(row.needs)]
            does = [("does", index, effect.counter) for index, effect in enumerate(row.does)]
            for word, index, used in needs + does:
                if used is not None and used not in counters:
                    what = f"{quote_id(name)} has no counter {quote_id(used)}"
                    fix = suggest_known(used, {*counters}, f"add [kinds.{name}.counters.{used}]")
                    place = (*path, word, index, "counter")
                    yield site.problem(KINDS_FILE, place, "unknown-counter", what, fix=fix)


def _check_bounds(
    site: CheckContext, name: str, counter: str, bounds: CounterTable
) -> Iterator[Problem]:
    path = ("kinds", name, "counters", counter)
    if bounds.min > bounds.max:
        what = f"the counter {quote_id(counter)} of {quote_id(name)} has a min above its max"
        fix = f"write min = {bounds.max} and max = {bounds.min}"
        yield site.problem(KINDS_FILE, (*path, "min"), "counter-bounds", what, fix=fix)
    elif not bounds.min <= bounds.start <= bounds.max:
        what = (
            f"the counter {quote_id(counter)} of {quote_id(name)} starts at {bounds.start}, "
            "outside its bounds"
        )
        fix = f"write a start from {bounds.min} to {bounds.max}"
        yield site.problem(KINDS_FILE, (*path, "start"), "counter-bounds", what, fix=fix)


def items_can_be_had(site: CheckContext) -> Iterator[Problem]:
    """Check that what a row asks for is given by some row, or can be taken along."""
    kinds = site.draft.things.kinds.items()
    for row, path in [
        pair for name, table in kinds for pair in iter_transitions(table, ("kinds", name))
    ]:
        needs = [((*path, "needs", index, "has"), need.has) for index, need in enumerate(row.needs)]
        takes = [
            ((*path, "does", index, "take"), effect.take) for index, effect in enumerate(row.does)
        ]
        for place, item in needs + takes:
            if item is not None and item not in site.obtainable:
                what = f"nobody can get the item {quote_id(item)}: no transition gives it"
                default = f"add a transition with does = [{{ give = “{item}” }}]"
                fix = suggest_known(item, site.obtainable, default)
                yield site.problem(
                    KINDS_FILE, place, "unknown-item", what, fix=fix, severity="warning"
                )


def colors_and_placeholders_exist(site: CheckContext) -> Iterator[Problem]:
    """Check that colours of kinds and states are known, and what sentences have in braces."""
    for name, table in site.draft.things.kinds.items():
        at: KeyPath = ("kinds", name)
        colors = {(*at, "states", key, "color"): one.color for key, one in table.states.items()}
        for place, color in {(*at, "color"): table.color, **colors}.items():
            if color not in (None, *COLORS) and not re.fullmatch(HEX_COLOR, str(color)):
                what = f"there is no colour {quote_id(str(color))}"
                default = f"write one of {', '.join(COLORS)}, or #rrggbb"
                fix = suggest_known(str(color), [*COLORS], default)
                yield site.problem(
                    KINDS_FILE, place, "unknown-color", what, fix=fix, severity="warning"
                )
        for row, path in iter_transitions(table, at):
            yield from _check_placeholders(site, row, path)


def _check_placeholders(
    site: CheckContext, row: TransitionTable, path: KeyPath
) -> Iterator[Problem]:
    words = [
        (key, word) for key in ("says", "fails") for word in _PLACEHOLDER.findall(getattr(row, key))
    ]
    for key, word in words:
        if word not in ("who", "thing"):
            what = f"“{{{word}}}” is not filled in: people would read it as it is"
            fix = "write {who} or {thing}"
            at = (*path, key)
            yield site.problem(
                KINDS_FILE, at, "unknown-placeholder", what, fix=fix, severity="warning"
            )


def iter_transitions(table: KindTable, at: KeyPath) -> Iterator[tuple[TransitionTable, KeyPath]]:
    """Yield each row of a kind with the path to it."""
    for index, row in enumerate(table.transitions):
        yield row, (*at, "transitions", index)


def tests_hold(site: CheckContext) -> Iterator[Problem]:
    """Run every test of kinds.toml."""
    kinds = site.world.kinds
    for index, table in enumerate(site.draft.things.tests):
        at: KeyPath = ("tests", index)
        kind = kinds.get(table.kind)
        if kind is None:
            what = f"a test names the kind {quote_id(table.kind)}, which does not exist"
            fix = suggest_known(
                table.kind, {*kinds}, "name a kind of kinds.toml, or remove the test"
            )
            yield site.problem(KINDS_FILE, (*at, "kind"), "unknown-kind", what, fix=fix)
            continue
        strange = [*_check_names(site, at, kind, table)]
        yield from strange
        if strange or not is_searchable(kind):
            continue
        for miss in find_mismatches(kind, table):
            step = table.steps[miss.step]
            done = step.verb or f"{step.wait} minutes"
            name = f" “{table.name}”" if table.name else ""
            what = (
                f"the test{name} of {quote_id(table.kind)} fails at step {miss.step + 1} "
                f"({done}): wrong {miss.key}"
            )
            why = f"expected {miss.wanted}, got {miss.found}"
            fix = f"correct the transitions of [kinds.{table.kind}], or the test"
            path = (*at, "steps", miss.step, *miss.key.split("."))
            yield site.problem(KINDS_FILE, path, "test-fails", what, why=why, fix=fix)


def _check_names(
    site: CheckContext, at: KeyPath, kind: Kind, table: TraceTable
) -> Iterator[Problem]:
    """Yield what a test says of states and counters that the kind does not have."""
    states = [((*at, "state"), table.state)]
    states += [
        ((*at, "steps", index, "state"), step.state) for index, step in enumerate(table.steps)
    ]
    for path, state in states:
        if state is not None and state not in kind.states:
            what = (
                f"a test names the state {quote_id(state)}, which {quote_id(kind.id)} does not have"
            )
            fix = suggest_known(state, {*kind.states}, f"write one of {', '.join(kind.states)}")
            yield site.problem(KINDS_FILE, path, "unknown-state", what, fix=fix)
    counters = [((*at, "counters", name), name) for name in table.counters]
    counters += [
        ((*at, "steps", index, "counters", name), name)
        for index, step in enumerate(table.steps)
        for name in step.counters
    ]
    for path, name in counters:
        if name not in kind.counters:
            what = (
                f"a test names the counter {quote_id(name)}, which {quote_id(kind.id)} does "
                "not have"
            )
            fix = suggest_known(name, {*kind.counters}, f"add [kinds.{kind.id}.counters.{name}]")
            yield site.problem(KINDS_FILE, path, "unknown-counter", what, fix=fix)
