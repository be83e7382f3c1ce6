"""The program: its beginning and end, its first screen, palette and help, and the controllers that it holds."""
