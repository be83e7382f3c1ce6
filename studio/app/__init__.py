"""The program: controllers, first screen, palette and help."""
