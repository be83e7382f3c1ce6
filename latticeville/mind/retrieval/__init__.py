"""Memories scored for a query: profiles, relevance, recency, ranking, records."""
