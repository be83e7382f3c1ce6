"""A model for tests and first steps: computes its replies from the facts in a request."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import shorten
from typing import Any

from latticeville.core.clock import DAY, parse_hours
from latticeville.models.model import RULES, Reply, Request

Facts = Mapping[str, str]
_UTTERANCE = re.compile(
    r"(?P<who>\S+) says to [^:“]+: “(?:(?P<source>\S+) told me: |And I say: )?(?P<words>.{30,})”$"
)
_MOVEMENT = re.compile(r" arrives at .+\.$| comes (from .+ )?into .+\.$| leaves .+\.$")
_INSIGHT_MARK = " keeps in mind: "
GREETINGS = ("Good morning", "Good evening", "Hello")
"""How small talk begins."""
_STOP_WORDS = (
    "about and are can did does for from has have her his how its know not now our remember she "
    "that the their them "
    "then there they think this was were what when where which who why will with would you your"
)
STOP_WORDS = frozenset(_STOP_WORDS.split())
"""Words that say nothing of what a question is about."""
DEFAULT_REPLY, PARTING_WORDS = "That is a thought worth having.", "I will leave you to it"
"""How it goes on where nobody has a view."""
LAST_TURN = 3
"""The turn of a talk that says the last word, the opening being turn 0."""
MAX_BLOCKS = 6
"""Strokes of a day that are made of a routine, sleep apart."""
SLEEP = "sleep"
"""What the doing of a row says that needs no details."""


DEFAULT_DAY = (
    ("00:00", "home", "sleeping"),
    ("07:00", "home", "getting up"),
    ("09:00", "work", "working"),
    ("12:00", "home", "eating"),
    ("13:00", "work", "working"),
    ("18:00", "home", "spending the evening"),
)
"""The day of who has no routine."""


FAKE_RULES = "fake 1"
"""The name and the version of these rules: another one whenever a rule replies otherwise to the
same facts."""
_GREETING_FACTS = ("hour", "to")
_ANSWER_FACTS = (*_GREETING_FACTS, "turn", "doing", "memories", "name", "view", "own_view")
FACTS_READ: Mapping[str, tuple[str, ...]] = {
    "greet": _GREETING_FACTS,
    "answer": _ANSWER_FACTS,
    "chat": ("heard", "texts", "about", "hour", "doing"),
    "act": (*_ANSWER_FACTS, "other", "heard", "proposal"),
    "react": ("routine_check",),
    "rate": ("texts",),
    "identity": ("persona",),
    "day": ("ids", "rows", "from", "home", "work"),
    "hours": ("ids", "rows", "from", "place", "doing"),
    "steps": ("rows", "from", "to", "doing"),
    "questions": ("name", "count"),
    "insights": ("name", "texts", "least"),
    "relate": ("lines",),
    "interview": ("question", "texts", "category", "plan", "portrait"),
    "polish": ("text",),
}
"""The facts that the rule of each kind of request reads."""


class FakeLLM:
    """Answers every kind of request the same way for the same facts, in microseconds."""

    def answer(self, requests: Sequence[Request]) -> list[Reply]:
        """Return one reply a request; a kind that has no rule gets its first choice, or nothing."""
        return [self._answer_one(request) for request in requests]

    def _answer_one(self, request: Request) -> Reply:
        said = _RULES.get(request.kind, _first_choice)(request)
        return Reply(said, source=RULES, rules=FAKE_RULES, reads=FACTS_READ.get(request.kind, ()))


def _first_choice(request: Request) -> str:
    return request.choices[0] if request.choices else ""


def _pick_greeting(hour: int) -> str:
    morning, evening, hello = GREETINGS
    return morning if 4 <= hour < 11 else evening if hour >= 18 or hour < 4 else hello


def _greet(request: Request) -> str:
    facts = request.facts
    words = f"{_pick_greeting(int(facts['hour']))}, {facts['to']}."
    return _to_json(talk=True, goal=f"to hear how {facts['to']} is", words=words, topic=0)


def _answer(request: Request) -> str:
    """Say where one is going, then what one has heard or thinks of the topic, then what one thinks
    oneself."""
    facts = request.facts
    turn, topic = int(facts["turn"]), 0
    if turn == 1:
        words = f"{_pick_greeting(int(facts['hour']))}, {facts['to']}. I am {facts['doing']}."
    elif turn == 2:
        words = _pass_on_hearsay(facts) or facts.get("view") or ""
        if not words:
            topic, words = _first_opinion(request)
        words = words or f"{PARTING_WORDS}, {facts['to']}."
    else:
        view = facts.get("own_view")
        words = f"And I say: {view}" if view else DEFAULT_REPLY
    return _to_json(words=words, end=turn >= LAST_TURN, topic=topic)


def _first_opinion(request: Request) -> tuple[int, str]:
    """Return the number and the words of the first opinion that is offered; 0 and "" where there is
    none."""
    offered = enumerate(getattr(request.data, "topics", ()), start=1)
    return next(
        ((number, one.text) for number, one in offered if one.topic.kind == "opinion"), (0, "")
    )


def _pass_on_hearsay(facts: Facts) -> str:
    """Pass on the first thing recalled that a third person said, unless it is small talk; the
    source stays named."""
    for line in facts.get("memories", "").splitlines():
        said = _match_utterance(line)
        if said:
            source = said["source"] or said["who"]
            if source not in (facts["to"], facts["name"].split()[0]):
                return f"{source} told me: {said['words']}"
    return ""


def _chat(request: Request) -> str:
    """Tell the memory that has most words of the question in common, or else who one is and what
    one does."""
    facts = request.facts
    asked = _content_words(facts["heard"])
    texts = facts["texts"].splitlines()
    shared = [len(asked & _content_words(text)) for text in texts]
    best = shared.index(max(shared)) if any(shared) else -1
    if best >= 0:
        return _to_json(words=f"I remember this: {texts[best]}", because=[best + 1])
    about = facts["about"].partition(". ")[0].rstrip(".")
    told = f" {about}." if about else ""
    return _to_json(
        words=f"{_pick_greeting(int(facts['hour']))}. I am {facts['doing']}.{told}", because=[]
    )


def _content_words(text: str) -> set[str]:
    """Return the words of a text that say something."""
    return {word for word in re.findall(r"\w{3,}", text.casefold()) if word not in STOP_WORDS}


def _match_utterance(text: str) -> re.Match[str] | None:
    """Return what a sentence says that somebody said, unless that is small talk."""
    said = _UTTERANCE.search(text)
    return (
        said
        if said and not said["words"].startswith((*GREETINGS, DEFAULT_REPLY, PARTING_WORDS))
        else None
    )


def _decline(_request: Request) -> str:
    """Agree to nothing."""
    return _to_json(
        commit=False, what="nothing", place="", day="today", minutes=60, **{"from": "00:00"}
    )


def _sum_up(request: Request) -> str:
    """Keep the last words of a talk."""
    return _to_json(
        summary=shorten(request.facts["lines"].rpartition("\n")[2], 300, placeholder="…")
    )


def _act(request: Request) -> str:
    """Answer who speaks, greet who is met, else do what the built-in mind proposes."""
    facts = request.facts
    if not facts["to"]:
        return facts["proposal"]
    said = json.loads(_answer(request) if facts["heard"] else _greet(request))
    words = {
        "to_agent_id": facts["other"],
        "utterance": said["words"],
        "topic": 0,
        "end": said.get("end", False),
    }
    return _to_json(reasoning="", action={"kind": "say", "say": words})


def _react(request: Request) -> str:
    """Take the first choice after that of keeping to the plan, unless nothing in particular asks
    for it."""
    if request.facts.get("routine_check"):
        return request.choices[0]
    return request.choices[1] if len(request.choices) > 1 else request.choices[0]


def _rate(request: Request) -> str:
    return _to_json(ratings=[_rating(sentence) for sentence in request.facts["texts"].splitlines()])


def _rating(sentence: str) -> int:
    """Rate what is cried out 9, views 5, failures and small talk 3, and all else 2."""
    told = sentence.partition("“")[0]
    if "!" in told:
        return 9
    if "“" in sentence:
        return 5 if _match_utterance(sentence) else 3
    return 3 if "cannot" in told or "tries to" in told else 2


def _describe_self(request: Request) -> str:
    return request.facts["persona"].partition("\n")[0][:200]


def _plan_day(request: Request) -> str:
    """Live by the routine, as few strokes as make it up, or be at home and at work where there is
    none."""
    facts = request.facts
    names = _place_names(request)
    start = parse_hours(facts["from"])
    rows = [row for row in _rows_from(facts, start) if row["place"] in names]
    strokes = [(row["from"], names[row["place"]], row["doing"]) for row in _pick_blocks(rows)]
    strokes = strokes or _default_blocks(facts, names)
    told = [
        {"from": at, "place": place, "doing": doing, "rest": SLEEP in doing}
        for at, place, doing in strokes
    ]
    return _to_json(strokes=told, importance=3)


def _default_blocks(
    facts: Mapping[str, str], names: Mapping[str, str]
) -> list[tuple[str, str, str]]:
    """Return a day at home and at work, or wherever there is."""
    where = {key: names.get(facts[key]) or next(iter(names.values())) for key in ("home", "work")}
    begun = [row for row in DEFAULT_DAY if row[0] <= facts["from"]]
    left = [*begun[-1:], *DEFAULT_DAY[len(begun) :]]
    return [(max(at, facts["from"]), where[place], doing) for at, place, doing in left]


def _plan_hours(request: Request) -> str:
    facts, names = request.facts, _place_names(request)
    rows = [row for row in _rows_from(facts, parse_hours(facts["from"])) if row["place"] in names]
    pieces = [
        {"from": row["from"], "place": names[row["place"]], "doing": row["doing"]} for row in rows
    ]
    here = {"from": facts["from"], "place": facts["place"], "doing": facts["doing"]}
    return _to_json(hours=pieces or [here])


def _plan_steps(request: Request) -> str:
    """Take the turns of the routine's row, each at most a quarter of an hour, and go on with what
    it says."""
    facts = request.facts
    start, end = parse_hours(facts["from"]), parse_hours(facts["to"])
    end += DAY if end <= start else 0
    row = next(
        (
            row
            for row in json.loads(facts["rows"])
            if row["doing"] == facts["doing"] and row["uses"]
        ),
        None,
    )
    if row is None:
        plain = [{"minutes": 15, "doing": facts["doing"], "use": ""}] * max(1, (end - start) // 15)
        return _to_json(steps=plain)
    return _to_json(steps=list(_take_turns(row, start, end)))


def _take_turns(row: Mapping[str, Any], start: int, end: int) -> Iterator[dict[str, object]]:
    begun, last = parse_hours(row["from"]), -1
    now = start
    while now < end:
        turn, into = divmod((now - begun) % DAY, row["every"])
        left = min(row["every"] - into, end - now)
        minutes = min(left, 15) if left - 15 >= 5 or left <= 15 else 10
        use = row["uses"][turn % len(row["uses"])] if turn != last else ""
        last = turn
        yield {"minutes": max(minutes, 5), "doing": row["doing"], "use": use}
        now += max(minutes, 5)


def _ask_questions(request: Request) -> str:
    facts = request.facts
    asked = ("What occupies {name} most?", "Whom does {name} meet?", "What has changed for {name}?")
    return _to_json(
        questions=[text.format(name=facts["name"]) for text in asked][: int(facts["count"])]
    )


def _draw_insights(request: Request) -> str:
    """Keep in mind the statements that say most, each with others on the same matter; never that
    somebody walked."""
    facts = request.facts
    texts = facts["texts"].splitlines()
    order = sorted(range(len(texts)), key=lambda place: _statement_rank(texts[place]))
    worth = {
        texts[place].partition(_INSIGHT_MARK)[2] or texts[place]: place for place in reversed(order)
    }
    chosen = sorted(
        (place for place in worth.values() if not _MOVEMENT.search(texts[place])), key=order.index
    )
    found = [
        _make_insight(facts["name"], texts, place) for place in chosen[: int(facts["least"]) or 1]
    ]
    plain = {
        "insight": f"{facts['name']} sees people come and go.",
        "because": [1],
        "importance": 1,
    }
    return _to_json(insights=found or [plain])


def _statement_rank(text: str) -> int:
    """Return where a statement stands: what was thought or said before what was done, small talk,
    and conclusions."""
    if _INSIGHT_MARK in text:
        return 3
    return 0 if _match_utterance(text) or "“" not in text else 2


def _make_insight(name: str, texts: Sequence[str], place: int) -> dict[str, object]:
    matter = _long_words(texts[place])
    alike = [
        other + 1
        for other, text in enumerate(texts)
        if other != place and len(matter & _long_words(text)) > 1
    ]
    told = texts[place].partition(_INSIGHT_MARK)[2] or texts[place]
    weight = 4 if _match_utterance(told) else 3 if "“" not in told else 2
    return {
        "insight": f"{name}{_INSIGHT_MARK}{told}",
        "because": [place + 1, *alike[:2]],
        "importance": weight,
    }


def _long_words(text: str) -> set[str]:
    return set(re.findall(r"\w{5,}", text.lower()))


def _answer_interview(request: Request) -> str:
    """Answer with what comes to mind first that has a word of the question in it, or with the plan,
    or say so."""
    facts = request.facts
    asked = _content_words(facts["question"])
    texts = facts["texts"].splitlines()
    if facts["category"] == "plans" and facts["plan"]:
        return _to_json(
            answer=facts["plan"].partition("\n")[0],
            because=_statements_with(texts, "plan", "means to"),
        )
    shared = {
        number: len(asked & _content_words(text)) for number, text in enumerate(texts, start=1)
    }
    fitting = [
        number for number in sorted(shared, key=lambda each: -shared[each]) if shared[number]
    ]
    chosen = fitting[:2] or [1][: len(texts)]
    if facts["category"] == "self-knowledge":
        return _to_json(
            answer=shorten(facts["portrait"].partition("\n")[0], 300, placeholder="…"),
            because=chosen,
        )
    said = " ".join(texts[number - 1] for number in chosen)
    answer = shorten(f"I remember: {said}", 300, placeholder="…") if said else "I do not know."
    return _to_json(answer=answer, because=chosen)


def _statements_with(texts: Sequence[str], *words: str) -> list[int]:
    return [
        number for number, text in enumerate(texts, start=1) if any(word in text for word in words)
    ][:2]


def _place_names(request: Request) -> dict[str, str]:
    """Return the names of the places that the facts offer, by id."""
    return {place: name for name, place in json.loads(request.facts["ids"]).items()}


def _rows_from(facts: Facts, start: int) -> list[dict[str, Any]]:
    """Return the rows of a routine from a minute of the day on, the one that holds it first, and
    cut to it."""
    rows = sorted(json.loads(facts["rows"]), key=lambda row: _minutes_until(row, start))
    return [
        {**row, "from": row["from"] if _minutes_until(row, start) else facts["from"]}
        for row in rows
    ]


def _pick_blocks(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return the rows with which strokes begin: sleep is one of its own, the others are taken a few
    together."""
    size = -(-sum(SLEEP not in row["doing"] for row in rows) // MAX_BLOCKS) or 1
    found: list[Mapping[str, Any]] = []
    held = 0
    for row in rows:
        asleep = SLEEP in row["doing"]
        if not found or asleep or SLEEP in found[-1]["doing"] or held == size:
            found.append(row)
            held = 0
        held += 1
    return found


def _minutes_until(row: Mapping[str, Any], start: int) -> int:
    begins, ends = parse_hours(row["from"]), parse_hours(row["to"])
    holds = begins <= start < ends if begins < ends else start >= begins or start < ends
    return 0 if holds else (begins - start) % DAY


def _to_json(**fields: object) -> str:
    return json.dumps(fields, ensure_ascii=False)


def _keep_text(request: Request) -> str:
    """Return a paragraph as it is."""
    return _to_json(text=request.facts["text"])


_RULES: dict[str, Callable[[Request], str]] = {
    "greet": _greet,
    "answer": _answer,
    "chat": _chat,
    "commit": _decline,
    "act": _act,
    "react": _react,
    "rate": _rate,
    "identity": _describe_self,
    "day": _plan_day,
    "hours": _plan_hours,
    "steps": _plan_steps,
    "questions": _ask_questions,
    "insights": _draw_insights,
    "relate": _sum_up,
    "interview": _answer_interview,
    "polish": _keep_text,
}
"""How each kind of request is answered."""
