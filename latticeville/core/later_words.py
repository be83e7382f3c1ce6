"""What later parts of a sentence make of a time before them: that it did not happen, or is doubtful."""

import re

_UNDONE = re.compile(
    r"^(?:(?:and|but|yet) )?(?:he|she|they|we|you|i|it|nobody|no one) (?:wasn't|weren't|didn't"
    r"|(?:was|were|did) not|never (?:was|were|did|came|showed up|turned up)|forgot|got (?:none"
    r"|nothing))"
    r"(?: (?:there|here|come|appear|show up|turn up|happen|to be))?\W*$"
)
_DOUBTED = re.compile(
    r"^(?:(?:and|but|yet|though|although|oh|well|or|no|then again|still),? )*"
    r"(?:(?:i|we) (?:can't|cannot|couldn't|won't|shan't|said no|(?:\w+ )?refused|(?:\w+ )?declined"
    r"|have other plans)"
    r"(?: (?:come|make it|go|be there|do (?!without)\w+|attend|stay|host|join|have (?!it|that)\w+)"
    r"(?: \w+)?)?\W*$"
    r"|(?:i|we) (?:\w+ )?doubt|(?:i|we) (?:wouldn't|would not) (?:bet|count|rely)"
    r"|(?:i|we|it|that|this) (?:may|might|could) (?:\w+ )?(?:be (?:wrong|mistaken|moved|off)|change"
    r"|move|fall through)"
    r"|(?:(?:i'm|i am|we're|we are) )?(?:not (?:\w+ )?(?:sure|certain|convinced)"
    r"|unsure)(?! wh(?:ere|y|o|at)| how)"
    r"|(?:(?:i'm|i am|we're|we are) )?(?:only |just )?(?:joking|kidding|teasing|guessing)"
    r"|(?:he|she|they) (?:always )?(?:lies?|lied)|(?:(?:wait|no|make it|say|rather|sorry),? )*"
    r"(?:half|quarter) (?:past|to)\W*$"
    r"|(?:i (?:gather|hear|see|fear),? )?(?:(?:it|that|this|which) ?)?(?:'s not|isn't|is not|won't"
    r"|will not)"
    r" (?:to be|going to|happen|be\b|on\b|true|any more|after all)"
    r"|who knows|apparently|(?:they say|so (?:they say|i hear)|i (?:think|believe|guess|suppose"
    r"|reckon|hope))\W*$"
    r"|(?:please )?(?:don't|do not) (?:hold|quote|count|rely|bet|believe|trust)"
    r"|(?:was|is) (?:it|that)\b|(?:is|would|should|shall) \w+ (?:be )?(?:better|easier|all right)\b"
    r"|let me (?:check|ask|think)|(?:we'll|i'll"
    r"|we shall) (?:have to )?see$"
    r"|(?:(?:we|i)'ll|(?:we|i) (?:must|have to|need to)) (?:have to )?(?:check|ask|confirm"
    r"|let you know|think)"
    r"|(?:it|that|this)(?: isn't|(?:'s| is) not) (?:\w+ )?(?:certain|settled|fixed|decided"
    r"|confirmed|final|agreed"
    r"|sure|true)|(?:it|that|this)(?:'s| is) (?:only |just )?"
    r"(?:wrong|nonsense|a (?:joke|guess|rumou?r|lie|mistake)|up in the air))(?!\w)"
)
"""How a part of a sentence begins that makes what was told before it doubtful."""

_REFUSED = re.compile(
    r"(?:oh|but|well|sorry|ha|good lord|heavens)?,? ?(?:no(?: (?:way|chance|fear|thanks?|thank you|indeed))?|never"
    r"|not (?:a chance|on your life|likely|me|really|for (?:me|all the world|love or money)|if i can help it"
    r"|going to happen)|nothing doing|forget it|count me out|(?:out of the question|impossible)"
    r"|i(?:'d| would) rather not|i (?:do not|don't) think so|i think not|over my dead body"
    r"|i(?: cannot| can't| won't| shan't|'m afraid not)|when (?:pigs fly|hell freezes over))\W*"
)
"""All of an answer that says no to what was asked before it."""


def is_refused(text: str) -> bool:
    """Tell whether an answer to what somebody asked, in small letters, is a no and nothing else.

    >>> is_refused("over my dead body."), is_refused("no, on thursday")
    (True, False)
    """
    return _REFUSED.fullmatch(text) is not None


def is_undone(text: str) -> bool:
    """Tell whether a part of a sentence says that what was told before it did not happen.

    >>> is_undone("and he wasn't"), is_undone("he wasn't asked")
    (True, False)
    """
    return _UNDONE.match(text) is not None


def is_doubted(text: str) -> bool:
    """Tell whether a part of a sentence says that what was told before it is doubtful.

    >>> is_doubted("but i doubt it"), is_doubted("just kidding"), is_doubted("i doubted him")
    (True, True, False)
    """
    return _DOUBTED.match(text) is not None
