"""ATTACK: hurt somebody beside one; those who attack each other both get hurt."""

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from latticeville.core.rng import rng
from latticeville.mind.action import ATTACK, Action
from latticeville.rules.exertion import exert, has_energy, vitals_of
from latticeville.rules.survival.events import Attacked, OutOfReach
from latticeville.rules.survival.mind.forms import DeedForm
from latticeville.rules.survival.needs import acted_now, hurt, refusal_to_act
from latticeville.rules.survival.senses import people_near, refusal_to_reach
from latticeville.sim.rule_set import ActionKind
from latticeville.sim.state import State
from latticeville.sim.tick_draft import TickDraft
from latticeville.world.model.survival import THOUSAND


class Attack(ActionKind):
    """Attack `target`."""

    name = ATTACK
    form = DeedForm({"to_agent_id": "target"}, "attack|hit|strike|fight|hurt")

    def valid_actions(self, state: State, who: str) -> Iterable[Action]:
        """Yield everybody near."""
        if refusal_to_act(state, who) or not has_energy(
            state, who, state.world.survival.attack_energy
        ):
            return ()
        return (Action(ATTACK, other) for other in people_near(state, who))

    def refusal_reason(self, state: State, who: str, action: Action) -> str:
        """Ask for a living person, and for somebody who has not acted in this survival step."""
        return refusal_to_act(state, who) or refusal_to_reach(state, who, action.target)

    def resolve(self, draft: TickDraft, who: str, action: Action) -> None:
        """Claim the blow."""
        body = exert(draft, who, action, draft.world.survival.attack_energy)
        if body is not None:
            draft.put_body(
                replace(body, vitals=acted_now(draft, vitals_of(body)), doing="fighting")
            )
            draft.claims_of(Blow).append(Blow(who, action.target))


class Blow(NamedTuple):
    """Somebody strikes at somebody."""

    who: str
    to: str


def settle_attacks(draft: TickDraft) -> None:
    """Let all blows land at once, between people who were beside each other before the tick."""
    before, blows = draft.before, draft.claims_of(Blow)
    for blow in blows:
        area = before.bodies[blow.who].area
        if not before.bodies[blow.who].cell.is_near(before.bodies[blow.to].cell):
            draft.events.append(
                OutOfReach(blow.who, area, ATTACK, blow.to, "they are too far away.")
            )
            continue
        damage = _damage(draft, blow, frozenset(blows))
        body = draft.get_body(blow.to)
        draft.put_body(replace(body, vitals=hurt(vitals_of(body), damage)))
        draft.events.append(Attacked(blow.who, area, blow.to, damage))


def _damage(draft: TickDraft, blow: Blow, blows: frozenset[Blow]) -> int:
    """Return the damage of a blow in thousandths: a die, the cover of allies, and strength where
    both strike."""
    before, rules = draft.before, draft.world.survival
    die = rng(before.seed, draft.tick, blow.who, "attack").integer_below(rules.damage_die + 1)
    attackers = {one.who for one in blows if one.to == blow.to}
    near = (other for other in people_near(before, blow.to) if other not in attackers)
    cover = min(
        rules.most_cover, rules.cover * sum(_is_ally(before, other, blow.to) for other in near)
    )
    damage = (rules.damage + die) * (THOUSAND - cover) // THOUSAND
    if Blow(blow.to, blow.who) not in blows:
        return damage
    mine, theirs = (max(1, vitals_of(before.bodies[who]).strength) for who in blow)
    return 2 * damage * mine // (mine + theirs)


def _is_ally(state: State, who: str, victim: str) -> bool:
    held, rules = state.minds[who].relations.to(victim), state.world.survival
    return held.is_kin or THOUSAND * held.trust >= rules.ally_trust
