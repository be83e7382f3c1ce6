"""Words that mean the same where somebody asks: “Who mended the pump?” is answered by “Bob repaired
the pump”."""

from latticeville.mind.interview_question import stem_of

_ALIKE = """
repair fix mend restore
name call christen
buy purchase
ill sick unwell diseased
glad happy pleased delighted cheerful
sad unhappy upset
angry cross furious mad
afraid scared frightened
meet encounter
marry wed
gift present
clean scrub wash tidy
steal rob nick
hide conceal
help assist
start begin
stop cease
finish complete
quarrel argue fight row
hate dislike detest loathe
fear dread
dream wish
job work trade profession
tree oak
money cash coin
quick fast
beautiful pretty lovely
story tale anecdote
inn pub tavern
apologise apologize sorry
refuse decline
accept agree
doctor physician medic
boat ship
plank board
bake cook
paint draw
send post
throw toss chuck
shout yell scream cry
laugh giggle
whisper murmur
lock bolt
rain shower
road street lane
sofa couch
regret repent rue
choose pick
wait await
grave tomb
party feast celebration
paper sheet document
plant sow
"""
SAME = {
    stem_of(word): stem_of(line.split()[0])
    for line in _ALIKE.strip().splitlines()
    for word in line.split()
}
"""The stem that stands for that of each word, by the latter."""


def stems_alike(stem: str) -> frozenset[str]:
    """Return the stems of the words that mean the same as that of a stem, and that stem.

    >>> sorted(stems_alike(stem_of("mended")))
    ['fix', 'mend', 'repair', 'restor']
    """
    meant = SAME.get(stem)
    return frozenset({stem, *(one for one, other in SAME.items() if other == meant and meant)})
