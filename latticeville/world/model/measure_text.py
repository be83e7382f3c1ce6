"""A measure that a world adds: a name and an expression."""

from latticeville.world.model.table_struct import TableStruct
from latticeville.world.model.values import Id, Name, Text


class MeasureText(TableStruct, frozen=True):
    """A measure as a designer writes it."""

    id: Id
    """Its name, unique among all measures."""
    expression: Name
    """What is counted or measured, in the language of `find`."""
    unit: Text = ""
    """The unit that stands beside its values; without it, what the expression counts."""
    text: Text = ""
    """What it says, in a sentence; without it, the expression."""
