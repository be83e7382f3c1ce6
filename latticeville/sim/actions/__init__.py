"""The kinds of action, a file each."""
