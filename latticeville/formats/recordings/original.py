"""Recorded runs of the original Latticeville: run.jsonl, and memories beside it."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from latticeville.formats.recordings.recording import (
    PlaceName,
    RecordedBelief,
    RecordedMemory,
    RecordedPerson,
    RecordedPlan,
    RecordedPosition,
    RecordedTick,
    RecordedUtterance,
    Recording,
    read_cell,
)
from latticeville.formats.report import (
    FixedLocation,
    ImportReport,
    SourceDocument,
    SourceFolder,
    SourceValue,
    as_list,
    as_table,
)
from latticeville.world.original.values import one_line, parse_whole

RUN_FILE = "run.jsonl"
_TICK_MINUTES, _START = 10, 8 * 60
"""Its days begin at 08:00, and a tick is ten minutes (`planning.py` of that program)."""
_KINDS = {"observation", "action", "plan", "reflection"}
_LACKS = (
    "Its log holds no scores of memories, prompts or replies.",
    "“why” names the plan and the memories that were retrieved.",
    "It has no map: rooms are drawn side by side where the log holds no cells.",
)
Line = tuple[SourceValue, dict[str, Any]]


def is_original_recording(file: Path) -> bool:
    """Tell whether a file begins as a recorded run of this program does."""
    try:
        with file.open("rb") as opened:
            first = json.loads(opened.readline(65_536))
    except (OSError, ValueError):
        return False
    return (
        isinstance(first, dict)
        and first.get("type") == "header"
        and isinstance(first.get("metadata"), dict)
    )


def read_original_recording(file: Path, report: ImportReport) -> Recording:
    """Return the run that a file holds; UnreadableError where a line is damaged."""
    folder = SourceFolder(file.parent, report)
    lines = list(_read_lines(folder, file.name, report))
    header = as_table(lines[0][1].get("metadata"))
    shots = [(at, as_table(line.get("payload"))) for at, line in lines if _is_tick(line)]
    if not shots:
        raise report.make_error(
            lines[0][0], "no-ticks", f"“{file.name}” holds no tick", "record at least one tick"
        )
    before = (parse_whole(shots[0][1].get("tick")) or 1) - 1
    nodes = _gather_nodes(shots)
    memories = _read_memories(folder, file, shots, before, report)
    people = tuple(
        RecordedPerson(one.key, one.name, memories=tuple(memories.get(one.key, ())))
        for one in _list_nodes(nodes, "agent")
    )
    ticks = [_read_tick(at, shot, before, report) for at, shot in shots]
    ticks.insert(0, _before_first(ticks[0], shots[0][1]))
    return Recording(
        "Latticeville (original)",
        one_line(header.get("run_id"), 200) or file.parent.name,
        folder,
        _START + before * _TICK_MINUTES,
        _TICK_MINUTES,
        _list_nodes(nodes, "area"),
        _list_nodes(nodes, "object"),
        people,
        lambda: _complete(ticks, people),
        _LACKS,
    )


def _is_tick(line: Mapping[str, Any]) -> bool:
    return line.get("type") == "tick"


def _gather_nodes(shots: Iterable[Line]) -> dict[str, dict[str, Any]]:
    """Return every node that a tick names, as the last one has it, but for the root."""
    nodes: dict[str, dict[str, Any]] = {}
    for _, shot in shots:
        tree = as_table(as_table(shot.get("state")).get("world"))
        nodes |= _read_nodes(tree)
        nodes.pop(str(tree.get("root_id")), None)
    return nodes


def _list_nodes(nodes: Mapping[str, Mapping[str, Any]], kind: str) -> tuple[PlaceName, ...]:
    """Return the nodes of a kind, each with the area that holds it."""
    return tuple(
        PlaceName(key, one_line(node.get("name"), 200) or key, str(node.get("parent_id") or ""))
        for key, node in nodes.items()
        if node.get("type") == kind
    )


def _read_lines(folder: SourceFolder, name: str, report: ImportReport) -> Iterator[Line]:
    """Yield each line of a file with its place; a torn last line is left out with a warning."""
    texts = [
        (number, text)
        for number, text in enumerate(folder.read_text(name).split("\n"), 1)
        if text.strip()
    ]
    for number, text in texts:
        at = SourceValue(SourceDocument(name, None, FixedLocation(number, 1)))
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            column = error.colno if isinstance(error, json.JSONDecodeError) else 1
            at = SourceValue(SourceDocument(name, None, FixedLocation(number, column)))
            if number == texts[-1][0] > 1:
                what = "the last line is incomplete; it is left out"
                report.warn(at, "torn-line", what, "no action needed")
                return
            raise report.make_error(
                at, "json-syntax", "invalid JSON", "correct the line, or remove it"
            ) from error
        if not isinstance(value, dict):
            raise report.make_error(at, "wrong-type", "a line must be a JSON object", "write { … }")
        yield at, value


def _read_nodes(tree: object) -> dict[str, dict[str, Any]]:
    nodes = as_table(as_table(tree).get("nodes"))
    return {key: node for key, node in nodes.items() if isinstance(node, dict)}


def _read_tick(
    at: SourceValue, shot: Mapping[str, Any], before: int, report: ImportReport
) -> RecordedTick:
    """Return one tick; UnreadableError where a position is no cell."""
    state = as_table(shot.get("state"))
    plans = {
        str(one.get("agent_id")): _read_plan(one, before) for one in _payloads(shot, "PLAN_SUMMARY")
    }
    recalled = {
        str(one.get("agent_id")): tuple(
            one_line(text, 2000) for text in as_list(one.get("retrieved"))
        )
        for one in _payloads(shot, "MEMORY_SUMMARY")
    }
    return RecordedTick(
        _read_positions(at, state, report),
        {who: plan.text for who, plan in plans.items()},
        tuple(map(_read_words, _payloads(shot, "SAY"))),
        plans,
        recalled,
        _read_beliefs(state),
    )


def _read_positions(
    at: SourceValue, state: Mapping[str, Any], report: ImportReport
) -> dict[str, RecordedPosition]:
    cells = as_table(state.get("agent_positions"))
    return {
        key: RecordedPosition(
            str(node.get("parent_id") or ""),
            read_cell(at, key, cells[key], report) if key in cells else None,
        )
        for key, node in _read_nodes(state.get("world")).items()
        if node.get("type") == "agent"
    }


def _payloads(shot: Mapping[str, Any], kind: str) -> list[dict[str, Any]]:
    """Return the payloads of the events of a kind."""
    events = map(as_table, as_list(shot.get("events")))
    return [as_table(event.get("payload")) for event in events if event.get("kind") == kind]


def _read_words(told: Mapping[str, Any]) -> RecordedUtterance:
    words = one_line(told.get("utterance"), 2000)
    return RecordedUtterance(str(told.get("agent_id")), str(told.get("to_agent_id")), words)


def _read_plan(told: Mapping[str, Any], before: int) -> RecordedPlan:
    start, end = (
        max(0, (parse_whole(told.get(key)) or 0) - before) for key in ("start_tick", "end_tick")
    )
    text = one_line(told.get("description"), 500)
    return RecordedPlan(start, end, str(told.get("location") or ""), text)


def _read_beliefs(state: Mapping[str, Any]) -> dict[str, tuple[RecordedBelief, ...]]:
    """Return where everybody believes others and objects to be."""
    return {
        who: tuple(
            RecordedBelief(key, str(node.get("parent_id") or ""))
            for key, node in _read_nodes(tree).items()
        )
        for who, tree in as_table(state.get("beliefs")).items()
    }


def _before_first(first: RecordedTick, shot: Mapping[str, Any]) -> RecordedTick:
    """Return the tick before the first, in which whoever moved was where they came from."""
    positions = dict(first.positions)
    for told in _payloads(shot, "MOVE"):
        who = told.get("agent_id")
        if who in positions and isinstance(told.get("from"), str):
            positions[who] = RecordedPosition(told["from"], positions[who].cell)
    return RecordedTick(positions)


def _complete(
    ticks: list[RecordedTick], people: tuple[RecordedPerson, ...]
) -> Iterator[RecordedTick]:
    """Yield ticks in which everybody is somewhere: who is not told of stays where they were."""
    positions = {one.key: next(_stands_of(ticks, one.key), RecordedPosition("")) for one in people}
    for tick in ticks:
        positions |= tick.positions
        yield RecordedTick(
            dict(positions), tick.doing, tick.said, tick.plans, tick.recalled, tick.beliefs
        )


def _stands_of(ticks: list[RecordedTick], key: str) -> Iterator[RecordedPosition]:
    return (tick.positions[key] for tick in ticks if key in tick.positions)


def _read_memories(
    folder: SourceFolder,
    file: Path,
    shots: list[tuple[SourceValue, dict[str, Any]]],
    before: int,
    report: ImportReport,
) -> dict[str, list[RecordedMemory]]:
    """Return everybody's memories: from the file of memories, or else what each tick tells of the
    newest."""
    for path in sorted(file.parent.glob("*.jsonl")):
        if path.name != file.name and is_memory_file(path):
            return _read_memory_file(folder, path.name, before, report)
    found: dict[str, list[RecordedMemory]] = defaultdict(list)
    totals: dict[str, int] = defaultdict(int)
    for number, (_, shot) in enumerate(shots, 1):
        for told in _payloads(shot, "MEMORY_SUMMARY"):
            who, latest = str(told.get("agent_id", "")), as_list(told.get("latest"))
            total = parse_whole(told.get("total")) or 0
            new = min(max(0, total - totals[who]), len(latest))
            found[who] += [
                RecordedMemory(number, "observation", one_line(text, 2000))
                for text in latest[len(latest) - new :]
            ]
            totals[who] = total
    missing = sum(totals.values()) - sum(map(len, found.values()))
    if missing > 0:
        at = SourceValue(SourceDocument(file.name, None))
        what = f"{missing} memories are not in “{file.name}”, which names only the newest of a tick"
        report.warn(at, "lost-memories", what, "put the file of memories beside it")
    return found


def is_memory_file(path: Path) -> bool:
    """Tell whether a file begins with a memory record of an agent."""
    try:
        with path.open("rb") as opened:
            first = json.loads(opened.readline(1_000_000))
    except (OSError, ValueError):
        return False
    return isinstance(first, dict) and isinstance(first.get("record"), dict)


def _read_memory_file(
    folder: SourceFolder, name: str, before: int, report: ImportReport
) -> dict[str, list[RecordedMemory]]:
    found: dict[str, list[RecordedMemory]] = defaultdict(list)
    places: dict[str, dict[str, int]] = defaultdict(dict)
    for _, line in _read_lines(folder, name, report):
        who, record = str(line.get("agent_id", "")), as_table(line.get("record"))
        text, kind = one_line(record.get("description"), 2000), record.get("type")
        if not text:
            continue
        links = [places[who][link] for link in as_list(record.get("links")) if link in places[who]]
        places[who][str(record.get("id"))] = len(found[who])
        rated = record.get("importance")
        found[who].append(
            RecordedMemory(
                max(0, (parse_whole(record.get("created_at")) or 0) - before),
                kind if kind in _KINDS else "observation",
                text,
                max(1, min(10, round(rated))) if isinstance(rated, int | float) else 0,
                tuple(links),
            )
        )
    return found
