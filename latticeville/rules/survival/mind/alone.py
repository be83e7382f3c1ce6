"""Thoughts of people alone: nobody is in sight, and nothing happened but what they did themselves.

`think` would come to the same. Here the stages are left out that change nothing without company, news
or a plan of the day, and a question is written out only for a model that reads it. What is proposed
comes from the same concerns, out of the same facts.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.deferred import DeferredMapping, DeferredSequence, DeferredTuple
from latticeville.mind.act import NEED
from latticeville.mind.action import STEP
from latticeville.mind.belief import merge
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import (
    Answers,
    Decision,
    Intent,
    Mind,
    RequestRecord,
    Thought,
    ThoughtProcess,
    as_process,
)
from latticeville.mind.percept import Observation, PerceivedNews, Percept, Sights
from latticeville.mind.plan import Plan
from latticeville.mind.prompt_templates import load_prompt
from latticeville.mind.requests.act import MAX_TOKENS, ActData, reply_of
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.situation import Situation
from latticeville.mind.think import think
from latticeville.mind.topic import Topic
from latticeville.models.model import Reply, Request
from latticeville.models.request_text import DeferredText, RequestText
from latticeville.rules.exertion import TooTired, vitals_of
from latticeville.rules.survival.events import Ate, Gathered, Rested, Stepped
from latticeville.rules.survival.mind.concerns.advice import Advice
from latticeville.rules.survival.mind.data import SurvivalData
from latticeville.rules.survival.mind.decide import decide_alone
from latticeville.rules.survival.mind.facts import exertions, food_places, heading, units_here
from latticeville.rules.survival.mind.resources import merge_resources
from latticeville.sim.cell_stocks import resources_around
from latticeville.sim.importance import importance_of
from latticeville.sim.options import Affordances
from latticeville.sim.perception import NO_NEWS, index_news, people_apart, view_of
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.tree import Body

OWN_DEEDS = (Ate, Gathered, Rested, Stepped, TooTired)
"""What somebody does alone, and remembers without telling of it."""
NO_INTENT = Intent()
MAX_PROPOSALS = 4096
"""How many proposals a world keeps, before all are forgotten."""


class _Proposal(NamedTuple):
    """The reply that is proposed to a model, and the thought of who is answered by it, by the rules
    that answered and the prompt."""

    reply: str
    thoughts: dict[tuple[str, str], Thought]


def think_alone(state: State) -> Mapping[str, ThoughtProcess]:
    """Return the thoughts of people alone, by id."""
    if not _is_bare(state):
        return {}
    apart = {body.id: body for body in people_apart(state)}
    calm = [
        _Loner(state, apart[who], seen)
        for who, seen in _deeds_of(state, apart).items()
        if _is_calm(state, who)
    ]
    news = index_news(state, {one.who for one in calm})
    return {
        one.who: one.think()
        for one in calm
        if not (news.tells(one.who, one.areas) or one.is_stirred())
    }


def _is_bare(state: State) -> bool:
    """Tell whether there is nothing in the world but people and what grows, and no plan of the day."""
    world = state.world
    is_planned = world.minds.vary or world.minds.plan != "none"
    return not (state.things or world.beats or is_planned or rules_of(world.rules).advisers)


def _deeds_of(state: State, apart: Mapping[str, Body]) -> dict[str, Observation | None]:
    """Return what each did in the last tick, None for nothing; without those of whom there is more
    to tell."""
    found: dict[str, Observation | None] = dict.fromkeys(apart)
    busy = set[str]()
    for event, seen in zip(state.news, state.observations, strict=True):
        who = event.who
        if who in found:
            if found[who] or not isinstance(event, OWN_DEEDS) or seen is None or seen.about:
                busy.add(who)
            found[who] = seen
    return {who: seen for who, seen in found.items() if who not in busy}


def _is_calm(state: State, who: str) -> bool:
    """Tell whether somebody follows no plan and keeps nothing in mind that asks for more than a look at
    their needs."""
    mind, minds, day = state.minds[who], state.world.mind_settings_of(who), state.minute // DAY
    inner, relations = mind.inner, mind.relations
    ties = (
        mind.commitments,
        inner.needs,
        inner.changed_by,
        relations.talks,
        relations.promises,
        minds.relations and relations.day != day,
    )
    is_free = minds.act == "model" and mind.intent == NO_INTENT and not any(ties)
    return is_free and mind.plan is not None and _is_empty(mind.plan, day)


def _is_empty(plan: Plan, day: int) -> bool:
    levels = (
        plan.appointments,
        plan.variations,
        plan.steps,
        plan.hours,
        plan.strokes,
        plan.routine,
    )
    return plan.day == day and not any(levels)


class _Loner:
    """Somebody alone, and what they did in the last tick."""

    def __init__(self, state: State, body: Body, seen: Observation | None) -> None:
        self.who = body.id
        self._state, self._body, self._seen = state, body, seen
        self._mind = state.minds[body.id]
        self._minds = state.world.mind_settings_of(body.id)
        self._view = view_of(state, body)
        self._asked: tuple[ThoughtProcess, Request] | None = None
        rating = 0
        self._stirred = self._mind.inner.stirred
        if seen is not None:
            rating = seen.importance or importance_of(state, seen.kind, seen.text)
            self._stirred += rating or PROFILES[self._minds.profile].scale.fallback
        self._rating = rating

    @property
    def areas(self) -> Sequence[str]:
        """The areas in sight."""
        return () if self._view is None else self._view.above

    def is_stirred(self) -> bool:
        """Tell whether so much has piled up that it may be reflected on."""
        minds = self._minds
        rule = PROFILES[minds.profile].reflection
        return minds.reflect and rule.is_due([self._stirred], minds.trigger)

    def think(self) -> ThoughtProcess:
        """Look, and do what is proposed, unless the model wants something else."""
        percept = self._perceive()
        mind, world = self._mind, self._state.world
        beliefs = merge(mind.beliefs, percept)
        resources = merge_resources(mind.resources, percept, world.survival.radius)
        advice = decide_alone(self._data(percept, replace(mind, resources=resources)))
        proposal = self._propose(advice)
        answers = cast("tuple[Reply]", (yield (self._ask(percept, proposal.reply),)))
        reply = answers[0]
        if self._asked is not None or not _agrees(reply, proposal.reply):
            return (yield from self._think_on(percept, answers))
        memory, inner = mind.memory, mind.inner
        if self._seen is not None:
            memory = memory.grow([self._remember(self._seen, percept)])
            inner = replace(inner, stirred=self._stirred)
        done = replace(mind, beliefs=beliefs, memory=memory, inner=inner, resources=resources)
        return Decision(done, self._thought_of(advice, proposal, reply))

    def _perceive(self) -> Percept:
        state, body = self._state, self._body
        return Percept(
            self.who,
            state.tick + 1,
            state.minute,
            body.area,
            body.cell,
            self._look_around(),
            NO_NEWS,
            body.journey.target if body.journey else "",
            body.carries,
            None if self._view is None else self._view.cells,
            state.seed,
            state.weather,
            items=body.items,
            season=state.season,
            vitals=body.vitals,
            resources=resources_around(state, body),
            hearing=state.world.settings.hearing,
        )

    def _look_around(self) -> Sights:
        """Return the areas in sight and oneself: the same nodes again where nothing changed."""
        state, before = self._state, self._mind.beliefs
        nodes = state.tree.nodes
        found = (*map(nodes.__getitem__, self.areas), nodes[self.who])
        is_same = not before.kept and before.sights == found
        sights = before.sights if is_same else Sights(found)
        state.visible_nodes[self.who] = sights
        return sights

    def _data(self, percept: Percept, mind: Mind) -> SurvivalData:
        """Return the facts of the decision, as `facts.make_data` does for somebody in company."""
        state, world, who = self._state, self._state.world, self.who
        rules, vitals = world.survival, vitals_of(self._body)
        now = Situation.begin(mind, percept, world)
        steps = rules_of(world.rules).actions[STEP]
        ways = DeferredTuple(lambda: [one.verb or "" for one in steps.valid_actions(state, who)])
        return SurvivalData(
            who,
            percept.seed,
            percept.tick,
            vitals,
            rules.food,
            percept.items,
            now.persona.big_five,
            rules.starving,
            rules.meal,
            rules.gather,
            ways,
            units_here(percept, rules.food),
            vitals.acted < state.survival_step,
            places=DeferredTuple(lambda: food_places(now, mind.resources.of(rules.food), ways)),
            heading=DeferredTuple(lambda: heading(now)),
            exertion=max(exertions(world).values()),
        )

    def _propose(self, advice: Advice) -> _Proposal:
        """Return the reply that is proposed, made once for all who are advised the same."""
        world = self._state.world
        kept: dict[Advice, _Proposal] = world.keep("proposals", dict)
        found = kept.get(advice)
        if found is None:
            if len(kept) >= MAX_PROPOSALS:
                kept.clear()
            reply = reply_of(advice.action, rules_of(world.rules).forms, advice.why)
            found = kept[advice] = _Proposal(reply, {})
        return found

    def _ask(self, percept: Percept, proposal: str) -> Request:
        """Return the question that `think` would ask; what rules do not read of it is made when
        somebody reads it."""

        def asked() -> Request:
            return self._think(percept)[1]

        def write(_facts: Mapping[str, str]) -> RequestText:
            text = asked().text
            return RequestText(text.prompt, text.system, text.schema)

        topics = DeferredSequence[Topic](lambda: asked().data.topics)
        data = ActData(proposal, topics=topics, carried=percept.items, brief=True)
        text = DeferredText(DeferredMapping(lambda: asked().facts), write)
        return Request("act", self.who, percept.tick, text, max_tokens=MAX_TOKENS, data=data)

    def _thought_of(self, advice: Advice, proposal: _Proposal, reply: Reply) -> Thought:
        """Return the thought of somebody who does what is proposed, made once for all who do."""
        prompt = load_prompt(self._state.world, "act", self.who).digest
        key = reply.rules, prompt
        found = proposal.thoughts.get(key)
        if found is None:
            asked = Request("act", self.who, 0, RequestText(""), data=ActData(proposal.reply))
            note = RequestRecord("act", asked.key(reply), reply.text, prompt)
            found = proposal.thoughts[key] = Thought(NEED, advice.action, asks=(note,))
        return found

    def _remember(self, seen: Observation, percept: Percept) -> MemoryRecord:
        return MemoryRecord(
            len(self._mind.memory),
            "action",
            seen.text,
            percept.tick,
            percept.place,
            (),
            self._rating,
            None,
            seen.subjects,
            (),
            spoken=False,
            doing=seen.doing,
        )

    def _think(self, percept: Percept) -> tuple[ThoughtProcess, Request]:
        """Return the thoughts as they are in company, after their question."""
        if self._asked is None:
            news = [] if self._seen is None else [self._seen]
            told = PerceivedNews([replace(one, importance=self._rating) for one in news])
            percept = replace(percept, news=told)
            options = Affordances(self._state, self.who)
            process = as_process(think(self._mind, percept, options, self._state.world))
            (request,) = cast("tuple[Request]", next(process))
            self._asked = process, request
        return self._asked

    def _think_on(self, percept: Percept, answers: Answers) -> ThoughtProcess:
        """Go on with the thoughts as they are in company, after the answers to their question."""
        process, _asked = self._think(percept)
        while True:
            try:
                wanted = process.send(answers)
            except StopIteration as done:
                return cast("Decision", done.value)
            answers = yield wanted


def _agrees(reply: Reply, proposal: str) -> bool:
    """Tell whether rules that read no facts replied what was proposed."""
    return reply.text == proposal and bool(reply.rules) and not (reply.error or reply.reads)
