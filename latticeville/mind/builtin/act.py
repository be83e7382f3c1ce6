"""Actions of the built-in mind: talk as its rules say, else do what its plan, or a faculty of the
rules, proposes."""

import json
from typing import TYPE_CHECKING

from msgspec.structs import replace

from latticeville.mind.builtin import talk
from latticeville.models.model import Request

if TYPE_CHECKING:
    from latticeville.mind.requests.act import ActData


def choose_action(request: Request) -> str:
    """Answer who speaks, open a talk that is worth it, or do what is proposed."""
    data: ActData = request.data
    if data.talk is not None:
        about = replace(request, data=data.talk)
        said = json.loads(talk.answer(about) if data.talk.turn else talk.greet(about))
        if said.get("talk", True):
            words = {
                "to_agent_id": data.talk.other,
                "utterance": said["words"],
                "topic": said["topic"],
            }
            spoken = {"kind": "say", "say": {**words, "end": said.get("end", False)}}
            return json.dumps({"reasoning": "", "action": spoken}, ensure_ascii=False)
    return data.proposal
