"""Other people's formats."""
