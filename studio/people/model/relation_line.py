"""Relations of a world typed as one line, such as “parents of: Ann, Bo”; both sides are set."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from latticeville.mind.relation import CLOSENESS, TRUST
from latticeville.world.model.bonds import read_relationship
from latticeville.world.model.personas import Relationship
from studio.people.model.names import NameTable, read_names
from studio.project.documents.entries import list_entries
from studio.project.documents.project import Project, persona_file
from studio.project.edits.edit import CompositeEdit, Edit, EditRefusedError
from studio.project.edits.values import InsertValue, SetValue
from studio.project.formats.plain_values import value_at
from studio.ui.dialogs.line_guide import LineGuide, LinePlace

_PAIRS = """
mother/child father/child parent/child daughter/parent son/parent stepmother/stepchild
stepfather/stepchild grandmother/grandchild grandfather/grandchild grandparent/grandchild
granddaughter/grandparent grandson/grandparent godparent/godchild guardian/ward
husband/wife brother/sibling sister/sibling aunt/niece_or_nephew uncle/niece_or_nephew
niece/aunt_or_uncle nephew/aunt_or_uncle teacher/pupil master/apprentice employer/employee
boss/employee landlord/tenant doctor/patient supplier/customer shopkeeper/customer
creditor/debtor mentor/protégé leader/follower host/guest
"""
_ALIKE = """
sibling twin cousin spouse partner lover friend best_friend old_friend childhood_friend ally rival
enemy opponent neighbour neighbor colleague housemate schoolmate acquaintance stranger ex fiancé
"""
_PLURALS = {"children": "child", "wives": "wife", "people": "person"}


def _counterparts() -> dict[str, str]:
    """Return for each role what the other then is; of two readings the first counts."""
    found = {word.replace("_", " "): word.replace("_", " ") for word in _ALIKE.split()}
    for pair in _PAIRS.split():
        one, other = pair.replace("_", " ").split("/")
        found.setdefault(one, other)
        found.setdefault(other, one)
    return found | {"child": "parent", "niece or nephew": "aunt or uncle"}


COUNTERPARTS: Mapping[str, str] = _counterparts()
"""What the other is to somebody who is this to them."""
EXAMPLE = "parent of: Ann, Bo"
_HINT = "What they are to others, such as: parents of: Ann, Bo · siblings · boss / worker of: Cy"
_OF = re.compile(r"\s+of\s*:\s*|\s*:\s+")
_VALUES = re.compile(r"\s+((?:0?\.\d+|[01](?:\.\d+)?)(?:[ ,]+(?:0?\.\d+|[01](?:\.\d+)?))?)$")


class RelationLine(NamedTuple):
    """What some people are to others, and these to them; closeness and trust where they are
    typed."""

    ones: tuple[str, ...]
    others: tuple[str, ...]
    how: str
    back: str
    values: Mapping[str, float] = {}

    @property
    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield every one with every other; among themselves, each two once."""
        within = self.ones == self.others
        for place, one in enumerate(self.ones):
            for other in self.others[place + 1 :] if within else self.others:
                if one != other:
                    yield one, other


def relation_rows(project: Project) -> dict[tuple[str, str], Mapping[str, Any]]:
    """Return what the people of this world say of each other, by who says it of whom."""
    found: dict[tuple[str, str], Mapping[str, Any]] = {}
    for who in list_entries(project, "people"):
        rows = value_at(project.data(_file(project, who)), ("relationships",))
        for row in rows if isinstance(rows, list) else ():
            if isinstance(row, dict):
                found.setdefault((who, str(row.get("who", ""))), row)
    return found


def role_in(how: str) -> str:
    """Return the first known role that words name, else their first word.

    >>> role_in("an old friend of her mother's"), role_in("his pianist")
    ('old friend', 'pianist')
    """
    low = how.casefold()
    roles = [
        (low.find(found[0]), -len(role), role)
        for role in COUNTERPARTS
        if (found := re.search(rf"\b{role}\b", low))
    ]
    words = [word for word in low.split() if word not in _ARTICLES]
    return min(roles)[2] if roles else next(iter(words), "")


