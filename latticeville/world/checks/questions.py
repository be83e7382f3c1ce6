"""Checks of a world's own prompts: whether they are asked at all, and whether every word in them is filled in."""

from collections.abc import Iterator
from string import Template

from msgspec.structs import replace

from latticeville.core.problems import Problem
from latticeville.world.checks.site import WORLD_FILE, Site, instead, named
from latticeville.world.prompts import FOLDER, SHIPPED, WORDS, halves, prompts_of


def prompts_are_asked(site: Site) -> Iterator[Problem]:
    """Check that each prompt is one of a question that there is, and says something."""
    for key, text in prompts_of(site.draft.sources.files).items():
        file, kind = f"{FOLDER}/{key}.md", key.partition("/")[2]
        if kind not in WORDS:
            what = f"there is no question {named(kind)}, so this prompt is never used"
            fix = instead(kind, {*WORDS}, f"rename it to one of {', '.join(WORDS)}")
            yield site.problem(file, (), "unknown-prompt", what, fix=fix, severity="warning")
        elif not text.strip():
            what, fix = "this prompt is empty, so the engine's is used", "write a prompt, or remove the file"
            yield site.problem(file, (), "empty-prompt", what, fix=fix, severity="warning")


def prompts_can_be_filled_in(site: Site) -> Iterator[Problem]:
    """Check that each prompt has its two halves, and in them only words that its question fills in."""
    for key, text in prompts_of(site.draft.sources.files).items():
        file, kind = f"{FOLDER}/{key}.md", key.partition("/")[2]
        if kind not in WORDS or not text.strip():
            continue
        if halves(text) is None:
            what = "the line “---” is missing"
            why = "what stands above it is shared by all requests of the kind, what stands below it is one's own"
            yield site.problem(file, (), "no-halves", what, why=why, fix="put --- on a line by itself")
        yield from _words(site, file, text, WORDS[kind])


def _words(site: Site, file: str, text: str, known: tuple[str, ...]) -> Iterator[Problem]:
    for found in Template.pattern.finditer(text):
        word = found["named"] or found["braced"]
        if word in known or found["escaped"] is not None:
            continue
        if word is None:
            what, fix = "a $ that begins no word", "write $$ for the sign itself"
        else:
            what = f"nothing is filled in for “${word}”"
            fix = instead(word, {*known}, f"the words here are {', '.join(sorted(known))}").replace("“", "“$")
        line, column = text.count("\n", 0, found.start()) + 1, found.start() - text.rfind("\n", 0, found.start())
        problem = site.problem(file, (), "unknown-word", what, why="it would go to the model as it stands", fix=fix)
        yield replace(problem, line=line, column=column)


def language_is_there(site: Site) -> Iterator[Problem]:
    """Check that the world brings the prompts of its language, if the engine does not."""
    language = site.draft.world.minds.language
    if language in SHIPPED:
        return
    own = {key.partition("/")[2] for key in prompts_of(site.draft.sources.files) if key.startswith(f"{language}/")}
    lacking = [kind for kind in WORDS if kind not in own]
    if lacking:
        what = (
            f"{FOLDER}/{language} has no prompt for {', '.join(lacking)}" if own else f"there is no {FOLDER}/{language}"
        )
        why = f"the engine asks in {', '.join(SHIPPED)} where a world's own prompts are missing"
        fix = f"write {FOLDER}/{language}/{lacking[0]}.md"
        at = ("minds", "language")
        yield site.problem(WORLD_FILE, at, "no-language", what, why=why, fix=fix, severity="warning")
