"""Trials of models as columns of text, with an estimate of how long a day of a world takes."""

from collections.abc import Sequence

from latticeville.models.model_offers import MODEL, ModelOffer
from latticeville.models.model_trial import WORKS, ModelTrial

TOKENS_READ, TOKENS_WRITTEN = 19_500, 4_300
"""Tokens per person and day, prefixes that requests share counted once.

Measured with `python -m benchmarks.cost`: a day of ten people of `worlds/ville`.
"""
_PRECISE = 10
_MINUTE, _HOUR, _DAY = 60, 3600, 86400


def day_seconds(trial: ModelTrial, people: int) -> float:
    """Return about how many seconds a model takes for a simulated day, one request at a time; 0
    without a measurement.

    >>> day_seconds(ModelTrial("model", "mlx:a", "", "works", "", 1.0, 3600.0, 48.0), 10)
    950.0
    """
    if not trial.read_rate or not trial.write_rate:
        return 0.0
    return people * (TOKENS_READ / trial.read_rate + TOKENS_WRITTEN / trial.write_rate)


def rough_duration(seconds: float) -> str:
    """Say how long something takes in the largest unit that fits.

    >>> rough_duration(30), rough_duration(1100), rough_duration(9000), rough_duration(200_000)
    ('30 s', '18 min', '2.5 h', '2.3 days')
    """
    if seconds < _MINUTE:
        return f"{seconds:.0f} s"
    if seconds < _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    return f"{seconds / _HOUR:.1f} h" if seconds < _DAY else f"{seconds / _DAY:.1f} days"


def offer_name(offer: ModelOffer) -> str:
    """Return what an offer is called in a list.

    >>> offer_name(ModelOffer("model", "server:http://127.0.0.1:11434/v1#qwen3:4b", "Ollama"))
    'Ollama: qwen3:4b'
    """
    server, _, name = offer.spec.partition("#")
    if name:
        return f"{offer.source}: {name}" if server.startswith("server:") else offer.spec
    return offer.spec if offer.kind == MODEL else f"embedder {offer.spec}"


def rate_text(rate: float) -> str:
    """Return tokens per second as they are told.

    >>> rate_text(0.44), rate_text(1234.5)
    ('0.4', '1,234')
    """
    return f"{rate:.1f}" if rate < _PRECISE else f"{rate:,.0f}"


def trial_note(trial: ModelTrial, people: int) -> str:
    """Say in one line what came of a trial.

    >>> trial_note(ModelTrial("model", "builtin", "rules", "works"), 10)
    'works · rules, no waiting'
    """
    if trial.state != WORKS:
        return f"{trial.state}: {trial.note}"
    if not trial.write_rate:
        return f"{WORKS} · {trial.note or 'rules, no waiting'}"
    day = rough_duration(day_seconds(trial, people))
    return f"{WORKS} · {rate_text(trial.write_rate)} tokens/s · a day of {people}: about {day}"


def trial_table(trials: Sequence[ModelTrial], people: int) -> list[str]:
    """Return the lines of a table: a line for each trial, below a head."""
    head = ("", "name", "load", "reads/s", "writes/s", f"day of {people}", "")
    cells = [head, *(_cells(trial, people) for trial in trials)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head) - 1)]
    return ["  ".join(_aligned(row, widths)).rstrip() for row in cells]


def _aligned(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    names = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
    numbers = [cell.rjust(width) for cell, width in zip(row[2:-1], widths[2:], strict=True)]
    return [*names, *numbers, row[-1]]


def _cells(trial: ModelTrial, people: int) -> tuple[str, ...]:
    if trial.state != WORKS:
        return trial.kind, trial.spec, "", "", "", "", f"{trial.state}: {trial.note}"
    seconds = day_seconds(trial, people)
    rates = (rate_text(rate) if rate else "–" for rate in (trial.read_rate, trial.write_rate))
    told = " · ".join(filter(None, (WORKS, trial.note, trial.source)))
    load = f"{trial.load_seconds:.1f} s"
    return trial.kind, trial.spec, load, *rates, rough_duration(seconds) if seconds else "–", told
