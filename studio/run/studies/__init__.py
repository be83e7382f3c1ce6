"""The window of studies: which there are, what they cost, runs as they come in, and what came."""
