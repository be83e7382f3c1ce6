"""People of other formats: each file here reads one format into tables of our personas."""
