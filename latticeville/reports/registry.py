"""The reports that there are: those of this package, and those of installed ones."""

from importlib import import_module

from latticeville.core.plugins import list_installed, load_installed

TYPE_CHECKING = False  # typing.TYPE_CHECKING would import typing
if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint
    from typing import Any

    from latticeville.reports.report import Report

GROUP = "latticeville.reports"
"""The group of entry points that name a `Report` each."""
BUILT_IN = {
    "find": "find the ticks of a run that match an expression",
    "diff": "find where two runs diverge, and what differs",
    "usage": "count what the models were asked: calls and tokens by kind of question",
    "why": "explain an action: percept, memories, prompts, decision, witnesses",
    "beliefs": "compare what a person believes with the world",
    "relations": "show how close people are, whom they trust, what they think, and what moved that",
    "coordination": "show who was invited to something, agreed, came, came unasked, or stayed away and "
    "why",
    "relationships": "draw who knows whom: density over time, closeness, trust, groups, and those who "
    "join them",
    "diffusion": "show how a fact spread: who told whom, when, where, by which words, and the share who "
    "know",
    "matters": "show how matters and storylines stand, who has a say, and how they ended",
    "arguments": "show which arguments were said at meetings, and what kept the others back",
    "secrets": "show to whom each secret was told, and what was missing where it was not",
    "timeline": "count what happened when: events, conversations, reflections and failures",
    "memories": "rank a person's memories for a query, with every part of every score",
    "interview": "ask people questions at any tick of a run, without changing it",
    "evaluate": "ask the paper's questions of whole minds and of minds without memories, and check the "
    "answers",
    "novelty": "count what is new on each day of a run, and say when it grows dull",
    "conversations": "read what people said: the conversations of each day that tell most",
    "talk": "count conversations, openings answered, repeated sentences and topics",
    "plans": "count the steps of plans that were kept, missed or dropped, and what dropped them",
    "places": "count who used each place and how long, who waited, and what was refused there",
    "impact": "take one sentence or memory out, run on with several seeds, and say what it moved",
    "chronicle": "tell the history of a run in Markdown, each sentence with its events",
    "heat": "map where it happened: count people, talk, false beliefs or events by cell",
    "chart": "draw one person or object over time: a day as planned and done, importance, scores, "
    "counters",
    "metrics": "measure the society over time, by person or by place, or list its anomalies",
    "cast": "list the people of a world: homes, work, relationships, and meetings by routine",
    "persona": "show what a person's mind starts with: summary, first prompt, memories",
    "preview": "show a person's mind before it runs, and where their first 24 hours fail",
}
"""Reports of this package with their lines of help; `latticeville.reports.NAME` holds each as
REPORT."""
ELSEWHERE = ("find", "diff", "impact")
"""Those that the studio asks in a dialog or a screen of their own."""


def report_names() -> tuple[str, ...]:
    """Return the names of all reports: our own in their order, then those of installed packages."""
    return (*BUILT_IN, *sorted(installed_reports()))


def installed_reports() -> "Mapping[str, EntryPoint]":
    """Return the entry points of reports that other packages bring, by name; one of our names is
    none of theirs."""
    return {name: point for name, point in list_installed(GROUP).items() if name not in BUILT_IN}


def report_help(name: str) -> str:
    """Return what a report answers; of one that another package brings, who brings it. KeyError
    where there is none."""
    return BUILT_IN[name] if name in BUILT_IN else f"a report of {installed_reports()[name].value}"


def load_report(name: str) -> "Report[Any]":
    """Return a report by its name.

    KeyError where there is none of that name; PluginError where the package that brings it cannot
    be loaded.
    """
    if name in BUILT_IN:
        found: Report[Any] = import_module(f"latticeville.reports.{name}").REPORT
        return found
    from latticeville.reports import report

    return load_installed(installed_reports()[name], report.Report, "report")
