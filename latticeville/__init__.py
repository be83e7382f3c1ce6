"""A headless engine that simulates small worlds of people with memories, plans and beliefs.

`open_world`, `new_run`, `open_run`, `fork`, `step`, `feed`, `sql` and `reports` are imported when
they are asked for (docs/python.md).
"""

__version__ = "0.3.0.dev0"
_OFFERED = frozenset(
    {
        "Frame",
        "OpenRun",
        "LoadedWorld",
        "Records",
        "feed",
        "fork",
        "new_run",
        "open_run",
        "open_world",
        "reports",
        "sql",
        "step",
    }
)
"""The names of `latticeville.api`, which is above all other packages."""


def __getattr__(name: str) -> object:
    if name not in _OFFERED:
        raise AttributeError(f"module “latticeville” has no attribute “{name}”")
    from importlib import import_module

    api = import_module("latticeville.api")
    # The package of the reports has the same name; here it is what asks them.
    globals()["reports"] = api.reports
    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_OFFERED})
