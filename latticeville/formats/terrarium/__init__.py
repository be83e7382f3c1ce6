"""A run in the layout of Terrarium, whose keys are those that its code writes
(github.com/raskell-io/terrarium)."""
