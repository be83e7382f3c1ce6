"""The edits of a project, each a frozen class."""
