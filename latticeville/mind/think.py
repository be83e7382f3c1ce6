"""The loop of one mind in one tick: perceive, remember, react, plan, reflect, choose one action,
write back.

A generator without input or output: it yields questions and queries, is sent the answers, and
returns its decision.
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
from latticeville.mind.mind import Decision, Intent, Mind, Thinking, ThoughtProcess
from latticeville.mind.needs import change_needs
from latticeville.mind.percept import Observation, Percept, share_sights
from latticeville.mind.plan import Plan, carry_use
from latticeville.mind.planner import deliberate
from latticeville.mind.react import heed_news, keep_or_react, react
from latticeville.mind.reflect import add_importance
from latticeville.mind.relation_updates import sum_up_talk, update_relations
from latticeville.mind.scenes import be_changed, play
from latticeville.mind.situation import PLAN_WANT, Options, Situation
from latticeville.mind.troubles import note_troubles
from latticeville.mind.variations import vary_routine
from latticeville.world.model.world import World
from latticeville.world.usual_day.usual_day import usual_days

RETRY_MINUTES = 5
"""Minutes after which people try a way again that was closed."""
MAX_WAIT_MINUTES = 40
"""Most minutes that people wait before they try again where there was no room."""


def think(mind: Mind, percept: Percept, options: Options, world: World) -> ThoughtProcess:
    """Run the loop once."""
    now = _notice(Situation.begin(mind, percept, world, options))
    now = _remember(_believe(now))
    now = note_troubles(now)
    if world.minds.relations:
        now = update_relations(now)
    now = be_changed(settle(hear_claims(now)))
    for faculty in options.faculties:
        now = faculty.believe(now)
    if world.minds.talk:
        now = listen(now)
    now = change_needs(_select_step(now))
    return now.trace.attach_to((yield from _decide(now)))


def _decide(now: Situation) -> ThoughtProcess:
    """Do what was chosen from outside, what an urgent need asks for, or what model or plan say."""
    acted = now.mind.intent.acted
    if acted is not None:
        return carry_out((yield from _plan_ahead(now)), acted)
    urgent = next((one for one in now.options.faculties if one.is_urgent(now)), None)
    if urgent is not None:
        now = yield from deliberate(now)
        return (yield from choose_under_need(now, urgent.inquire(now)))
    cue = now.percept.cue
    if cue is not None:
        now = yield from _plan_ahead(now)
        played = play(now, cue)
        if played is not None:
            return played
    if now.settings.act == "model":
        return (yield from _act_by_model(now))
    return (yield from _act_by_plan(now))


def _act_by_plan(now: Situation) -> ThoughtProcess:
    """React to what calls for it, or follow the plan."""
    now, decision = yield from react(now)
    if decision is not None:
        return decision
    now = yield from _plan_ahead(now)
    return _wish_or_follow(now)


def _wish_or_follow(now: Situation) -> Decision:
    """Do what a set of rules wants more than the plan, unless there is no time; or follow the
    plan."""
    wish = None if awaits_words(now) or now.options.next_closing() else now.strongest_wish()
    if wish is None or wish.want <= PLAN_WANT:
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
    """Keep to the plan or change it, plan what is due, or sum up a talk; nothing where something
    was asked before."""
    if now.trace.asks:
        return now
    if now.settings.react == "always":
        now, changed = yield from keep_or_react(now)
        if changed:
            return now
    asked = len(now.trace.asks)
    now = yield from deliberate(now)
    if len(now.trace.asks) == asked:
        now = yield from sum_up_talk(now)
    return now


def _notice(now: Situation) -> Situation:
    """Perceive also what no event tells, and only what is heeded."""
    for faculty in now.options.faculties:
        now = faculty.notice(now)
    now = replace(now, percept=filter_news(now))
    return replace(now, percept=heed_claims(now))


def _believe(now: Situation) -> Situation:
    beliefs = merge(now.mind.beliefs, now.percept)
    if now.percept.sights is now.mind.beliefs.sights:
        return now.with_mind(beliefs=beliefs)
    alarms = share_sights(now.percept.sights).alarms
    if alarms == now.mind.intent.alarms:
        return now.with_mind(beliefs=beliefs)
    return now.with_mind(beliefs=beliefs, intent=replace(now.mind.intent, alarms=alarms))


def _remember(now: Situation) -> Situation:
    if not now.percept.news:
        return now
    first = len(now.mind.memory)
    records = [
        MemoryRecord(
            first + count,
            "action" if news.actor == now.who else "observation",
            news.text,
            now.tick,
            now.percept.place,
            importance=news.importance,
            topic=remembered_topic(news),
            about=tuple(filter(None, dict.fromkeys((news.actor, *news.about)))),
            shared=knowing(news, now.percept),
            spoken=news.kind == "said",
            doing=news.doing,
        )
        for count, news in enumerate(now.percept.news)
    ]
    inner = add_importance(
        now.mind.inner, [news.importance for news in now.percept.news], now.settings
    )
    memory, intent = now.mind.memory.grow(records), _note_obstacles(now.mind.intent, now.percept)
    return now.with_mind(memory=memory, inner=inner, intent=intent)


def _note_obstacles(intent: Intent, percept: Percept) -> Intent:
    """Return the intent of somebody who may have been turned away, or have found the way closed."""
    for news in percept.news:
        if news.kind == "barred" and news.actor == percept.who:
            intent = _note_refusal(intent, news, percept.minute)
        elif news.kind == "baulked" and news.actor == percept.who:
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
    minute, intent = now.minute, now.mind.intent
    if intent.baulked and minute >= intent.baulked_at + RETRY_MINUTES:
        intent = replace(intent, baulked="")
        now = now.with_mind(intent=intent)
    plan = now.mind.plan
    if (
        intent.step is not None
        and minute in intent.step
        and plan is not None
        and minute // DAY == plan.day
    ):
        due = plan.appointment_at(minute)
        if due is None or due == intent.step:
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
