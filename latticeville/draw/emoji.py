"""An emoji for what somebody does, from the words of the activity; every one is two cells wide in a
terminal."""

from collections.abc import Iterable
from functools import lru_cache

from latticeville.draw.tilemap.words import words_of
from latticeville.sim.state import State
from latticeville.world.model.personas import RoutineRow

FALLBACK = "💭"
"""Stands for an activity of which no word is in the table."""
_WORDS = {
    "😴": "sleep sleeping asleep napping dozing resting",
    "🌅": "getting waking rising",
    "🛁": "bath bathing washing showering bathroom",
    "🍳": "breakfast cooking frying eggs stirring stew stove pan",
    "🍴": "lunch dinner supper eating meal",
    "🍞": "bread baking kneading dough oven",
    "☕": "coffee tea kettle cup",
    "🍺": "cider ale beer mug taproom barrel",
    "📚": "library books reading book cataloguing lending studying stacks journals",
    "📝": "writing drafting diary notice letter letters signing marking",
    "📐": "pacing measuring sketching drawing",
    "🎨": "painting colouring",
    "🎹": "piano scales playing tune music composing canon",
    "🎤": "singing humming",
    "💬": "talking chatting telling arguing word discussing listening story gossip",
    "🏫": "teaching school class learning lesson",
    "🧹": "cleaning sweeping wiping polishing scrubbing tidying",
    "🌱": "gardening watering weeding planting herbs seedlings beds",
    "🌳": "oak tree park orchard",
    "🍎": "apple apples picking",
    "🔨": "forge forging working mending repairing hooks carving building workbench",
    "🧺": "market selling buying shopping groceries baskets stalls unpacking packing",
    "💰": "pay paying counting coins till sums accounts money",
    "🩺": "patients clinic doctor tongues healing",
    "🔔": "bell ringing",
    "🎲": "dominoes chess chessboard cards game",
    "🎉": "party celebrating dancing feast",
    "🔑": "key unlocking locking lock",
    "🔥": "fire hearth lighting burning",
    "🚶": "walking going heading leaving carrying following",
    "⏳": "waiting queueing",
    "🔍": "looking searching choosing",
}
"""Words of activities by emoji; the first word of an activity that is in the table decides."""
EMOJI = {word: sign for sign, words in _WORDS.items() for word in words.split()}


@lru_cache(maxsize=4096)
def activity_emoji(doing: str) -> str:
    """Return the emoji of an activity; "" for none.

    >>> activity_emoji("reading a poem"), activity_emoji("walking home"), activity_emoji("being"), activity_emoji("")
    ('📚', '🚶', '💭', '')
    """
    if not doing:
        return ""
    return next((EMOJI[word] for word in words_of(doing) if word in EMOJI), FALLBACK)


def emoji_of(doing: str, routine: Iterable[RoutineRow]) -> str:
    """Return the emoji of what somebody does: that of the row of their routine that says so, else
    by its words."""
    own = (row.emoji for row in routine if row.emoji and row.doing == doing)
    return next(own, "") or activity_emoji(doing)


def body_emoji(state: State, who: str) -> str:
    """Return the emoji of what somebody does at the end of a tick; "" before they do anything."""
    return emoji_of(state.bodies[who].doing, state.world.people[who].persona.routine)
