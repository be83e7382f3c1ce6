"""Any scenario of Terrarium becomes a world that runs, or errors that name a place."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.problems import select_errors
from latticeville.world.io.toml import format_toml
from latticeville.world.load import build_unchecked
from tests.importers.scenarios import FILES, convert
from tests.laws import law
from tests.worlds import Table, live

whole = st.integers(1, 30)
part = st.floats(0, 1) | st.integers(0, 1)
words = st.text(max_size=12) | st.sampled_from(
    ["[red]x[/]", "a\nb", "\u202e", "\x1b[31m", "n" * 300, "'''", '"']
)
numbers = st.sampled_from(
    [-1, 0, 2.0, 1.5, 10**9, 10**30, True, "3", float("inf"), float("nan"), 1e300]
)
odd = (
    words
    | numbers
    | st.lists(words, max_size=2)
    | st.dictionaries(st.text(max_size=3), words, max_size=2)
)


def table(**keys: st.SearchStrategy[object]) -> st.SearchStrategy[Table]:
    """Return tables with any of these keys, seldom with an odd value, and with one more key."""
    return st.fixed_dictionaries(
        {}, optional={**{key: _seldom_odd(keys[key]) for key in keys}, "oddity": odd}
    )


def _seldom_odd(value: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    return st.integers(0, 49).flatmap(lambda number: odd if number == 49 else value)


traits = st.dictionaries(
    st.sampled_from(["openness", "neuroticism", "luck"]),
    part | st.lists(part, max_size=3) | table(mean=part, std=part),
)
phase = table(
    name=words,
    start=part,
    end=part,
    food_regen_modifier=part,
    movement_cost_modifier=part,
    hazard_modifier=part,
    energy_drain_modifier=part,
    description=words,
)
agent = table(
    name=words,
    count=whole,
    x=whole,
    y=whole,
    values=st.lists(words, max_size=2),
    personality=words | traits,
    starting_food=whole,
    aspiration=words,
)
mode = st.sampled_from(["Equal", {"Pareto": {"alpha": 1.5}}])
crowd = table(
    count=whole,
    starting_food=whole,
    personality=words | traits,
    personality_distribution=traits,
    names=st.lists(words, max_size=3),
    starting_resources=table(mode=mode, total=whole),
)
terrain = table(fertile_fraction=part, resource_fraction=part, barriers=st.booleans())
world = table(
    width=whole,
    height=whole,
    fertile_fraction=part,
    food_regen_rate=part,
    resource_regen_rate=part,
    initial_food_per_fertile=whole,
    terrain=terrain,
)
environment = table(
    name=words,
    description=words,
    cycle_length=whole,
    base_hazard=part,
    hazard_type=words,
    gravity=part,
    breathable_atmosphere=st.booleans(),
    day_length=whole,
    phases=st.lists(phase, max_size=3),
)
scenarios: st.SearchStrategy[Table] = st.fixed_dictionaries(
    {
        "simulation": table(
            epochs=whole, seed=whole, snapshot_interval=whole, log_thoughts=st.booleans()
        )
    },
    optional={
        "name": words,
        "meta": table(name=words, description=words),
        "world": world,
        "agents": crowd | st.lists(agent, max_size=3),
        "environment": environment,
        "llm": table(
            provider=words | mode, model=words, max_tokens=whole, temperature=part, base_url=words
        ),
        "reproduction": table(enabled=st.booleans(), gestation_period=whole),
        "trade": table(enabled=st.booleans(), renege_trust_penalty=part),
        "oddity": odd,
    },
)


@law(100)
@given(scenarios)
def test_an_import_gives_a_world_that_runs_or_a_located_error(scenario: Table) -> None:
    text = format_toml(scenario)
    files, problems = convert(text)
    assert all(0 < each.line <= text.count("\n") + 1 and each.fix for each in problems)
    assert (files is None) == bool(select_errors(problems))
    if files is not None:
        world, found = build_unchecked(files)
        assert world is not None
        assert not select_errors(found)
        live(world, 10)


MARKS = (
    "[",
    "]]",
    '"',
    "\n",
    "=",
    "-",
    "nan",
    "[agents]\n",
    "9" * 40,
    "\r",
    "\ufeff",
    "\x00",
    "{",
    "#",
    "'",
)


@law(150)
@given(
    st.sampled_from(FILES),
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 3), st.sampled_from(MARKS)), max_size=4),
)
def test_a_damaged_file_gives_a_world_or_a_located_error(
    path: Path, damage: list[tuple[int, int, str]]
) -> None:
    text = path.read_text("utf-8")
    for at, length, mark in damage:
        text = text[:at] + mark + text[at + length :]
    files, problems = convert(text)
    assert all(
        each.file == "scenario.toml" and each.line > 0 and each.column > 0 for each in problems
    )
    assert (files is None) == bool(select_errors(problems))
