"""The map of a project without a screen: what is where, tools, handles, overlays."""
