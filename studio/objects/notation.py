"""Parts of machines as lines that people type: states, counters, triggers, conditions and effects, both ways.

A condition reads `water >= 1`, `has 2 beans`, `lacks cup`, `inside bread >= 1`, `owner`, `not key`, `07:00-19:00` or
`weather rain|snow`; an effect `water -1`, `water = 5`, `food +3 clip`, `give coffee`, `take 2 beans`, `store *`. Commas
part them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from studio.documents.edit import Refused

FLAGS = ("blocks", "opaque", "alarm", "final")
"""What a state can be, beside its glyph and colour."""
DEEDS = ("give", "take", "store", "fetch", "fill", "spend")
"""Effects on items."""
STATE_HELP = "glyph c, color red, blocks, no blocks, opaque, alarm, final"
COUNTER_HELP = "start 3, min 0, max 5"
HEAD_HELP = "from, verb, to: ready brew brewing · brewing 3 done (minutes) · ready itself empty · a|b or * for many"
NEEDS_HELP = "water >= 1, has 2 beans, lacks cup, inside bread <= 3, owner, not key, 07:00-19:00, weather rain|snow"
DOES_HELP = "water -1, water = 5, food +3 clip, give coffee, take 2 beans, store *, fetch bread, fill x, spend x"

_WORD = r"[a-z][a-z0-9_]*"
_LIMIT = re.compile(rf"(inside\s+)?({_WORD}|\*)\s*(>=|<=|=)\s*(-?\d{{1,7}})")
_RANGE = re.compile(rf"(inside\s+)?({_WORD}|\*)\s*=?\s*(-?\d{{1,7}})\s*\.\.\s*(-?\d{{1,7}})")
_ITEM = re.compile(rf"(has|lacks)\s+(?:(\d{{1,7}})\s+)?({_WORD})")
_HOURS = re.compile(r"(\d\d?:\d\d)\s*-\s*(\d\d?:\d\d)")
_COUNT = re.compile(rf"({_WORD})\s*([-+=])\s*(-?\d{{1,7}})(\s+clip)?")
_DEED = re.compile(rf"({'|'.join(DEEDS)})\s+(?:(\d{{1,7}})\s+)?({_WORD}|\*)")
_AFTER = re.compile(r"(?:after\s+)?(\d{1,6})(?:\s*min)?")
_PIECE = re.compile(r'"([^"]*)"|(\S+)')


def state_text(table: Mapping[str, Any]) -> str:
    """Write what a state looks like.

    >>> state_text({"color": "red", "alarm": True, "blocks": False})
    'color red, no blocks, alarm'
    """
    looks = [f"{key} {table[key]}" for key in ("glyph", "color") if key in table]
    return ", ".join((*looks, *(key if table[key] else f"no {key}" for key in FLAGS if key in table)))


def state_of(text: str) -> dict[str, Any]:
    """Read what a state looks like, or refuse.

    >>> state_of("color red, no blocks, alarm")
    {'color': 'red', 'blocks': False, 'alarm': True}
    """
    table: dict[str, Any] = {}
    for part in _parts(text):
        key, _, value = part.partition(" ")
        if key in ("glyph", "color") and value.strip():
            table[key] = value.strip()
        elif part in FLAGS or (key == "no" and value.strip() in FLAGS):
            table[value.strip() if key == "no" else part] = key != "no"
        else:
            raise Refused(f"“{part}” is nothing that a state can be: write {STATE_HELP}")
    return table


def counter_text(table: Mapping[str, Any]) -> str:
    """Write where a counter starts and ends."""
    return ", ".join(f"{key} {table[key]}" for key in ("start", "min", "max") if key in table)


def counter_of(text: str) -> dict[str, int]:
    """Read where a counter starts and ends, or refuse.

    >>> counter_of("start 3, max 5")
    {'start': 3, 'max': 5}
    """
    table = {}
    for key, value in re.findall(r"([^\s,]+)\s*([^\s,]*)", text):
        if key not in ("start", "min", "max") or not re.fullmatch(r"-?\d{1,7}", value):
            raise Refused(f"write {COUNTER_HELP}")
        table[key] = int(value)
    return table


def head_text(row: Mapping[str, Any]) -> str:
    """Write from where, upon what and to where a row leads.

    >>> head_text({"from": ["on", "ready"], "after": 5, "to": "off"}), head_text({"from": "on", "verb": "use"})
    ('on|ready 5 off', 'on use')
    """
    named = row.get("from", "*")
    sources = "|".join(named) if isinstance(named, list) else str(named)
    middle = row.get("verb") or (str(row["after"]) if "after" in row else "itself")
    return " ".join(_quoted(part) for part in (sources, middle, row.get("to")) if part)


def head_of(text: str, states: Sequence[str]) -> dict[str, Any]:
    """Read from where, upon what and to where a row leads, or refuse; a key that falls away is None.

    >>> head_of("ready brew brewing", ["ready", "brewing"])
    {'from': 'ready', 'verb': 'brew', 'after': None, 'to': 'brewing'}
    """
    pieces = [quoted or plain for quoted, plain in _PIECE.findall(text)]
    if len(pieces) < 2:
        raise Refused(HEAD_HELP)
    to = pieces[-1] if len(pieces) > 2 else None
    middle = " ".join(pieces[1:-1] if to else pieces[1:])
    sources = pieces[0].split("|")
    for state in (*(one for one in sources if one != "*"), *([to] if to else [])):
        if state not in states:
            raise Refused(f"there is no state “{state}”; there are {', '.join(states)}")
    after, itself = _AFTER.fullmatch(middle), middle in ("itself", "by itself")
    if not after and not itself and not re.fullmatch(_WORD, middle):
        raise Refused(f"“{middle}” is no verb: small letters, digits and _ only")
    return {
        "from": sources[0] if len(sources) == 1 else sources,
        "verb": None if after or itself else middle,
        "after": int(after[1]) if after else None,
        "to": to,
    }


def needs_text(guards: Sequence[Mapping[str, Any]]) -> str:
    """Write conditions."""
    return ", ".join(map(_need_text, guards))


def needs_of(text: str) -> list[dict[str, Any]]:
    """Read conditions, or refuse.

    >>> needs_of("water >= 1, has 2 beans, not key")
    [{'counter': 'water', 'min': 1}, {'has': 'beans', 'count': 2}, {'key': False}]
    """
    return [_need_of(part) for part in _parts(text)]


def does_text(effects: Sequence[Mapping[str, Any]]) -> str:
    """Write effects."""
    return ", ".join(map(_effect_text, effects))


def does_of(text: str) -> list[dict[str, Any]]:
    """Read effects, or refuse.

    >>> does_of("water -1, water = 5, give 2 coins")
    [{'counter': 'water', 'add': -1}, {'counter': 'water', 'set': 5}, {'give': 'coins', 'count': 2}]
    """
    return [_effect_of(part) for part in _parts(text)]


def items_text(items: Mapping[str, int]) -> str:
    """Write how many there are of each: `2 beans, 1 cup`."""
    return ", ".join(f"{count} {item}" for item, count in items.items())


def items_of(text: str) -> dict[str, int]:
    """Read how many there are of each, or refuse.

    >>> items_of("2 beans, cup")
    {'beans': 2, 'cup': 1}
    """
    found = {}
    for part in _parts(text):
        match = re.fullmatch(rf"(?:(\d{{1,7}})\s+)?({_WORD})", part)
        if not match or match[1] == "0":
            raise Refused("write how many and what: 2 beans, 1 cup")
        found[match[2]] = int(match[1] or 1)
    return found


def _need_text(guard: Mapping[str, Any]) -> str:
    word = next(
        key for key in ("owner", "key", "has", "lacks", "between", "weather", "inside", "counter") if key in guard
    )
    value = guard[word]
    match word:
        case "owner" | "key":
            return word if value else f"not {word}"
        case "has" | "lacks":
            return f"{word} {_many(guard)}{value}"
        case "between":
            return "-".join(value)
        case "weather":
            return f"weather {'|'.join(value)}"
    return _bounds_text(f"inside {value}" if word == "inside" else str(value), guard.get("min"), guard.get("max"))


def _bounds_text(name: str, least: int | None, most: int | None) -> str:
    if most is None:
        return f"{name} >= {1 if least is None else least}"
    if least is None:
        return f"{name} <= {most}"
    return f"{name} = {least}" if least == most else f"{name} {least}..{most}"


def _need_of(part: str) -> dict[str, Any]:
    if limit := _LIMIT.fullmatch(part):
        value = int(limit[4])
        bounds = {">=": {"min": value}, "<=": {"max": value}, "=": {"min": value, "max": value}}[limit[3]]
        return {"inside" if limit[1] else "counter": limit[2], **bounds}
    if between := _RANGE.fullmatch(part):
        return {"inside" if between[1] else "counter": between[2], "min": int(between[3]), "max": int(between[4])}
    if item := _ITEM.fullmatch(part):
        return {item[1]: item[3], **({"count": int(item[2])} if item[2] else {})}
    if hours := _HOURS.fullmatch(part):
        return {"between": [hours[1].rjust(5, "0"), hours[2].rjust(5, "0")]}
    word, _, rest = part.partition(" ")
    if word == "weather" and rest.strip():
        return {"weather": [one.strip() for one in rest.split("|")]}
    if part in ("owner", "key", "not owner", "not key"):
        return {part.removeprefix("not "): not part.startswith("not ")}
    raise Refused(f"“{part}” is no condition: {NEEDS_HELP}")


def _effect_text(effect: Mapping[str, Any]) -> str:
    deed = next((deed for deed in DEEDS if deed in effect), None)
    if deed:
        return f"{deed} {_many(effect)}{effect[deed]}"
    clip = " clip" if effect.get("clip") else ""
    if "set" in effect:
        return f"{effect.get('counter')} = {effect['set']}{clip}"
    return f"{effect.get('counter')} {effect.get('add', 0):+d}{clip}"


def _effect_of(part: str) -> dict[str, Any]:
    if deed := _DEED.fullmatch(part):
        return {deed[1]: deed[3], **({"count": int(deed[2])} if deed[2] else {})}
    if count := _COUNT.fullmatch(part):
        amount = int(count[3])
        if count[2] != "=" and count[3].startswith("-"):
            raise Refused(f"“{part}” has two signs")
        how = {"set": amount} if count[2] == "=" else {"add": amount if count[2] == "+" else -amount}
        return {"counter": count[1], **how, **({"clip": True} if count[4] else {})}
    raise Refused(f"“{part}” is no effect: {DOES_HELP}")


def _many(part: Mapping[str, Any]) -> str:
    return f"{part['count']} " if "count" in part else ""


def _parts(text: str) -> list[str]:
    return [part for raw in text.split(",") if (part := " ".join(raw.split()))]


def _quoted(part: str) -> str:
    return f'"{part}"' if re.search(r"\s", part) else part
