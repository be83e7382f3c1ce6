"""A run: inputs and time become ticks."""

from collections import deque
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from latticeville.mind.think import think
from latticeville.models.embed import Embedder, HashEmbedder
from latticeville.models.known_replies import KnownReplies
from latticeville.models.model import Model
from latticeville.models.model_call_tape import ModelCall, RecordingModel
from latticeville.sim.inputs import SimulatorInput, WorldReloaded
from latticeville.sim.tick import Thinker, TickPayload, advance
from latticeville.world.model.world import World

if TYPE_CHECKING:
    from latticeville.mind.retrieval.memory_index import MemoryIndex


class Run:
    """Advances one simulation; inputs may be fed from any thread and wait for the next tick
    boundary.

    `keep` is given each request with its reply.
    """

    def __init__(
        self,
        payload: TickPayload,
        model: Model,
        publish: Callable[[TickPayload], None],
        minds: Thinker = think,
        embedder: Embedder | None = None,
        keep: Callable[[ModelCall], None] | None = None,
    ) -> None:
        self.payload = payload
        known: Model = KnownReplies(model)
        self._model = RecordingModel(known, keep) if keep is not None else known
        self._publish, self._minds = publish, minds
        self._embedder = embedder or HashEmbedder()
        self._inputs: deque[SimulatorInput] = deque()
        self._worlds: dict[str, World] = {}

    def add_world(self, world: World) -> None:
        """Know an edition of the world, which a later WorldReloaded may name."""
        self._worlds[world.digest] = world

    def feed(self, item: SimulatorInput, world: World | None = None) -> None:
        """Let an input wait for the next tick; a WorldReloaded comes with the world that it
        names."""
        if world is not None:
            self.add_world(world)
        if isinstance(item, WorldReloaded) and item.digest not in self._worlds:
            raise ValueError(
                f"the world {item.digest} is not known here: feed it together with the input"
            )
        self._inputs.append(item)

    @cached_property
    def _memories(self) -> "MemoryIndex":
        from latticeville.mind.retrieval.memory_index import MemoryIndex

        return MemoryIndex(self._embedder)

    def step(self) -> TickPayload:
        """Make one tick, publish it whole and return it; where the model fails, the inputs go on
        waiting."""
        inputs = tuple(self._inputs[place] for place in range(len(self._inputs)))
        self.payload = advance(
            self.payload.state, inputs, self._minds, self._model, self._worlds, self._memories
        )
        for _ in inputs:
            self._inputs.popleft()
        self._publish(self.payload)
        return self.payload
