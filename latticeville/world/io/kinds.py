"""Merge kinds with the kinds and built-in templates that they extend.

What a kind does not write comes from what it extends. States and counters are merged key by key. A
kind's own transitions come before the inherited ones, so they are tried first; `without` drops the
transitions of some verbs.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar

from latticeville.core.clock import parse_hours
from latticeville.world.model.objects import (
    PLAIN_USE,
    UNBOUNDED,
    Counter,
    CounterEffect,
    CounterGuard,
    Effect,
    Guard,
    HoldsGuard,
    InsideGuard,
    ItemEffect,
    Kind,
    ObjectStateSpec,
    RightGuard,
    TimeGuard,
    TransferEffect,
    Transition,
    WeatherGuard,
)
from latticeville.world.schema.kinds import (
    CounterTable,
    EffectTable,
    GuardTable,
    KindsFile,
    KindTable,
    StateTable,
    TransitionTable,
)
from latticeville.world.usual_day.vocabulary import words_of

_USES = (
    ("sleep", "{who} lies down on the {thing}.", "bed bunk cot mattress hammock"),
    ("sit", "{who} sits down at the {thing}.", "table desk"),
    ("sit", "{who} sits down on the {thing}.", "chair armchair stool bench sofa couch pew swing"),
    ("cook", "{who} cooks on the {thing}.", "stove oven cooker hearth fireplace grill"),
    ("wash", "{who} washes at the {thing}.", "sink bath bathtub tub shower basin washbasin"),
    ("read", "{who} reads at the {thing}.", "bookshelf bookcase shelf lectern board newspaper"),
    ("buy", "{who} is served at the {thing}.", "till counter stall bar kiosk"),
    ("play", "{who} plays the {thing}.", "piano organ guitar harp fiddle drum"),
    ("play", "{who} plays at the {thing}.", "dartboard billiards chessboard playground"),
    ("watch", "{who} looks at the {thing}.", "television tv fountain statue painting aquarium"),
    ("work", "{who} works at the {thing}.", "workbench anvil easel loom computer blackboard lathe"),
    ("drink", "{who} drinks from the {thing}.", "well pump tap fridge refrigerator"),
)
"""Verbs with their sentences, and the words of a name that give them."""
T = TypeVar("T", StateTable, CounterTable)
_TEMPLATES_FILE = Path(__file__).with_name("bases.toml")
_MERGED_KEYS = ("extends", "without", "states", "counters", "transitions", "verbs")


def plain_use(name: str, state: str) -> tuple[Transition, ...]:
    """Return the one transition of furniture in its only state, which changes nothing; none where
    its name tells no use.

    >>> [row.verb for row in plain_use("park bench", "still")], plain_use("obelisk", "still")
    (['sit'], ())
    """
    for word in reversed(words_of(name)):
        for verb, says, known in _USES:
            if word in known.split():
                return (Transition((state,), state, verb, says=says, origin=PLAIN_USE),)
    return ()


class MergedKind(NamedTuple):
    """A kind's table with all that it extends in it, and where each of its rows was written: kind
    and number.

    The kind is "" for a row of a template.
    """

    table: KindTable
    origins: tuple[tuple[str, int], ...]


@cache
def load_templates() -> Mapping[str, KindTable]:
    """Return the kinds that every world can extend, by name."""
    return KindsFile.model_validate(tomllib.loads(_TEMPLATES_FILE.read_text("utf-8"))).kinds


def find_base(kinds: Mapping[str, KindTable], name: str) -> tuple[str, KindTable | None]:
    """Return the name and the table of what a kind extends; a kind's own name means the template of
    that name.

    The name of a template is "" here; the table is None where there is nothing of the kind.
    """
    extends = kinds[name].extends
    if extends is None:
        return "", None
    if extends != name and extends in kinds:
        return extends, kinds[extends]
    return "", load_templates().get(extends)


def inheritance_chain(kinds: Mapping[str, KindTable], name: str) -> tuple[list[str], bool]:
    """Return the kinds from this one up through all that they extend, and whether they go round in
    a circle."""
    line = [name]
    while (above := find_base(kinds, line[-1])[0]) and above not in line:
        line.append(above)
    return line, bool(above)


def resolve_kinds(kinds: Mapping[str, KindTable]) -> dict[str, MergedKind]:
    """Return every kind with all that it extends; what goes round in a circle or is unknown extends
    nothing."""
    return {name: _merge_chain(kinds, name) for name in kinds}


def _merge_chain(kinds: Mapping[str, KindTable], name: str) -> MergedKind:
    line, circle = inheritance_chain(kinds, name)
    above = find_base(kinds, line[-1])[1] if not circle else None
    whole = (
        MergedKind(above, tuple(("", index) for index in range(len(above.transitions))))
        if above
        else None
    )
    for each in reversed(line if not circle else line[:1]):
        own = MergedKind(
            kinds[each], tuple((each, index) for index in range(len(kinds[each].transitions)))
        )
        whole = own if whole is None else _merge(own, whole)
    return whole or MergedKind(kinds[name], ())


def _merge(own: MergedKind, base: MergedKind) -> MergedKind:
    table, below = own.table, base.table
    written = {
        key: getattr(table, key) for key in table.model_fields_set if key not in _MERGED_KEYS
    }
    rows = zip(below.transitions, base.origins, strict=True)
    kept = [(row, origin) for row, origin in rows if row.verb not in table.without]
    update = {
        **written,
        "states": _merge_tables(table.states, below.states),
        "counters": _merge_tables(table.counters, below.counters),
        "transitions": [*table.transitions, *(row for row, _ in kept)],
        "verbs": _merge_verbs(table, below),
    }
    return MergedKind(
        below.model_copy(update=update), (*own.origins, *(origin for _, origin in kept))
    )


def _merge_verbs(own: KindTable, base: KindTable) -> list[str]:
    """Merge the verbs that are written; where neither table has any there are none."""
    if not (base.verbs or own.verbs):
        return []
    added = own.verbs or [row.verb for row in own.transitions if row.verb]
    return list(dict.fromkeys((*(verb for verb in base.verbs if verb not in own.without), *added)))


def _merge_tables(own: Mapping[str, T], base: Mapping[str, T]) -> dict[str, T]:
    """Merge tables by name and key."""
    merged = dict(base)
    for name, table in own.items():
        written = {key: getattr(table, key) for key in table.model_fields_set}
        merged[name] = base[name].model_copy(update=written) if name in base else table
    return merged


ANY_STATE = "*"
"""Stands for every state in a row's `from`."""


