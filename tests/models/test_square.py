"""The first ticks of worlds/square on the tape of a real small model: each action is valid, and the
tape tells it again."""

from collections import Counter
from itertools import pairwise

from msgspec.structs import replace

from latticeville.mind.act import bare
from latticeville.models.known_replies import BEHAVIOR
from latticeville.models.model import Request
from latticeville.models.model_call_tape import TapedRequest
from latticeville.models.replies import parse_reply
from latticeville.models.request_text import RequestText
from latticeville.runs.replay import Replay
from latticeville.runs.tape import model_calls
from latticeville.runs.verify import verify
from latticeville.sim.events import Idled, Unanswered
from latticeville.sim.options import Affordances
from tests.models.record_square import SPEC, SQUARE, TICKS, square

PEOPLE = ("mina", "otto")


def test_the_tape_tells_the_run_again() -> None:
    assert Replay(SQUARE).segments[-1].header.model == SPEC
    assert Replay(SQUARE).header.world == square().digest
    told = [*verify(SQUARE)]
    assert told[-1] == TICKS
    assert all(isinstance(one, int) for one in told)


def test_the_model_was_asked_for_every_action_and_each_reply_fits() -> None:
    calls = [call for call in model_calls(SQUARE) if call.request.kind == "act"]
    assert Counter(call.request.who for call in calls) == dict.fromkeys(PEOPLE, TICKS)
    assert {call.reply.source for call in calls} == {"model", BEHAVIOR}
    assert not [call.reply.error for call in calls if call.reply.error]
    asked = [call for call in calls if call.reply.source == "model"]
    assert all(
        parse_reply(as_sent(call.request), call.reply.text) == call.reply.text for call in asked
    )
    assert {call.reply.text for call in calls} == {call.reply.text for call in asked}


def as_sent(put: TapedRequest) -> Request:
    return Request(
        put.kind, put.who, put.tick, RequestText(put.prompt, put.system, put.schema), put.choices
    )


def test_every_action_is_valid_and_done() -> None:
    kinds = Counter[str]()
    for before, after in pairwise(Replay(SQUARE).payloads()):
        assert not [event for event in after.events if isinstance(event, Idled | Unanswered)]
        for who in PEOPLE:
            action = after.thoughts[who].action
            believing = replace(
                before.state, minds={**before.state.minds, who: after.state.minds[who]}
            )
            assert bare(action) in Affordances(believing, who).all_actions()
            kinds[action.kind] += 1
    assert kinds.total() == len(PEOPLE) * TICKS
    assert len(kinds) > 1
