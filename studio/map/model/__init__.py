"""A project as a map, without a screen: what stands where, tools, handles, overlays."""
