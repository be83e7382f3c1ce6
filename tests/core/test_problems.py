"""Problems: told with their place, sorted, and told apart by how bad they are."""

from latticeville.core.problems import Problem, Severity, WorldError, select_errors

LATE = Problem("world.toml", 9, 1, "late", "something is wrong", "because", "mend it")
EARLY = Problem("world.toml", 2, 5, "early", "something is odd", severity=Severity.WARNING)
WHOLE = Problem("kinds.toml", 0, 0, "whole", "the file is wrong")


def test_a_problem_says_where_what_why_and_how_to_mend_it() -> None:
    assert str(LATE) == (
        "world.toml:9:1: error: something is wrong [late]\n    why: because\n    fix: mend it"
    )
    assert str(WHOLE) == "kinds.toml: error: the file is wrong [whole]"


def test_an_error_tells_its_problems_in_order() -> None:
    error = WorldError([LATE, EARLY, WHOLE])
    assert error.problems == (WHOLE, LATE, EARLY)
    assert str(error) == "\n".join(map(str, error.problems))


def test_errors_come_before_warnings_and_warnings_before_hints() -> None:
    hint = Problem("areas.toml", 1, 1, "hint", "something could be better", severity=Severity.HINT)
    later = Problem("world.toml", 10, 1, "early", "something is odd", severity=Severity.WARNING)
    assert sorted([hint, later, EARLY, LATE, WHOLE]) == [WHOLE, LATE, EARLY, later, hint]
    assert len({LATE, LATE, EARLY}) == 2


def test_only_errors_stop_a_world() -> None:
    assert select_errors([LATE, EARLY, WHOLE]) == [LATE, WHOLE]
