"""Read other formats: Tiled, Generative Agents, the original Latticeville."""
