"""Two runs compared: people, beliefs, the world, digests, and the summary."""
