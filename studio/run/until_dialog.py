"""The dialog for running until an expression holds, checked as it is typed."""

import re
from collections.abc import Callable, Iterable, Iterator

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.suggester import Suggester
from textual.widgets import Input, Static

from latticeville.measures.expression import KEYS, ExpressionError, parse
from latticeville.sim.rule_set import event_kinds
from latticeville.sim.state import State
from latticeville.world.model.world import World
from studio.ui.dialogs.dialog import DialogFooter
from studio.ui.dialogs.typeahead import TypeaheadDialog
from studio.ui.text import clean

_LAST = re.compile(r"(?P<key>\w+):(?P<word>[^\s()\":]*)$")
_BEGUN = re.compile(r"(?:^|[\s(])(?P<word>\w+)$")


class TermSuggester(Suggester):
    """Completes the term that is being typed."""

    def __init__(self, state: State) -> None:
        super().__init__(case_sensitive=True)
        self._state = state

    async def get_suggestion(self, value: str) -> str | None:
        """Return the text with its last term completed, or nothing."""
        found = _LAST.search(value) or _BEGUN.search(value)
        if found is None:
            return None
        word, key = found["word"], found.groupdict().get("key")
        words = self._words(key) if key else iter([f"{one}:" for one in KEYS])
        whole = next((one for one in words if word and one.startswith(word)), None)
        return None if whole is None else value + whole[len(word) :]

    def _words(self, key: str) -> Iterator[str]:
        state = self._state
        match key:
            case "event":
                yield from sorted(event_kinds(state.world.rules))
            case "agent":
                yield from state.bodies
            case "area":
                yield from state.world.areas.by_id
            case "state":
                yield from (f"{thing.id}={thing.state}" for thing in state.things.values())
            case "doing":
                yield from dict.fromkeys(
                    body.doing for body in state.bodies.values() if " " not in body.doing
                )
            case "weather":
                yield from dict.fromkeys((state.world.climate.start, *state.world.climate.chain))


def example_terms(state: State) -> list[tuple[str, str]]:
    """Return a term of each kind, with names of this world, and what it asks for."""
    who = next(iter(state.bodies), "ada")
    area = next((name for name in state.world.areas.by_id if name != "world"), "house")
    thing = next(
        (one for one in state.things.values() if len(state.world.kinds[one.kind].states) > 1), None
    )
    found = [
        (
            "doing:sleeping",
            f"what a person does; doing:{who}=sleeping: only {state.world.name_with_article(who)}",
        ),
        ("event:said", "an event: said, moved, interacted, refused …"),
        (f"agent:{who}", "events about a person"),
        (f"area:{area}", "events in an area"),
        ("phrase:oak", 'text in an event; or phrase:"the oak"'),
        (
            f"state:{thing.id}={thing.state}" if thing else "state:stove=on",
            "state of an object; or a counter: state:jar.coins<3",
        ),
        (f"weather:{state.weather}", "the weather"),
        (f"in:{area}>=2", f"people in an area; in:{who}={area}: only {who}"),
        ('knows:"the oak">=3', "people with a memory of these words"),
    ]
    return [*found, ("and  or  not  ( )", f"combine terms: event:said and agent:{who}")]


class UntilDialog(TypeaheadDialog[str]):
    """A line for an expression over the list of its terms; enter takes what can be read, esc goes
    back."""

    DEFAULT_CSS = """
    UntilDialog { align: center bottom; background: transparent; }
    UntilDialog Vertical { width: 100%; height: auto; max-height: 100%; border: heavy $border;
        background: $surface; padding: 0 1; border-title-color: $accent; }
    UntilDialog Input, UntilDialog Input:focus { border: none; padding: 0; height: 1; background: $panel; }
    UntilDialog Static { height: auto; color: $foreground; }
    UntilDialog #wrong { color: $error; text-style: bold; max-height: 3; }
    """
    BINDINGS = [("escape", "dismiss", "Close")]  # noqa: RUF012 - as Textual declares it

    def __init__(
        self, state: State, wanted: str, editions: Callable[[], Iterable[World]] = tuple
    ) -> None:
        super().__init__()
        self._state, self._wanted, self._editions = state, wanted, editions

    def compose(self) -> ComposeResult:
        """Show the line and the terms."""
        terms = example_terms(self._state)
        wide = max(len(term) for term, _ in terms)
        with Vertical() as box:
            box.border_title = "Run until"
            yield Input(
                self._wanted,
                placeholder="an expression such as doing:sleeping · → completes",
                suggester=TermSuggester(self._state),
                select_on_focus=True,
            )
            yield Static("", markup=False, id="wrong")
            yield Static(
                "\n".join(clean(f"{term:<{wide}}  {told}") for term, told in terms), markup=False
            )
            yield DialogFooter("run")

    def _wrong(self, text: str) -> str:
        wrong = ""
        try:
            parse(text, self._state.world, self._editions)
        except ExpressionError as error:
            wrong = f"✗ column {error.column}: {error.what}" if text else ""
        self.query_one("#wrong", Static).update(wrong)
        return wrong

    def on_input_changed(self) -> None:
        """Forget what was wrong with what stood there before."""
        self.query_one("#wrong", Static).update("")

    def submit(self) -> None:
        """Take the expression, if it can be read."""
        typed = self.query_one(Input).value.strip()
        if typed and not self._wrong(typed):
            self.dismiss(typed)
