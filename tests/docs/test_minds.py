"""What docs/minds.md tells of prompts and profiles is what the code has."""

import re
from pathlib import Path

import pytest

from latticeville.mind.opinions import MISFIT, TRUSTED
from latticeville.mind.prompt_facts import HIGH_TRAIT, LOW_TRAIT, TRAIT_WORDS
from latticeville.mind.relation import (
    CLOSENESS,
    CONFIDING,
    NEED_RULES,
    RULES,
    TRUST,
    UNKNOWN,
)
from latticeville.mind.retrieval.profiles import PROFILES
from latticeville.world.model import prompts
from latticeville.world.model.settings import MindSettings

DOCS = Path(__file__).parents[2] / "docs"
MINDS = (DOCS / "minds.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in MINDS.splitlines()
    if line.startswith("|")
]


def row(label: str) -> dict[str, str]:
    """Return a row of the table of profiles, by profile."""
    names = next(cells for cells in ROWS if "`smallville`" in cells)
    cells = next(cells for cells in ROWS if cells[0] == label)
    return {name.strip("`"): cell for name, cell in zip(names[1:], cells[1:], strict=True)}


def test_every_word_of_every_prompt_is_listed() -> None:
    told: dict[str, set[str]] = {kind: set() for kind in prompts.PROMPT_WORDS}
    for cells in ROWS:
        if len(cells) == 2 and "$" in cells[1]:
            kinds = (
                [*prompts.PROMPT_WORDS]
                if cells[0].startswith("all")
                else re.findall(r"`([a-z]+)`", cells[0])
            )
            for kind in {*kinds} - ({"rate", "polish"} if cells[0].startswith("all") else set()):
                told[kind] |= {*re.findall(r"\$([a-z_]+)", cells[1])}
    assert told == {kind: {*words} for kind, words in prompts.PROMPT_WORDS.items()}


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_is_told_as_it_is(name: str) -> None:
    profile = PROFILES[name]
    rule, scale = profile.reflection, profile.scale
    assert row("recency")[name].startswith(f"{profile.decay.base} ^ ")
    assert profile.decay.unit.split()[0] in row("recency")[name]
    weights = ", ".join(f"{weight:g}" for weight in profile.weights)
    assert row("weights of recency, relevance, importance")[name] == weights
    assert row("constant for every memory")[name] == f"{profile.flat:g}"
    assert row("importance")[name] == f"{scale.low}–{scale.high}{', as 0–1' if scale.unit else ''}"
    assert row("importance if unrated")[name] == str(scale.fallback)
    assert row("among equal scores, first")[name] == (
        "the newest" if profile.newest_first else "the oldest"
    )
    reach = f"{'more than ' if rule.must_exceed else ''}{rule.threshold}"
    counted = f", of the newest {rule.rating_window}" if rule.rating_window else ""
    assert row("reflect when importance adds up to")[name] == f"{reach}{counted}"
    assert row("reflect on the newest")[name] == (
        str(rule.record_count) if rule.record_count else "all since the last"
    )
    assert row("questions first")[name] == str(rule.questions)
    assert row("insights")[name] == (
        str(rule.most) if rule.least == rule.most else f"{rule.least}–{rule.most}"
    )


def test_every_rule_of_relations_is_told_with_its_shares() -> None:
    told = {
        cells[0].strip("`"): cells[1:]
        for cells in ROWS
        if len(cells) == 4 and cells[0].strip("`") in RULES
    }
    moving = {name: rule for name, rule in RULES.items() if rule.shares and name not in NEED_RULES}
    shares = {
        name: [f"{rule.shares[key]:g}" if key in rule.shares else "" for key in (CLOSENESS, TRUST)]
        for name, rule in moving.items()
    }
    assert told == {name: [rule.when, *shares[name]] for name, rule in moving.items()}


def test_the_numbers_of_bounded_confidence_are_told() -> None:
    text = " ".join(MINDS.split())
    minds = MindSettings()
    assert f"`opinion_bound` {minds.opinion_bound} + " in text
    assert f"`opinion_openness` {minds.opinion_openness} × `openness`" in text
    assert f"`opinion_pull` {minds.opinion_pull} × the distance" in text
    assert f"only `opinion_hearsay` {minds.opinion_hearsay}" in text
    assert f"at least {MISFIT} away" in text
    assert f"whom they trust at {TRUSTED} or more" in text
    assert f"{CONFIDING} or more" in text
    assert f"A stranger has closeness {UNKNOWN[CLOSENESS]} and trust {UNKNOWN[TRUST]}" in text


def test_the_words_of_the_big_five_are_told() -> None:
    text = " ".join((DOCS / "world-format.md").read_text("utf-8").split())
    assert f"below {LOW_TRAIT} and above {HIGH_TRAIT}" in text
    for low, high in TRAIT_WORDS.values():
        assert f"*{low}* or *{high}*" in text
