"""Check that every kind passes its tests."""

from collections.abc import Iterator

from latticeville.core.problems import Problem
from latticeville.world.analysis.search import is_searchable
from latticeville.world.analysis.traces import find_mismatches
from latticeville.world.checks.context import KINDS_FILE, CheckContext, quote_id, suggest_known
from latticeville.world.io.sources import KeyPath
from latticeville.world.model.objects import Kind
from latticeville.world.schema.kinds import TraceTable


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
