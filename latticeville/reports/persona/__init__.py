"""What a person's mind starts with."""
