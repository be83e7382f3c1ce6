"""Text frames, cards, transcripts, graphs and pictures of a world or a run."""
