"""`timeline`: numbers of events over the time of a run, or its conversations."""

from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from latticeville.core.clock import format_time
from latticeville.reports.arg_types import tick_count_from_one, ticks_in
from latticeville.reports.registry import BUILT_IN
from latticeville.reports.report import Asked, Report, ReportSection
from latticeville.reports.rows import Emphasis, TickTarget, ViewRow, line
from latticeville.runs.timeline import COLUMNS, Bucket, ConversationSpan, RunTimeline

BARS = " ▁▂▃▄▅▆▇█"


class TimedConversation(NamedTuple):
    """A conversation and the simulated minute at which it begins."""

    span: ConversationSpan
    minute: int


Answer = list[Bucket] | tuple[TimedConversation, ...]
"""What happened in every so many ticks; with `--talks` the conversations."""


def bucket_rows(buckets: Sequence[Bucket]) -> Iterator[ViewRow]:
    """Yield a row a bucket, with a bar for its events, and ☾ where it begins in the dark."""
    titles = "".join(f"{name:>12}" for name in COLUMNS)
    yield line("titles", f"{'tick':>7}  {'':<11}{titles}", Emphasis.QUIET)
    most = max((bucket.counts["events"] for bucket in buckets), default=0) or 1
    for bucket in buckets:
        bar = BARS[-(-bucket.counts["events"] * (len(BARS) - 1) // most)]
        sky = "☾" if bucket.night else " "
        numbers = "".join(f"{bucket.counts[name]:>12}" for name in COLUMNS)
        text = f"{bucket.start:>7}  {format_time(bucket.minute)} {sky}{bar}{numbers}"
        yield line(f"{bucket.start}", text, target=TickTarget(bucket.start))


def _talk_rows(talks: Sequence[TimedConversation]) -> Iterator[ViewRow]:
    for place, (span, minute) in enumerate(talks):
        text = f"{span.start:>7} – {span.end:<7} {format_time(minute)}  {', '.join(span.people)}"
        yield line(f"talk {place}", text, target=TickTarget(span.start))


def _declare(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--every",
        type=tick_count_from_one,
        default=60,
        metavar="N",
        help="ticks per row, or their time, such as 1h (60)",
    )
    parser.add_argument("--talks", action="store_true", help="list the conversations")


def _ask(asked: Asked) -> Answer:
    timeline = RunTimeline.open(asked.run)
    if asked.options.talks:
        return tuple(
            TimedConversation(span, timeline.minute(span.start)) for span in timeline.talks
        )
    return timeline.buckets(ticks_in(asked.options.every, asked.world.settings.tick_minutes))


def _tell(_asked: Asked, answer: Answer) -> Iterator[ReportSection]:
    yield ReportSection(
        "", _talk_rows(answer) if isinstance(answer, tuple) else bucket_rows(answer)
    )


def _json(answer: Answer) -> Any:  # noqa: ANN401 - of two shapes
    return [talk.span for talk in answer] if isinstance(answer, tuple) else answer


REPORT = Report(
    "timeline",
    BUILT_IN["timeline"],
    _ask,
    _tell,
    "timeline runs/monday --every 60",
    declare=_declare,
    json=_json,
)
