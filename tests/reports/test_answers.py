"""Answers as files: a CSV file read again has the cells of the answers, whatever letters are in
them."""

import csv
import io
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.cli.main import main
from latticeville.reports.interview.answers import (
    COLUMNS,
    FORMS,
    FORMULA,
    answers_to_csv,
    answers_to_json,
)
from latticeville.reports.interview.ask import Cited, InterviewAnswer
from tests.laws import law
from tests.reports.runs import recorded

words = st.text(st.characters(exclude_categories=["Cs"]), max_size=20) | st.sampled_from(
    [
        "",
        '"',
        "a,b",
        "a\nb",
        "a\r\nb",
        "\r",
        "=1+1",
        "'=1+1",
        "'tis",
        "+49",
        "-",
        "@A1",
        "\t=1",
        "＝1",
        "–",
        "“It is so.”",
        ";\t",
    ]
)
cited = st.builds(Cited, st.integers(0, 10**6), words, words, words)
answers = st.builds(
    InterviewAnswer,
    words,
    words,
    st.integers(0, 10**6),
    words,
    words,
    words,
    words,
    st.lists(cited, max_size=4).map(tuple),
    st.just(()),
    words,
    words,
    words,
    words,
    st.just((1, 2)),
    st.just(0.5),
    words,
    st.sampled_from(["", "known", "nearest", "unknown", "not understood"]),
)


def answer(agent: str, name: str, question: str, error: str = "") -> InterviewAnswer:
    """Return an answer that rests on nothing."""
    said = "" if error else "Because."
    return InterviewAnswer(
        agent,
        name,
        35,
        "Mon 08:35",
        "",
        question,
        said,
        (),
        (),
        "s",
        "p",
        "",
        "model",
        (0, 0),
        0.0,
        error,
    )


def read(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def unquoted(cell: str) -> str:
    """Return the text of a cell, which begins with an apostrophe where a spreadsheet would evaluate
    it."""
    return cell[1:] if cell.lstrip("'").startswith(FORMULA) else cell


@pytest.mark.slow
@law(200)
@given(st.lists(answers, max_size=5))
def test_what_is_read_again_is_what_was_answered(some: list[InterviewAnswer]) -> None:
    head, *rows = read(answers_to_csv(some))
    assert tuple(head) == COLUMNS
    assert len(rows) == len(some)
    for one, row in zip(some, rows, strict=True):
        assert not [cell for cell in row if cell.startswith(FORMULA)]
        cells = dict(zip(COLUMNS, map(unquoted, row), strict=True))
        assert int(cells["tick"]) == one.tick
        for name in ("when", "agent", "name", "category", "question", "answer", "error", "basis"):
            assert cells[name] == getattr(one, name)
        assert cells["cited_ids"].split() == [str(each.id) for each in one.cites]
        texts = cells["cited_texts"].split("\n") if one.cites else []
        assert texts == [" ".join(each.text.split()) for each in one.cites]
    assert msgspec.json.decode(answers_to_json(some), type=list[InterviewAnswer]) == some


def test_no_answer_is_a_row_with_an_empty_cell_and_the_reason() -> None:
    one = answer("ada", "Ada", "Why?", "too late")
    assert answers_to_csv([one]).splitlines() == [
        '"tick","when","agent","name","category","question","answer","error","cited_ids","cited_texts","basis"',
        '35,"Mon 08:35","ada","Ada","","Why?","","too late","","",""',
    ]
    assert answers_to_csv([]).count("\n") == 1
    assert sorted(FORMS) == [".csv", ".json"]


def test_the_command_writes_csv_of_the_same_answers_as_json(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = recorded(tmp_path / "run", 20)
    asked = ["interview", str(folder), "--questions", "paper"]
    assert main([*asked, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert main([*asked, "--csv"]) == 0
    _head, *rows = read(capsys.readouterr().out)
    assert [(row[2], row[5], row[6]) for row in rows] == [
        (one["agent"], one["question"], one["answer"]) for one in whole
    ]
    assert len(rows) == 50
    with pytest.raises(SystemExit) as left:
        main([*asked, "--csv", "--json"])
    assert left.value.code == 2
    assert "not allowed with argument" in capsys.readouterr().err


def test_a_spreadsheet_evaluates_no_text_and_takes_numbers_for_numbers() -> None:
    one = msgspec.structs.replace(answer("ada", "=cmd|' /C calc'!A0", "+1"), answer="-2", tick=35)
    assert (
        answers_to_csv([one])
        .splitlines()[1]
        .startswith("""35,"Mon 08:35","ada","'=cmd|' /C calc'!A0","","'+1","'-2",""")
    )
