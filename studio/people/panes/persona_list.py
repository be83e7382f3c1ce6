"""The list of the people of a world and of the personas in its folder, residents first."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar, Literal

from textual.binding import BindingType
from textual.message import Message

from latticeville.core.text_fold import fold
from latticeville.draw.tilemap.badges import make_badges
from studio.canvas.styles import has_badges
from studio.project.documents.entries import list_entries
from studio.project.documents.project import Project, persona_file, persona_name
from studio.project.edits.personas import residents_of
from studio.project.fields import persona_names
from studio.project.formats.plain_values import value_at
from studio.ui.command_scope import bindings
from studio.ui.dialogs.option_dialog import Option, rank_options
from studio.ui.list_view import ListView
from studio.ui.sign_rows import person_span
from studio.ui.text import PLAIN, QUIET, WARM, Span, TextRow, clean, clean_border, span_width

ListRequest = Literal["sort", "live", "duplicate", "rename", "delete", "set"]
NOBODY = TextRow(
    "", (Span("No people yet.  ", QUIET), Span("a", WARM), Span(": new person", QUIET))
)


class PersonaList(ListView):
    """One line a persona: glyph, name, age; who does not live here is quiet.

    Personas outside of the world's folder, which other worlds share, are listed where they live
    here or fit a filter.
    """

    where = "personas"
    BINDINGS: ClassVar[list[BindingType]] = bindings("personas")
    BORDER_TITLE = "People"

    class Wanted(Message):
        """Something is to be done with the list, or with the selected persona."""

        def __init__(self, what: ListRequest) -> None:
            super().__init__()
            self.what = what

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._project: Project | None = None
        self.letters = ""
        """Only those with these letters are shown."""
        self.marked = frozenset[str]()
        """Those whose fields are set together."""
        self.by_name = False
        """Whether the names are in order, instead of those who live here coming first."""
        self._unfinished: Mapping[str, int] = {}
        self._lived_here = set[str]()
        """Who lived here when they were listed, and stays in the list."""

    def show(self, project: Project) -> None:
        """Show the personas of a project."""
        self._project = project
        self.marked &= {*persona_names(project)}
        self.border_title = clean_border(f"People · {self.letters}") if self.letters else "People"
        nothing = TextRow(
            "", (Span(f"No name contains “{clean(self.letters)}”. /: change the filter", QUIET),)
        )
        self.show_rows(list(self._lines(project)) or [nothing if self.letters else NOBODY])

    def show_unfinished(self, counts: Mapping[str, int]) -> None:
        """Say of personas how many things they lack."""
        if counts != self._unfinished and self._project is not None:
            self._unfinished = counts
            self.show(self._project)

    def _lines(self, project: Project) -> Iterator[TextRow]:
        badges = _badges(project) if has_badges(self.app) else {}
        for name in self.names(project):
            table = project.data(persona_file(name))
            called, here = str(table.get("name", name)), residents_of(project, name)
            color = str(table.get("color", "person"))
            glyph = clean(str(table.get("glyph") or called[:1] or "?")[:1])
            face = person_span(badges[name], color) if badges else Span(glyph, f"@{color}")
            mark = Span("*" if name in self.marked else " " if self.marked else "", WARM)
            who = Span(clean(called), PLAIN if here else QUIET)
            tail = self._tail(name, table.get("age")) if here else Span("away", QUIET)
            spans = (mark, face, Span(" "), who)
            yield TextRow(name, spans, self._beside(spans, tail), name)

    def _beside(self, spans: Sequence[Span], tail: Span) -> Span:
        """Return what is said behind a name; a quiet word gives way to the name."""
        is_cut = span_width(spans) + len(tail.text) >= self.size.width > 0
        return Span("") if is_cut and tail.style == QUIET else tail

    def on_resize(self) -> None:
        """Say as much as there is room for."""
        if self._project is not None:
            self.show(self._project)

    def _tail(self, name: str, age: object) -> Span:
        """Return how much somebody of this world lacks, else their age."""
        if name in self._unfinished:
            return Span(f"{self._unfinished[name]} open", WARM)
        return Span("" if age is None else f"{age}", QUIET)

    def names(self, project: Project) -> list[str]:
        """Return the ids of those who are shown, in order."""
        known = self._listed(project)
        known.sort(key=lambda name: persona_name(project, name).casefold())
        if not self.by_name:
            known.sort(key=lambda name: not residents_of(project, name))
        called = {name: persona_name(project, name) for name in known}
        return self._fitting(project, called) if self.letters else known

    def _fitting(self, project: Project, called: Mapping[str, str]) -> list[str]:
        """Return the ids of those whose name has the letters, then of those whose texts have
        them."""
        options = [Option(name, text, name) for name, text in called.items()]
        named = {one.key for one in rank_options(self.letters, options)}
        texts = [name for name in called if has_text(project, name, self.letters)]
        first = [name for name in called if name in named]
        return first + [name for name in texts if name not in named]

    def _listed(self, project: Project) -> list[str]:
        """Return who lives here or did, and who is in the folder of the world; for a filter,
        everybody."""
        known = persona_names(project)
        self._lived_here |= {name for name in known if residents_of(project, name)}
        own = {name for name in known if not project.place(persona_file(name)).startswith("..")}
        return [name for name in known if self.letters or name in own | self._lived_here]

    def filter(self, project: Project, letters: str) -> None:
        """Show only those with some letters; "" shows all."""
        self.letters = letters
        self.show(project)

    def sort(self, project: Project) -> str:
        """Show those who live here first, or all by name; return which."""
        self.by_name = not self.by_name
        self.show(project)
        self.go_to(self.chosen)
        return "Sorted by name." if self.by_name else "People of this world first."

    @property
    def under(self) -> str:
        """The id of whoever the cursor is on, or ""."""
        return self.rows[self.cursor].link if self.rows else ""

    @property
    def chosen_names(self) -> tuple[str, ...]:
        """The ids of all who are marked; else of whoever the cursor is on."""
        return tuple(sorted(self.marked)) or ((self.under,) if self.under else ())

    def mark_all(self, names: Iterable[str]) -> None:
        """Mark some personas, and no others."""
        self._mark(frozenset(names))

    def mark_none(self) -> None:
        """Take all marks away."""
        self._mark(frozenset())

    def _mark(self, marked: frozenset[str]) -> None:
        self.marked = marked
        if self._project is not None:
            self.show(self._project)

    def action_mark(self) -> None:
        """Mark whoever the cursor is on, or take the mark away, and go on."""
        if self.under:
            self._mark(self.marked ^ {self.under})
            self._move_to(min(self.cursor + 1, len(self.rows) - 1))

    def action_mark_all(self) -> None:
        """Mark everybody who is shown, or nobody."""
        shown = frozenset(row.link for row in self.rows if row.link)
        self._mark(frozenset() if self.marked >= shown else shown)

    def action_set(self) -> None:
        """Set a field of all who are marked."""
        self.post_message(self.Wanted("set"))

    def action_sort(self) -> None:
        """Sort otherwise."""
        self.post_message(self.Wanted("sort"))

    def action_live(self) -> None:
        """Let the persona live here, or no longer."""
        self.post_message(self.Wanted("live"))

    def action_duplicate(self) -> None:
        """Make another persona like this one."""
        self.post_message(self.Wanted("duplicate"))

    def action_rename(self) -> None:
        """Give the persona another id."""
        self.post_message(self.Wanted("rename"))

    def action_delete(self) -> None:
        """Delete the persona."""
        self.post_message(self.Wanted("delete"))


def _badges(project: Project) -> dict[str, str]:
    """Return the two letters of each persona, of those who live here as the map has them."""
    entries = list_entries(project, "people").values()
    here = (str(value_at(entry.table, ("persona",))) for entry in entries)
    known = persona_names(project)
    names = [*dict.fromkeys((*(name for name in here if name in known), *known))]
    return make_badges({name: persona_name(project, name) for name in names})


def has_text(project: Project, name: str, letters: str) -> bool:
    """Tell whether letters stand together in what a persona's file says."""
    return fold(letters) in fold(project.files[persona_file(name)].text)
