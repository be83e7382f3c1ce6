"""The choices of somebody outside who acts as a person: what they come to in each tick."""

from msgspec.structs import replace

from latticeville.mind.act import WAITING, speak, words_heard
from latticeville.mind.action import IDLE, MOVE, SAY, WAIT, Action
from latticeville.mind.claims.told import with_claim
from latticeville.mind.mind import ActedChoice, Decision
from latticeville.mind.replies import MAX_UTTERANCE, clean_line
from latticeville.mind.situation import Situation

WHY = "acted"
"""Why somebody acts for whom somebody outside chooses."""


def carry_out(now: Situation, choice: ActedChoice) -> Decision:
    """Do what was just chosen, go on with a walk that was chosen before, or wait.

    What is none of the valid actions becomes IDLE with a fault, as the reply of a model does.
    """
    action = choice.action
    if action is None or action.kind == IDLE:
        return _wait(now)
    if choice.tick != now.tick and not _is_under_way(now, action):
        return _wait(now)
    valid, fault = _valid_action(now, action)
    if valid is None:
        return now.with_intent(acted=ActedChoice()).decide(WHY, Action(IDLE), fault=fault)
    if valid.kind == SAY:
        now, valid = speak(now, valid, words_heard(now))
        valid = with_claim(now, valid)
    return now.decide(WHY, valid)


def _valid_action(now: Situation, wanted: Action) -> tuple[Action | None, str]:
    """Return the valid action that a choice means, with its words; or None and the reason."""
    fits = [one for one in now.options.all_actions() if _is_meant(one, wanted)]
    if not fits:
        return None, _reason_against(now, wanted)
    if wanted.kind != SAY:
        return fits[-1], ""
    words = clean_line(wanted.words, MAX_UTTERANCE)
    return (replace(fits[-1], words=words), "") if words else (None, "there are no words to say")


def _reason_against(now: Situation, wanted: Action) -> str:
    """Say why a choice is none of the valid actions."""
    if wanted.kind == SAY and not wanted.target:
        return "there is nobody within earshot"
    name = " ".join(filter(None, (wanted.verb or wanted.kind, wanted.target)))
    reason = now.options.refusal_reason(replace(wanted, words=""))
    return reason or f"“{name}” is not one of their valid actions"


def _is_meant(valid: Action, wanted: Action) -> bool:
    """Tell whether a choice names a valid action; words to nobody are for all who hear them."""
    if (valid.kind, valid.verb) != (wanted.kind, wanted.verb):
        return False
    return valid.target == wanted.target or (wanted.kind == SAY and not wanted.target)


def _is_under_way(now: Situation, action: Action) -> bool:
    """Tell whether somebody still walks to where they were sent."""
    return action.kind == MOVE and now.percept.walk_target == action.target


def _wait(now: Situation) -> Decision:
    """Do nothing, in the way of the rules, until the next choice."""
    wait = Action(WAIT)
    if now.options.refusal_reason(wait):
        wait = Action(IDLE, words=WAITING)
    return now.with_intent(acted=ActedChoice()).decide(WHY, wait)
