"""The day of a persona moved in time, and its rows typed and shown by name."""

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.clock import DAY, format_hours
from studio.people.model import form, form_edits
from studio.people.model.day import (
    minute_of,
    routine_rows,
    shift_routine,
    sorted_routine,
)
from studio.people.model.names import NO_NAMES, Names, make_names, read_names
from studio.people.model.row_guide import RowGuide
from studio.people.model.row_syntax import ROW_SYNTAX, format_row, parse_row
from studio.people.panes.form_rows import RowContext, draw_row, village_stance
from studio.project.documents.project import Project, persona_file
from studio.project.edits.edit import EditRefusedError
from studio.project.fields import persona_names
from studio.project.workspace import Workspace
from studio.project.world_access import WorldAccess
from tests.world_folders import ROOT

ADA = persona_file("ada")


@pytest.fixture(scope="module")
def ville(tmp_path_factory: pytest.TempPathFactory) -> Project:
    state = tmp_path_factory.mktemp("state")
    return Workspace(WorldAccess(ROOT / "worlds" / "ville", state)).opened.project


def with_day(project: Project, rows: list[dict[str, object]]) -> Project:
    return project.put(ADA, ("routine",), rows)


def row(minute: int, doing: str, to: int | None = None) -> dict[str, object]:
    end = {} if to is None else {"to": format_hours(to)}
    return {"from": format_hours(minute), **end, "place": "home", "doing": doing}


STARTS = st.lists(st.integers(0, DAY - 1), min_size=1, max_size=8, unique=True).map(sorted)


@given(starts=STARTS, data=st.data(), behind=st.booleans())
def test_rows_that_move_stay_in_order_and_keep_what_they_are(
    ville: Project, starts: list[int], data: st.DataObject, *, behind: bool
) -> None:
    project = with_day(ville, [row(start, f"doing {start}") for start in starts])
    number = data.draw(st.integers(0, len(starts) - 1))
    minutes = data.draw(st.integers(-120, 120).filter(bool))
    moved = starts[number:] if behind else starts[number : number + 1]
    whole = all(0 <= start + minutes < DAY for start in moved)
    if not whole:
        with pytest.raises(EditRefusedError, match="another day"):
            shift_routine(project, ADA, number, minutes, behind=behind, gesture=0)
        return
    edit = shift_routine(project, ADA, number, minutes, behind=behind, gesture=0)
    rows = routine_rows(edit.apply(project), ADA)
    now = {dict(one)["doing"]: minute_of(one) for one in rows}  # type: ignore[call-overload]
    assert [minute_of(one) for one in rows] == sorted(now.values())
    later = {start: start + minutes for start in moved}
    assert now == {f"doing {start}": later.get(start, start) for start in starts}
    assert minute_of(rows[edit.lands]) == starts[number] + minutes


def test_steps_of_one_gesture_are_one_step_and_end_where_the_row_is(ville: Project) -> None:
    project = with_day(ville, [row(480, "opening"), row(520, "sweeping"), row(1200, "closing")])
    first = shift_routine(project, ADA, 0, 45, behind=False, gesture=3)
    after = first.apply(project)
    second = shift_routine(after, ADA, first.lands, 15, behind=False, gesture=3)
    both = first.absorb(second)
    assert first.lands == 1
    assert both is not None
    assert routine_rows(both.apply(project), ADA) == routine_rows(second.apply(after), ADA)
    other = shift_routine(after, ADA, 0, 15, behind=False, gesture=3)
    assert first.absorb(other) is None


def test_the_end_of_a_row_moves_along_and_so_does_the_end_of_the_row_before(
    ville: Project,
) -> None:
    day = [row(480, "opening", 540), row(540, "selling", 1080), row(1080, "resting", 60)]
    project = with_day(ville, day)
    edit = shift_routine(project, ADA, 1, 60, behind=True, gesture=0)
    rows = routine_rows(edit.apply(project), ADA)
    assert [(minute_of(one), minute_of(one, "to")) for one in rows] == [
        (480, 600),
        (600, 1140),
        (1140, 120),
    ]


def test_a_day_out_of_order_is_sorted_when_a_row_is_changed(ville: Project) -> None:
    project = with_day(ville, [row(900, "reading"), row(480, "eating"), row(1200, "sleeping")])
    sorted_, order = sorted_routine(project, ADA)
    assert order == [1, 0, 2]
    item = next(one for one in form.form_items(project, "ada") if one.key == "routine.0")
    text = "16:00 home reading"
    edit = form_edits.change_item(project, "ada", item, text)
    found = [dict(one)["doing"] for one in routine_rows(edit.apply(project), ADA)]  # type: ignore[call-overload]
    assert found == ["eating", "reading", "sleeping"]
    assert [minute_of(one) for one in routine_rows(sorted_, ADA)] == [480, 900, 1200]


NAMES = st.dictionaries(
    st.from_regex(r"[a-z]{1,4}(_[0-9])?", fullmatch=True),
    st.lists(
        st.sampled_from(["Rose", "rose", "Café", "Kitchen", "a|b", "One, two", "ab"]),
        min_size=1,
        max_size=3,
    ).map(" ".join),
    max_size=8,
)


