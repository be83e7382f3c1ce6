"""The loop of one mind in one tick: perceive, remember, react, plan, reflect, choose one action,
write back.

Without input or output: whoever has something to ask is a generator that yields questions and
queries, is sent the answers, and returns its decision.
"""

from msgspec.structs import replace

from latticeville.core.clock import DAY
from latticeville.mind.act import choose_action, choose_under_need, consider_words
from latticeville.mind.acted import carry_out
from latticeville.mind.attention import filter_news
from latticeville.mind.belief import merge
from latticeville.mind.claims.hear import hear_claims, heed_claims
from latticeville.mind.commitments import plan_appointments, settle
from latticeville.mind.conversation import awaits_words, listen
from latticeville.mind.follow import follow
from latticeville.mind.known_topics import knowing, remembered_topic
from latticeville.mind.memory import MemoryRecord
from latticeville.mind.mind import (
    ActedChoice,
    Decision,
    Intent,
    Mind,
    Thinking,
    ThoughtProcess,
    as_process,
)
from latticeville.mind.needs import change_needs
from latticeville.mind.percept import Cue, Observation, Percept
from latticeville.mind.plan import Plan, carry_use
from latticeville.mind.planner import deliberate, deliberation
from latticeville.mind.react import Reaction, heed_news, keep_or_react, react
from latticeville.mind.reflect import add_importance
from latticeville.mind.relation_updates import sum_up_talk, update_relations
from latticeville.mind.scenes import be_changed, play
from latticeville.mind.situation import PLAN_WANT, Faculty, Options, Situation, ThoughtTrace
from latticeville.mind.troubles import note_troubles
from latticeville.mind.variations import vary_routine
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

RETRY_MINUTES = 5
"""Minutes after which people try a way again that was closed."""
MAX_WAIT_MINUTES = 40
"""Most minutes that people wait before they try again where there was no room."""


def think(
    mind: Mind, percept: Percept, options: Options, world: World
) -> Decision | ThoughtProcess:
    """Run the loop once; whoever has nothing to ask has decided when this returns."""
    now = _take_in(_notice(Situation.begin(mind, percept, world, options)))
    tells = now.percept.news.tells
    if tells:
        now = note_troubles(now)
    if world.minds.relations:
        now = update_relations(now)
    if tells or mind.commitments or percept.place != mind.beliefs.place:
        now = settle(hear_claims(now))
    now = be_changed(now)
    for faculty in options.faculties:
        now = faculty.believe(now)
    if world.minds.talk:
        now = listen(now)
    now = change_needs(_select_step(now))
    decided = _take_over(now) or _act_by_plan(now)
    return decided if isinstance(decided, Decision) else _attach_trace(now.trace, decided)


def _attach_trace(trace: ThoughtTrace, thoughts: ThoughtProcess) -> ThoughtProcess:
    return trace.attach_to((yield from thoughts))


def _take_over(now: Situation) -> ThoughtProcess | None:
    """Return what decides in place of reactions and plan: a choice from outside, an urgent need, a
    scene, or a model; None where nothing does."""
    if now.mind.intent.acted is not None:
        return _carry_out(now, now.mind.intent.acted)
    for faculty in now.options.faculties:
        if faculty.is_urgent(now):
            return _heed_need(now, faculty)
    if now.percept.cue is not None:
        return _play(now, now.percept.cue)
    return _act_by_model(now) if now.settings.act == "model" else None


def _carry_out(now: Situation, acted: ActedChoice) -> ThoughtProcess:
    return carry_out((yield from _plan_ahead(now)), acted)


def _heed_need(now: Situation, faculty: Faculty) -> ThoughtProcess:
    now = yield from deliberate(now)
    return (yield from choose_under_need(now, faculty.inquire(now)))


def _play(now: Situation, cue: Cue) -> ThoughtProcess:
    """Do what the scene asks for, or else what model or plan say."""
    now = yield from _plan_ahead(now)
    played = play(now, cue)
    if played is not None:
        return played
    by_model = now.settings.act == "model"
    return (yield from _act_by_model(now) if by_model else as_process(_act_by_plan(now)))


def _act_by_plan(now: Situation) -> Decision | ThoughtProcess:
    """Return what follows the plan; or the thoughts before it, of somebody who reacts to something or
    has something to plan."""
    reaction = react(now)
    if reaction is not None:
        return _react_or_follow(reaction)
    due = _due_planning(now)
    return _wish_or_follow(now) if due is None else _plan_and_follow(due)


def _react_or_follow(reaction: Reaction) -> ThoughtProcess:
    now, decision = yield from reaction
    return _wish_or_follow((yield from _plan_ahead(now))) if decision is None else decision


def _plan_and_follow(due: Thinking[Situation]) -> ThoughtProcess:
    return _wish_or_follow((yield from due))


def _wish_or_follow(now: Situation) -> Decision:
    """Do what a set of rules wants more than the plan, unless there is no time; or follow the
    plan."""
    wish = now.strongest_wish()
    if wish is None or wish.want <= PLAN_WANT or awaits_words(now) or now.options.next_closing():
        return follow(now)
    return now.decide(wish.why, wish.action)


def _act_by_model(now: Situation) -> ThoughtProcess:
    """Agree to what is proposed, plan, and let the model choose among all that can be done."""
    now = yield from consider_words(now)
    if not now.trace.asks:
        now = yield from heed_news(now)
    now = yield from _plan_ahead(now)
    plan = _wish_or_follow(now)
    return (yield from choose_action(now, plan))


