"""What can plainly be done with furniture that has no machine, by the words of its name."""

from latticeville.world.model.objects import PLAIN_USE, Transition
from latticeville.world.usual_day.vocabulary import words_of

_USES = (
    ("sleep", "{who} lies down on the {thing}.", "bed bunk cot mattress hammock"),
    ("sit", "{who} sits down at the {thing}.", "table desk"),
    ("sit", "{who} sits down on the {thing}.", "chair armchair stool bench sofa couch pew swing"),
    ("cook", "{who} cooks on the {thing}.", "stove oven cooker hearth fireplace grill"),
    ("wash", "{who} washes at the {thing}.", "sink bath bathtub tub shower basin washbasin"),
    ("read", "{who} reads at the {thing}.", "bookshelf bookcase shelf lectern board newspaper"),
    ("buy", "{who} is served at the {thing}.", "till counter stall bar kiosk"),
    ("play", "{who} plays the {thing}.", "piano organ guitar harp fiddle drum"),
    ("play", "{who} plays at the {thing}.", "dartboard billiards chessboard playground"),
    ("watch", "{who} looks at the {thing}.", "television tv fountain statue painting aquarium"),
    ("work", "{who} works at the {thing}.", "workbench anvil easel loom computer blackboard lathe"),
    ("drink", "{who} drinks from the {thing}.", "well pump tap fridge refrigerator"),
)
"""Verbs with their sentences, and the words of a name that give them."""


def plain_use(name: str, state: str) -> tuple[Transition, ...]:
    """Return the one transition of furniture in its only state, which changes nothing; none where
    its name tells no use.

    >>> [row.verb for row in plain_use("park bench", "still")], plain_use("obelisk", "still")
    (['sit'], ())
    """
    for word in reversed(words_of(name)):
        for verb, says, known in _USES:
            if word in known.split():
                return (Transition((state,), state, verb, says=says, origin=PLAIN_USE),)
    return ()
