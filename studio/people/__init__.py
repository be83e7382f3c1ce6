"""The people workbench: personas, who of them lives where, and what a mind makes of them."""
