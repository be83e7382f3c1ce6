"""What docs/survival.md tells of relations under need is what the code has."""

from pathlib import Path

from latticeville.mind.relation import CLOSENESS, DEBT, FEAR, NEED_RULES, TRUST
from latticeville.rules.survival.mind.decide import PRESSING_ENERGY, PRESSING_HUNGER
from latticeville.world.model.survival import THOUSAND

PAGE = (Path(__file__).parents[2] / "docs" / "survival.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|")
]


def test_every_rule_of_need_is_told_with_its_shares() -> None:
    told = {
        cells[0].strip("`"): cells[1:]
        for cells in ROWS
        if len(cells) == 6 and cells[0].strip("`") in NEED_RULES
    }
    columns = (CLOSENESS, TRUST, FEAR, DEBT)
    real = {
        name: [
            rule.when,
            *(f"{rule.shares[key]:g}" if key in rule.shares else "" for key in columns),
        ]
        for name, rule in NEED_RULES.items()
    }
    assert told == real


def test_the_needs_that_interrupt_a_plan_are_told() -> None:
    text = " ".join(PAGE.split())
    assert (
        f"hunger above {PRESSING_HUNGER / THOUSAND:g}, energy below {PRESSING_ENERGY / THOUSAND:g}"
        in text
    )
