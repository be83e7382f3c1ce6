"""Scenarios of Terrarium (raskell-io/terrarium): TOML files that describe a survival world."""
