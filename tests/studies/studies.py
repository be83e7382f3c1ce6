"""Studies for tests: small ones of the little square."""

from pathlib import Path

from latticeville.studies.design import Design, make_design, with_words
from latticeville.studies.study_file import StudyError, StudyText

TEA = """\
question = "Does Mina drink more tea when she forgets?"
world = "square"
ticks = 90
seeds = 4
apart = 40

[conditions."whole minds"]
[conditions."no memory"]
without = "memory"
[conditions."whispered to"]
inputs = [{ at = 75, do = "whisper", who = "mina", text = "The kettle is on the fire!" }]

[measure]
talk = { metric = "utterances" }
tea = { count = "phrase:tea" }
whistle = { first = "state:kettle=hot" }
heard = { knows = "The kettle is on the fire", at = 80 }
"""


def write(folder: Path, text: str = TEA) -> Path:
    """Write a file of a study."""
    path = folder / "tea.study.toml"
    path.write_text(text, "utf-8")
    return path


def design(text: str = TEA, *words: str) -> Design:
    """Return the design of a study."""
    found = StudyText(Path("tea.study.toml"), text)
    return make_design(found, with_words(found.read(), words))


def refusal(text: str, *words: str) -> str:
    """Return why a study is refused, "" where it is not."""
    try:
        design(text, *words)
    except StudyError as error:
        return str(error)
    return ""
