"""What can be wrong with a machine, found by search."""
