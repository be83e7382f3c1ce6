"""Make the groups of related words by which claims are read: `python tools/make_related_words.py WORDNET`.

WORDNET is the folder of WordNet 3.0 with `cntlist.rev`, `index.*` and `data.*`, such as
/usr/share/wordnet of the package `wordnet-base` of Debian.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

PARTS = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
PART_OF_DIGIT = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
MAIN = 0.25
"""The share of its uses from which on a sense of a word counts beside the first."""
LEAST_USED = 2
"""Uses in the texts that WordNet counted from which on a word is kept."""
FORMS, GROUPS, WIDER = "+\\<", "&*^", "@"
"""Pointers to a form of a word, to groups of which all words are related, and to what is wider."""
COMMON, VERY_COMMON = 60, 300
"""Uses in those texts from which on a word is common, and very common."""
THINGS = frozenset(("05", "06", "13", "14", "15", "17", "18", "20", "21", "27"))
"""Numbers of the files of animals, artefacts, food, groups, places, objects, people, plants,
possessions and substances."""
TARGET = Path(__file__).parent.parent / "latticeville/mind/claims/related_words.txt"
NOTICE = """\
# Words that are related in meaning, a group a line; after “*” words of things, people and places, after “+” common
# words and after “++” very common ones. Made by tools/make_related_words.py from WordNet 3.0.
#
# WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved. Permission to use, copy, modify
# and distribute this software and database and its documentation for any purpose and without fee or royalty
# is hereby granted, provided that you agree to comply with this copyright notice and statements, including
# the disclaimer, and that the same appear on ALL copies. THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND
# PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS OR IMPLIED. The name of Princeton
# University may not be used in advertising or publicity pertaining to distribution of it. Title to copyright
# in it shall at all times remain with Princeton University.
"""

Key = tuple[str, str]
"""A part of speech and the number of a group."""


def counts(folder: Path) -> Counter[tuple[str, str, int]]:
    """Return how often each sense of each word is used."""
    found = Counter[tuple[str, str, int]]()
    for line in (folder / "cntlist.rev").read_text("latin-1").splitlines():
        key, sense, uses = line.split()
        word, _, rest = key.partition("%")
        found[word, PART_OF_DIGIT[rest[0]], int(sense)] += int(uses)
    return found


def totals(uses: Counter[tuple[str, str, int]]) -> Counter[str]:
    """Return how often each word is used."""
    found = Counter[str]()
    for (word, _, _), some in uses.items():
        found[word] += some
    return found


def rows(folder: Path, name: str) -> Iterator[list[str]]:
    """Yield the fields of the lines of a file."""
    for line in (folder / name).read_text("latin-1").splitlines():
        if not line.startswith("  "):
            yield line.split(" | ")[0].split()


def main_words(folder: Path) -> dict[Key, set[str]]:
    """Return by group the common words of which it is a main sense."""
    uses, found = counts(folder), dict[Key, set[str]]()
    total = totals(uses)
    for part, name in PARTS.items():
        for word, _, _, pointers, *rest in rows(folder, f"index.{name}"):
            groups = rest[int(pointers) + 2 :]
            if re.fullmatch("[a-z]{2,16}", word) is None or total[word] < LEAST_USED:
                continue
            each = [uses[word, part, at + 1] for at in range(len(groups))]
            for at, group in enumerate(groups):
                is_main = each[at] >= LEAST_USED and each[at] >= MAIN * sum(each)
                is_rare = at < LEAST_USED and not sum(each)
                if at == 0 or is_main or is_rare:
                    found.setdefault((part, group), set()).add(word)
    return found


def related_words(folder: Path) -> Iterator[str]:
    """Yield groups: words of one meaning, with those that mean the wider unless they are common, and
    their other forms."""
    words, total = main_words(folder), totals(counts(folder))
    lines = {(part, row[0]): row for part in PARTS for row in rows(folder, f"data.{PARTS[part]}")}
    forms = {key: row[4 : 4 + 2 * _number(row[3]) : 2] for key, row in lines.items()}
    known = set[str]().union(*words.values())
    for key, own in words.items():
        group = {*own}
        for sign, to, ends in pointers(lines[key]):
            if sign in FORMS and ends != "0000":
                group |= {forms[to][_number(ends[2:]) - 1].lower()} & known
            elif sign in GROUPS and ends == "0000":
                group |= words.get(to, set())
            elif sign == WIDER:
                group |= {one for one in words.get(to, ()) if total[one] < COMMON}
        yield " ".join(sorted(group))


def _number(digits: str) -> int:
    """Return the number of hexadecimal digits."""
    return int(digits, base=16)


def pointers(row: list[str]) -> Iterator[tuple[str, Key, str]]:
    """Yield the pointers of a group: their sign, the group to which, and from and to which word."""
    at = 5 + 2 * _number(row[3])
    fields = row[at : at + 4 * int(row[at - 1])]
    for sign, target, part, ends in zip(*(fields[one::4] for one in range(4)), strict=True):
        yield sign, ("a" if part == "s" else part, target), ends


def things(folder: Path) -> Iterator[str]:
    """Yield the words of which the main sense is a thing, a person, a place or a group of them."""
    uses, files = counts(folder), {row[0]: row[1] for row in rows(folder, "data.noun")}
    total = totals(uses)
    for word, _, _, count, *rest in rows(folder, "index.noun"):
        nouns = [uses[word, "n", at + 1] for at in range(len(rest))]
        is_thing = files[rest[int(count) + 2]] in THINGS
        is_noun = 2 * sum(nouns) > total[word]
        if is_thing and is_noun and nouns[0] >= LEAST_USED and re.fullmatch("[a-z]{3,16}", word):
            yield word


def marked(sign: str, words: Iterable[str]) -> Iterator[str]:
    """Yield lines of words after a sign."""
    some = sorted(word for word in words if re.fullmatch("[a-z]{2,16}", word))
    yield from (" ".join((sign, *some[at : at + 12])) for at in range(0, len(some), 12))


def made(folder: Path) -> Iterator[str]:
    """Yield the lines of the file."""
    total = totals(counts(folder))
    yield from sorted({one for one in related_words(folder) if " " in one})
    yield from marked("*", things(folder))
    yield from marked("+", (word for word, some in total.items() if COMMON <= some < VERY_COMMON))
    yield from marked("++", (word for word, some in total.items() if some >= VERY_COMMON))


if __name__ == "__main__":
    lines = [*made(Path(sys.argv[1]))]
    TARGET.write_text(NOTICE + "\n".join(lines) + "\n", "utf-8")
    sys.stdout.write(f"{len(lines)} lines\n")
