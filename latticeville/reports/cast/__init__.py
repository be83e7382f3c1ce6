"""Who lives in a world, and whom they meet."""
