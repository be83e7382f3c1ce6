"""Pictures of 8 × 8 pixels for grounds, objects and people, and maps that are painted with them."""
