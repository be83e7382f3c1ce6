"""Checks of a world's own prompts: each is used, and each word in it is known."""

from collections.abc import Iterator
from string import Template

from msgspec.structs import replace

from latticeville.core.problems import Problem
from latticeville.world.checks.context import WORLD_FILE, CheckContext, quote_id, suggest_known
from latticeville.world.model.prompts import (
    PROMPT_WORDS,
    PROMPTS_FOLDER,
    SHIPPED_LANGUAGES,
    find_prompts,
    split_prompt,
)


def prompts_are_asked(site: CheckContext) -> Iterator[Problem]:
    """Check that each prompt is one of a question that there is, and says something."""
    for key, text in find_prompts(site.draft.sources.files).items():
        file, kind = f"{PROMPTS_FOLDER}/{key}.md", key.partition("/")[2]
        if kind not in PROMPT_WORDS:
            what = f"this prompt is never used: there is no question {quote_id(kind)}"
            fix = suggest_known(
                kind, {*PROMPT_WORDS}, f"rename it to one of {', '.join(PROMPT_WORDS)}"
            )
            yield site.problem(file, (), "unknown-prompt", what, fix=fix, severity="warning")
        elif not text.strip():
            what, fix = (
                "this prompt is empty, so the engine's is used",
                "write a prompt, or remove the file",
            )
            yield site.problem(file, (), "empty-prompt", what, fix=fix, severity="warning")


def prompts_can_be_filled_in(site: CheckContext) -> Iterator[Problem]:
    """Check that each prompt has its two halves, and in them only words that its question fills
    in."""
    for key, text in find_prompts(site.draft.sources.files).items():
        file, kind = f"{PROMPTS_FOLDER}/{key}.md", key.partition("/")[2]
        if kind not in PROMPT_WORDS or not text.strip():
            continue
        if split_prompt(text) is None:
            what = "the line “---” is missing"
            why = (
                "the text above it is the same for everybody; the text below it is about one person"
            )
            yield site.problem(
                file, (), "no-halves", what, why=why, fix="put --- on a line by itself"
            )
        yield from _check_words(site, file, text, PROMPT_WORDS[kind])


def _check_words(
    site: CheckContext, file: str, text: str, known: tuple[str, ...]
) -> Iterator[Problem]:
    for found in Template.pattern.finditer(text):
        word = found["named"] or found["braced"]
        if word in known or found["escaped"] is not None:
            continue
        if word is None:
            what, fix = "this $ does not begin a word", "write $$ for a dollar sign"
        else:
            what = f"this prompt has no value for “${word}”"
            fix = suggest_known(
                word, {*known}, f"the words here are {', '.join(sorted(known))}"
            ).replace("“", "“$")
        line, column = (
            text.count("\n", 0, found.start()) + 1,
            found.start() - text.rfind("\n", 0, found.start()),
        )
        problem = site.problem(
            file, (), "unknown-word", what, why="the model would be sent these letters", fix=fix
        )
        yield replace(problem, line=line, column=column)


def language_is_there(site: CheckContext) -> Iterator[Problem]:
    """Check that the world brings the prompts of its language, if the engine does not."""
    language = site.draft.world.minds.language
    if language in SHIPPED_LANGUAGES:
        return
    own = {
        key.partition("/")[2]
        for key in find_prompts(site.draft.sources.files)
        if key.startswith(f"{language}/")
    }
    lacking = [kind for kind in PROMPT_WORDS if kind not in own]
    if lacking:
        what = (
            f"{PROMPTS_FOLDER}/{language} has no prompt for {', '.join(lacking)}"
            if own
            else f"there is no folder {PROMPTS_FOLDER}/{language}"
        )
        why = f"questions without a prompt are asked in {', '.join(SHIPPED_LANGUAGES)}"
        fix = f"write {PROMPTS_FOLDER}/{language}/{lacking[0]}.md"
        at = ("minds", "language")
        yield site.problem(
            WORLD_FILE, at, "no-language", what, why=why, fix=fix, severity="warning"
        )
