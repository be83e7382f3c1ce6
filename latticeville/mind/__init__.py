"""One agent's cognition: percepts, beliefs, memories, plans, and the loop that runs them."""
