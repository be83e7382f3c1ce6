"""The notation of state machines: parse typed lines, and write parts as lines.

A condition reads `water >= 1`, `has 2 beans`, `lacks cup`, `inside bread >= 1`, `owner`, `not key`,
`07:00-19:00` or `weather rain|snow`; an effect `water -1`, `water = 5`, `food +3 clip`, `give
coffee`, `take 2 beans`, `store *`. Commas or “and” part them: `has 2 beans and cup`.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from studio.project.edits.edit import EditRefusedError
from studio.project.formats.plain_values import to_toml

LOOKS = ("glyph", "color", "tile", "picture", "light")
"""The keys of a state that have a value."""
FLAGS = ("blocks", "opaque", "alarm", "final")
"""What a state can be, beside its glyph and colour."""
DEEDS = ("give", "take", "store", "fetch", "fill", "spend")
"""Effects on items."""
STATE_HELP = (
    "glyph c, color red, tile ♣♠, picture bed.png, light 5, blocks, no blocks, opaque, alarm, final"
)
COUNTER_HELP = "start 3, min 0, max 5"
NEEDS_HELP = (
    "water >= 1, has 2 beans, lacks cup, inside bread <= 3, owner, not key, 07:00-19:00, "
    "weather rain|snow"
)
DOES_HELP = (
    "water -1, water = 5, food +3 clip, give coffee, take 2 beans, store *, fetch bread, "
    "fill x, spend x"
)

_WORD = r"[a-z][a-z0-9_]*"
_LIMIT = re.compile(rf"(inside\s+)?({_WORD}|\*)\s*(>=|<=|=)\s*(-?\d{{1,7}})")
_RANGE = re.compile(rf"(inside\s+)?({_WORD}|\*)\s*=?\s*(-?\d{{1,7}})\s*\.\.\s*(-?\d{{1,7}})")
_ITEM = re.compile(rf"(has|lacks|with|without)\s+(?:(\d{{1,7}})\s+)?({_WORD})")
_HOURS = re.compile(r"(\d\d?:\d\d)\s*-\s*(\d\d?:\d\d)")
_COUNT = re.compile(rf"({_WORD})\s*([-+=])\s*(-?\d{{1,7}})(\s+clip)?")
_DEED = re.compile(rf"({'|'.join(DEEDS)})\s+(?:(\d{{1,7}})\s+)?({_WORD}|\*)")
_WEATHER = re.compile(r"weather (.+)")
_ITEM_WORDS, _RIGHTS = ("has", "lacks", "with", "without", *DEEDS), ("owner", "key")
_RIGHT = re.compile(r"(not )?(owner|key)")
_LETTERS = re.compile(r'\b(glyph|tile)\s+(?:"(.{1,2})"|(\S{1,2}))\s*(?:,|$)')
_AFTER = re.compile(r"(?:after\s+)?(\d{1,6})\s*(min|h)?")
_COUNTED = re.compile(rf"(?:\d{{1,7}}\s+)?(?:{_WORD}|\*)")


def format_state(table: Mapping[str, Any]) -> str:
    """Write what a state looks like.

    >>> format_state({"color": "red", "alarm": True, "blocks": False})
    'color red, no blocks, alarm'
    """
    looks = [
        f"{key} {_format_letters(str(table[key]))}" for key in LOOKS if table.get(key) is not None
    ]
    return ", ".join(
        (*looks, *(key if table[key] else f"no {key}" for key in FLAGS if key in table))
    )


def parse_state(text: str) -> dict[str, Any]:
    """Read what a state looks like, or refuse.

    >>> parse_state("color red, no blocks, alarm")
    {'color': 'red', 'blocks': False, 'alarm': True}
    >>> parse_state('tile ", ", light 3')
    {'tile': ', ', 'light': 3}
    """
    table: dict[str, Any] = {key: quoted or plain for key, quoted, plain in _LETTERS.findall(text)}
    for part in _split(_LETTERS.sub("", text)):
        key, _, value = part.partition(" ")
        if key in LOOKS and value:
            table[key] = _parse_whole(value) if key == "light" else value
        elif (flag := part.removeprefix("no ")) in FLAGS:
            table[flag] = flag == part
        else:
            raise EditRefusedError(f"unknown state option “{part}”; options: {STATE_HELP}")
    return table


def format_counter(table: Mapping[str, Any]) -> str:
    """Write where a counter starts and ends."""
    return ", ".join(f"{key} {table[key]}" for key in ("start", "min", "max") if key in table)


def parse_counter(text: str) -> dict[str, int]:
    """Read where a counter starts and ends, or refuse.

    >>> parse_counter("start 3, max 5")
    {'start': 3, 'max': 5}
    """
    table = {}
    for key, value in re.findall(r"([^\s,]+)\s*([^\s,]*)", text):
        if key not in ("start", "min", "max") or not re.fullmatch(r"-?\d{1,7}", value):
            raise EditRefusedError(f"type {COUNTER_HELP}")
        table[key] = int(value)
    return table


def _check_states(named: Sequence[str], states: Sequence[str]) -> None:
    """Refuse a state that there is not."""
    for state in named:
        if state not in states:
            raise EditRefusedError(f"no state “{state}”; known states: {', '.join(states)}")


def parse_trigger(text: str) -> dict[str, Any]:
    """Read what fires a transition, or refuse: minutes, nothing, or a verb.

    >>> parse_trigger("after 5 min"), parse_trigger("by itself"), parse_trigger("use")
    ({'verb': None, 'after': 5}, {'verb': None, 'after': None}, {'verb': 'use', 'after': None})
    """
    if after := _AFTER.fullmatch(text):
        return {"verb": None, "after": int(after[1]) * (60 if after[2] == "h" else 1)}
    if text in ("itself", "by itself"):
        return {"verb": None, "after": None}
    if re.fullmatch(_WORD, text):
        return {"verb": text, "after": None}
    known = "a verb of lowercase letters, digits and _, after 5 min, 2 h, or by itself"
    raise EditRefusedError(f"“{text}” is no trigger: type {known}")


def format_guards(guards: Sequence[Mapping[str, Any]]) -> str:
    """Write conditions."""
    return ", ".join(map(_format_guard, guards))


def parse_guards(text: str) -> list[dict[str, Any]]:
    """Read conditions, or refuse.

    >>> parse_guards("water >= 1, has 2 beans, not key")
    [{'counter': 'water', 'min': 1}, {'has': 'beans', 'count': 2}, {'key': False}]
    """
    return [parse_guard(one) for part in _split(text) for one in expand_and(part)]


def format_effects(effects: Sequence[Mapping[str, Any]]) -> str:
    """Write effects."""
    return ", ".join(map(_format_effect, effects))


def parse_effects(text: str) -> list[dict[str, Any]]:
    """Read effects, or refuse.

    >>> parse_effects("water -1, water = 5, give 2 coins")
    [{'counter': 'water', 'add': -1}, {'counter': 'water', 'set': 5}, {'give': 'coins', 'count': 2}]
    """
    return [parse_effect(one) for part in _split(text) for one in expand_and(part)]


def format_arrow(row: Mapping[str, Any]) -> tuple[str, str]:
    """Write where a row starts, and what leads where.

    >>> format_arrow({"from": "brewing", "after": 3, "to": "done"})
    ('brewing', '─after 3 min→ done')
    """
    named = row.get("from", "*")
    sources = (
        ", ".join(named) if isinstance(named, list) else "any state" if named == "*" else str(named)
    )
    when = row.get("verb") or (f"after {row['after']} min" if "after" in row else "by itself")
    return sources, f"─{when}→ {row.get('to') or 'stays'}"


def format_field(value: object) -> str:
    """Write the value of a field of a kind as it is typed.

    >>> format_field(None), format_field(["use", "fill"]), format_field({"beans": 2}), format_field(True)
    ('', 'use, fill', '2 beans', 'true')
    """
    if isinstance(value, Mapping):
        return format_items(value)
    if isinstance(value, list):
        return ", ".join(value)
    return "" if value is None else value if isinstance(value, str) else to_toml(value)


def parse_field(key: str, text: str, states: Sequence[str]) -> object:
    """Read the value of a field of a kind, or refuse; one that is left out is None.

    >>> parse_field("verbs", "use, fill", ()), parse_field("room", "3", ()), parse_field("name", "", ())
    (['use', 'fill'], 3, None)
    """
    if not text:
        return None
    match key:
        case "without" | "verbs":
            return _split(text) or None
        case "room" | "light":
            return _parse_whole(text)
        case "inside":
            return parse_items(text) or None
        case "start":
            _check_states([text], states)
    return text


def parse_name(text: str) -> tuple[str, str]:
    """Read a name and what is written after it; a name of several words stands in quotes, or ends
    with a colon.

    >>> parse_name('"out of order" color red'), parse_name("water, max 5")
    (('out of order', 'color red'), ('water', 'max 5'))
    """
    found = re.fullmatch(r'(?:"([^"]+)"|([^:]+):|([^\s:,]+))\s*(.*)', text.strip())
    if not found:
        raise EditRefusedError("type a name")
    return (found[1] or found[2] or found[3]).strip(), found[4].lstrip(", ")


def format_items(items: Mapping[str, int]) -> str:
    """Write how many there are of each: `2 beans, 1 cup`."""
    return ", ".join(f"{count} {item}" for item, count in items.items())


def parse_items(text: str) -> dict[str, int]:
    """Read how many there are of each, or refuse.

    >>> parse_items("2 beans, cup")
    {'beans': 2, 'cup': 1}
    """
    found = Counter[str]()
    for part in _split(text):
        match = re.fullmatch(rf"(?:(\d{{1,7}})\s+)?({_WORD})", part)
        if not match or match[1] == "0":
            raise EditRefusedError("type numbers and items: 2 beans, 1 cup")
        found[match[2]] += int(match[1] or 1)
    return dict(found)


def _format_guard(guard: Mapping[str, Any]) -> str:
    word = next(
        key
        for key in ("owner", "key", "has", "lacks", "between", "weather", "inside", "counter")
        if key in guard
    )
    value = guard[word]
    match word:
        case "owner" | "key":
            return word if value else f"not {word}"
        case "has" | "lacks":
            return f"{word} {_format_count(guard)}{value}"
        case "between":
            return "-".join(value)
        case "weather":
            return f"weather {'|'.join(value)}"
    return _format_bounds(
        f"inside {value}" if word == "inside" else str(value), guard.get("min"), guard.get("max")
    )


def _format_bounds(name: str, least: int | None, most: int | None) -> str:
    if most is None:
        return f"{name} >= {1 if least is None else least}"
    if least is None:
        return f"{name} <= {most}"
    return f"{name} = {least}" if least == most else f"{name} {least}..{most}"


def parse_guard(part: str) -> dict[str, Any]:
    """Read one condition, or refuse."""
    if bounds := _parse_bounds(part):
        return bounds
    if item := _ITEM.fullmatch(part):
        word = {"with": "has", "without": "lacks"}.get(item[1], item[1])
        return {word: item[3], **({"count": int(item[2])} if item[2] else {})}
    if hours := _HOURS.fullmatch(part):
        return {"between": [hours[1].rjust(5, "0"), hours[2].rjust(5, "0")]}
    if weather := _WEATHER.fullmatch(part):
        return {"weather": [one.strip() for one in weather[1].split("|")]}
    if right := _RIGHT.fullmatch(part):
        return {right[2]: not right[1]}
    raise EditRefusedError(f"“{part}” is not a condition: {NEEDS_HELP}")


def _parse_bounds(part: str) -> dict[str, Any] | None:
    """Read a condition on a counter or on what lies inside."""
    if limit := _LIMIT.fullmatch(part):
        value = int(limit[4])
        bounds = {">=": {"min": value}, "<=": {"max": value}, "=": {"min": value, "max": value}}[
            limit[3]
        ]
        return {"inside" if limit[1] else "counter": limit[2], **bounds}
    if between := _RANGE.fullmatch(part):
        return {
            "inside" if between[1] else "counter": between[2],
            "min": int(between[3]),
            "max": int(between[4]),
        }
    return None


def _format_effect(effect: Mapping[str, Any]) -> str:
    deed = next((deed for deed in DEEDS if deed in effect), None)
    if deed:
        return f"{deed} {_format_count(effect)}{effect[deed]}"
    clip = " clip" if effect.get("clip") else ""
    if "set" in effect:
        return f"{effect.get('counter')} = {effect['set']}{clip}"
    return f"{effect.get('counter')} {effect.get('add', 0):+d}{clip}"


def parse_effect(part: str) -> dict[str, Any]:
    """Read one effect, or refuse."""
    if deed := _DEED.fullmatch(part):
        return {deed[1]: deed[3], **({"count": int(deed[2])} if deed[2] else {})}
    if count := _COUNT.fullmatch(part):
        amount = int(count[3])
        if count[2] != "=" and count[3].startswith("-"):
            raise EditRefusedError(f"“{part}” has two signs")
        how = (
            {"set": amount} if count[2] == "=" else {"add": amount if count[2] == "+" else -amount}
        )
        return {"counter": count[1], **how, **({"clip": True} if count[4] else {})}
    raise EditRefusedError(f"“{part}” is not an effect: {DOES_HELP}")


def expand_and(part: str) -> list[str]:
    """Return the conditions or effects that “and” joins in one part; items share the first word.

    >>> expand_and("has 2 beans and cup"), expand_and("owner and water >= 1")
    (['has 2 beans', 'has cup'], ['owner', 'water >= 1'])
    """
    first, *more = re.split(r"\s+and\s+", part)
    word, _, rest = first.partition(" ")
    shared = word if rest and word in _ITEM_WORDS else ""
    others = [
        f"{shared} {one}" if shared and _COUNTED.fullmatch(one) and one not in _RIGHTS else one
        for one in more
    ]
    return [first, *others]


def _format_count(part: Mapping[str, Any]) -> str:
    return f"{part['count']} " if "count" in part else ""


def _split(text: str) -> list[str]:
    return [part for raw in text.split(",") if (part := " ".join(raw.split()))]


def _parse_whole(text: str) -> int:
    if not re.fullmatch("[0-9]{1,7}", text):
        raise EditRefusedError("type a number")
    return int(text)


def _format_letters(text: str) -> str:
    return f'"{text}"' if re.search(r'[\s,"]', text) else text
