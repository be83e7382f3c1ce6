"""What every floor above may use: geometry, dice, clock, problems and the disk."""
