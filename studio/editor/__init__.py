"""What Map, People and Objects share: base screen, checks, saving, conflicts, recovery."""