_ARTICLES = ("a", "an", "the", "his", "her", "their", "my", "our")


def relation_values(row: Mapping[str, Any]) -> Mapping[str, float]:
    """Return the closeness and trust with which a written relation starts."""
    one = Relationship(
        str(row.get("who", "")), str(row.get("how", "")), str(row.get("view", "")),
        _share(row.get("closeness")), _share(row.get("trust")),
    )  # fmt: skip
    bond = read_relationship(one)
    return {CLOSENESS: bond.closeness, TRUST: bond.trust}


def _share(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


def read_relation(project: Project, typed: str, ones: Sequence[str]) -> RelationLine:
    """Return what a line says of people of this world, of `ones` unless it begins with names; or
    refuse it."""
    people = read_names(project).people
    ones, rest = _subjects(typed.strip(), tuple(ones), people)
    role, others = _objects(rest, ones, people)
    if role[:1] == "/" or not role:
        raise EditRefusedError(f"type what they are to others: {EXAMPLE}")
    role, values = _values(role)
    how, back = _roles(role)
    found = RelationLine(ones, others, how, back, values)
    if not any(found.pairs):
        raise EditRefusedError(f"type of whom: {how} of: NAME, NAME")
    return found


def _subjects(typed: str, ones: tuple[str, ...], people: NameTable) -> tuple[tuple[str, ...], str]:
    """Return whom a line is about, and the rest of it."""
    first, colon, rest = typed.partition(":")
    if colon and rest.strip() and not re.search(r"\sof$", first.rstrip()):
        found = [people.find(name) for name in first.split(",")]
        if all(found):
            return tuple(dict.fromkeys(found)), rest.strip()
    return ones, typed


def _objects(typed: str, ones: tuple[str, ...], people: NameTable) -> tuple[str, tuple[str, ...]]:
    """Return a role, and of whom; without names, of each other."""
    cut = _OF.search(typed)
    if cut:
        return typed[: cut.start()].strip(), tuple(_ids(typed[cut.end() :], people))
    role, of, names = typed.rpartition(" of ")
    if of and all(people.find(name) for name in names.split(",")):
        return role.strip(), tuple(_ids(names, people))
    return typed.strip(), ones


def _ids(typed: str, people: NameTable) -> Iterator[str]:
    for name in filter(None, (part.strip() for part in typed.split(","))):
        found = people.find(name)
        if not found:
            near = people.nearest(name)
            hint = f"; did you mean “{near}”?" if near else "; tab completes a name"
            raise EditRefusedError(f"no person “{name}”{hint}")
        yield found


def _values(role: str) -> tuple[str, dict[str, float]]:
    """Return a role without the numbers behind it: closeness, then trust."""
    found = _VALUES.search(role)
    if not found:
        return role, {}
    shares = [float(number) for number in re.split(r"[ ,]+", found[1])]
    if max(shares) > 1:
        raise EditRefusedError("closeness and trust are numbers from 0 to 1")
    return role[: found.start()].strip(), dict(zip((CLOSENESS, TRUST), shares, strict=False))


def _roles(typed: str) -> tuple[str, str]:
    """Return what one is to the other, and the other to them."""
    how, slash, back = (part.strip() for part in typed.partition("/"))
    how = _singular(how)
    if slash and back:
        return how, _singular(back)
    if how.casefold() not in COUNTERPARTS:
        raise EditRefusedError(f"say what the other is to them, too: {how} / customer")
    return how, COUNTERPARTS[how.casefold()]


def _singular(role: str) -> str:
    """Return a known role of one, where that of several is typed."""
    low = role.casefold()
    for one in (_PLURALS.get(low, ""), low.removesuffix("s")):
        if low not in COUNTERPARTS and one in COUNTERPARTS:
            return one
    return role


def relate(project: Project, line: RelationLine) -> Edit:
    """Return the edit that sets a relation on both sides, as one step."""
    edits: list[Edit] = []
    counts: dict[str, int] = {}
    for one, other in line.pairs:
        edits += _set_side(project, counts, other, one, {"how": line.how, **line.values})
        edits += _set_side(project, counts, one, other, {"how": line.back, **line.values})
    return CompositeEdit(f"{line.how} / {line.back}", tuple(edits))


def _set_side(
    project: Project, counts: dict[str, int], who: str, other: str, values: Mapping[str, object]
) -> Iterator[Edit]:
    """Yield the edits by which somebody says what another is to them; what else is written
    stays."""
    file = _file(project, who)
    rows = value_at(project.data(file), ("relationships",))
    rows = rows if isinstance(rows, list) else []
    here = [
        place for place, row in enumerate(rows) if isinstance(row, dict) and row.get("who") == other
    ]
    if here:
        for key, value in values.items():
            yield SetValue(file, ("relationships", here[0], key), value)
        return
    place = counts.setdefault(file, len(rows))
    counts[file] += 1
    yield InsertValue(file, ("relationships", place), {"who": other, **values})


def unrelate(project: Project, one: str, other: str) -> Edit:
    """Return the edit that removes what two people are to each other, or refuse where they are
    nothing."""
    edits: list[Edit] = []
    for who, whom in ((one, other), (other, one)):
        file = _file(project, who)
        rows = value_at(project.data(file), ("relationships",))
        for place, row in reversed([*enumerate(rows if isinstance(rows, list) else ())]):
            if isinstance(row, dict) and row.get("who") == whom:
                edits.append(SetValue(file, ("relationships", place), None))
    if not edits:
        raise EditRefusedError("they have no relation")
    return CompositeEdit("remove a relation", tuple(edits))


def _file(project: Project, who: str) -> str:
    entry = list_entries(project, "people").get(who)
    return persona_file(str(value_at(entry.table, ("persona",)))) if entry else persona_file(who)


def told_relation(project: Project, line: RelationLine) -> str:
    """Say what a line sets: “Ann is the mother of Bo; Bo is the child of Ann”."""
    people = read_names(project).people
    count = sum(1 for _ in line.pairs)
    one, other = next(line.pairs)
    first, second = people.name_of(one), people.name_of(other)
    more = f" · {count} pairs" if count > 1 else ""
    return f"{first} is {line.how} of {second}; {second} is {line.back} of {first}{more}"


class RelationGuide(LineGuide):
    """Helps to type relations of some people: completes roles and names, says what comes of
    them."""

    def __init__(self, project: Project, ones: Iterable[str], example: str, of: str = "") -> None:
        self._project, self._ones, self._of = project, tuple(ones), of
        self._people = read_names(project).people
        self.example = example

    def place(self, text: str, cursor: int) -> LinePlace:
        """Return where in the line the cursor is."""
        before = text[:cursor]
        names = _OF.search(before)
        start = max(names.end() if names else 0, before.rfind(",") + 1 if names else 0)
        letters = before[start:].lstrip()
        if names:
            return LinePlace(self._told(text), letters, self._people.fitting(letters))
        role = letters.rpartition("/")[2].lstrip()
        words = tuple(word for word in COUNTERPARTS if word.startswith(role.casefold()))
        return LinePlace(self._told(text), role, words, "" if self._of else " of: ")

    def _told(self, text: str) -> str:
        try:
            return told_relation(
                self._project, read_relation(self._project, f"{text}{self._of}", self._ones)
            )
        except EditRefusedError:
            return "" if self._of else _HINT

    def mistake_at(self, text: str) -> int | None:
        """Return the column of the first name that nobody has, or None."""
        cut = _OF.search(text)
        at = cut.end() if cut else len(text)
        for name in text[at:].split(","):
            if name.strip() and not self._people.find(name):
                return at + len(name) - len(name.lstrip())
            at += len(name) + 1
        return None
