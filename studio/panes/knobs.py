"""The knobs of a retrieval: terms that keys and clicks turn, and the line that shows how they stand."""

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from latticeville.lab.terms import Terms
from latticeville.mind.profiles import PROFILES
from studio.panes.ranks import Asked
from studio.panes.somebody import Somebody
from studio.widgets.ask import Ask
from studio.widgets.spans import PLAIN, QUIET, WARM, Row, Span, width

if TYPE_CHECKING:
    from latticeville.lab.memories import Call

STEP = 0.25
"""By how much a key turns a weight."""

ROOMY = 100
"""Cells with which there is room for all names and values."""
NARROW = {"relevance": "relev.", "importance": "import."}
"""Names of knobs where there is less."""


class Knobs(Somebody):
    """Ranks under terms that can be turned."""

    def __init__(self, id: str) -> None:  # noqa: A002 - as every widget calls it
        super().__init__(id=id)
        self.terms = Terms()

    @property
    @abstractmethod
    def asked(self) -> Asked | None:
        """The shown retrieval, once it is there."""

    @abstractmethod
    def _turn(self, terms: Terms) -> None:
        """Rank under other terms."""

    def knobs(self, asked: Asked) -> Row:
        """Return the line of knobs: what is otherwise than the run had it stands out."""
        spans = [Span("what if  " if asked.otherwise else "as run  ", WARM if asked.otherwise else QUIET)]
        was, narrow = values(asked.base, Terms()), self.size.width < ROOMY
        for (name, value, keys), (_name, before, _keys) in zip(values(asked.now, self.terms), was, strict=True):
            style = WARM if value != before else PLAIN
            told = NARROW.get(name, name) if narrow else name
            # The line above names the profile, and the query stands there whole.
            short = narrow and name in ("profile", "query")
            spans += [Span(f"{told} ", QUIET), Span("" if short else value, style), Span(f" {keys}  "[short:], QUIET)]
        back = Span("0 as run", WARM) if asked.otherwise else Span("")
        return Row("knobs", tuple(spans), back)

    def on_head(self, y: int, x: int) -> None:
        """Turn the knob that was clicked; beside all of them, back to what the run asked."""
        if self.asked is None or self.heads[y].key != "knobs":
            return
        at = 0
        for place, span in enumerate(self.heads[y].spans):
            at += width((span,))
            if x < at:
                turn = (place - 1) // 3
                if 0 <= turn < len(TURNS):
                    TURNS[turn](self)
                return
        self.action_reset()

    def action_query(self) -> None:
        """Ask their memory something else."""
        now = self.asked
        text = self.terms.query or (now.now.query if now else "")
        self.app.push_screen(Ask("What would come to mind if asked…", "a question or a situation", text), self._query)

    def _query(self, query: str | None) -> None:
        if query:
            self._turn(replace(self.terms, query=query))

    def action_profile(self) -> None:
        """Score by the next profile."""
        now = self.asked
        if now is not None:
            names = list(PROFILES)
            name = names[(names.index(self.terms.profile or now.now.profile) + 1) % len(names)]
            self._turn(replace(self.terms, profile=name, weights=None))

    def action_recency_up(self) -> None:
        """Weigh recency more."""
        self._weigh(0, STEP)

    def action_recency_down(self) -> None:
        """Weigh recency less."""
        self._weigh(0, -STEP)

    def action_relevance_up(self) -> None:
        """Weigh relevance more."""
        self._weigh(1, STEP)

    def action_relevance_down(self) -> None:
        """Weigh relevance less."""
        self._weigh(1, -STEP)

    def action_importance_up(self) -> None:
        """Weigh importance more."""
        self._weigh(2, STEP)

    def action_importance_down(self) -> None:
        """Weigh importance less."""
        self._weigh(2, -STEP)

    def _weigh(self, part: int, by: float) -> None:
        now = self.asked
        if now is not None:
            weights = [*(self.terms.weights or now.now.weights)]
            weights[part] = max(0.0, weights[part] + by)
            self._turn(replace(self.terms, weights=(weights[0], weights[1], weights[2])))

    def action_more(self) -> None:
        """Recall one more."""
        self._cut(1)

    def action_fewer(self) -> None:
        """Recall one less."""
        self._cut(-1)

    def _cut(self, by: int) -> None:
        now = self.asked
        if now is not None:
            self._turn(replace(self.terms, k=max(0, (now.now.k if self.terms.k is None else self.terms.k) + by)))

    def action_reset(self) -> None:
        """Back to what the run asked."""
        self._turn(Terms())


TURNS: tuple[Callable[[Knobs], None], ...] = (
    Knobs.action_recency_up,
    Knobs.action_relevance_up,
    Knobs.action_importance_up,
    Knobs.action_more,
    Knobs.action_profile,
    Knobs.action_query,
)
"""What a click on a knob does."""


def values(call: "Call", terms: Terms) -> tuple[tuple[str, str, str], ...]:
    """Return what can be turned: its name, its value as it is wished, and the keys that turn it."""
    profile = PROFILES.get(terms.profile or "")
    weights = tuple(f"{weight:g}" for weight in terms.weights or (profile.weights if profile else call.weights))
    return (
        ("recency", weights[0], "rR"),
        ("relevance", weights[1], "vV"),
        ("importance", weights[2], "iI"),
        ("k", str(call.k if terms.k is None else terms.k), "uU"),
        ("profile", terms.profile or call.profile, "p"),
        ("query", "other" if terms.query else "as asked", "Q"),
    )
