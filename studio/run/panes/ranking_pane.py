"""A pane of memories whose rankings open at rank 1, with the chosen memory and the cut at the
foot."""

from collections.abc import Sequence

from studio.run.panes.agent_pane import AgentPane
from studio.run.panes.retrieval_worker import Rescored
from studio.ui.text import WARM, Span, TextRow


def ranking_feet(rows: Sequence[TextRow], room: int, chosen: str, k: int) -> list[TextRow]:
    """Return the lines at the foot of a ranking that begins at rank 1 and has room for so many
    lines.

    `chosen` is the key of the chosen memory's row, `k` the last rank above the cut.
    """
    places = {row.key: place for place, row in reversed(list(enumerate(rows)))}
    memory, cut = places.get(chosen, -1), places.get("cut", -1)
    feet = list[TextRow]()
    if cut >= room - (memory >= room - 1):
        feet.append(TextRow("cut", (Span(f"── the cut is below rank {k}", WARM),)))
    if memory >= room - len(feet):
        tail = rows[memory].tail
        feet.append(rows[memory]._replace(tail=tail._replace(text=f"{tail.text} chosen".strip())))
    return feet


class RankingPane(AgentPane):
    """Keeps which memory was chosen, from the stream to a ranking, from ranking to ranking, and
    back."""

    chosen_memory: int | None = None
    """The memory that was last under the cursor; rank 1, on which a ranking opens, does not
    count."""
    ranking: Rescored | None = None
    """The ranking in the rows, if these are one."""

    def _begin_anew(self) -> None:
        super()._begin_anew()
        self.chosen_memory, self.ranking = None, None
        self.show_feet(())

    @property
    def _under(self) -> int | None:
        """The id of the memory that the cursor is on."""
        key = self.rows[self.cursor].key.split("/")[0] if self.rows else ""
        return int(key[1:]) if self.who and key[:1] == "m" and key[1:].isdecimal() else None

    def _keep_chosen(self) -> None:
        """Remember the memory under the cursor, before other rows are shown."""
        under = self._under
        if under is not None and not (self.ranking is not None and self.cursor == 0):
            self.chosen_memory = under

    def _open_on(self, ranking: Rescored | None) -> None:
        """Begin a ranking that the rows now show at rank 1; the stream (None) goes on at the chosen
        memory.

        Where the same retrieval is ranked again, the cursor stays on the chosen memory if that is
        in sight.
        """
        before, self.ranking = self.ranking, ranking
        if ranking is before:
            return
        self.show_feet(())
        if ranking is None:
            self._move_to_key(f"m{self.chosen_memory}")
            return
        place = self._place_of(f"m{self.chosen_memory}")
        again = before is not None and before.base.query == ranking.base.query
        self.cursor, self.top = place if again and place is not None and place < self.room else 0, 0
        self._pin()

    def _pin(self) -> None:
        """Keep at the foot what matters of the ranking and is below the window."""
        if self.ranking is not None:
            room = self.size.height - len(self.heads) - len(self._whole_lines())
            self.show_feet(
                ranking_feet(self.rows, room, f"m{self.chosen_memory}", self.ranking.now.k)
            )
        self._tell_place()

    def on_resize(self) -> None:
        """Keep at the foot what is below the window once the lines are broken anew."""
        self.call_later(self._pin_again)

    def _pin_again(self) -> None:
        if not self.top:
            self._pin()
