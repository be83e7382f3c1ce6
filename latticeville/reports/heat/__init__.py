"""How often something was at each cell of the map."""
