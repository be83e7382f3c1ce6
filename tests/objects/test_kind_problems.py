"""Which kind a problem concerns."""

from latticeville.core.problems import Problem
from studio.objects.model import problems_by_kind
from studio.project.project_checks import find_problems
from tests.project.hall import FILES, hall


def line_of(file: str, text: str) -> int:
    return FILES[file].splitlines().index(text) + 1


def test_a_problem_is_of_the_kind_in_whose_table_it_is() -> None:
    places = {
        ("kinds.toml", "[kinds.urn]            # it holds tea"): "urn",
        ("kinds.toml", 'hot = { color = "red" }   # careful'): "urn",
        ("kinds.toml", "after = 5"): "urn",
        ("kinds.toml", "portable = true"): "key",
        ("world.toml", "cell = [5, 4]"): "urn",
        ("world.toml", "counters = { uses = 2 }"): "key",
        ("world.toml", 'persona = "ada"'): "",
    }
    for (file, text), kind in places.items():
        problem = Problem(file, line_of(file, text), 1, "odd", "something is odd")
        assert problems_by_kind(hall(), [problem]) == ({kind: [problem]} if kind else {})


def test_every_warning_of_a_kind_its_tests_and_its_objects_is_shown() -> None:
    more = '[[tests]]\nkind = "urn"\nsteps = [{ verb = "sing" }]\n'
    world = FILES["world.toml"].replace(
        'kind = "key"\ncell = [9, 1]', 'kind = "key"\ncell = [99, 1]'
    )
    project = hall(kinds_toml=FILES["kinds.toml"] + more, world_toml=world)
    found = problems_by_kind(project, find_problems(project))
    assert "test-fails" in {one.code for one in found["urn"]}
    assert "outside-map" in {one.code for one in found["key"]}
