"""World files: what a designer writes, read into one frozen value."""
