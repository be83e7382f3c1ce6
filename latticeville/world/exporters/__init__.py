"""Write worlds in other formats."""
