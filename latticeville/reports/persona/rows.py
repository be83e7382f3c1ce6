"""The preview of a persona as rows: summary, first prompt, first memories."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from latticeville.core.clock import format_hours
from latticeville.reports.rows import Column, Emphasis, TextPart, ViewRow, heading, line
from latticeville.world.model.personas import SeedMemory

if TYPE_CHECKING:
    from latticeville.reports.persona.preview import PersonaSummary, SentRequest

WARM = Emphasis.WARM
MEMORIES = (Column("importance", 2, right=True),)


def summary_rows(found: "PersonaSummary") -> Iterator[ViewRow]:
    """Yield who somebody is to their mind, by where a prompt says so."""
    parts = (
        ("about", "In every prompt", found.about),
        ("portrait", "In prompts for a self-summary", found.portrait),
        ("usual", "In prompts for the day's plan", found.usual),
    )
    for key, title, text in parts:
        yield heading(key, title)
        yield line(f"{key} text", text or "–")
        yield ViewRow(f"{key} gap")
    yield from _usual_day_rows(found)


def _usual_day_rows(found: "PersonaSummary") -> Iterator[ViewRow]:
    """Yield the day that somebody lives by without a routine, and which words say nothing of it."""
    if found.day:
        yield heading("day", "A usual day")
    for one in found.day:
        told = (TextPart(f"  “{one.told}”", Emphasis.QUIET),) if one.told else ()
        text = TextPart(f"{format_hours(one.start)} {one.doing}, {one.place}")
        yield ViewRow(f"day {one.start}", (text, *told))
    if found.day:
        yield ViewRow("day gap")
    if found.unread:
        yield heading("unread", "Not read as part of a day")
    for place, (words, why) in enumerate(found.unread):
        yield line(f"unread {place}", f"“{words.strip()}”: {why}", WARM)


def prompt_rows(found: "SentRequest | None") -> Iterator[ViewRow]:
    """Yield the first prompt of the first day exactly as it is sent."""
    if found is None:
        yield line("told", "No prompt on the first day.", Emphasis.QUIET)
        return
    size = f"about {found.tokens} tokens, reply at most {found.most}"
    yield line(
        "told", f"First prompt: {found.kind}, at tick {found.tick} ({found.when}), {size}", WARM
    )
    rest = ("choices", "\n".join(found.choices)), ("schema", found.schema)
    for key, text in (("system", found.system), ("prompt", found.prompt), *rest):
        if text:
            yield heading(f"{key} title", key)
            yield line(key, text)


def memory_rows(memories: tuple[SeedMemory, ...]) -> Iterator[ViewRow]:
    """Yield what somebody remembers from the beginning, with its importance."""
    yield heading("memories", "First memories", f"{len(memories)}")
    for place, one in enumerate(memories):
        parts = TextPart(f"{one.importance}"), TextPart(" ".join(one.text.split()))
        yield ViewRow(f"memory {place}", parts, columns=MEMORIES)
