"""Maps of Tiled, as JSON (.tmj) and as XML (.tmx)."""
