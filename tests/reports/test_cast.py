"""The cast and a persona as rows: everybody, every tie and every meeting, each with where it
leads."""

import pytest

from latticeville.reports.cast import cast, cast_rows
from latticeville.reports.persona import (
    first_prompt,
    memory_rows,
    prompt_rows,
    run_to_end,
    summary,
    summary_rows,
)
from latticeville.reports.rows import CastTarget
from latticeville.world.model.world import World
from tests.world_folders import VILLE, shared_world
from tests.worlds import all_day, build


@pytest.fixture(scope="module")
def ville() -> World:
    return shared_world(VILLE)


def test_people_ties_and_meetings_lead_to_whom_they_tell_of(ville: World) -> None:
    found = cast(ville)
    rows = list(cast_rows(found, ville))
    assert len({row.key for row in rows}) == len(rows)
    targets = [row.target for row in rows if isinstance(row.target, CastTarget)]
    homes = [CastTarget(one.who, area=one.home) for one in found.people]
    assert [one for one in targets if one.who and one in homes] == homes
    assert [one for one in targets if one.other] == [
        CastTarget(tie.who, tie.other) for tie in found.ties
    ]
    assert [one for one in targets if not one.who] == [
        CastTarget(area=one.place) for one in found.meetings
    ]


def test_a_persona_is_given_to_a_mind_word_for_word(ville: World) -> None:
    told, sent = summary(ville, "ada"), run_to_end(first_prompt(ville, "ada"))
    texts = [row.text for row in (*summary_rows(told), *prompt_rows(sent))]
    assert sent
    assert {told.about, told.portrait, told.usual, sent.system, sent.prompt} <= {*texts}
    assert [row.text for row in prompt_rows(None)] == ["No prompt on the first day."]
    memories = ville.people["ada"].persona.memories
    assert [row.parts[0].text for row in memory_rows(memories)][1:] == [
        f"{one.importance}" for one in memories
    ]


def test_a_day_without_a_routine_says_which_words_it_was_read_from() -> None:
    world = build(
        "." * 20,
        areas={"hut": [0, 0, 4, 1], "cafe": [10, 0, 4, 1]},
        objects={"bed": {"cell": [0, 0]}},
        people={
            "ada": {
                "start": [0, 0],
                "home": "hut",
                "intends": "Ada opens the cafe at 8am. Ada plays cards on Sundays.",
            }
        },
        things='[kinds.bed]\nglyph = "b"\nblocks = false\n',
    )
    found = summary(world, "ada")
    (opened,) = [one for one in found.day if one.told]
    assert (opened.doing, opened.place) == ("opening the cafe", "Cafe")
    assert opened.told == "Ada opens the cafe at 8am."
    texts = [row.text for row in summary_rows(found)]
    assert "Not read as part of a day" in texts
    assert any("Sundays" in text and "every day" in text for text in texts)


def test_a_written_routine_needs_no_usual_day() -> None:
    world = build("....", people={"ada": {"start": [0, 0], **all_day("world")}})
    assert summary(world, "ada").day == ()
