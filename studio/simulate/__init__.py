"""The simulate workbench: a run, played, inspected and intervened in."""