TRANSFERS: tuple[Literal["store", "fetch", "fill", "spend"], ...] = (
    "store",
    "fetch",
    "fill",
    "spend",
)
"""The keys of effects on what lies inside."""


def build_kind(name: str, table: KindTable, origins: tuple[tuple[str, int], ...] = ()) -> Kind:
    """Return the kind that a table describes; rows that name unknown states are left out.

    `origins` say where each row was written, where that is not in this table.
    """
    states = {
        state: ObjectStateSpec(
            state,
            look.glyph,
            look.color,
            look.blocks,
            look.opaque,
            look.alarm,
            look.final,
            look.tile,
            look.light,
            look.picture,
        )
        for state, look in table.states.items()
    } or {table.start: ObjectStateSpec(table.start)}
    return Kind(
        id=name,
        name=table.name or name,
        glyph=table.glyph or "?",
        color=table.color,
        blocks=table.blocks,
        portable=table.portable,
        start=table.start if table.start in states else next(iter(states)),
        states=states,
        counters={
            key: Counter(count.start, count.min, count.max) for key, count in table.counters.items()
        },
        transitions=_build_rows(name, table, tuple(states), origins),
        room=table.room,
        inside=table.inside,
        verbs_meant=tuple(table.verbs),
        tile=table.tile,
        light=table.light,
        picture=table.picture,
    )


def _build_rows(
    name: str, table: KindTable, states: tuple[str, ...], origins: tuple[tuple[str, int], ...]
) -> tuple[Transition, ...]:
    """Return the transitions of a kind; of furniture the plain use that its name tells."""
    rows = tuple(
        row
        for index, raw in enumerate(table.transitions)
        for row in _build_transitions(raw, states, origins[index] if origins else (name, index))
    )
    is_furniture = len(states) == 1 and not (table.portable or table.room or table.verbs)
    return plain_use(table.name or name, states[0]) if is_furniture and not rows else rows


def resolve_sources(table: TransitionTable, states: tuple[str, ...]) -> tuple[str, ...]:
    """Return the states that a row starts from, “*” resolved."""
    named = [table.source] if isinstance(table.source, str) else table.source
    return states if ANY_STATE in named else tuple(dict.fromkeys(named))


