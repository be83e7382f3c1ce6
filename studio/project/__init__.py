"""An open project without a screen: history, checks, saving, watching, recovery."""
