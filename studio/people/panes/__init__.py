"""What the people workbench shows."""
