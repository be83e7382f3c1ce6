"""The people workbench: the personas of a project, who of them lives where, and what minds make of them."""
