"""Portraits: always the same for an id, different between people, whole in half blocks."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.draw.portrait import OLD, SIZE, draw_face, half_blocks
from latticeville.draw.tilemap.color import parse_color
from latticeville.world.load import load_world
from tests.world_folders import VILLE

AMBER = parse_color("amber")


@given(st.text(max_size=12), st.none() | st.integers(0, 120))
def test_every_id_has_a_face_with_two_eyes_and_clothes(name: str, age: int | None) -> None:
    face = draw_face(name, AMBER, age)
    assert face == draw_face(name, AMBER, age)
    assert [len(row) for row in face] == [SIZE] * SIZE
    assert face[4][2] == face[4][5] != face[5][2]
    assert AMBER in face[-1]


def test_people_of_a_village_look_different() -> None:
    people = load_world(VILLE).people
    faces = {
        draw_face(who, parse_color(one.persona.color), one.persona.age)
        for who, one in people.items()
    }
    assert len(faces) == len(people)


def test_old_people_have_other_hair() -> None:
    assert (
        draw_face("ada", AMBER, OLD) != draw_face("ada", AMBER, OLD - 1) == draw_face("ada", AMBER)
    )


@given(st.text(max_size=12))
def test_half_blocks_hold_every_pixel(name: str) -> None:
    face = draw_face(name, AMBER)
    rows = half_blocks(face)
    assert [len(row) for row in rows] == [SIZE] * (SIZE // 2)
    for y, row in enumerate(rows):
        for x, (text, ink, ground) in enumerate(row):
            above, below = face[2 * y][x], face[2 * y + 1][x]
            assert (above, below) == {"▀": (ink, ground), "▄": (None, ink), " ": (None, None)}[text]
