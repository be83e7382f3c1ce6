"""What the workbenches share that edit a project: their base screen, checks, saving, conflicts, recovery."""
