"""What every screen uses: widgets, dialogs, commands, layout, map view."""
