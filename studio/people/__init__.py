"""The people workbench: personas, who of them lives where, and what minds make of them."""
