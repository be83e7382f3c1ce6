"""The export formats that there are: those of this package, and those of installed ones."""

from collections.abc import Iterator

from latticeville.core.plugins import load_all_installed
from latticeville.core.sentence_case import capital
from latticeville.formats.export_format import ExportFormat, ExportOption
from latticeville.formats.pictures import PICTURES, TEXT
from latticeville.formats.run_page import PAGE
from latticeville.formats.run_tables import PARQUET, SQLITE
from latticeville.formats.terrarium import TERRARIUM
from latticeville.formats.tiled import TILED

GROUP = "latticeville.exports"
"""The group of entry points that name an `ExportFormat` each."""
BUILT_IN = (TILED, TEXT, *PICTURES, PAGE, TERRARIUM, PARQUET, SQLITE)


def export_formats() -> tuple[ExportFormat, ...]:
    """Return all formats: our own, then those of installed packages; one that ours choose is none of
    theirs."""
    found, _faults = load_all_installed(GROUP, ExportFormat, "export format")
    ours = {one.choice for one in BUILT_IN}
    return (*BUILT_IN, *(one for one in found if one.choice not in ours))


def export_options() -> tuple[ExportOption, ...]:
    """Return the options of all formats, each name once."""
    found: dict[str, ExportOption] = {}
    for one in export_formats():
        for option in one.options:
            found.setdefault(option.name, option)
    return tuple(found.values())


def export_faults() -> list[str]:
    """Return a sentence for each format of an installed package that cannot be loaded."""
    return load_all_installed(GROUP, ExportFormat, "export format")[1]


def format_rows() -> Iterator[str]:
    """Yield the formats of this package as the rows of a table in Markdown."""
    for one in BUILT_IN:
        yield f"| `{one.choice}` | {capital(one.help)}. |"
