"""The settings of a retrieval that keys and clicks change, and the line that shows them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.models.model_notice import EMBEDDER_OPTION, embedder_notice
from latticeville.reports.memories.rows import PARTS
from latticeville.reports.memories.terms import Terms
from studio.run.panes.retrieval_worker import Rescored
from studio.ui.text import PLAIN, QUIET, WARM, Span, TextRow, span_width

if TYPE_CHECKING:
    from latticeville.reports.memories.retrievals import ScoredRetrieval

STEP = 0.25
"""By how much a key turns a weight."""
ROOMY = 100
"""Cells with which there is room for all names and values."""
ROOMY_ROWS = 14
"""Rows of the pane with which there is room to say which embedder is better."""
NARROW = {"relevance": "relev.", "importance": "import."}
"""Names of controls where there is less."""
TURNED = (*PARTS, "k", "profile")
"""Names of the controls that are marked one by one, and turned up or down."""
RESET = "reset"
"""Where a click is beside all controls."""


class RetrievalControl(NamedTuple):
    """What can be changed: its name, its value as it is wished, and the key that changes it."""

    name: str
    value: str
    key: str = ""


def list_controls(call: "ScoredRetrieval", terms: Terms) -> tuple[RetrievalControl, ...]:
    """Return the controls as they stand under some terms."""
    profile = PROFILES.get(terms.profile or "")
    weights = terms.weights or (profile.weights if profile else call.weights)
    return (
        *(
            RetrievalControl(name, f"{weight:g}")
            for name, weight in zip(PARTS, weights, strict=True)
        ),
        RetrievalControl("k", str(call.k if terms.k is None else terms.k)),
        RetrievalControl("profile", terms.profile or call.profile),
        RetrievalControl("query", "other" if terms.query else "as asked", "Q"),
    )


def controls_row(retrieval: Rescored, terms: Terms, cells: int, marked: str) -> TextRow:
    """Return the line of controls: what is otherwise than the run had it stands out, the marked one
    has its keys."""
    otherwise = retrieval.is_changed
    spans = [Span("what if  " if otherwise else "as run  ", WARM if otherwise else QUIET)]
    was = list_controls(retrieval.base, Terms())
    for control, before in zip(list_controls(retrieval.now, terms), was, strict=True):
        key = "-+" if control.name == marked else control.key
        spans += _control_spans(control._replace(key=key), before.value, narrow=cells < ROOMY)
    back = Span("0 as run", WARM) if otherwise else Span("")
    return TextRow("controls", tuple(spans), back)


def embedder_rows(embedder: str) -> Iterator[TextRow]:
    """Yield a line that says which better embedder is installed, if one is."""
    notice = embedder_notice(embedder, EMBEDDER_OPTION)
    if notice:
        yield TextRow("embedder", (Span(notice, QUIET),))


def _control_spans(control: RetrievalControl, before: str, *, narrow: bool) -> Iterator[Span]:
    """Yield the three spans of a control; the line above names the profile, and the query stands
    there whole."""
    short = narrow and control.name in ("profile", "query")
    yield Span(f"{NARROW.get(control.name, control.name) if narrow else control.name} ", QUIET)
    yield Span("" if short else control.value, WARM if control.value != before else PLAIN)
    yield Span(f" {control.key}  "[short:] if control.key else "  "[short:], QUIET)


def control_at(row: TextRow, retrieval: Rescored, x: int) -> str:
    """Return the name of the control that a column of the line is on; beside all of them, RESET."""
    names = [control.name for control in list_controls(retrieval.now, Terms())]
    at = 0
    for place, span in enumerate(row.spans):
        at += span_width((span,))
        if x < at:
            return names[(place - 1) // 3] if place else ""
    return RESET


def change_weight(terms: Terms, call: "ScoredRetrieval", part: str, by: float) -> Terms:
    """Return terms under which a part of the score weighs more or less."""
    weights = [*(terms.weights or call.weights)]
    weights[PARTS.index(part)] = max(0.0, weights[PARTS.index(part)] + by)
    return replace(terms, weights=(weights[0], weights[1], weights[2]))


def change_k(terms: Terms, call: "ScoredRetrieval", by: int) -> Terms:
    """Return terms under which more or fewer memories are recalled."""
    return replace(terms, k=max(0, (call.k if terms.k is None else terms.k) + by))


def change_profile(terms: Terms, call: "ScoredRetrieval", by: int) -> Terms:
    """Return terms of another profile, with its own weights."""
    names = list(PROFILES)
    name = names[(names.index(terms.profile or call.profile) + by) % len(names)]
    return replace(terms, profile=name, weights=None)


def turn(terms: Terms, call: "ScoredRetrieval", control: str, way: int) -> Terms:
    """Return terms under which a control is turned up (1) or down (-1)."""
    match control:
        case "k":
            return change_k(terms, call, way)
        case "profile":
            return change_profile(terms, call, way)
        case _:
            return change_weight(terms, call, control, way * STEP)
