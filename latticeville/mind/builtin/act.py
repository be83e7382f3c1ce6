"""Actions of the built-in mind under `minds.act = "model"`: talk as its rules say, else do what the
plan does."""

import json
from typing import TYPE_CHECKING

from msgspec.structs import replace

from latticeville.mind.act import as_reply
from latticeville.mind.builtin import talk
from latticeville.models.model import Request

if TYPE_CHECKING:
    from latticeville.mind.requests.act import ActData


def choose_action(request: Request) -> str:
    """Answer who speaks, open a talk that is worth it, or do what the plan does."""
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
            return json.dumps(
                {"kind": "say", "say": {**words, "end": said.get("end", False)}}, ensure_ascii=False
            )
    return json.dumps(as_reply(data.plan), ensure_ascii=False)
