"""The form of a persona below the screen: lines as they are typed, and the edits that follow."""

import re
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.world.model.personas import Persona
from latticeville.world.schema.table import table_of, tables_of
from studio.people.model import form, form_edits
from studio.people.model.day import format_day
from studio.people.model.row_syntax import ROW_SYNTAX, format_row, is_one_line, parse_row
from studio.project.documents.project import Project, persona_file
from studio.project.edits.edit import EditRefusedError
from studio.project.workspace import Workspace
from studio.project.world_access import WorldAccess

SQUARE = Path(__file__).parents[1] / "studio" / "data" / "square"
MINA = persona_file("mina")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Workspace(
        WorldAccess(Path(shutil.copytree(SQUARE, tmp_path / "square")), tmp_path / "state")
    ).opened.project


def item(project: Project, key: str) -> form.FormItem:
    return next(one for one in form.form_items(project, "mina") if one.key == key)


def test_every_key_of_the_format_has_a_line(project: Project) -> None:
    fields = table_of(Persona).model_fields
    keys = {
        str(one.path[0])
        for one in form.form_items(project, "mina")
        if one.sort not in ("here", "fold")
    }
    assert keys == set(fields) - {"strength"}, "strength is shown in worlds with needs"
    lines = {one.key for one in form.form_items(project, "mina")}
    for table in (*form.TABLES, *form.SHARES):
        assert {key for key in lines if key.startswith(f"{table}.")} == {
            f"{table}.{key}"
            for (model,) in [tables_of(fields[table].annotation)]
            for key in model.model_fields
        }


WORD = st.from_regex(r"[a-z][a-z0-9_]{0,8}", fullmatch=True)
TEXT = st.text(
    st.characters(codec="ascii", categories=["L", "N", "P"]), min_size=1, max_size=12
).filter(lambda text: "|" not in text)
WORDS = st.lists(TEXT, min_size=1, max_size=4).map(" ".join)
TIME = st.tuples(st.integers(0, 23), st.integers(0, 59)).map(
    lambda time: f"{time[0]:02}:{time[1]:02}"
)
USES = st.lists(
    st.tuples(st.sampled_from(["use", "open", "take"]), WORD).map(" ".join), min_size=1, max_size=3
)


def some(
    needed: dict[str, st.SearchStrategy[object]], more: dict[str, st.SearchStrategy[object]]
) -> object:
    return st.fixed_dictionaries(needed, optional=more)


ROWS = {
    "routine": some(
        {"from": TIME, "place": WORD, "doing": WORDS},
        {"to": TIME, "uses": USES, "every": st.integers(1, 600)},
    ),
    "relationships": some({"who": WORD, "how": WORDS}, {"view": WORDS}),
    "memories": some(
        {"text": WORDS, "importance": st.integers(1, 10)},
        {"kind": st.sampled_from(["plan", "reflection"])},
    ),
    "secrets": some({"text": WORDS}, {"to": st.lists(WORD, min_size=1, max_size=3)}),
    "opinions": some({"topic": WORDS, "view": WORDS}, {"stance": st.floats(-1, 1)}),
    "beliefs": some({"area": WORD}, {"things": st.lists(WORD, max_size=3)}),
}


@pytest.mark.slow
@given(st.data())
def test_what_a_line_says_is_the_row_that_it_is_of(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(ROWS)))
    syntax, row = ROW_SYNTAX[key], data.draw(ROWS[key])  # type: ignore[arg-type]
    try:
        meant = syntax.table.model_validate(row)
    except ValueError:
        return
    assert is_one_line(syntax, row)
    assert syntax.table.model_validate(parse_row(syntax, format_row(syntax, row))) == meant


@given(st.text(max_size=40), st.sampled_from(sorted(ROW_SYNTAX)))
def test_whatever_is_typed_is_a_row_or_refused(text: str, key: str) -> None:
    syntax = ROW_SYNTAX[key]
    try:
        found = parse_row(syntax, text)
    except EditRefusedError:
        return
    assert syntax.table.model_validate(found)


@pytest.mark.parametrize("words", [["a"], ["quiet", "truth, if told kindly"], ["one, two"], []])
def test_words_with_commas_stay_whole(project: Project, words: list[str]) -> None:
    project = project.put(MINA, ("values",), words)
    told = item(project, "values").text
    if told:
        project = form_edits.change_item(project, "mina", item(project, "values"), told).apply(
            project
        )
    assert list(project.data(MINA)["values"]) == words


