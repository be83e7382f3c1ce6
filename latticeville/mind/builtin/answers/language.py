"""Whether the built-in mind understands a question: it speaks English."""

import re

from latticeville.mind.builtin.answers.question import ReadQuestion

NOT_UNDERSTOOD = "I do not understand that language."
_ENGLISH_WORDS = """
who what when where why how which whom whose you your yours yourself yourselves the this that these
those with about did does were been being from they them their tell know think there would could
should because yesterday today tomorrow and any anybody anyone anything have not are going something
somebody someone everybody everyone please hello good morning evening thanks thank goodbye bye sorry
"""
_ENGLISH = frozenset(_ENGLISH_WORDS.split())
"""Words that only English has."""
_SHARED_WORDS = """
a an i is it in on at to of do was has he she me my we us no or so if by for as be can may must will
shall had her his him but all out up one yes still now here
"""
_SHARED = frozenset(_SHARED_WORDS.split())
"""Words that English shares with other languages."""
_FOREIGN_WORDS = """
ich du er sie wir ihr ist bist sind hast hat haben wo wer wie warum wann der die das ein eine einen
und oder nicht mit von zu zum zur dein deine gestern heute morgen gesagt gemacht
je tu il elle nous vous est es sont as avez avait ou qui que quoi quand pourquoi comment le la les un
une des et avec ton ta tes votre hier demain fait dit allez
yo usted ustedes eres son donde quien cuando porque el los las y con tu su ayer hoy manana hiciste
dijo tienes vives estas
io tuo tua sei siete dove chi cosa perche quando il lo gli di che hai ieri oggi domani anni
voce onde quem porque ontem hoje ela ele
jij je bent waar wie wat hoe waarom het een de niet ben heb hebt gisteren
kto co gdzie kiedy jest jestes ty czy nie wczoraj
vem vad var nar hvor hvem hvad hvornar ar er jag jeg har inte ikke igar
"""
_FOREIGN = frozenset(_FOREIGN_WORDS.split()) - _ENGLISH - _SHARED
"""Common words of other languages."""


def is_understood(question: ReadQuestion) -> bool:
    """Tell whether a question is English: it has a word that only English has; or none of another
    language and one that English has too, or no word that the person does not know."""
    words = {*re.findall(r"[^\W\d_]+", question.low)}
    if not words or _ENGLISH & words:
        return True
    known = question.asked.vocabulary | {*_ALONE.split()}
    strange = words - _SHARED - known
    if _FOREIGN & strange or not all(map(str.isascii, strange)):
        return False
    return not strange or bool(_SHARED & words)


_ALONE = """
hungry tired name age home work job family friends plans agreed opinion explain describe introduce
happened news weather time day old trust closest secret secrets thirsty ok
"""
"""Words that a question may have alone."""
