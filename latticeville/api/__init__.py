"""What `import latticeville` offers; docs/python.md promises these names."""

from latticeville.api import report_calls as reports
from latticeville.api.open_run import (
    Frame,
    OpenRun,
    Records,
    feed,
    fork,
    new_run,
    open_run,
    sql,
    step,
)
from latticeville.api.open_world import LoadedWorld, open_world

__all__ = [
    "Frame",
    "LoadedWorld",
    "OpenRun",
    "Records",
    "feed",
    "fork",
    "new_run",
    "open_run",
    "open_world",
    "reports",
    "sql",
    "step",
]
