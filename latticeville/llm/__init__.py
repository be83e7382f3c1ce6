"""Language models behind a seam of one method."""
