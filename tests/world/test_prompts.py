"""A world's own prompts are texts of the world like all others; what is no prompt is left alone and
told."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from latticeville.core.problems import Problem, Severity, select_errors
from latticeville.world.load import check_texts, inspect_world, load_world
from latticeville.world.model.prompts import PROMPT_WORDS, find_prompts
from tests.world.hut import FILES, where
from tests.world.test_files import write

PROMPTS = {
    "prompts/en/answer.md": "Answer.\n---\n$name.\n",
    "prompts/pt-BR/greet.md": "---\nOlá.\n",
}


def found(folder: Path) -> list[Problem]:
    """Return the problems of the hut with its prompts in a folder."""
    return inspect_world(folder)[1]


@pytest.fixture
def hut(tmp_path: Path) -> Path:
    return write(tmp_path / "hut", {**FILES, **PROMPTS})


def test_prompts_are_texts_of_the_world(hut: Path) -> None:
    world = load_world(hut)
    assert world.prompts == {"en/answer": "Answer.\n---\n$name.\n", "pt-BR/greet": "---\nOlá.\n"}
    assert world.files == {**FILES, **PROMPTS}
    assert world == check_texts(world.files)[0]


def test_a_world_without_prompts_has_none(tmp_path: Path) -> None:
    assert load_world(write(tmp_path / "hut")).prompts == {}


def test_another_prompt_makes_another_edition(hut: Path) -> None:
    before = load_world(hut).digest
    (hut / "prompts" / "en" / "answer.md").write_text("Answer at once.\n---\n$name\n")
    assert load_world(hut).digest != before


def test_line_ends_and_marks_are_those_of_any_text(hut: Path) -> None:
    (hut / "prompts" / "en" / "answer.md").write_bytes(b"\xef\xbb\xbfAnswer.\r\n---\r\n")
    assert load_world(hut).prompts["en/answer"] == "Answer.\n---\n"


@pytest.mark.parametrize(
    "name", ["map.md", "prompts/en.md", "prompts/en/a/b.md", "prompts/EN/a.md", "prompts/en/a.md\n"]
)
def test_only_files_in_the_folder_of_a_language_are_prompts(name: str) -> None:
    assert find_prompts({name: ""}) == {}


@pytest.mark.parametrize(
    "name", ["Answer.md", "answer2.md", "answer.txt", "answer.md.orig", "answer .md", "é.md"]
)
def test_a_file_that_is_no_prompt_is_ignored_with_a_warning(hut: Path, name: str) -> None:
    (hut / "prompts" / "en" / name).write_text("x")
    (problem,) = found(hut)
    assert (problem.code, problem.severity, *where(problem)) == (
        "no-prompt",
        Severity.WARNING,
        "prompts/en",
        1,
        1,
    )
    assert f"“{name}”" in problem.what
    assert {*load_world(hut).files} == {*FILES, *PROMPTS}


def test_many_such_files_are_one_warning(hut: Path) -> None:
    for index in range(5):
        (hut / "prompts" / f"note{index}").write_text("x")
    (problem,) = found(hut)
    assert problem.what == "“prompts” contains “note0” and 4 more, which cannot be read as a prompt"


def test_hidden_files_are_nobodys_business(hut: Path) -> None:
    for name in (".DS_Store", ".answer.md.swp"):
        (hut / "prompts" / "en" / name).write_text("x")
    assert found(hut) == []


def test_a_name_of_strange_bytes_is_told_in_letters(hut: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(hut) + b"/prompts/\xff\n")).touch()
    except OSError:
        pytest.skip("this file system takes no such name")
    (problem,) = found(hut)
    assert "“??”" in problem.what
    assert str(problem).encode()


@pytest.mark.parametrize("place", ["prompts", "prompts/en"])
def test_a_file_where_a_folder_belongs_is_ignored_with_a_warning(
    tmp_path: Path, place: str
) -> None:
    hut = write(tmp_path / "hut", {**FILES, place: "x"})
    (problem,) = found(hut)
    assert (problem.code, problem.severity, problem.file) == ("no-prompt", Severity.WARNING, place)
    assert problem.what == f"“{place}” is not a folder"


@pytest.mark.parametrize(
    ("data", "code", "line", "column"),
    [(b"one\ntw\xffo", "not-utf-8", 2, 3), (b"one\n\0", "nul-byte", 2, 1)],
)
def test_a_prompt_that_is_no_text_is_located(
    hut: Path, data: bytes, code: str, line: int, column: int
) -> None:
    (hut / "prompts" / "en" / "answer.md").write_bytes(data)
    (problem,) = select_errors(found(hut))
    assert (problem.code, *where(problem)) == (code, "prompts/en/answer.md", line, column)


SPOILERS: list[tuple[str, Callable[[Path], object], str]] = [
    ("prompts/en/react.md", Path.mkdir, "unreadable"),
    ("prompts/en/react.md", os.mkfifo, "unreadable"),
    ("prompts/en/react.md", lambda path: path.symlink_to(path), "unreadable"),
    ("prompts/en/react.md", lambda path: path.symlink_to("/etc/hostname"), "outside-project"),
    ("prompts/de", lambda path: path.symlink_to("/etc"), "outside-project"),
    ("prompts/de", lambda path: path.symlink_to(path), "unreadable"),
]


@pytest.mark.parametrize(("place", "spoil", "code"), SPOILERS)
def test_what_may_not_be_read_is_an_error(
    hut: Path, place: str, spoil: Callable[[Path], object], code: str
) -> None:
    spoil(hut / place)
    (problem,) = found(hut)
    assert (problem.file, problem.code, problem.severity) == (place, code, Severity.ERROR)


def test_links_inside_the_world_are_followed(hut: Path) -> None:
    (hut / "prompts" / "en-GB").symlink_to("en")
    assert load_world(hut).prompts["en-GB/answer"] == "Answer.\n---\n$name.\n"


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is closed to root")
def test_a_closed_folder_is_an_error(hut: Path) -> None:
    (hut / "prompts").chmod(0)
    problems = found(hut)
    (hut / "prompts").chmod(0o700)
    assert [problem.code for problem in select_errors(problems)] == ["unreadable"]


def told(text: str, name: str = "en/answer") -> list[tuple[str, int, int, str, Severity]]:
    """Return what is said of the hut with one prompt."""
    _, problems = check_texts({**FILES, f"prompts/{name}.md": text})
    return [(one.code, one.line, one.column, one.fix, one.severity) for one in problems]


def test_a_word_that_nothing_fills_in_is_located() -> None:
    text = "Answer.\n---\nHello $nme and $ 5, ${heard} for $$5.\n$Nonsense"
    assert told(text) == [
        ("unknown-word", 3, 7, "write “$name”", Severity.ERROR),
        ("unknown-word", 3, 16, "write $$ for a dollar sign", Severity.ERROR),
        ("unknown-word", 4, 1, told("---\n$Nonsense")[0][3], Severity.ERROR),
    ]


def test_the_line_between_the_halves_may_not_be_missing() -> None:
    assert told("Answer, $name.") == [
        ("no-halves", 1, 1, "put --- on a line by itself", Severity.ERROR)
    ]
    assert told("Answer\n---\n$name") == told("---\n$name") == told("Answer\n---") == []


def test_a_prompt_for_no_question_and_an_empty_one_are_warned_of() -> None:
    assert told("---\n$what", "en/anser") == [
        ("unknown-prompt", 1, 1, "write “answer”", Severity.WARNING)
    ]
    assert told(" \n", "en/day") == [
        ("empty-prompt", 1, 1, "write a prompt, or remove the file", Severity.WARNING)
    ]


def language(code: str, **prompts: str) -> list[Problem]:
    """Return what is said of the hut in another language."""
    own = {f"prompts/{code}/{kind}.md": text for kind, text in prompts.items()}
    text = f'{FILES["world.toml"]}\n[minds]\nlanguage = "{code}"\n'
    return check_texts({**FILES, "world.toml": text, **own})[1]


def test_a_language_without_prompts_is_warned_of_where_it_is_written() -> None:
    (none,) = language("de")
    assert (none.code, none.file, none.what, none.severity) == (
        "no-language",
        "world.toml",
        "there is no folder prompts/de",
        Severity.WARNING,
    )
    assert none.line > 1
    (some,) = language(
        "de", **{kind: "---\n" for kind in PROMPT_WORDS if kind not in {"day", "rate"}}
    )
    assert some.what == "prompts/de has no prompt for day, rate"
    assert language("de", **dict.fromkeys(PROMPT_WORDS, "---\n")) == language("en") == []
