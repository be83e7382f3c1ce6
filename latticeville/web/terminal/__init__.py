"""A terminal program in a browser, one process for each visitor."""
