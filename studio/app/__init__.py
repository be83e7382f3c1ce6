"""The program: its beginning and end, and the controllers that it holds."""
