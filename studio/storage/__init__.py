"""The studio's own files: settings, run logs, crash reports."""
