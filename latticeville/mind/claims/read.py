"""What words claim: a pure function of words and a world."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from msgspec.structs import replace

from latticeville.core.sentence_case import capital
from latticeville.core.text_fold import fold
from latticeville.mind.claims.claim import (
    AHEAD,
    EVENT,
    NOW,
    OPINION,
    PAST,
    PLAN,
    QUESTION,
    STATE,
    Claim,
)
from latticeville.mind.claims.full_forms import in_full
from latticeville.mind.claims.names import NamedHere, names_of
from latticeville.mind.claims.relatedness import is_word
from latticeville.mind.claims.vocabulary import (
    are_strange,
    concept_of,
    concepts_of_kind,
    is_foreign,
    is_function,
    is_negative,
    lists,
    stem_of,
    tokens,
    words_of_kind,
)
from latticeville.world.model.world import World

MOST_KEPT = 2000
"""Claims that are kept with a world before all are forgotten."""
MOST_LEAD, MOST_TELLER = 6, 9
"""Most words before a colon that only introduce what is told, and of a clause on who says it."""
_TELLING = (
    r"(?:says?|said|tells? (?:you|me|us|everybody|everyone)|told (?:you|me|us|everybody|everyone)"
    r"|claims?|swears?|insists?|whispers?|mentioned|reports?)(?: that\b|:|,)?"
)
_A_CLAIM = r"(?!\s*(?:yes|no|so|nothing|hello|goodbye|thanks|sorry)\b)"
_LEARNT = (
    r"(?:heard?|learn(?:ed|t)?|know|knew|found out|find out|noticed?|discover(?:ed)?|remember"
    r"|reali[sz]ed?|understand|been told|told|seen|saw)"
)
_FRAMES = re.compile(
    r"^(?:"
    r"don['’]t ask (?:me|us)[^,.:;!]*[,:;]+(?: but\b)?|(?:as of|since) this morning,?|go and (?:look|see)\s*[:,!]+"
    r"|(?:please )?(?:don['’]t|do not|never|not to) (?:repeat|tell|breathe|say|mention|quote|spread"
    r"|let on)\b[^,.:;!]*(?:[,.:;!]+(?: but\b)?| but\b)"
    r"|(?:psst|listen|hey|oh|well|look|honestly|between you and me|just between us|i swear"
    r"|mark my words|guess what|by the way|believe it or not|between us|in truth"
    r"|apparently|supposedly|word is|word has it|rumou?r has it|the (?:news|truth|word|rumou?r"
    r"|fact)"
    r" is|there is (?:a )?(?:rumou?r|talk|word)|it is (?:said|true|a fact|known|no secret)"
    r"|it(?: has)? (?:seems?|turn(?:s|ed) out|appears?|come out)|they say|is it true)"
    r"(?: that\b|[,:.!…])*"
    r"|(?:has|have) (?:nobody|no one|anybody|anyone|somebody|they) told you(?: yet)?(?: that\b|[,:?])*"
    r"|(?:did|do|have) you (?:already |just |not )?" + _LEARNT + r"(?: that\b|[,:?])*"
    r"|(?:you|i|we) (?:have |had |should )?(?:just |only |now |also )?"
    + _LEARNT
    + r" (?:that|how)\b"
    r"|(?:you|i) (?:have )?(?:just )?(?:heard?|learn(?:ed|t)|found out)[:,]?"
    r"|(?:you(?:['’](?:ll|d))?|nobody) (?:will |would |can |can['’]t |won['’]t )?"
    r"(?:not |never )?(?:believe|guess|imagine)(?: it| this| that| what)?"
    r"(?: that\b|[,:.!…])*"
    r"|(?:i|we|you) (?:have|had|got|have got) (?:it|this|word) (?:from|on) [\w' ]{2,40}? that\b"
    r"|(?:an?|the|my|our|your|one of (?:the|my)) (?:[\w'-]+ ){1,4}(?:told|tells|says|said|swears"
    r"|swore|wrote|claims|whispers)"
    r"(?: to)?(?: me| us| you)?(?: that\b|:|,)"
    r"|(?:they|people|everybody|everyone|somebody|someone|all|many|folks|some) (?:here )?"
    r"(?:(?:are|is|have been|has been) )?"
    r"(?:say(?:s|ing)?|knows?|tell(?:s|ing)?|whisper(?:s|ing)?|thinks?|believes?|claim(?:s|ing)?"
    r"|said"
    r"|told (?:you|me)|has told (?:you|me))(?: that\b|:|,)?"
    r"|(?:you should |you must |please |go and )?(?:tell|inform|warn|let) "
    r"(?:everybody|everyone|all|people|them|others|the others|[A-Z]\w+)(?: know)?(?: that\b|:|,)"
    r")\s*",
    re.IGNORECASE,
)
_TELLER = re.compile(
    r"(?:i|we|my|our|his|her|their|an?|one of|some|somebody|someone|the|it|there|everyone|everybody"
    r"|people|they|word|rumou?r|don['’]t|do not|would you|you|nobody|no one)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\b(?:(?:I|i|we|We|me|us|my|My|our|Our|you|You|authority|tell|told|known|said|heard|seen|true"
    r"|sure|certain|secret|rumou?r|word)\b.*\b(?:that|when|how|as|while|where|because)"
    r"|(?:knows?|hears?|believes?|says?|guesse?s?|noticed?|suspects?|learns?|talk|truth|story)"
    r"\b.*\bthat"
    r"|swears?|swore|says|said|claims|claimed|tells (?:me|us)|told (?:me|us)|thinks|reckons|insists"
    r"|whispered|whispers|remembers?|knows|believes?|(?:sure|certain|afraid|positive)"
    r"|(?:am|was|been|were|['’]m|['’]re) told),?(?: (?:old |young |poor )?(?:Miss|Mrs|Mr|Ms|Dr|Doctor)\.?)? $"
)
"""How a clause begins, and how it ends, that tells who saw or says what follows."""
_ASIDE = re.compile(
    r"(?:,? (?:(?:as )?you know|believe me|mark my words|i swear|poor (?:man|woman|thing|soul|boy"
    r"|girl|fellow)"
    r"|no less|they say|i (?:saw|heard) it(?: myself)?|with my own (?:eyes|ears)))+(?=[.!…]*$)",
    re.IGNORECASE,
)
"""What stands after a claim and says nothing of it."""
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")
_OWN = frozenset(
    ("i", "my", "we", "our", "you", "your", "i'm", "i've", "you're", "you've", "you'll")
)
_RELATIVES = frozenset(("who", "whom", "whose", "which", "that", "because", "when", "where"))
_THINKS = frozenset(
    ("think", "thinks", "believe", "believes", "suspects", "reckons", "feels", "doubts")
)
_ANYBODY = frozenset(("you", "one", "there"))
"""Of whom “could” and “will” tell how something is: “a crack you could put your arm through”."""
_VIEWS = frozenset(("should", "ought", "must", "would", "could", "might", "may"))


def bare_claim(text: str, names: Sequence[str] = ()) -> str:
    """Return what is told, without who says so and without what it only asks to do.

    >>> bare_claim("Have you heard that Byron has sold the café?"), bare_claim("You have a cat.")
    ('Byron has sold the café.', 'You have a cat.')
    >>> bare_claim("Ada says: the oak is ill. Tell everybody!", ["Ada"])
    'The oak is ill.'
    """
    sentences = _SENTENCE.split(text.strip())
    told = [
        one
        for one in sentences
        if tokens(one)[:1] and tokens(one)[0] not in words_of_kind("orders")
    ]
    first, *others = told or [text.strip()]
    if others and not tokens(_FRAMES.sub("", first, count=1)):
        first, *others = others
    bare = _as_seen(_as_found(_ASIDE.sub("", _without_frames(first, names))), names)
    if bare != first and bare.endswith("?"):
        bare = f"{bare[:-1]}."
    return " ".join((capital(bare), *others))


def _as_seen(sentence: str, names: Sequence[str]) -> str:
    """Return what somebody says that they saw another do, told of the other.

    >>> _as_seen("I saw Bo take the bread.", ["Bo"])
    'Bo was seen to take the bread.'
    """
    people = "|".join(re.escape(one) for one in names)
    found = re.match(rf"(?:I|We|You) (saw|watched|caught|heard) ({people}) (?=(\w+))", sentence)
    if not people or found is None:
        return sentence
    to = "" if found[3].endswith("ing") else "to "
    how = "heard" if found[1] == "heard" else "seen"
    return f"{found[2]} was {how} {to}{sentence[found.end() :]}"


_FOUND = re.compile(
    r"(?:(?:You|I|We|Everybody) (?:should|must|ought to) (?:have )?see[n]?|Look at|Go and look at"
    r"|You (?:won['’]t|will not|can['’]t|cannot|couldn['’]t|could not)\b[^,;:]*?"
    r"|(?:Don['’]t|Do not|Never) (?:go|step|set foot) (?:anywhere )?(?:near|into|in)"
    r"|Have you seen|(?:I|We)(?: have| had|['’]ve)?(?: just| only| now)? (?:been|came?|come|walked|went|passed|looked"
    r"|stopped|was|were|live)\b[^,;:]*?) (the (?:\w+ )?\w+)(?:,? and|[,;:?]) (?=(its?|it['’]s|the|there"
    r"|somebody|someone|they|all|every|half|nobody|an?)\b)",
    re.IGNORECASE,
)


def _as_found(sentence: str) -> str:
    """Return what somebody says that they found at a place, told of the place.

    >>> _as_found("I have just been past the mill and its roof is gone.")
    "the mill's roof is gone."
    >>> _as_found("You should see the mill, it's been painted.")
    "the mill's been painted."
    >>> _as_found("Don't go near the mill, it's full of bees.")
    "the mill's full of bees."
    """
    found = _FOUND.match(sentence)
    if found is None:
        return sentence
    rest = sentence[found.end() :]
    place = f"{found[1]}'s" if found[2] == "its" else found[1]
    return re.sub(r"^its?\b", place, rest)


def _without_frames(sentence: str, names: Sequence[str]) -> str:
    speakers = "|".join(re.escape(one) for one in names)
    quoted = re.compile(rf"^({speakers}) (?:has )?{_TELLING}{_A_CLAIM}\s*") if speakers else None
    while True:
        shorter = _FRAMES.sub("", sentence, count=1)
        if quoted is not None:
            shorter = _unquoted(shorter, quoted)
        shorter = _without_teller(_without_lead(shorter, names), names).strip(" “”\"'")
        if shorter == sentence or len(tokens(shorter)) < 2:
            return sentence
        sentence = shorter


def _unquoted(sentence: str, quoted: re.Pattern[str]) -> str:
    """Return what somebody is said to say, of themselves by their name.

    >>> _unquoted("Bo says that she is ill.", re.compile("^(Bo) says that "))
    'Bo is ill.'
    """
    found = quoted.match(sentence)
    if found is None:
        return sentence
    return re.sub(r"^(?:he|she|they)\b", found[1], sentence[found.end() :])


def _without_teller(sentence: str, names: Sequence[str]) -> str:
    """Return a sentence that begins with a name without a clause on who saw it, or says so.

    >>> _without_teller("I was there when Bo set fire to the barn.", ["Bo"])
    'Bo set fire to the barn.'
    >>> _without_teller("My cousin swears Bo is ill.", ["Bo"]), _without_teller("I know Bo.", ["Bo"])
    ('Bo is ill.', 'I know Bo.')
    """
    named = "|".join(re.escape(one) for one in names)
    starts = re.finditer(rf"\b(?:(?:the|our) \w+|{named})(?=['’ ])", sentence) if named else ()
    for at in (found.start() for found in starts):
        lead = sentence[:at]
        if len(tokens(lead)) <= MOST_TELLER and _TELLER.match(lead) and _TELLS.search(lead):
            return sentence[at:]
    return sentence


def _without_lead(sentence: str, names: Sequence[str]) -> str:
    """Return a sentence without some words and a colon before it that name nobody."""
    lead, colon, rest = sentence.partition(": ")
    is_lead = (
        colon
        and len(tokens(lead)) <= MOST_LEAD
        and not {*tokens(lead)} & {fold(one) for one in names}
    )
    return rest if is_lead else sentence


def is_of_speaker(text: str) -> bool:
    """Tell whether words speak of who says or hears them, and not of others."""
    words = tokens(text)
    return bool(words) and not is_foreign(words) and words[0] in _OWN


def read_claim(text: str, world: World) -> Claim:
    """Return what a sentence claims in a world; the same sentence is read once."""
    kept: dict[str, Claim] = world.keep("claims", dict)
    found = kept.get(text)
    if found is None:
        if len(kept) > MOST_KEPT:
            kept.clear()
        found = kept[text] = _read(text, world)
    return found


def _read(text: str, world: World) -> Claim:
    names, words = names_of(world), tokens(in_full(text))
    mentions = [*names.mentions(words)]
    named = {at for one in mentions for at in range(one.first, one.end)}
    verb_at = next((at for at in range(len(words)) if _is_verb(words, at, named)), len(words))
    kind, time = _kind_and_time(text, words, verb_at)
    said, verb = _said(words, named, names.village, verb_at)
    claim = Claim(
        text,
        _people(mentions),
        _knowers(mentions, words, verb_at, verb),
        _people(_owners(mentions)),
        _places(mentions, world),
        _objects(mentions, world),
        _topics(mentions, words, world),
        (*said,),
        (*said.values(),),
        verb,
        kind,
        time,
        _is_negated(words, verb_at),
    )
    rest = [word for at, word in enumerate(words) if at not in named]
    is_known = verb_at < len(words) and bool(mentions or claim.topics)
    return replace(claim, is_understood=is_known and _is_english(words, rest, names.stems))


def _is_negated(words: Sequence[str], verb_at: int) -> bool:
    """Tell whether what is said to be done is denied; what stands further off is another matter."""
    near = words[max(0, verb_at - 1) : verb_at + 4]
    clause = next((at for at, word in enumerate(near) if at > 1 and word in _RELATIVES), len(near))
    near = near[:clause]
    return is_negative(near)


def is_plain_english(text: str, world: World) -> bool:
    """Tell whether a text is English, even if it names nobody and nothing of a world."""
    words, names = tokens(in_full(text)), names_of(world)
    named = {at for one in names.mentions(words) for at in range(one.first, one.end)}
    rest = [word for at, word in enumerate(words) if at not in named]
    return _is_english(words, rest, names.stems)


def _is_english(words: Sequence[str], rest: Sequence[str], known: frozenset[str]) -> bool:
    is_told = any(is_word(word) and not is_function(word) for word in rest)
    return not is_foreign(words) and (is_told or not are_strange(rest, known))


def _people(mentions: Sequence[NamedHere]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one.person for one in mentions if one.person))


def _places(mentions: Sequence[NamedHere], world: World) -> tuple[tuple[str, ...], ...]:
    """Return the places that are named."""
    return tuple(
        one.things for one in mentions if one.things[:1] and one.things[0] in world.areas.by_id
    )


def _objects(mentions: Sequence[NamedHere], world: World) -> tuple[tuple[str, ...], ...]:
    """Return the objects that are named: those at the places that are, if any is."""
    places = {area for ids in _places(mentions, world) for area in ids}
    found = list[tuple[str, ...]]()
    for one in mentions:
        objects = (thing for thing in one.things if thing in world.objects)
        found.append(tuple(thing for thing in objects if _is_in(thing, places, world)))
    return tuple(ids for ids in found if ids)


def _is_in(thing: str, places: set[str], world: World) -> bool:
    here = world.areas.path(world.areas.at(world.objects[thing].cell))
    return not places or not places.isdisjoint(here)


def _topics(mentions: Sequence[NamedHere], words: Sequence[str], world: World) -> tuple[str, ...]:
    """Return the subjects of opinions that are named, but not as a part of another name."""
    topics = names_of(world).topics
    inside = {at for one in mentions for at in range(one.first, one.end - 1)}
    stems = (stem_of(word) for at, word in enumerate(words) if at not in inside)
    return tuple(dict.fromkeys(topics[stem] for stem in stems if stem in topics))


def _said(
    words: Sequence[str], named: set[int], village: frozenset[str], verb_at: int
) -> tuple[dict[str, str], str]:
    """Return the concepts of what words say beside names, each with its word, and the one of what is
    done."""
    found = {
        at: concept_of(word)
        for at, word in enumerate(words)
        if at not in named and word not in village and not is_function(word.partition("'")[0])
    }
    said = dict[str, str]()
    for at, concept in found.items():
        said.setdefault(concept, words[at])
    done = (one for at, one in found.items() if at >= verb_at and not one.isdigit())
    return said, next(done, next(iter(said), ""))


def _is_verb(words: Sequence[str], at: int, named: set[int]) -> bool:
    """Tell whether a word is the first finite verb, as far as its form says so."""
    word = words[at]
    if at in named or at == 0:
        return word in words_of_kind("auxiliaries")
    if word in words_of_kind("auxiliaries") or word in words_of_kind("verbs"):
        return True
    is_function = word in words_of_kind("function") - words_of_kind("past")
    is_form = word.endswith(("s", "ed")) and not word.endswith(("ss", "us", "'s"))
    is_after_name = at - 1 in named and not words[at - 1].endswith("'s")
    return not is_function and (is_form or word in _past_forms() or is_after_name)


@cache
def _past_forms() -> frozenset[str]:
    pairs = (pair.split("=") for pair in lists().irregular.split())
    irregular = frozenset(form for form, plain in pairs if form != plain)
    return irregular | words_of_kind("past")


def _knowers(
    mentions: Sequence[NamedHere], words: Sequence[str], verb_at: int, verb: str
) -> tuple[str, ...]:
    """Return who does or has what is said: those before the verb, and who it is done by; where
    nobody is, or what is said takes two, all people named.

    What a place or object is said to do or suffer is known to who is there, and not to its owner.
    """
    if verb in concepts_of_kind("mutual"):
        return _people(mentions)
    owners = _owners(mentions)
    people = [one for one in mentions if one not in owners]
    found = _people([one for one in people if _is_knower(one, words, verb_at)])
    is_of_things = any(one.things and one.first < verb_at for one in mentions)
    return found or (() if is_of_things else _people(people))


def _owners(mentions: Sequence[NamedHere]) -> list[NamedHere]:
    """Return the names of those whose place or object is named after them."""
    begins = {one.first for one in mentions if one.things}
    return [one for one in mentions if one.is_owner and one.end in begins]


def _is_knower(one: NamedHere, words: Sequence[str], verb_at: int) -> bool:
    """Tell whether somebody is named as who does something."""
    before = words[one.first - 1] if one.first else ""
    if before == "by":
        return True
    return bool(one.person) and one.first < verb_at and before not in words_of_kind("prepositions")


def _kind_and_time(text: str, words: Sequence[str], verb_at: int) -> tuple[str, str]:
    verb = words[verb_at] if verb_at < len(words) else ""
    following = words[verb_at + 1 : verb_at + 4]
    if text.rstrip().endswith("?"):
        return QUESTION, NOW
    if _is_view(words):
        return OPINION, AHEAD
    if verb in _THINKS:
        return OPINION, NOW
    if _is_ahead(words, verb_at):
        return PLAN, AHEAD
    if _is_past(verb):
        return EVENT, PAST
    is_under_way = any(one.endswith("ing") for one in following) or words[:1] == ["there"]
    return (EVENT if is_under_way else STATE), NOW


def _is_view(words: Sequence[str]) -> bool:
    """Tell whether words say what should, could or must be, and not what anybody can see."""
    return any(word in _VIEWS and before not in _ANYBODY for before, word in pairwise(("", *words)))


def _is_past(verb: str) -> bool:
    return verb in ("has", "have") or verb in _past_forms() or verb.endswith("ed")


def _is_ahead(words: Sequence[str], verb_at: int) -> bool:
    before, verb, *following = ("", *words, "")[verb_at : verb_at + 5]
    is_going = verb in ("is", "are") and "going" in following
    is_to_be = verb in ("will", "shall", "wants", "plans", "intends") or "tomorrow" in words
    return before not in _ANYBODY and (is_going or is_to_be)