@given(first=NAMES, second=NAMES, words=st.booleans())
def test_what_an_id_is_called_means_that_id(
    first: Mapping[str, str], second: Mapping[str, str], *, words: bool
) -> None:
    table = make_names(first, second, first_words=words)
    for id_ in (*first, *second):
        assert table.find(table.name_of(id_)) == id_
        assert table.find(id_) == id_


def test_every_row_of_the_village_is_typed_by_name_and_means_the_same(ville: Project) -> None:
    names = read_names(ville)
    named = 0
    for persona in persona_names(ville):
        for key, syntax in ROW_SYNTAX.items():
            for one in ville.data(persona_file(persona)).get(key) or ():
                told = format_row(syntax, one, names)
                meant = parse_row(syntax, format_row(syntax, one))
                assert parse_row(syntax, told, names) == meant
                named += told != format_row(syntax, one)
    assert named > 200


def test_rooms_of_one_name_are_told_apart_by_their_house(ville: Project) -> None:
    areas = read_names(ville).areas
    assert areas.name_of("ada_kitchen") == "Ada's House Kitchen"
    assert areas.find("ada's house kitchen") == "ada_kitchen"
    assert areas.find("Kitchen") == ""
    assert areas.fitting("ada")[0] == "Ada's House"


@pytest.mark.parametrize(
    ("key", "line", "words", "completed"),
    [
        ("routine", "08:00 rea", "Reading Room", "08:00 Reading Room"),
        ("routine", "08:00-09:15 Libr", "Library", "08:00-09:15 Library"),
        ("routine", "08:00 Library reading | use pay", "pay chest", None),
        ("relationships", "hug", "Hugo Castellane", "Hugo Castellane"),
        ("secrets", "I know. | Ada, by", "Byron Okafor", "I know. | Ada, Byron Okafor"),
        ("opinions", "the o", "the oak", "the oak"),
        ("beliefs", "Market S", "Market Square", "Market Square"),
    ],
)
def test_names_are_offered_best_first_and_completed(
    ville: Project, key: str, line: str, words: str, completed: str | None
) -> None:
    guide = RowGuide(ROW_SYNTAX[key], read_names(ville))
    assert guide.words(line, len(line))[0] == words
    done = guide.complete(line, len(line))
    assert done is not None
    if completed:
        assert done == (completed, len(completed))


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("08:00 Libary reading", 6),
        ("08:00 Library reading", None),
        ("08:00 Reading Room reading | use pay chest, use nothing_here", 48),
    ],
)
def test_the_first_name_that_nothing_has_is_marked(
    ville: Project, line: str, column: int | None
) -> None:
    assert RowGuide(ROW_SYNTAX["routine"], read_names(ville)).mistake_at(line) == column


@given(st.sampled_from(sorted(ROW_SYNTAX)), st.text(max_size=40), st.integers(0, 40))
def test_whatever_is_typed_the_guide_answers(key: str, text: str, cursor: int) -> None:
    guide = RowGuide(ROW_SYNTAX[key], Names(people=make_names({"ada": "Ada Lind"})))
    at = min(cursor, len(text))
    assert guide.hint(text, at)
    guide.words(text, at)
    done = guide.complete(text, at)
    assert done is None or done[1] <= len(done[0])
    guide.mistake_at(text)


def test_a_wrong_name_is_refused_with_the_name_that_may_be_meant(ville: Project) -> None:
    items = {one.key: one for one in form.form_items(ville, "ada", read_names(ville))}
    for key, text, meant in (
        ("routine.0", "08:00 Rose Cottge sleeping", "Rose Cottage"),
        ("relationships.0", "Hugo Castelane | friend", "Hugo Castellane"),
        ("home", "Rose Cottge", "Rose Cottage"),
    ):
        with pytest.raises(EditRefusedError, match=f"did you mean “{meant}”"):
            form_edits.change_item(ville, "ada", items[key], text)
    edit = form_edits.change_item(ville, "ada", items["home"], "rose cottage")
    assert edit.apply(ville).data(ADA)["home"] == "rose_cottage"


def test_an_opinion_stands_beside_the_mean_of_the_others(ville: Project) -> None:
    project = ville.put(ADA, ("opinions",), [{"topic": "ladders", "view": "Yes.", "stance": 1.0}])
    for who, stance in (("byron", -1.0), ("cleo", 0.5)):
        rows = [{"topic": "ladders", "view": "Hm.", "stance": stance}]
        project = project.put(persona_file(who), ("opinions",), rows)
    assert village_stance(project, "ladders", "ada") == -0.25
    context = RowContext(project, "ada", NO_NAMES, 60)
    drawn = "".join(span.text for span in draw_row("opinions.0", ("opinions", 0), context)[0].spans)
    assert drawn.rstrip().endswith("for +1 · others -0.2")
    assert drawn.index("●") > drawn.index("○")
