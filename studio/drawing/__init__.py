"""What a designer's hand does on a map: tools, handles, overlays, fields. No screen, no simulation."""
