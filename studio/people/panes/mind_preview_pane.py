"""The preview of a person's mind: summary, first prompt, planned day, conversation."""

from typing import ClassVar

from textual import work
from textual.binding import BindingType

from latticeville.world.model.world import World
from studio.people.panes import lab_rows
from studio.people.panes.mind_jobs import (
    Job,
    JobProgress,
    MindJobs,
    answer_in_talk,
    find_first_prompt,
    plan_first_day,
    play_meeting,
    run_first_day,
)
from studio.people.panes.mind_preview_pages import Page, PortraitPages
from studio.ui.command_scope import bindings
from studio.ui.dialogs.text_dialog import RepeatedPrompt
from studio.ui.list_view import WrappedListView
from studio.ui.portrait_rows import has_portraits, portrait_rows
from studio.ui.text import ALARM, QUIET, WARM, Span, TextRow, clean_border

OVER = 3
"""Lines of the pane that an open line of a talk lies over."""


class PortraitPane(WrappedListView):
    """One page at a time about the selected person, made anew whenever the world is checked
    anew."""

    where = "portrait"
    BINDINGS: ClassVar[list[BindingType]] = bindings("portrait")
    BORDER_TITLE = "Who they are"

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self._pages = PortraitPages()
        self._jobs = MindJobs(self)
        self._embedder = "hash"
        self._wrong = 0
        self._open = False
        """Whether a talk goes on, with a line open below."""
        self._trouble = ""

    @property
    def busy(self) -> str:
        """What is being done, "" where nothing is."""
        return self._jobs.busy

    def ask_of(self, model: str, embedder: str) -> None:
        """Ask a model and an embedder, as a run is given them."""
        self._pages.model, self._embedder = model, embedder

    def show(self, world: World | None, wrong: int) -> None:
        """Show what follows from the world as it was checked last, with so many errors."""
        self._pages.world, self._wrong = world, wrong
        self._draw()
        self._look_ahead()

    def choose(self, who: str) -> None:
        """Speak of somebody else, whose talk begins anew."""
        if who != self._pages.who:
            self._pages.choose(who)
            self.cancel()
            self._begin_at_top()
        self._draw()
        self._look_ahead()

    def turn(self, page: Page) -> None:
        """Show another page."""
        if page != self._pages.page:
            self.cancel()
            self._pages.page, self._trouble = page, ""
            self._begin_at_top()
        self._draw()
        self._look_ahead()

    def compare(self, other: str) -> None:
        """Show the person beside another."""
        self._pages.other = other
        self.turn("compare")

    def on_unmount(self) -> None:
        """Let the thread see that nothing is wanted any more."""
        self._jobs.cancel()

    def cancel(self) -> bool:
        """Stop what is being done; False where nothing is."""
        stopped = self._jobs.cancel()
        if stopped:
            self._draw()
        return stopped

    def _begin_at_top(self) -> None:
        self.cursor = self.top = 0
        self.rows = ()

    def _draw(self) -> None:
        self.border_title = clean_border(self._pages.title)
        persona = self._pages.persona if has_portraits(self.app, self.size) else None
        self.show_heads(portrait_rows(self._pages.who, persona, self.size.width) if persona else ())
        rows = list(self._pages.rows(self.size.width, idle=not self.busy and not self._open))
        if self.busy:
            rows.append(
                TextRow(
                    "busy",
                    (Span(f"… {self.busy}  ", QUIET), Span("esc", WARM), Span(" stops it", QUIET)),
                )
            )
        if self._trouble:
            rows += lab_rows.wrap("trouble", self._trouble, self.size.width, ALARM)
        if self._open:
            rows += [TextRow("open", ())] * OVER
        self.show_rows(rows)

    def action_open(self) -> None:
        """Say something, plan the day anew, or go to whom the line speaks of."""
        if self._pages.page == "talk":
            self.ask()
        elif self._pages.page == "day":
            self.plan()
        elif self._pages.page == "first":
            self.run_first_day()
        elif self._pages.page == "meet":
            self.meet(self._pages.other)
        else:
            super().action_open()

    def _can_ask(self) -> bool:
        """Tell whether a mind can be asked; say why not."""
        if not self._pages.is_here or self.busy:
            return False
        if self._wrong:
            self._trouble = (
                f"{self._wrong} problem{'s' * (self._wrong != 1)} first: a mind lives "
                "in a whole world only."
            )
            self._draw()
        return not self._wrong

    def _look_ahead(self) -> None:
        """Find the first prompt, where it is to be seen and not known."""
        if self._pages.page == "prompt" and not self._pages.knows_prompt and self.display:
            self._trouble = ""
            if self.busy:
                self.cancel()
            if self._can_ask():
                self._begin("looking for the first question", find_first_prompt)

    def plan(self) -> None:
        """Let the model plan the day."""
        self.turn("day")
        self._trouble = ""
        if self._can_ask():
            model, embedder = self._pages.model, self._embedder
            self._pages.forget_day()
            self._begin("planning", lambda world, who: plan_first_day(world, who, model, embedder))

    def ask_day(self) -> None:
        """Let the model plan the day; where that is shown, run the first 24 hours."""
        if self._pages.page == "day" and not self.busy:
            self.run_first_day()
        else:
            self.plan()

    def run_first_day(self) -> None:
        """Run the first 24 hours."""
        self.turn("first")
        self._trouble = ""
        if self._can_ask():
            self._begin("simulating", run_first_day)

    def meet(self, other: str) -> None:
        """Play what they and another say when they meet."""
        self._pages.other = other
        self.turn("meet")
        self._trouble = ""
        if self._can_ask():
            self._begin("simulating", lambda world, who: play_meeting(world, who, other))

    @work
    async def ask(self) -> None:
        """Ask for words, and say them, until the line is closed."""
        self.turn("talk")
        self._trouble = ""
        world = self._pages.world
        if self._can_ask() and world:
            name = world.people[self._pages.who].persona.name
            self._open = True
            self._draw()
            self.action_last()
            await self.app.push_screen_wait(
                RepeatedPrompt(f"To {name}", "what do you say?", self._say)
            )
            self._open = False
            self._draw()

    def _say(self, words: str) -> bool:
        """Say something; False where nothing can be said now."""
        if not self._can_ask():
            return False
        self._pages.say(words)
        lines, model, embedder = self._pages.lines, self._pages.model, self._embedder
        self._begin(
            "thinking", lambda world, who: answer_in_talk(world, who, lines, model, embedder)
        )
        self.action_last()
        return True

    def _begin(self, told: str, job: Job) -> None:
        if self._pages.world is not None:
            self._jobs.begin(told, job, self._pages.world, self._pages.who)
            self._draw()

    def on_job_progress(self, message: JobProgress) -> None:
        """Take what came, unless it is not wanted any more."""
        message.stop()
        if not self._jobs.receive(message):
            return
        if message.trouble:
            self._trouble = message.trouble
        elif message.found is not None:
            self._trouble = self._pages.take(message.found) or self._trouble
        self._draw()
        if self._pages.page == "talk":
            self.action_last()
