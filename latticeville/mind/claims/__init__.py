"""Claims: what is told in words, held against what the hearer knows."""