def _plan_ahead(now: Situation) -> Thinking[Situation]:
    """Return the situation after the planning that is due."""
    due = _due_planning(now)
    return now if due is None else (yield from due)


def _due_planning(now: Situation) -> Thinking[Situation] | None:
    """Return what is to be planned or summed up now; None for nothing, and where something was
    asked before."""
    if now.trace.asks:
        return None
    if now.settings.react == "always":
        return _keep_or_plan(now)
    due = deliberation(now)
    return None if due is None and not now.mind.relations.unsettled else _plan_or_sum_up(now, due)


def _keep_or_plan(now: Situation) -> Thinking[Situation]:
    """Keep to the plan or change it; where it is kept, plan what is due, or sum up a talk."""
    now, changed = yield from keep_or_react(now)
    return now if changed else (yield from _plan_or_sum_up(now, deliberation(now)))


def _plan_or_sum_up(now: Situation, due: Thinking[Situation] | None) -> Thinking[Situation]:
    """Plan what is due, or sum up a talk where that asks nothing."""
    asked = len(now.trace.asks)
    if due is not None:
        now = yield from due
    if len(now.trace.asks) == asked:
        now = yield from sum_up_talk(now)
    return now


def _notice(now: Situation) -> Situation:
    """Perceive also what no event tells, and only what is heeded."""
    for faculty in now.options.faculties:
        now = faculty.notice(now)
    if not now.percept.news:
        return now
    now = now.with_percept(filter_news(now))
    return now.with_percept(heed_claims(now)) if now.percept.news.tells else now


def _take_in(now: Situation) -> Situation:
    """Believe what is in sight, and remember what is noticed."""
    mind, percept = now.mind, now.percept
    beliefs, intent = merge(mind.beliefs, percept), mind.intent
    if percept.sights is not mind.beliefs.sights:
        alarms = percept.sights.alarms
        intent = intent if alarms == intent.alarms else replace(intent, alarms=alarms)
    if not percept.news:
        return now.with_mind(beliefs=beliefs, intent=intent)
    records = _records(percept, len(mind.memory))
    return now.with_mind(
        beliefs=beliefs,
        memory=mind.memory.grow(records),
        inner=add_importance(mind.inner, records, now.settings),
        intent=_note_obstacles(intent, percept) if percept.news.tells else intent,
    )


def _records(percept: Percept, first: int) -> list[MemoryRecord]:
    """Return the records of what is noticed, whose numbers begin with `first`."""
    who, tick, place = percept.who, percept.tick, percept.place
    return [
        MemoryRecord(
            number,
            "action" if news.actor == who else "observation",
            news.text,
            tick,
            place,
            (),
            news.importance,
            None if news.topic is None else remembered_topic(news),
            news.subjects,
            () if news.topic is None else knowing(news, percept),
            news.kind == "said",
            news.doing,
        )
        for number, news in enumerate(percept.news, first)
    ]


def _note_obstacles(intent: Intent, percept: Percept) -> Intent:
    """Return the intent of somebody who may have been turned away, or have found the way closed."""
    who = percept.who
    for news in percept.news:
        if news.actor != who:
            continue
        if news.kind == "barred":
            intent = _note_refusal(intent, news, percept.minute)
        elif news.kind == "baulked":
            intent = replace(intent, baulked=news.about[0], baulked_at=percept.minute)
    return intent


def _note_refusal(intent: Intent, news: Observation, minute: int) -> Intent:
    """Return the intent of somebody who was turned away: whoever is so again soon waits twice as
    long."""
    area = news.about[0]
    again = area == intent.barred and minute - intent.barred_until <= MAX_WAIT_MINUTES
    wait = (
        min(2 * intent.patience, MAX_WAIT_MINUTES) if again and intent.patience else RETRY_MINUTES
    )
    return replace(intent, barred=area, barred_until=max(news.until, minute + wait), patience=wait)


def _select_step(now: Situation) -> Situation:
    """Take up the step of the plan that this minute asks for."""
    minute, intent = now.percept.minute, now.mind.intent
    if intent.baulked and minute >= intent.baulked_at + RETRY_MINUTES:
        intent = replace(intent, baulked="")
        now = now.with_mind(intent=intent)
    plan, step = now.mind.plan, intent.step
    if plan is None or step is None or not step.start <= minute < step.end:
        return _begin_step(now)
    if minute // DAY == plan.day and (
        not plan.appointments or plan.appointment_at(minute) in (None, step)
    ):
        return now
    return _begin_step(now)


def _begin_step(now: Situation) -> Situation:
    """Take up another step, of a new plan where the day is new; or go on with the same thing."""
    minute, intent = now.minute, now.mind.intent
    day, plan = minute // DAY, now.mind.plan
    if plan is None or plan.day != day:
        lives = now.world.minds.plan != "none"
        routine = usual_days(now.world).of(now.who).rows if lives else ()
        plan = plan_appointments(now, Plan(day, now.tick, routine))
    if plan is not None and now.world.minds.vary:
        plan = vary_routine(now, plan)
    step = plan.step_at(minute) if plan is not None else None
    more = None if intent.used else carry_use(intent.step, step)
    if more is not None:
        return now.with_mind(plan=plan, intent=replace(intent, step=more))
    return now.with_mind(
        plan=plan,
        intent=replace(intent, step=step, meant="", used=False, fetched=False, baulked=""),
    )
