"""What every package may use: geometry, random numbers, clock, problems, files on disk."""
