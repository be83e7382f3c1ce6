"""Any sequence of edits, undos, saves and changes by others keeps document, files and problems in
agreement."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from latticeville.core.geometry import Box, Cell
from latticeville.world.load import inspect_world
from studio.project.conflict import Conflict
from studio.project.documents.cell_shapes import flood_spans
from studio.project.documents.project import LineEnds, Project, make_project
from studio.project.documents.stamp import HOLE, Stamp
from studio.project.edits.areas import (
    AddBox,
    DeleteArea,
    DrawArea,
    DuplicateArea,
    MoveArea,
    SubtractBox,
)
from studio.project.edits.edit import Edit
from studio.project.edits.kinds import DuplicateKind, RenameKind, RenameState
from studio.project.edits.legend import AddTile, RenameGlyph, SetTile
from studio.project.edits.paint import (
    DeleteStamp,
    SaveStamp,
    paint_cells,
    paint_glyphs,
    paint_spans,
    read_stamps,
)
from studio.project.edits.personas import DuplicatePersona, RenamePersona
from studio.project.edits.placements import (
    DeleteEntries,
    DuplicateEntries,
    MoveEntries,
    MoveToCell,
    PlaceObject,
    RenameId,
    SetField,
)
from studio.project.edits.resize import Resize
from studio.project.edits.values import SetValue
from studio.project.edits.walls import DrawWalls
from studio.project.fixes import find_fixes
from studio.project.formats.refusal import EditRefusedError
from studio.project.open_project import (
    OpenProject,
    ReloadedFile,
    UnreadableFile,
    classify_write,
    keep_own_version,
    merge_chosen,
    open_project,
    save,
    take_disk_version,
)
from studio.project.project_checks import ProjectChecker, find_problems
from tests.project.hall import FILES, Rewrite

pytestmark = pytest.mark.slow

_cells = st.builds(Cell, st.integers(0, 13), st.integers(0, 8))
_boxes = st.builds(Box, st.integers(0, 11), st.integers(0, 6), st.integers(1, 5), st.integers(1, 4))
_glyphs = st.sampled_from(".#,+~")
_areas = st.sampled_from(["hall", "nook", "lawn", "den"])
_things = st.sampled_from(["urn", "key", "ada", "bob", "urn_2"])
_names = st.sampled_from(["hut", "small hut", 'a "b"', ""])
_stamps = st.sampled_from(
    [Stamp.from_lines("##\n#"), Stamp((f"{HOLE}·", ".#")), Stamp(('"', "\\"))]
)
_steps, _gestures = st.integers(-2, 2), st.integers(0, 2)
pick, make = st.sampled_from, st.builds
_edits: st.SearchStrategy[Edit] = st.one_of(
    make(
        lambda cells, glyph, number: paint_cells(cells, glyph, "pencil", number),
        st.lists(_cells, max_size=4),
        _glyphs,
        _gestures,
    ),
    make(
        lambda stamp, cell, number: paint_glyphs(stamp.glyphs_at(cell), "stamp", number),
        _stamps,
        _cells,
        _gestures,
    ),
    make(SaveStamp, _names, _stamps),
    make(DeleteStamp, _names),
    make(DrawArea, _areas, st.text('ab"\\', min_size=1, max_size=3), st.tuples(_boxes)),
    make(AddBox, _areas, _boxes),
    make(SubtractBox, _areas, _boxes),
    make(MoveArea, _areas, _steps, _steps, st.booleans(), pick(["", ","]), _gestures),
    make(DuplicateArea, _areas, _areas, _steps, _steps),
    make(DeleteArea, _areas, st.booleans(), pick(["", "lawn"])),
    make(RenameId, st.one_of(_areas, _things), pick(["den", "hall", "pot", "eve"])),
    make(PlaceObject, _things, pick(["urn", "key", "cup"]), _cells),
    make(MoveEntries, st.tuples(_things), _steps, _steps, _gestures),
    make(MoveToCell, _things, _cells),
    make(DuplicateEntries, st.tuples(_things), _steps, _steps),
    make(DeleteEntries, st.tuples(_things)),
    make(
        SetField,
        st.tuples(_things),
        pick([("name",), ("color",)]),
        pick(["a\nb", "red", None]),
        _gestures,
    ),
    make(SetTile, _glyphs, pick(["name", "color"]), pick(["grass", None]), _gestures),
    make(AddTile, _glyphs, st.just({"name": "mud", "walkable": True})),
    make(RenameGlyph, _glyphs, _glyphs),
    make(DrawWalls, _boxes, st.just("#"), pick(["", "."])),
    make(Resize, _steps, _steps, _steps, _steps, _glyphs),
    make(RenameKind, pick(["urn", "key"]), pick(["urn", "pot"])),
    make(RenameState, pick(["urn", "key"]), pick(["hot", "dull"]), pick(["warm", "cold"])),
    make(DuplicateKind, st.just("urn"), pick(["pot", "cup"])),
    make(RenamePersona, pick(["ada", "bo", "eve"]), pick(["ada", "eve"])),
    make(DuplicatePersona, pick(["ada", "bo"]), pick(["eve", "di"])),
    make(
        SetValue,
        st.just("world.toml"),
        pick([("name",), ("simulation", "radius"), ("weather", "chain", "rain")]),
        pick([None, 3, "x", {"rain": 1}]),
        _gestures,
    ),
    make(
        Rewrite,
        st.just("personas/ada.toml"),
        pick([FILES["personas/ada.toml"], "name = ", 'name = "A"']),
    ),
)


class Studio(RuleBasedStateMachine):
    """One project on disk and on the open project."""

    def __init__(self) -> None:
        super().__init__()
        self._held = tempfile.TemporaryDirectory()
        self.folder = Path(self._held.name) / "hall"
        self.checker = ProjectChecker()
        self.seen: dict[int, dict[str, str]] = {}

    def teardown(self) -> None:
        self._held.cleanup()

    @initialize()
    def begin(self) -> None:
        for name, text in FILES.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        self.opened = open_project(self.folder)
        self._note()

    @rule(edit=_edits)
    def edit(self, edit: Edit) -> None:
        before = self.opened
        try:
            self._do(edit)
        except EditRefusedError:
            assert self.opened is before

    @rule(start=_cells, glyph=_glyphs)
    def fill(self, start: Cell, glyph: str) -> None:
        self._do(paint_spans(flood_spans(self.opened.project.map, start), glyph))

    @rule(box=_boxes, name=st.sampled_from(["hut", "yard"]), turns=st.integers(0, 3), there=_cells)
    def keep_and_paste(self, box: Box, name: str, turns: int, there: Cell) -> None:
        """Cut cells out of the map, keep them under a name, and put down what was kept."""
        stamp = Stamp.copy_from(self.opened.project.map, [*box.cells()])
        for _ in range(turns):
            stamp = stamp.rotate()
        if stamp.rows:
            try:
                self._do(SaveStamp(name, stamp))
            except EditRefusedError:
                return
            assert read_stamps(self.opened.project)[name] == stamp
            self._do(paint_glyphs(read_stamps(self.opened.project)[name].glyphs_at(there), "stamp"))

    @rule(pick=st.integers(0, 9))
    def mend(self, pick: int) -> None:
        report = self.checker.check(self.opened.project)
        cures = [cure for problem in report.problems for cure in find_fixes(problem, report)]
        if cures:
            self._do(cures[pick % len(cures)])

    @rule()
    def undo(self) -> None:
        self._at(self.opened.history.at - 1)

    @rule()
    def redo(self) -> None:
        self._at(self.opened.history.at + 1)

    @rule(to=st.integers(0, 12))
    def jump(self, to: int) -> None:
        self._at(to)

    @rule()
    def save(self) -> None:
        saved = save(self.opened)
        assert not saved.failed
        assert not saved.conflicts
        assert {*saved.written} == {*self.opened.history.modified}
        self.opened = saved.opened
        assert not self.opened.history.modified
        assert open_project(self.folder).project.changed_files(self.opened.project) == ()
        assert [*find_problems(self.opened.project)] == inspect_world(self.folder)[1]

    @rule(
        name=st.sampled_from([*FILES]),
        change=st.sampled_from(["# theirs\n", "", "broken = [\n", "\n"]),
        answer=st.sampled_from(["mine", "theirs", "merge"]),
    )
    def others(self, name: str, change: str, answer: str) -> None:
        """Somebody else writes a file, and the studio hears of it."""
        path = self.opened.project.path(name)
        if not path.exists():
            return
        text = path.read_text("utf-8")
        data = (text.replace("#", ",") if name.endswith("map") else f"{change}{text}").encode()
        path.write_bytes(data)
        verdict = classify_write(self.opened, name, data)
        if isinstance(verdict, ReloadedFile):
            self._took(verdict.opened)
        elif isinstance(verdict, UnreadableFile):
            path.write_text(text, "utf-8")  # and mends it
        elif isinstance(verdict, Conflict):
            assert not [one for one in save(self.opened).written if one == name]
            self.opened = save(self.opened).opened
            self._took(settled(self.opened, verdict, answer))

    def _do(self, edit: Edit) -> None:
        self.opened = self.opened.do(edit)
        self._note()

    def _took(self, opened: OpenProject) -> None:
        self.opened = opened
        self._note()

    def _at(self, to: int) -> None:
        history = self.opened.history.jump(to)
        self.opened = OpenProject(history, self.opened.hashes)
        assert texts(history.present) == self.seen[history.at]

    def _note(self) -> None:
        history = self.opened.history
        self.seen = {at: held for at, held in self.seen.items() if at < len(history.steps)}
        self.seen[history.at] = texts(history.present)

    @invariant()
    def texts_say_what_the_sheets_say(self) -> None:
        if not self.seen:
            return
        project = self.opened.project
        again = make_project(project.folder, texts(project), project.places)
        assert again.files.keys() == project.files.keys()
        assert again.changed_files(project) == ()
        assert {name: again.data(name) for name in again.files} == {
            name: project.data(name) for name in project.files
        }

    @invariant()
    def modified_never_lies(self) -> None:
        if not self.seen:
            return
        present, saved = self.opened.project, self.opened.history.saved
        different = set()
        for name in {*present.files, *saved.files, *FILES}:
            path = (present if name in present.files else saved).path(name)
            there = path.read_bytes() if path.exists() else None
            document = present.files.get(name)
            wanted = present.ends.get(name, LineEnds()).encode(document.text) if document else None
            if there != wanted:
                different.add(name)
        assert {*self.opened.history.modified} == different

    @invariant()
    def problems_are_those_of_a_fresh_look(self) -> None:
        if self.seen:
            assert self.checker.check(self.opened.project).problems == find_problems(
                self.opened.project
            )


def settled(opened: OpenProject, conflict: Conflict, answer: str) -> OpenProject:
    """Answer a conflict; a file that is broken on disk can only be overwritten."""
    if answer == "mine" or conflict.theirs is None:
        return keep_own_version(opened, conflict)
    return (
        take_disk_version(opened, conflict)
        if answer == "theirs"
        else merge_chosen(opened, conflict, {})
    )


def texts(project: Project) -> dict[str, str]:
    """Return the text of every file."""
    return {name: document.text for name, document in project.files.items()}


TestStudio = Studio.TestCase
TestStudio.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