@pytest.mark.parametrize(
    ("key", "text", "wrong"),
    [
        ("age", "old", "type a whole number"),
        ("big_five.openness", "high", "type a number from 0 to 1"),
        ("age", "151", "150"),
        ("name", "", "needs a name"),
        ("home", "moon", "no area “moon”"),
        ("big_five.openness", "2", "1"),
        ("attention.radius", "-1", "at least"),
        ("retrieval.profile", "", ""),
        ("routine.0", "25:00 home sleeping", "25:00"),
        ("routine.0", "08:00-18:00 moon staring", "no place “moon”"),
        ("routine.0", "08:00-18:00 square sweeping", ""),
        ("routine.0", "08:00-18:00 square sweeping | use kettle every 15", ""),
        (
            "routine.0",
            "08:00-18:00 square sweeping | use kettel",
            "no kind “kettel”; did you mean “kettle”?",
        ),
        ("routine.0", "08:00-18:00 square sweeping | smash kettle", "its verbs: "),
        ("relationships.0", "nobody | friend", "no person “nobody”"),
        ("relationships.0", "Nobody | friend", "“Nobody”"),
        (
            "memories.0",
            "A flood came. | 9",
            "importance comes first, and | may only follow a kind of memory: 9 A f",
        ),
        ("memories.0", "7 plan | Mend the roof.", ""),
    ],
)
def test_what_is_wrong_is_refused_with_a_sentence(
    project: Project, key: str, text: str, wrong: str
) -> None:
    told = ""
    try:
        form_edits.change_item(project, "mina", item(project, key), text).apply(project)
    except EditRefusedError as refused:
        told = str(refused)
    assert wrong in told
    assert bool(wrong) == bool(told)


def test_a_line_of_the_file_leads_to_its_line_of_the_form(project: Project) -> None:
    lines = project.files[MINA].text.split("\n")
    for text, key in (
        ("age = 34", "age"),
        ('how = "younger brother"', "relationships.0"),
        ('from = "08:00"', "routine.1"),
        ('doing = "drinking tea"', "routine.3"),
    ):
        place = next(number for number, line in enumerate(lines, 1) if line.startswith(text))
        assert form.key_at_line(project, "mina", place) == key
    assert form.key_at_line(project, "mina", 0) == "name"


def test_a_row_of_the_day_finds_its_place_and_is_drawn(project: Project) -> None:
    edit, key = form_edits.add_row(project, "mina", "routine", "08:10-08:20 square humming")
    assert key == "routine.2"
    bar = format_day(edit.apply(project), "mina", 144, 2)
    assert bar.index("█") == 49
    assert len(bar) == 144
    assert "·" not in format_day(project, "mina", 24)


def test_a_plain_secret_stays_plain_until_somebody_may_be_told(project: Project) -> None:
    project = form_edits.add_row(project, "mina", "secrets", "I broke the lamp.")[0].apply(project)
    assert list(project.data(MINA)["secrets"]) == ["I broke the lamp."]
    project = form_edits.change_item(
        project, "mina", item(project, "secrets.0"), "I broke the lamp. | otto"
    ).apply(project)
    assert [dict(one) for one in project.data(MINA)["secrets"]] == [
        {"text": "I broke the lamp.", "to": ["otto"]}
    ]


def test_a_tie_has_a_line_and_where_there_is_none_the_list_has(project: Project) -> None:
    who = project.data(MINA)["relationships"][0]["who"]
    assert form.tie_key(project, "mina", who) == "relationships.0"
    assert form.tie_key(project, "mina", "nobody") == "relationships"


NONSENSE = (
    "%%% nonsense",
    "-5",
    "999999",
    "a" * 5000,
    "[",
    "{x=1}",
    "0.5",
    "✗",
    "08:00 zz zz",
    ",",
)


def test_nonsense_in_any_field_is_refused_in_words_of_ours(project: Project) -> None:
    refused = set[str]()
    for one in form.form_items(project, "mina"):
        for text in NONSENSE:
            try:
                if one.sort == "list":
                    form_edits.add_row(project, "mina", one.key, text)
                elif one.sort != "fold":
                    form_edits.change_item(project, "mina", one, text).apply(project)
            except EditRefusedError as error:
                refused.add(str(error))
    assert len(refused) > 20
    assert not [
        told
        for told in refused
        if re.search(r"should (be|have|match)|\^\[|field required|[Ii]nput", told)
    ]
