"""Forms of English verbs: “opens” → “open”, “opening”."""

_IRREGULAR = {
    "goes": "going",
    "does": "doing",
    "has": "having",
    "is": "being",
    "lies": "lying",
    "dies": "dying",
    "ties": "tying",
    "sees": "seeing",
    "runs": "running",
    "sits": "sitting",
    "swims": "swimming",
    "jogs": "jogging",
    "shops": "shopping",
    "stops": "stopping",
    "gets": "getting",
    "chats": "chatting",
    "hangs": "hanging",
    "knits": "knitting",
    "plans": "planning",
    "programs": "programming",
    "begins": "beginning",
    "sets": "setting",
    "digs": "digging",
}
_ES = ("sses", "shes", "ches", "xes", "zzes", "oes")


def gerund_of(verb: str) -> str:
    """Return the participle of a verb, of the third person or bare; one that is a participle stays.

    >>> [gerund_of(verb) for verb in ("opens", "studies", "teaches", "writes", "works", "practises", "walking")]
    ['opening', 'studying', 'teaching', 'writing', 'working', 'practising', 'walking']
    """
    low = verb.casefold()
    known = _IRREGULAR.get(low) or _IRREGULAR.get(f"{low}s")
    if known or low.endswith("ing"):
        return known or low
    bare = bare_form(low)
    if bare.endswith("ie"):
        return f"{bare[:-2]}ying"
    is_mute = bare.endswith("e") and not bare.endswith(("ee", "ye", "oe"))
    return f"{bare[:-1] if is_mute else bare}ing"


def bare_form(verb: str) -> str:
    """Return a verb without the ending of the third person.

    >>> [bare_form(verb) for verb in ("watches", "carries", "pours", "cannot", "passes", "promised", "buzzes")]
    ['watch', 'carry', 'pour', 'cannot', 'pass', 'promised', 'buzz']
    """
    if verb.endswith("ies") and len(verb) > len("ties"):
        return f"{verb[:-3]}y"
    if verb.endswith(_ES):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb
