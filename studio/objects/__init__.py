"""The objects workbench: kinds and their state machines, edited and tried."""
