"""Import Tiled maps, JSON (.tmj) and XML (.tmx)."""
