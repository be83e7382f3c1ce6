"""Flags of a cell that is drawn: what stands on it, and how it is marked."""

CURSOR, CHOSEN, FRAME, OBJECT, PERSON = 1, 2, 4, 8, 16
"""The cursor, something selected, the border of an area, an object, a person."""
PICKED, PREVIEW, LAID, NAMED = 32, 64, 128, 256
"""A cell that is selected, one that would be drawn, one that an overlay marks, one with letters of
a name."""
SPEECH, WAY, HEAT_SHIFT = 512, 1024, 16
"""A cell of a speech bubble, one on the way that somebody is going to walk; above these, the level
of a heat map."""
