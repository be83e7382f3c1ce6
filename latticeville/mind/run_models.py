"""Which model and embedder a new run uses: those that were asked for, else those of the world."""

from latticeville.models.embed import HASH_EMBEDDER
from latticeville.models.routes import join_routes
from latticeville.models.spec import DEFAULT_MODEL
from latticeville.world.model.world import World


def choose_specs(world: World, llm: str = "", embedder: str = "") -> tuple[str, str]:
    """Return the specs of model and embedder; `llm` replaces all models that the world and its
    personas name."""
    own = join_routes(world.minds.model or DEFAULT_MODEL, {**world.models_by_kind, **world.models})
    return llm or own, embedder or world.minds.embedder or HASH_EMBEDDER