def build_guard(table: GuardTable) -> Guard:
    """Return the condition that a table describes."""
    most = _or_default(table.max, UNBOUNDED)
    if table.counter is not None:
        return CounterGuard(table.counter, _or_default(table.min, -UNBOUNDED), most)
    if table.inside is not None:
        return InsideGuard(
            table.inside, _or_default(table.min, 1 if table.max is None else 0), most
        )
    right: tuple[Literal["owner", "key"], bool | None]
    right = ("owner", table.owner) if table.key is None else ("key", table.key)
    if right[1] is not None:
        return RightGuard(right[0], wanted=right[1])
    if table.between is not None:
        return TimeGuard(parse_hours(table.between[0]), parse_hours(table.between[1]))
    if table.weather is None:
        return HoldsGuard(table.has or table.lacks or "", table.count, wanted=table.has is not None)
    return WeatherGuard(tuple(table.weather))


def _or_default(value: int | None, default: int) -> int:
    return default if value is None else value


def build_effect(table: EffectTable) -> Effect:
    """Return the effect that a table describes."""
    if table.counter is not None:
        amount = table.set if table.add is None else table.add
        return CounterEffect(table.counter, amount or 0, add=table.add is not None, clip=table.clip)
    if table.give is not None:
        return ItemEffect(table.give, table.count)
    if table.take is not None:
        return ItemEffect(table.take, -table.count)
    return next(
        TransferEffect(deed, item, table.count)
        for deed in TRANSFERS
        if (item := getattr(table, deed)) is not None
    )


def _build_transitions(
    table: TransitionTable, states: tuple[str, ...], origin: tuple[str, int]
) -> Iterator[Transition]:
    """Yield one transition, or one for each source where each leads back to itself."""
    sources = tuple(state for state in resolve_sources(table, states) if state in states)
    if table.to is not None and table.to not in states:
        return
    for some, target in (
        [(sources, table.to)] if table.to else [((state,), state) for state in sources]
    ):
        yield Transition(
            sources=some,
            target=target,
            verb=table.verb,
            after=table.after,
            guards=tuple(map(build_guard, table.needs)),
            effects=tuple(map(build_effect, table.does)),
            says=table.says,
            fails=table.fails,
            origin=origin,
        )


PRESETS_FILE = Path(__file__).with_name("presets.toml")
"""The presets and their tests, in the format of `kinds.toml`."""
_ALIASES = {
    "shop_counter": "counter shop stall till",
    "notice_board": "board noticeboard",
    "street_lamp": "streetlamp streetlight",
    "bed": "bunk cot",
    "bookshelf": "bookcase shelf",
    "chair": "armchair stool",
    "chest": "crate trunk",
    "fireplace": "hearth",
    "fridge": "freezer refrigerator",
    "lamp": "lantern",
    "sink": "basin tap",
    "stove": "cooker oven",
    "television": "tv",
    "toilet": "loo wc",
}
"""Other words for a preset."""


class KindPreset(NamedTuple):
    """A preset: its table as it is written in a world, and the kind that the table describes."""

    table: Mapping[str, Any]
    kind: Kind


@cache
def load_presets() -> Mapping[str, KindPreset]:
    """Return the presets by id, in the order of their file."""
    raw = tomllib.loads(PRESETS_FILE.read_text("utf-8"))
    tables = {
        name: {"name": name.replace("_", " "), **table} for name, table in raw["kinds"].items()
    }
    resolved = resolve_kinds(KindsFile.model_validate({"kinds": tables}).kinds)
    return {name: KindPreset(tables[name], build_kind(name, *resolved[name])) for name in tables}


def find_preset(name: str) -> str:
    """Return the id of the preset that fits the name of a kind; "" where none does.

    All words of the preset must be in the name. Of several presets, the one whose words come last
    fits best, then the one with more words.

    >>> find_preset("double bed"), find_preset("old coffee machine"), find_preset("counter"), find_preset("anvil")
    ('bed', 'coffee_machine', 'shop_counter', '')
    """
    words = re.findall(r"[^\W_]+", name.casefold())
    known = [(preset, preset.split("_")) for preset in load_presets()]
    known += [
        (preset, [alias]) for preset, aliases in _ALIASES.items() for alias in aliases.split()
    ]
    fitting = ((preset, wanted) for preset, wanted in known if {*wanted} <= {*words})
    ranked = [(max(map(words.index, wanted)), len(wanted), preset) for preset, wanted in fitting]
    return max(ranked)[2] if ranked else ""
