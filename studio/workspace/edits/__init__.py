"""What can be done to a project: a frozen class each."""
