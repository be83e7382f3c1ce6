"""The present of verbs that form their past irregularly, so that “took” is found by “take”."""

_PAIRS = """
took=take taken=take went=go gone=go ate=eat eaten=eat drank=drink drunk=drink sat=sit wrote=write
written=write bought=buy slept=sleep got=get fed=feed gave=give given=give broke=break broken=break
rang=ring rung=ring lit=light saw=see seen=see met=meet made=make found=find lost=lose left=leave
ran=run sang=sing sung=sing heard=hear kept=keep lent=lend woke=wake stood=stand fell=fall
paid=pay brought=bring held=hold spoke=speak thought=think burnt=burn dug=dig grew=grow hid=hide
stole=steal stolen=steal built=build taught=teach sank=sink sunk=sink threw=throw won=win
sold=sell told=tell said=say knew=know known=know began=begin begun=begin came=come became=become
swam=swim drove=drive driven=drive rode=ride ridden=ride chose=choose chosen=choose drew=draw
drawn=draw flew=fly flown=fly forgot=forget forgotten=forget wore=wear worn=wear bit=bite
bitten=bite struck=strike swept=sweep wept=weep felt=feel dealt=deal meant=mean sent=send
spent=spend led=lead laid=lay swore=swear sworn=swear tore=tear torn=tear shook=shake shaken=shake
froze=freeze frozen=freeze hung=hang caught=catch bound=bind fought=fight learnt=learn dreamt=dream
leapt=leap sown=sow grown=grow shown=show thrown=throw rose=rise risen=rise knelt=kneel stuck=stick
spat=spit trod=tread trodden=tread sought=seek strode=stride bore=bear borne=bear clung=cling
flung=fling slung=sling shone=shine shot=shoot shrank=shrink slid=slide spun=spin sprang=spring
stung=sting swung=swing withdrew=withdraw wove=weave woven=weave bled=bleed crept=creep fled=flee
understood=understand overslept=oversleep blew=blow blown=blow smelt=smell spilt=spill spoilt=spoil
"""
PRESENT = dict(pair.split("=") for pair in _PAIRS.split())
"""The present of a past form."""


def in_present(words: list[str]) -> list[str]:
    """Return words with the present for each past form that is irregular.

    >>> in_present(["took", "lamp"])
    ['take', 'lamp']
    """
    return [PRESENT.get(word, word) for word in words]
