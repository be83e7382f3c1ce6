"""Sets of rules that a world can choose from, a folder each; packages bring others."""
