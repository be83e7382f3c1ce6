"""The simulation: canonical state, actions, and the tick."""
