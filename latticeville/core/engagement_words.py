"""Words of what is to be done at a time to which nobody else is asked: engagements of somebody with
others, and deadlines."""

import re

_CALLINGS = (
    "dentist|doctor|vet|notary|barber|tailor|lawyer|solicitor|bank|banker|nurse|midwife|magistrate|judge"
    "|inspector|optician|surgeon|hairdresser|undertaker|matron"
)
"""Whom people see on a matter of their own."""
_AFFAIRS = (
    "appointment|lesson|class|patients?|pupils?|students?|customers?|fitting|interview|rehearsal|test|exam"
    "|hearing|trial|funeral|christening|wedding|shift|operation|inspection|delivery"
)
"""What somebody has at a time."""
_HAS = r"(?:i(?:'ve| have)|(?<!who )(?!it\b|there\b)\w+(?:'s got| has))(?: got)?"
_ENGAGEMENTS = (
    rf"{_HAS} (?:(?:an?|the|my|his|her|their) )?(?:\w+ ){{0,2}}?(?:{_AFFAIRS}|{_CALLINGS})"
    r"|(?:(?<!you)'ve|'s got|(?<!you )have|has)(?: got)? (?:an? )?(?:date|meeting) with (?!you\b)"
    rf"|i(?:'m| am) at the (?:{_CALLINGS})"
    rf"|(?:sees|seeing|visits|visiting|to see|to visit) (?:the|an?|my|his|her|their) (?:{_CALLINGS})"
    r"|i(?:'ve| have)(?: got)? to (?:see|visit|collect|fetch|catch) (?!you)"
    r"|(?:is|'s|i'm|am) (?:meeting|seeing|visiting) (?:the|a|an|my|his|her|some) "
    r"|having (?:my|his|her|a|the) \w+ (?:seen|\w+ed|cut|taken|done)"
)
_SOMETHING = r"(?<!you )(?<!we )(?<!everyone )(?<!everybody )"
_OUGHT = r"(?:must|should|ought to|(?:has|have|needs?|is|are|'s|'re) to|needs?)(?: all)?"
_WILL = r"(?:will|shall|'ll)"
_DONE = r"(?:(?!seated|dressed|packed)\w{2,}ed|paid|done|built|sent|brought|sold|swept)"
_DEADLINES = (
    rf"{_SOMETHING}{_OUGHT} be (?!there|here|home|back|up|at\b|in bed|in your|seated|dressed)\w+"
    r"(?: \w+){0,4} by"
    rf"|{_OUGHT} (?:reach|(?:go|get) (?:out|off|in|to))\b.* by|(?:{_OUGHT}|{_WILL}) be {_DONE}(?: \w+){{0,4}} by"
    r"|(?:needs?|wants?) \w+ing(?: \w+){0,3} by"
    r"|(?:finish|complete|submit|deliver|settle|repay|return|(?:give|bring|take) \w+(?: \w+)? back)\b.* by"
    r"|(?:i|we) need .*\bby"
    r"|(?:i|we)(?:'ll| will| shall| can)? (?:have|get) .*(?:ready|done|finished|mended|\w{3,}ed) by"
    r"|^(?:please )?(?:have|get) (?:the|my|your|our|his|her|that|this) .*(?:ready|\w{3,}ed|done) by"
    r"|(?:rent|payments?|tax(?:es)?|fees?|bills?|books?|debts?|loans?|interest|tolls?|fines?|dues|money|tithes?"
    r"|reports?|entries|applications?|forms?)\b.* due"
    r"|(?:entries|applications|nominations|bids|bookings|lists?) (?:close|shut)s?|deadline|closing date"
    r"|falls? due|due back"
)
_IS_ENGAGEMENT = re.compile(rf"(?:^|\b)(?:{_ENGAGEMENTS}|{_DEADLINES})\b")


def is_engagement(text: str) -> bool:
    """Tell whether a part of a sentence, in small letters, is about what somebody has to do with another,
    or about what has to be done by an hour.

    >>> is_engagement("rosa has an appointment at three"), is_engagement("rosa has a party at three")
    (True, False)
    >>> is_engagement("the tax must be paid by noon"), is_engagement("you must be there by noon")
    (True, False)
    """
    return _IS_ENGAGEMENT.search(text) is not None
