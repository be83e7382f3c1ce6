"""The picture of a state machine as lines of styled text."""

from itertools import groupby

from latticeville.draw.machine_graph import Arrow, MachineCell, MachinePicture, Origin
from latticeville.world.model.objects import Kind
from studio.objects.model import MachineStatus
from studio.ui.text import ALARM, PLAIN, QUIET, STRONG, WARM, Span, TextRow, clean


def picture_rows(
    picture: MachinePicture, kind: Kind, status: MachineStatus, origin: Origin | None
) -> list[TextRow]:
    """Return the lines: states in their colours, arrows quiet, what is now, was taken or is faulty
    lit; the arrows of one transition stand out."""

    def style(cell: MachineCell) -> str:
        if isinstance(cell.part, str):
            return _state_style(cell, cell.part, kind, status)
        return _arrow_style(cell, cell.part, status, origin) if cell.part else QUIET

    return [
        TextRow(
            f"picture {place}",
            tuple(
                Span(clean("".join(cell.letter for cell in cells)), look)
                for look, cells in groupby(line, style)
            ),
        )
        for place, line in enumerate(picture.lines)
    ]


def _state_style(cell: MachineCell, state: str, kind: Kind, status: MachineStatus) -> str:
    if state in status.faults.notes and cell.role in ("frame", "note"):
        return ALARM
    if state == status.current:
        return WARM
    spec = kind.states.get(state)
    return f"@{(spec and spec.color) or kind.color}"


def _arrow_style(
    cell: MachineCell, arrow: Arrow, status: MachineStatus, origin: Origin | None
) -> str:
    if status.faults.origins & set(arrow.origins):
        return ALARM
    if status.taken == (arrow.source, arrow.target):
        return WARM
    if origin in arrow.origins:
        return STRONG
    return PLAIN if cell.role == "word" else QUIET
