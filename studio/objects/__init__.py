"""The objects workbench: object kinds and their state machines, edited and tried."""
