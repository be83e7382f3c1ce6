"""Import people: each file reads one format into tables of our personas."""
