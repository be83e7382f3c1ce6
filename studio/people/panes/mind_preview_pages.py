"""The pages of the preview of a mind, as rows."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from latticeville.core.clock import format_hours
from latticeville.models.model_notice import STUDIO_OPTION, model_notice, uses_rules
from latticeville.models.spec import DEFAULT_MODEL
from latticeville.reports.persona import prompt_rows, summary_rows
from latticeville.reports.rows import ViewRow
from latticeville.world.model.world import World
from studio.people.panes import lab_rows
from studio.people.panes.mind_jobs import JobResult
from studio.ui.text import ALARM, PLAIN, QUIET, STRONG, WARM, Span, TextRow
from studio.ui.view_rows import PaintedView

if TYPE_CHECKING:
    from latticeville.reports.interview.chat import ChatAnswer, ChatLine
    from latticeville.reports.persona import Day
    from latticeville.world.model.personas import Persona

Page = Literal["self", "mind", "prompt", "day", "first", "talk", "meet", "compare"]
TITLES: dict[Page, str] = {
    "self": "Who they are",
    "mind": "Their mind",
    "prompt": "First prompt",
    "day": "Their day",
    "first": "First 24 hours",
    "talk": "Talk",
    "meet": "Meeting",
    "compare": "Compare",
}
"""The pages by name."""


class PortraitPages:
    """One page at a time about one person of a world."""

    def __init__(self) -> None:
        self.page: Page = "self"
        self.world: World | None = None
        """The world as it was checked last."""
        self.who, self.other = "", ""
        """The id of the person in this world, and of whoever they are compared with."""
        self.model = DEFAULT_MODEL
        """The name of the model that is asked."""
        self.lines: tuple[ChatLine, ...] = ()
        """What was said in the talk so far."""
        self._answers: list[ChatAnswer] = []
        self._prompt: JobResult | None = None
        self._day: JobResult | None = None
        self._first: JobResult | None = None
        self._met: JobResult | None = None

    def choose(self, who: str) -> None:
        """Speak of somebody else, whose talk begins anew."""
        self.who, self.lines, self._answers = who, (), []

    def say(self, words: str) -> None:
        """Add what the user says to the talk."""
        from latticeville.reports.interview.chat import ChatLine

        self.lines = (*self.lines, ChatLine(own=False, words=words))

    def take(self, found: JobResult) -> str:
        """Take what came of a job for the page; return what is wrong with it, if anything."""
        if self.page == "prompt":
            self._prompt = found
        elif self.page == "day":
            self._day = found
        elif self.page == "first":
            self._first = found
        elif self.page == "meet":
            self._met = found
        elif found.value.fault:
            return str(found.value.fault)
        else:
            from latticeville.reports.interview.chat import ChatLine

            self.lines = (*self.lines, ChatLine(own=True, words=found.value.words))
            self._answers.append(found.value)
        return ""

    def forget_day(self) -> None:
        """Let go of the day that was planned last."""
        self._day = None

    @property
    def is_here(self) -> bool:
        """Whether the person lives in the world."""
        return self.world is not None and self.who in self.world.people

    @property
    def knows_prompt(self) -> bool:
        """Whether the first question of this edition of the world is known."""
        found = self._prompt
        return found is not None and found.world is self.world and found.who == self.who

    @property
    def title(self) -> str:
        """What the page is about."""
        people = self.world.people if self.world else {}
        about = [people[self.who].persona.name] if self.who in people else []
        if about and self.page in ("compare", "meet") and self.other in people:
            about.append(people[self.other].persona.name)
        return f"{TITLES[self.page]} · {' and '.join(about)}" if about else TITLES[self.page]

    @property
    def persona(self) -> "Persona | None":
        """The persona that the page of who they are tells of, if it is shown."""
        people = self.world.people if self.world else {}
        return people[self.who].persona if self.page == "self" and self.who in people else None

    def rows(self, cells: int, *, idle: bool) -> Iterator[TextRow]:
        """Yield the page; `idle` says whether something can be begun on it."""
        if self.world is None:
            yield from lab_rows.wrap("", "There is no world yet: see the problems.", cells, QUIET)
        elif not self.is_here:
            yield from lab_rows.wrap(
                "", "Not in this world. L in the list of people adds them.", cells, QUIET
            )
        else:
            yield from self._page_rows(self.world, cells, idle=idle)

    def _page_rows(self, world: World, cells: int, *, idle: bool) -> Iterator[TextRow]:
        """Yield the page about somebody of this world."""
        match self.page:
            case "self":
                yield from PaintedView(self._self_rows(world), cells).rows
            case "mind":
                from latticeville.reports.mind_preview import mind_rows, preview_mind

                yield from PaintedView(mind_rows(preview_mind(world, self.who), world), cells).rows
            case "compare":
                yield from self._comparison(world, cells)
            case "prompt":
                yield from self._prompt_rows(cells)
            case "day":
                yield from self._day_rows(cells, idle=idle)
            case "first":
                yield from self._first_rows(cells)
            case "meet":
                yield from self._meeting_rows(world, cells)
            case "talk":
                yield from self._talk_rows(world, cells, idle=idle)

    def _self_rows(self, world: World) -> Iterator[ViewRow]:
        """Yield what is unfinished, then who they are to their mind."""
        from latticeville.reports.mind_preview import find_unfinished, unfinished_rows
        from latticeville.reports.persona import summary

        yield from unfinished_rows(find_unfinished(world, self.who))
        yield from summary_rows(summary(world, self.who))

    def _comparison(self, world: World, cells: int) -> Iterator[TextRow]:
        from latticeville.reports.cast import compare

        if self.other in world.people:
            yield from lab_rows.compare_rows(compare(world, self.who, self.other), cells)
        else:
            yield from lab_rows.wrap("", "d chooses whom to compare with.", cells, QUIET)

    def _prompt_rows(self, cells: int) -> Iterator[TextRow]:
        if self._prompt is not None and self._prompt[:2] == (self.world, self.who):
            yield from PaintedView(prompt_rows(self._prompt.value), cells).rows

    def _day_rows(self, cells: int, *, idle: bool) -> Iterator[TextRow]:
        if self._day is not None and self._day.who == self.who:
            if self._day.world is not self.world:
                yield from lab_rows.wrap(
                    "old", "The world has changed since: enter plans anew.", cells, WARM
                )
            yield from _planned_rows(self._day.value, self._day.world, cells)
        elif idle:
            planner = (
                "the built-in rules"
                if uses_rules(self.model, self.who)
                else f"the model ({self.model})"
            )
            told = f"enter lets {planner} plan their first day. D runs the first 24 hours."
            yield from lab_rows.wrap("", told, cells, QUIET)

    def _first_rows(self, cells: int) -> Iterator[TextRow]:
        from latticeville.reports.preview import day_rows

        if self._first is None or self._first.who != self.who:
            return
        if self._first.world is not self.world:
            told = "The world has changed since: enter runs it anew."
            yield from lab_rows.wrap("old", told, cells, WARM)
        yield from PaintedView(day_rows(self._first.value), cells).rows

    def _meeting_rows(self, world: World, cells: int) -> Iterator[TextRow]:
        from latticeville.reports.encounter import meeting_rows

        if self._met is None or self._met.who != self.who:
            return
        if self._met.world is not self.world:
            told = "The world has changed since: enter plays it anew."
            yield from lab_rows.wrap("old", told, cells, WARM)
        yield from PaintedView(meeting_rows(self._met.value, world), cells).rows

    def _talk_rows(self, world: World, cells: int, *, idle: bool) -> Iterator[TextRow]:
        name = world.people[self.who].persona.first_name
        notice = model_notice(self.model, STUDIO_OPTION, self.who) or f"The model is {self.model}."
        told = f"You are a stranger next to {name}; nothing of this is kept. {notice}"
        yield from lab_rows.wrap("told", told, cells, QUIET)
        answers = iter(self._answers)
        for number, line in enumerate(self.lines):
            who = name if line.own else "you"
            yield from lab_rows.wrap(
                f"l{number}", line.words, cells, STRONG if line.own else PLAIN, f"{who}: "
            )
            said = next(answers, None) if line.own else None
            for one in said.cites if said else ():
                yield from lab_rows.wrap(f"c{number}", one.text, cells, QUIET, f"  #{one.id} ")
        if idle:
            yield TextRow("say", (Span("enter", WARM), Span(" says something", QUIET)))


def _planned_rows(day: "Day", world: World, cells: int) -> Iterator[TextRow]:
    """Yield a day that was planned."""
    yield from lab_rows.wrap("identity", day.identity, cells, QUIET)
    for step in day.hours or day.strokes:
        when = f"{format_hours(step.start)}–{format_hours(step.end)} "
        told = f"{step.doing}, {world.name_of(step.place)}"
        yield from lab_rows.wrap(f"h{step.start}", told, cells, PLAIN, when)
    if day.fault:
        yield from lab_rows.wrap("fault", day.fault, cells, ALARM)
