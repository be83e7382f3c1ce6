"""The files of a project as frozen values, and searches in them."""
