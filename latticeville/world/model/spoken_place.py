"""The name of a place as people say it in a sentence."""


def spoken_place(name: str) -> str:
    """Return the name of a place with its article, if it takes one.

    >>> spoken_place("Town Hall"), spoken_place("The Inn"), spoken_place("Ada's House")
    ('the Town Hall', 'the Inn', "Ada's House")
    """
    if name.startswith("The "):
        return f"the {name.removeprefix('The ')}"
    return name if "'s " in name or "’s " in name or not name[:1].isupper() else f"the {name}"
