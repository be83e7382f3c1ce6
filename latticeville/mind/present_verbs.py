"""The present of verbs that form their past irregularly, so that “took” is found by “take”."""

_PAIRS = """
took=take taken=take went=go gone=go ate=eat eaten=eat drank=drink drunk=drink sat=sit wrote=write
written=write bought=buy slept=sleep got=get fed=feed gave=give given=give broke=break broken=break
rang=ring rung=ring lit=light saw=see seen=see met=meet made=make found=find lost=lose left=leave
ran=run sang=sing sung=sing heard=hear kept=keep lent=lend woke=wake stood=stand fell=fall
paid=pay brought=bring held=hold spoke=speak thought=think burnt=burn dug=dig grew=grow hid=hide
stole=steal stolen=steal built=build taught=teach sank=sink sunk=sink threw=throw won=win
"""
PRESENT = dict(pair.split("=") for pair in _PAIRS.split())
"""The present of a past form."""


def in_present(words: list[str]) -> list[str]:
    """Return words with the present for each past form that is irregular.

    >>> in_present(["took", "lamp"])
    ['take', 'lamp']
    """
    return [PRESENT.get(word, word) for word in words]
