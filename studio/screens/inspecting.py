"""Looking into people: the panes that explain them, edits of what they are and remember, and other futures."""

from textual.message import Message

from latticeville.sim.inputs import SimulatorInput
from studio.panes.canvas import Canvas
from studio.panes.eyes import DOUBT
from studio.panes.interview import Interview
from studio.panes.memory import Memories
from studio.panes.why import Reasons
from studio.screens.inquiring import Inquiring
from studio.screens.meddling import Meddling
from studio.screens.run_layout import RunLayout
from studio.screens.transport import Transport
from studio.widgets.pick import Option, Pick


class Inspecting(Meddling, Inquiring, Transport):
    """The commands about whoever is selected."""

    class Branched(Message):
        """An input is wanted after a tick of the past."""

        def __init__(self, tick: int, item: SimulatorInput) -> None:
            super().__init__()
            self.tick, self.item = tick, item

    arrangement: RunLayout

    def action_memory(self) -> None:
        """Show what the selected person remembers; again, the map."""
        self._inspect("memory")

    def action_beliefs(self) -> None:
        """Show what the selected person believes, beside what is so; again, the map."""
        self._inspect("beliefs")

    def action_why(self) -> None:
        """Show why the selected person does what they do; again, the map."""
        self._inspect("why")

    def _inspect(self, name: str) -> None:
        """Show a pane about the selected person, or the map again."""
        if name in self.arrangement.shown and self.focused and self.focused.id == name:
            if name == self.arrangement.face:
                self.focus_pane("card")
            self.focus_pane("map")
            return
        if self._somebody():
            self.focus_pane(name)

    def _somebody(self) -> bool:
        """Tell whether a person is selected, and say how one is where none is."""
        if not self.person:
            self.tell("Select a person first: ) takes the next, / finds by name, enter takes who stands at the cursor.")
        return self.person

    def action_interview(self) -> None:
        """Ask the selected person something at the shown tick."""
        if self._somebody():
            self.focus_pane("interview")
            self.query_one(Interview).ask()

    async def action_fork(self) -> None:
        """Ask how a branch is to go on from the shown tick."""
        await self.app.run_action("app.fork")

    async def action_branches(self) -> None:
        """Show the branches, and go to another."""
        await self.app.run_action("app.branches")

    async def action_compare(self) -> None:
        """Compare with the run that this one goes on from."""
        await self.app.run_action("app.compare")

    def give(self, item: SimulatorInput) -> None:
        """Let an input go into the run; into the past it goes by a branch."""
        if self.view is None or self.session is None:
            return
        if self.view.past or self.view.recorded:
            self.post_message(self.Branched(self.view.payload.tick, item))
        else:
            self.session.give(item)

    def action_next_person(self) -> None:
        """Select the next person."""
        self._select_person(1)

    def action_previous_person(self) -> None:
        """Select the person before."""
        self._select_person(-1)

    def _select_person(self, way: int) -> None:
        names = list(self.view.payload.state.bodies) if self.view else []
        if names:
            last = self.focused.person if isinstance(self.focused, Interview) else self.selected
            place = names.index(last) + way if last in names else 0
            self.select(names[place % len(names)])

    def on_memories_sought(self, message: Memories.Sought) -> None:
        """Go to a tick at which somebody recalled anything."""
        if self.session:
            self.session.recall(message.way, message.who)

    def action_differ(self) -> None:
        """Ask for somebody else, and show on the map where the two believe different things."""
        if self.view is None or not self._somebody():
            return
        state = self.view.payload.state
        one = self.selected
        options = [Option(name, state.world.name_of(name)) for name in state.bodies if name != one]

        def chosen(other: str | None) -> None:
            if other:
                self.focus_pane("map")
                self.query_one(Canvas).differ(one, other)

        self.app.push_screen(Pick(f"Who may see it otherwise than {state.world.told(one)}?", options), chosen)

    def on_beliefs_eyed(self) -> None:
        """Show the map in the eyes of whose beliefs are shown."""
        canvas = self.query_one(Canvas)
        canvas.action_eyes()
        if not canvas.display:
            self.focus_pane("map")
        if canvas.way != DOUBT:
            self.tell("The map is as they believe it." if canvas.way else "The map is as it is.")

    def on_memories_meant(self, message: Memories.Meant) -> None:
        """Let a memory be otherwise."""
        self.give(message.item)

    def on_reasons_led(self, message: Reasons.Led) -> None:
        """Go where a link of the chain leads."""
        self.leave_a_mark()
        if message.who:
            self.select(message.who)
        if self.session:
            self.session.go_to(message.tick)

    def on_reasons_recalls(self, message: Reasons.Recalls) -> None:
        """Show a retrieval of the chain with all its numbers."""
        self.leave_a_mark()
        self.focus_pane("memory")
        self.query_one(Memories).retrieval(message.place, message.memory)
