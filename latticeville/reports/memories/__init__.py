"""What a person retrieves, with every part of every score."""
