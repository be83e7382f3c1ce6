"""Reading, building and writing the files of a world."""
