"""An open project, without a screen: history, checks, saving, watch and recovery."""
