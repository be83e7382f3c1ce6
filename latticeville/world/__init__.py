"""What a designer writes, read into one frozen value."""
