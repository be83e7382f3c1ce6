"""A question in the words that the rules read: short spellings written out, words that are left out
put in, and chatty turns of phrase replaced."""

import re

_SPELLED = {
    "d'you": "do you",
    "d'ya": "do you",
    "u": "you",
    "ya": "you",
    "ur": "your",
    "r": "are",
    "im": "i am",
    "ive": "i have",
    "youre": "you are",
    "youve": "you have",
    "hes": "he is",
    "shes": "she is",
    "whats": "what is",
    "wheres": "where is",
    "whos": "who is",
    "hows": "how is",
    "whens": "when is",
    "whys": "why is",
    "thats": "that is",
    "theres": "there is",
    "dont": "do not",
    "doesnt": "does not",
    "didnt": "did not",
    "isnt": "is not",
    "arent": "are not",
    "wasnt": "was not",
    "werent": "were not",
    "havent": "have not",
    "hasnt": "has not",
    "cant": "can not",
    "wouldnt": "would not",
    "gonna": "going to",
    "wanna": "want to",
    "gotta": "have to",
    "gimme": "give me",
    "lemme": "let me",
    "dunno": "do not know",
    "wen": "when",
    "wat": "what",
    "wot": "what",
    "wich": "which",
    "hav": "have",
    "luv": "love",
    "freind": "friend",
    "freinds": "friends",
    "pls": "please",
    "plz": "please",
    "thx": "thanks",
    "abt": "about",
    "bout": "about",
    "2day": "today",
    "ppl": "people",
    "folks": "people",
    "mum": "mother",
    "mummy": "mother",
    "mom": "mother",
    "mommy": "mother",
    "dad": "father",
    "daddy": "father",
    "hubby": "husband",
    "mate": "friend",
    "mates": "friends",
    "pal": "friend",
    "pals": "friends",
    "buddy": "friend",
    "buddies": "friends",
    "reckon": "think",
    "nite": "night",
    "lunchtime": "lunch",
    "dinnertime": "dinner",
    "convo": "talk",
    "cuz": "because",
    "coz": "because",
    "y": "why",
    "gd": "good",
    "yday": "yesterday",
    "ystd": "yesterday",
    "smth": "something",
    "sth": "something",
    "sb": "somebody",
    "kinda": "kind of",
    "sorta": "sort of",
    "fancy": "like",
    "chat": "talk",
    "chatted": "talked",
    "natter": "talk",
    "grub": "food",
    "tomorow": "tomorrow",
}
"""Words by how they are spelled in a hurry, or called at home."""
_SHORT = {
    r"\b(who|whom|what|where|when|why|how)'d (?!(?:\w+ )?(?:like|love|rather|prefer)\b)": r"\1 did ",
    r"\b(what|who|where|when|why|how|that|there|it|he|she|time)'s\b": r"\1 is",
    r"\bcan't\b": "can not",
    r"\bcannot\b": "can not",
    r"\bwon't\b": "will not",
    r"n't\b": " not",
    r"'ve\b": " have",
    r"'re\b": " are",
    r"'ll\b": " will",
    r"'d\b": " would",
    r"'m\b": " am",
}
_STATES = (
    "hungry|thirsty|tired|sleepy|bored|happy|sad|lonely|alone|busy|free|angry|afraid|scared|worried"
    "|married|single|engaged|divorced|in love|rich|poor|well|ok|okay|fine|ill|sick|sure|old|new here"
    "|close|friends|from here|here|there|awake"
)
_DONE = (
    "seen|heard|been|met|got|had|eaten|spoken|talked|slept|done|made|told|given|lost|found|taken"
    "|visited|lived|known|fallen|read|written|bought|sold|ever"
)
_LEFT_OUT = (
    (r"^you (have|are|were|will|can|could|would|did|do) (?=\w)", r"\1 you "),
    (r"^(?:have )?(?:you )?got (?:a|an|any|some) ", "do you have any "),
    (
        r"^any (?=family|kids|children|siblings|brothers|sisters|friends|enemies|secrets|plans|pets)",
        "do you have any ",
    ),
    (
        (r"^(?:is )?any(?:one|body)(?: else)? (?:around|here|there|about|nearby|with you|near you|in the room"
        r"|in sight)\b"),
        "who is here",
    ),
    (
        rf"^(any(?:one|body)|some(?:one|body)|anything|something) (?=(?:{_DONE}|\w+ed)\b)",
        r"has \1 ",
    ),
    (rf"^(?:you )?(?={_STATES}\b)(?!(?:new|old|free|there|here|well|ok|okay|fine)\b,? \w)", "are you "),
    (rf"^(?:you )?(?=(?:{_DONE})\b(?! you\b))", "have you "),
    ((r"^you (?=(?!(?:and|or|are|were|have|had|will|would|can|could|do|did|should|must|may|might)\b)"
     r"\w+ing\b)"), "are you "),
    (
        (r"^you (?!(?:and|or|are|were|have|had|will|would|can|could|do|did|should|must|may|might|said|told"
        r"|know|say|think|mean|not|there|here)\b)(?=\w+ \w)"),
        "do you ",
    ),
)  # fmt: skip
"""How questions begin that leave out their first words, and the whole beginning."""
_FILLERS = (
    r"(?:, (?:i am told|doctor|landlord|teacher|sir|madam|my friend))+$",
    r",? if (?:you do not mind|anything|at all|i may ask|any|so)\b(?: (?:my|me) asking| me saying so)?(?=$|\?)",
    r" (?:these days|nowadays|at the moment|at present|straight away|right away|at any point|in your life|so far)\b",
    r" (?:over|in|during|within|for) the (?:last|past) (?:\w+ )?(?:days?|weeks?|while|time)\b",
    r"(?<=who are you) again$",
    r" in (?:this|the) village\b| (?:around|round) here\b",
    r"^(?:madam|mister|mr|mrs|ms|miss|sir|dr|doctor|mayor|madam mayor|mr mayor|doctor \w+|teacher)[,!.] +",
)
"""Words of a question that say nothing of what it is about."""
_AUXILIARY = "do|does|did|have|has|had|are|is|were|was|will|would|can|could|should"
_NAME = "[\\w'-]+(?: [\\w'-]+)?"
_TURNS = (
    (r"^([\w' ]+ or [\w' ]+), ((?:who|whom|which|what)\b.*)$", r"\2, \1"),
    (r"^(what|who|where|when|why|how) (?:is|was) it that you (?=(?:do|did|have|are|were)\b)", r"\1 do you "),
    (r"^(what|who) (?:is|was) it (?:that|which|who) ", r"\1 "),
    (r"^what do you do (?:(?:around )?here|in this village)$", "what do you do"),
    (r"^what (?:had|has|have) (\w+) to (say|tell)\b", r"what did \1 \2"),
    (r"^is there (?:any|some) truth (?:to|in) (?:the|that|this) (?:rumou?r|story|talk)s? that ", "is it true that "),
    (r"^(?:is|are|was|were) (.+?),? in your (?:view|opinion|eyes)$", r"what do you think of \1"),
    (r"^in your (?:view|opinion|eyes), (?:is|are|was|were) (.+)$", r"what do you think of \1"),
    (r"^when was the last time (?:that )?you (?=\w)", "when did you last "),
    (r"\bthe way (?:that )?you (?:had |would )?(hoped|wanted|wished|liked|expected)\b", r"as you \1"),
    ((r"^(?:name|list) (?:me )?(?:(?:one|two|three|four|five|some|a few|the|any) )?(?:people|persons?|friends)"
      r" (?:that |whom |who )?you (?:would )?"), "who do you "),
    (r"\bend(?:ed)? up (?=\w+ing\b|here\b|in\b|at\b)", "come to be "),
    (r"^(what (?:did|has|does) \w+ (?:say|said|tell|told)\b.*?) (?:that|which) (?:made|makes) you \w+$", r"\1"),
    (r"\b(?:they |people |everybody )?count(?:ed)? (?:the |your |all )?hands (?:over|on|about|for)\b", "they voted on"),
    (r"^whereabouts\b", "where"),
    ((r"^what is (?:the|your) (?:house|inn|shop|pub|cafe|place|business) (?:called|named|'s name)"
     r"(?: that you (?:run|keep|own|have))?$"), "where do you work"),
    (r"^who is (?:the )?most (?:trustworthy|reliable|honest|dependable)\b.*$", "who do you trust most"),
    ((r"^how many (?:winters|summers|springs|years) (?:have you (?:got )?(?:behind you|seen|lived|on your back)"
     r"|do you count|are you)$"), "how old are you"),
    ((r"^how do you (?:earn|make) (?:your|a) (?:bread|keep|living|money|crust)$|^what do they pay you for$"
     r"|^what do you live (?:off|on|by)$"), "what is your job"),
    (r"^(?:in|at) (?:which|what) (?:house|building|room|place) ", "where "),
    (r"^(?:which|what) part of the (?:village|town|place) ", "where "),
    (r"\b(?:your )?working day (begins?|starts?|ends?)\b", r"your work \1"),
    (r"^what (?:lies|is|stands) between (?:you two|the two of you|you both|you)$", "what is your relationship"),
    (r"\b(?:of an? (?:morning|afternoon|evening|night)|in the (?:mornings|afternoons|evenings))\b", "usually"),
    ((r"^do you (?:think|believe|suppose|expect|guess)(?: that)? (?!(?:the|this|that|it|there|we|you|i|a|an|your|my)\b)"
     r"(\w+) (will|would|is|has|can|could|should|was) "), r"\2 \1 "),
    (r"^how well do you know (\w+)$", r"do you know \1"),
    (r"^(?:roughly|approximately|more or less|about) (?=when|how|where|at)", ""),
    (r"\b(did|does|has) (\w+) (?:pay|paid|pays) you a visit\b", r"\1 \2 visit you"),
    ((r"^(?:have|had) you (?:and ([\w'-]+) known each other|known ([\w'-]+)) (?:for )?(?:very )?(?:long|a long time"
     r"|a while|ages)$|^how long have you (?:been (?:friends|together|neighbours) with ([\w'-]+)"
     r"|and ([\w'-]+) (?:been (?:friends|together)|known each other))$"), r"how long have you known \1\2\3\4"),
    (r"\b(?:set|dead set|intent) on\b|\bdetermined on\b", "for"),
    (r"^what (?:went|has gone) on\b", "what happened"),
    (r"^did you go (?:anywhere|out)(?: else)?\b", "where were you"),
    (r",? (?:even (?:though|tho|if)|although|though|despite|considering) .+$", ""),
    (r"^if (.+?), (?=what|how|would|who|where|will)(.+)$", r"\2 if \1"),
    ((r",? ?\b(?:honestly|actually|by any chance|by the way|btw|anyway|basically|exactly|precisely"
     r"|(?<!back )(?<!since )then|mind you|if i may ask|if you do not mind(?: me asking)?)$"), ""),
    ((r"^which (?:(?:one )?of (?:your|the|these|those|them|you)\b(?: (?:two|three|friends?|neighbou?rs?|people|others"
     r"|guests?|villagers?))*|(?:friend|neighbour|villager|guest|person|people)s?(?: of yours)?) (?=\w+ )"), "who "),
    (r"^who (?:was|were) (?:the )?first (?:one |person )?(?:to|who|that) (\w+)", r"who first \1"),
    (r"^(who|whom|what) (?:keeps?|kept) (?=\w+ing\b)", r"\1 "),
    (r"\b(?:do|does|did) (\w+) keep (\w{2,}?)(?:ing)\b(?! (?:on|up)\b)", r"did \1 \2"),
    ((r"\b(?:raised?|put up|lift(?:ed)?|held up) (?:your|his|her|their) hands?(?: up)?\b"
     r"|\bput (?:your|his|her) hand up\b"), "vote"),
    (r"^what (did|have) you (?:make|made|achieved?)(?= (?:today|yesterday|this|on|last)\b|$)", r"what \1 you do"),
    (r"^(?:honestly|by the way|btw|anyway|just|now|right|listen|um|er|and then)\b,? (?=\w+ \w)", ""),
    (r"\b(?:actually|honestly|by any chance|exactly|precisely) (?=\w)", ""),
    ((r"^(?:at )?what time (?=(?:do|does|did|will|are|were|have|was|should|can)\b"
     r"|is (?:the|your|that|this)\b)"), "when "),
    (rf"^({_AUXILIARY}) not (you|he|she|they|we)\b", r"\1 \2"),
    (rf"\b({_AUXILIARY}) not (you|he|she|they|we)\b", r"\1 \2 not"),
    (r"^(?:when|what time) is (?:your )?bedtime", "when do you go to bed"),
    ((r"^what (?:do|should|shall|can|may) (?:people |i |we |they |others )?(?:call|address) you(?: by)?$"
     r"|^how (?:do|should|shall|can|may) (?:i|we) (?:call|address) you$|^what do you go by$"),
     "what is your name"),
    (r"^where is home(?: for you)?$", "where is your home"),
    (r"\bshare (?:your|a|the) (?:home|house|flat|room|rooms|cottage|roof) with\b", "live with"),
    (rf"^(?:do|are) you and ({_NAME}) (?:live|living)(?: together)?$", r"do you live with \1"),
    (rf"^(?:do|are) you and ({_NAME}) (?:get|getting) (?:on|along)(?: (?:well|ok|okay|together))?$",
     r"do you get on with \1"),
    (rf"^(?:are|were) you and ({_NAME}) close$", r"how close are you to \1"),
    (r"\bget (?:on|along) (?:really |very |so )?(?:well|badly|ok|okay|fine) with\b", "get on with"),
    (rf"^what is (?:going on|up|the story|it|the matter) (?:between you and|with you and) ({_NAME})$",
     r"how do you get on with \1"),
    (r"\bhang(?:ing)? (?:out|around) with\b|\bspend (?:(?:all |most of )?your |the most )time with\b",
     "spend most time with"),
    (r"\b(do|did|have|are) you (?:get|got|been getting|been|getting) up to\b", r"\1 you do"),
    ((r"\bwhat is your take (?:on|about)\b|\bwhat are your thoughts (?:on|about)\b|\bwhere do you stand on\b"
     r"|\bhow do you see\b|\bwhat do you have to say (?:on|about)\b"), "what do you think of"),
    (r"\bwhat (?:is|was) (\w+)'s (?:take|stance|position|thoughts|opinion|view) (?:on|about|of)\b",
     r"what does \1 think of"),
    (r"\bsee eye to eye\b", "agree"),
    ((r"\b(?:is|was) there (?:any(?:one|body)|some(?:one|body)) (?:here |in (?:town|the village) )?"
     r"(?:that |who |whom )?you (?:can not (?:stand|bear|abide)|(?:would rather )?avoid|dislike|do not like)\b"),
     "who do you dislike"),
    (r"\b(?:would|do) you (?:rather |try to )?(?:avoid|steer clear of|stay away from)\b", "do you dislike"),
    (r"\byou can not (?:stand|bear|abide)\b|\bcan you not (?:stand|bear|abide)\b", "do you dislike"),
    ((r"^(?:any|have you heard any|heard any|has anyone heard any) (?:good )?(?:rumou?rs|gossip|news)(?: lately)?$"
     r"|^what is the (?:word on the street|latest|talk of the (?:town|village)|gossip)(?: \w+)?$"
     r"|^what are (?:people|they|the others) (?:talking|gossiping|whispering) about(?: \w+)?$"),
     "what is new"),
    ((r"^(?:has|did|have) (?:any(?:one|body)|some(?:one|body)) (?:told|tell) you (?:anything|something)"
     r" (?:interesting|new|nice|exciting|surprising|good)\b"), "what have you heard"),
    (r"\b(?:sat|sitting|joined|stood) (?:next to|with|beside|by) you\b|\bkept you company\b|\bby your side\b",
     "was with you"),
    ((r"^(?:have|did|do|are) you and ([\w'-]+) (?:made?|have|making) (?:any )?(?:plans|an? (?:appointment|date))\b"
     r"|^do you have (?:any |an? )?(?:plans|appointment|date|meeting) with ([\w'-]+)"),
     r"what have you agreed with \1\2"),
    ((r"\b(?:like|as) (?:you|he|she|they) (?:had )?(?:said|promised|agreed)(?: (?:that )?(?:you|he|she|they) would)?$"),
     "as agreed"),
    (r"^where (?:do|can|could|would|might|will) i (?:find|meet|see)\b", "where is"),
    (r"^(?:rank|list|name) the people (?:that |whom |who )?you (.+)$", r"who do you \1"),
    (r"\b(?:worst|biggest|greatest|arch) (?=enemy\b)", ""),
    ((r"^((?:did|have|had|were) you .+?),? as (?:was )?(?:agreed|promised|planned|arranged)(?: (with [\w'-]+))?$"),
     r"\1 \2"),
    (r"^what (?:did|have) you (?:learn|learnt|learned|hear|heard|find out) from ([\w'-]+)", r"what did \1 tell you"),
    (r"\b(?:run|bump) into\b|\bcome across\b", "meet"),
    (r"\b(?:ran|bumped) into\b|\bcame across\b", "met"),
    ((r"^((?:does|do|did|has|have|who|when did)\b(?! you\b).*?) (?:dropped|popped|called|looked|stopped|drop|pop"
     r"|call|look|stop|come|came) (?:by|in|round|over)\b(?! (?:the|at|to)\b)"), r"\1 visit you"),
    (r"\bma(?:ke|de) it to\b|\bshow(?:ed)? up (?:at|for)\b|\bturn(?:ed)? up (?:at|for)\b", "come to"),
    (r"\b(?:for work|as a job|to earn (?:a|your) living|for money|to make ends meet)$", "for a living"),
    ((r"[.,;:] ?(?:is (?:that|it|this) (?:so|true|right|correct)|am i right|true or false|right"
     r"|(?:is|was) it not|(?:do|did|are|were|have|will|would|can) (?:(?:you|they) not|not (?:you|they))"
     r"|(?:does|is|was|has|did) (?:(?:he|she|it) not|not (?:he|she|it)))$"), ""),
    ((r"\b((?:any|some|every|no)(?:one|body)) (?:else )?(?:here|in (?:the|this) (?:village|town|place)"
     r"|(?:a)?round here)\b"), r"\1"),
    (r"^(who|what) is (got|been|had)\b", r"\1 has \2"),
    ((r"^((?:what|where|when|why|how) did) you and (?!your\b)([\w'-]+) "
     r"(?!talk|speak|meet|chat|agree|disagree|differ)(\w+)(.*)$"), r"\1 you \3\4 with \2"),
    (rf"^(did|have|do) you and ({_NAME}) (talk|speak|meet|chat|talked|spoken|met)(?: to each other| together)?\b",
     r"\1 you \3 with \2"),
    (r"^are you (?:very |really |so |at all )?(?:keen on|fond of|attached to)\b", "do you like"),
    (r"^(?:what is|tell me) the name of your ([\w-]+)$|^what is your ((?!last|full|first)[\w-]+)(?:'s name| called)$",
     r"who is your \1\2"),
    ((r"^(?:name|list|who are) (?:some |all |\w+ )?(?:of the )?people (?:that |whom |who )?you know$"
     r"|^who do you know(?: here)?$"), "how many people do you know"),
    (r"(?<=\w{3})-(?=\w{3})(?!(?:one|two|three|four|five|six|seven|eight|nine|law)\b)", " "),
    (r"^what are you in the middle of\b", "what are you doing"),
    (r"^what would you (?:say|call) (?:is )?your\b", "what is your"),
    (r"\bwhat is there to know about\b", "what do you know about"),
    (r"\bhow (?:frequently|regularly)\b", "how often"),
    (r"^(?:is|was) it (?:really )?(?:true|right|correct) (?=you\b|he\b|she\b|they\b|\w+ (?:is|was|has)\b)",
     "is it true that "),
)  # fmt: skip
"""Turns of phrase, and what they ask in the words that rules read."""
_SPELLED_RE = re.compile(rf"(?<![\w'])(?:{'|'.join(map(re.escape, _SPELLED))})(?![\w'])")


def written_out(low: str) -> str:
    """Return a text in lower case with its short spellings written out.

    >>> written_out("where'd u sleep, and what's new?")
    'where did you sleep, and what is new?'
    """
    for short, long in _SHORT.items():
        low = re.sub(short, long, low)
    return _SPELLED_RE.sub(lambda found: _SPELLED[found[0]], low)


def reworded(low: str) -> str:
    """Return a question without its full stop and with its first words, in words that rules read.

    >>> reworded("got any plans"), reworded("what's your take on the oak".replace("'s", " is"))
    ('do you have any plans', 'what do you think of the oak')
    """
    for filler in _FILLERS:
        low = re.sub(filler, "", low)
    for begins, whole in _LEFT_OUT:
        low, count = re.subn(begins, whole, low, count=1)
        if count:
            break
    for turn, plain in _TURNS:
        low = re.sub(turn, plain, low)
    return low
