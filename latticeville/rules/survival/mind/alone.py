"""Thoughts of people alone: nobody is in sight, and nothing happened but what they did themselves.

`think` would come to the same. Here the stages are left out that change nothing without company, news
or a plan of the day, and a question is written out only for a model that reads it. What is proposed
comes from the same concerns, out of the same facts.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar, cast

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.core.deferred import DeferredMapping, DeferredSequence, DeferredTuple
from latticeville.mind.act import NEED
from latticeville.mind.action import STEP
from latticeville.mind.belief import merge
from latticeville.mind.mind import (
    Answers,
    Decision,
    Intent,
    RequestRecord,
    Thought,
    ThoughtProcess,
    as_process,
)
from latticeville.mind.percept import AGENT, Node, PerceivedNews, Percept, Sights
from latticeville.mind.plan import Plan
from latticeville.mind.prompt_templates import load_prompt
from latticeville.mind.requests.act import MAX_TOKENS, ActData, reply_of
from latticeville.mind.resource_beliefs import ResourceBeliefs
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.mind.situation import Situation
from latticeville.mind.think import think
from latticeville.mind.topic import Topic
from latticeville.models.model import Reply, Request
from latticeville.models.request_text import DeferredText, RequestText
from latticeville.rules.exertion import TooTired, vitals_of
from latticeville.rules.survival.events import Ate, Gathered, Rested, Stepped
from latticeville.rules.survival.mind.concerns.advice import Advice
from latticeville.rules.survival.mind.data import FoodPlace, SurvivalData
from latticeville.rules.survival.mind.decide import decide_alone
from latticeville.rules.survival.mind.facts import exertions, food_places, own_data, units_here
from latticeville.rules.survival.mind.resources import merge_resources
from latticeville.sim.cell_stocks import resources_around
from latticeville.sim.crowd import Crowd, Deed, ids_of, record_of_deed
from latticeville.sim.importance import importance_of, unrated_importance
from latticeville.sim.options import Affordances
from latticeville.sim.perception import NO_NEWS, Neighbourhood, index_news, view_of
from latticeville.sim.rule_set import rules_of
from latticeville.sim.state import State
from latticeville.sim.tree import Body, area_node
from latticeville.world.model.world import World

K = TypeVar("K")
OWN_DEEDS = (Ate, Gathered, Rested, Stepped, TooTired)
"""What somebody does alone, and remembers without telling of it."""
NO_INTENT = Intent()
MAX_PROPOSALS = 20_000
"""How many proposals a world keeps of each kind, before all are forgotten."""


class LonerProposal(NamedTuple):
    """What somebody is advised, the reply that proposes it to a model, and the thoughts of who is
    answered by it, by the rules that answered and the prompt."""

    advice: Advice
    reply: str
    thoughts: dict[tuple[str, str], Thought]


def think_alone(state: State, crowd: Crowd | None) -> Mapping[str, ThoughtProcess]:
    """Return the thoughts of people alone, by id, but for those of a crowd."""
    if not is_bare(state) or len(ids_of(crowd)) == len(state.bodies):
        return {}
    calm = _calm_ones(state, crowd)
    news = index_news(state, {*ids_of(crowd), *[one.who for one in calm]})
    return {
        one.who: one.think()
        for one in calm
        if not (news.tells(one.who, one.areas) or one.is_stirred())
    }


def _calm_ones(state: State, crowd: Crowd | None) -> "list[Loner]":
    apart = {body.id: body for body in Neighbourhood(state, crowd).others_apart()}
    moment, deeds = TickOfLoners(state), deeds_of(state, apart)
    return [Loner(moment, apart[who], deed) for who, deed in deeds.items() if is_calm(state, who)]


def is_bare(state: State) -> bool:
    """Tell whether there is nothing in the world but people and what grows, and no plan of the day."""
    world = state.world
    is_planned = world.minds.vary or world.minds.plan != "none"
    return not (state.things or world.beats or is_planned or rules_of(world.rules).advisers)


def deeds_of(state: State, apart: Mapping[str, Body]) -> dict[str, Deed | None]:
    """Return what each did in the last tick, None for nothing; without those of whom there is more
    to tell."""
    found: dict[str, Deed | None] = dict.fromkeys(apart)
    busy = set[str]()
    for place, event in enumerate(state.news):
        who = event.who
        if who in found:
            seen = state.observations[place]
            if found[who] or not isinstance(event, OWN_DEEDS) or seen is None or seen.about:
                busy.add(who)
            else:
                found[who] = Deed(event, seen)
    return {who: seen for who, seen in found.items() if who not in busy}


def is_calm(state: State, who: str) -> bool:
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


class TickOfLoners:
    """What is the same for everybody alone in a tick, and the proposals of the world, by the advice and
    by the facts of whoever does not ask where to go."""

    def __init__(self, state: State) -> None:
        world = state.world
        self.state, self.world, self.rules = state, world, world.survival
        self.step, self.season = state.survival_step, state.season
        self.kinds, self.forms = rules_of(world.rules).actions, rules_of(world.rules).forms
        self.exertion = max(exertions(world).values())
        self.natures = natures(world)
        self.by_advice: dict[Advice, LonerProposal] = world.keep("proposals by advice", dict)
        self.by_facts: dict[_Facts, LonerProposal] = world.keep("proposals by facts", dict)


_Nature = tuple[tuple[str, float], ...]
_Facts = tuple[_Nature, int, int, int, int, int, bool]
"""The nature of a person, hunger, energy, health, units of food carried and here, and whether there is
time to act."""


def natures(world: World) -> Mapping[str, _Nature]:
    """Return the nature of everybody, found once for a world."""
    found: Mapping[str, _Nature] = world.keep("natures", lambda: _find_natures(world))
    return found


def _find_natures(world: World) -> dict[str, _Nature]:
    people = world.people.items()
    return {who: tuple(sorted(person.persona.big_five.items())) for who, person in people}


class Loner:
    """Somebody alone, and what they did in the last tick."""

    __slots__ = (
        "_asked",
        "_body",
        "_mind",
        "_minds",
        "_moment",
        "_percept",
        "_rating",
        "_seen",
        "_stirred",
        "_view",
        "who",
    )

    def __init__(self, moment: TickOfLoners, body: Body, deed: Deed | None) -> None:
        state, seen = moment.state, None if deed is None else deed.seen
        self.who = body.id
        self._moment, self._body, self._seen = moment, body, seen
        self._mind = state.minds[body.id]
        self._minds = moment.world.mind_settings_of(body.id)
        self._view = view_of(state, body)
        self._asked: tuple[ThoughtProcess, Request] | None = None
        rating = 0
        self._stirred = self._mind.inner.stirred
        if seen is not None:
            rating = importance_of(state, seen)
            self._stirred += rating or unrated_importance(moment.world, body.id)
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
        percept = self._percept = self._perceive(self._look_around())
        mind, seen = self._mind, self._seen
        beliefs = merge(mind.beliefs, percept)
        resources = merge_resources(mind.resources, percept, self._moment.rules.radius)
        proposal = self._advise(resources)
        answers = cast("tuple[Reply]", (yield (self._ask(proposal.reply),)))
        reply = answers[0]
        if self._asked is not None or not agrees(reply, proposal.reply):
            return (yield from self._think_on(answers))
        memory, inner = mind.memory, mind.inner
        if seen is not None:
            tick, place = percept.tick, percept.place
            memory = memory.grow([record_of_deed(seen, len(memory), tick, place, self._rating)])
            inner = replace(inner, stirred=self._stirred)
        done = replace(mind, beliefs=beliefs, memory=memory, inner=inner, resources=resources)
        return Decision(done, self._thought_of(proposal, reply))

    def proposal_by_facts(self) -> LonerProposal | None:
        """Return what is proposed to whoever has the same facts; None where it depends on where one
        is."""
        moment = self._moment
        percept = self._percept = self._perceive(self._mind.beliefs.sights)
        proposal = self._advise(merge_resources(self._mind.resources, percept, moment.rules.radius))
        facts = self._facts(units_here(percept, moment.rules.food))
        return proposal if facts in moment.by_facts else None

    def _perceive(self, sights: Sights) -> Percept:
        moment, body = self._moment, self._body
        state = moment.state
        return Percept(
            self.who,
            state.tick + 1,
            state.minute,
            body.area,
            body.cell,
            sights,
            NO_NEWS,
            body.journey.target if body.journey else "",
            body.carries,
            None if self._view is None else self._view.cells,
            state.seed,
            state.weather,
            items=body.items,
            season=moment.season,
            vitals=body.vitals,
            resources=resources_around(state, body),
            hearing=moment.world.settings.hearing,
        )

    def _look_around(self) -> Sights:
        """Return the areas in sight and oneself: the same nodes again where nothing changed."""
        state, before, body = self._moment.state, self._mind.beliefs, self._body
        own = Node(body.id, AGENT, body.area, body.cell, body.doing)
        found = (*[area_node(state.world, area) for area in self.areas], own)
        is_same = not before.kept and before.sights == found
        sights = before.sights if is_same else Sights(found)
        state.visible_nodes[self.who] = sights
        return sights

    def _advise(self, resources: ResourceBeliefs) -> LonerProposal:
        """Return what is proposed; made once for all with the same facts, unless it depends on where one
        is and where food is."""
        moment = self._moment
        here = units_here(self._percept, moment.rules.food)
        facts = self._facts(here)
        found = moment.by_facts.get(facts)
        if found is None:
            data, places = self._data(resources, here, can_act=facts[-1])
            found = self._propose(decide_alone(data))
            if not places.is_made:
                _keep(moment.by_facts, facts, found)
        return found

    def _facts(self, here: int) -> _Facts:
        moment, vitals = self._moment, vitals_of(self._body)
        store = self._percept.items.get(moment.rules.food, 0)
        nature, can_act = moment.natures[self.who], vitals.acted < moment.step
        return nature, vitals.hunger, vitals.energy, vitals.health, store, here, can_act

    def _data(
        self, resources: ResourceBeliefs, here: int, *, can_act: bool
    ) -> tuple[SurvivalData, DeferredTuple[FoodPlace]]:
        """Return the facts of the decision, as `facts.make_data` does for somebody in company; and where
        food is, which is looked at before one goes anywhere."""
        moment, percept, rules = self._moment, self._percept, self._moment.rules
        known = DeferredTuple(lambda: resources.of(rules.food))
        now = Situation.begin(self._mind, percept, moment.world)
        steps = moment.kinds[STEP].valid_actions
        ways = DeferredTuple(lambda: [one.verb or "" for one in steps(moment.state, self.who)])
        places = DeferredTuple(lambda: food_places(now, known, ways))
        vitals = vitals_of(self._body)
        data = own_data(now, vitals, ways, places, here, can_act=can_act, exertion=moment.exertion)
        return data, places

    def _propose(self, advice: Advice) -> LonerProposal:
        """Return what is proposed, made once for all who are advised the same."""
        moment = self._moment
        found = moment.by_advice.get(advice)
        if found is None:
            reply = reply_of(advice.action, moment.forms, advice.why)
            found = _keep(moment.by_advice, advice, LonerProposal(advice, reply, {}))
        return found

    def _ask(self, proposal: str) -> Request:
        """Return the question that `think` would ask; what rules do not read of it is made when
        somebody reads it."""
        data = ActData(
            proposal,
            topics=DeferredSequence[Topic](lambda: self._question().data.topics),
            carried=self._body.items,
            brief=True,
        )
        text = DeferredText(DeferredMapping(lambda: self._question().facts), self._write)
        return Request("act", self.who, self._percept.tick, text, max_tokens=MAX_TOKENS, data=data)

    def _write(self, _facts: Mapping[str, str]) -> RequestText:
        text = self._question().text
        return RequestText(text.prompt, text.system, text.schema)

    def _question(self) -> Request:
        return self._think()[1]

    def _thought_of(self, proposal: LonerProposal, reply: Reply) -> Thought:
        """Return the thought of somebody who does what is proposed."""
        prompt = load_prompt(self._moment.world, "act", self.who).digest
        return thought_of(proposal, reply, prompt)

    def _think(self) -> tuple[ThoughtProcess, Request]:
        """Return the thoughts as they are in company, after their question."""
        if self._asked is None:
            news = [] if self._seen is None else [self._seen]
            told = PerceivedNews([replace(one, importance=self._rating) for one in news])
            percept = replace(self._percept, news=told)
            options = Affordances(self._moment.state, self.who)
            process = as_process(think(self._mind, percept, options, self._moment.world))
            (request,) = cast("tuple[Request]", next(process))
            self._asked = process, request
        return self._asked

    def _think_on(self, answers: Answers) -> ThoughtProcess:
        """Go on with the thoughts as they are in company, after the answers to their question."""
        process, _asked = self._think()
        while True:
            try:
                wanted = process.send(answers)
            except StopIteration as done:
                return cast("Decision", done.value)
            answers = yield wanted


def thought_of(proposal: LonerProposal, reply: Reply, prompt: str) -> Thought:
    """Return the thought of somebody who does what is proposed, made once for all who do; `prompt` is
    the digest of what would ask them."""
    key = reply.rules, prompt
    found = proposal.thoughts.get(key)
    if found is None:
        asked = Request("act", "", 0, RequestText(""), data=ActData(proposal.reply))
        note = RequestRecord("act", asked.key(reply), reply.text, prompt)
        found = Thought(NEED, proposal.advice.action, asks=(note,))
        proposal.thoughts[key] = found
    return found


def _keep(kept: dict[K, LonerProposal], key: K, found: LonerProposal) -> LonerProposal:
    if len(kept) >= MAX_PROPOSALS:
        kept.clear()
    kept[key] = found
    return found


def agrees(reply: Reply, proposal: str) -> bool:
    """Tell whether rules that read no facts replied what was proposed."""
    return reply.text == proposal and bool(reply.rules) and not (reply.error or reply.reads)
