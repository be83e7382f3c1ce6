"""Memories scored for a query: profiles, relevance, recency, ranking, and the record of each retrieval."""
