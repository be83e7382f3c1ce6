"""Write the answers of an interview as JSON, or as CSV with a row per person and question."""

import csv
from collections.abc import Callable, Mapping, Sequence
from io import StringIO

import msgspec

from latticeville.reports.interview.ask import InterviewAnswer

COLUMNS = (
    "tick",
    "when",
    "agent",
    "name",
    "category",
    "question",
    "answer",
    "error",
    "cited_ids",
    "cited_texts",
    "basis",
)
"""The cells of a row; `error` says why there is no answer, and what was cited stands a line
each."""

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""With what begins a text that a spreadsheet may evaluate; the last four are the first four in full
width."""


def answers_to_csv(answers: Sequence[InterviewAnswer]) -> str:
    """Return a head and a row for each answer; texts stand in quotes, lines end in a single line
    feed.

    A text that a spreadsheet would take for a formula begins with an apostrophe.
    """
    text = StringIO(newline="")
    rows = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows(map(_cells, answers))
    return text.getvalue()


def answers_to_json(answers: Sequence[InterviewAnswer]) -> str:
    """Return a list of all that is known of each answer, on one line."""
    return msgspec.json.encode(answers).decode() + "\n"


FORMS: Mapping[str, Callable[[Sequence[InterviewAnswer]], str]] = {
    ".csv": answers_to_csv,
    ".json": answers_to_json,
}
"""What writes a file, by its ending."""


def _cells(one: InterviewAnswer) -> tuple[int | str, ...]:
    ids = "\n".join(str(cited.id) for cited in one.cites)
    texts = "\n".join(" ".join(cited.text.split()) for cited in one.cites)
    about = one.category, one.question, one.answer, one.error
    return one.tick, *map(_as_text, (one.when, one.agent, one.name, *about, ids, texts, one.basis))


def _as_text(cell: str) -> str:
    """Return a cell that no spreadsheet evaluates; who takes one apostrophe from such a cell has
    the text again."""
    return f"'{cell}" if cell.lstrip("'").startswith(FORMULA) else cell
