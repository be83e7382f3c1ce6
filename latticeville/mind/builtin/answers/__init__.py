"""Rules by which the built-in mind answers a stranger, a file for each kind of question."""
