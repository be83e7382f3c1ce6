"""The run log: what is written while a run goes on, and how any tick of it is told again."""
