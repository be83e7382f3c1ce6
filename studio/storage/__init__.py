"""Where the studio keeps files of its own: settings, run logs, crash reports."""
