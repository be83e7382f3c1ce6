"""Results of the lab as rows: the command line prints them, the studio shows them."""
