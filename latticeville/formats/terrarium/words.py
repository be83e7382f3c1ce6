"""The words with which a persona tells values and aspirations that Terrarium names."""

from latticeville.formats.report import ImportReport, SourceValue
from latticeville.world.original.values import clean_name, one_line

VALUES = {
    "Survival": "staying alive",
    "Relationships": "connections with others",
    "Status": "being respected and admired",
    "Freedom": "independence and autonomy",
    "Knowledge": "understanding the world",
    "Comfort": "safety and ease",
}
"""What agents value: Terrarium's name and its words."""
ASPIRATIONS = {
    "BeRespected": "To be respected by others.",
    "ProtectOthers": "To protect those around me.",
    "AccumulateResources": "To accumulate resources and security.",
    "ExploreTheWorld": "To explore and understand the world.",
    "LivePeacefully": "To live a peaceful, quiet life.",
    "BecomePowerful": "To become powerful and influential.",
}
"""What agents want in life: Terrarium's name and its words."""


_NAME = 200


def fit_text(at: SourceValue, text: str, most: int, report: ImportReport) -> str:
    """Return a text on one line with at most so many characters."""
    line = one_line(text, len(text))
    if len(line) > most:
        what = f"“{line[:40]}…” has {len(line):,} characters; it is cut to {most:,}"
        report.warn(at, "cut", what, f"write at most {most:,} characters")
    return line[:most].strip()


def fit_name(at: SourceValue, name: str, report: ImportReport) -> str:
    """Return a name as it is if a world accepts it, and on one line with at most 200 characters if
    not."""
    return name if name and clean_name(name) == name else fit_text(at, name, _NAME, report)
