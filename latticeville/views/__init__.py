"""What the lab finds out, as rows: the command line prints them, the studio paints them."""
