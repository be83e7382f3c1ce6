"""What stays selected on the map, and what a step back selects."""

from studio.map.model.map_model import KeptSelection, restored_selection
from studio.project.edits.placements import DeleteEntries, MoveEntries, RenameId
from studio.project.history import History
from tests.project.hall import hall


def test_a_selection_follows_names_over_several_steps() -> None:
    history, kept = History.begin(hall()), KeptSelection()
    for edit in (RenameId("urn", "pot"), RenameId("pot", "jug"), RenameId("hall", "room")):
        before = history
        history = history.do(edit)
        kept.follow(before.renames.undone().then(history.renames))
    assert kept.take(("urn", "key", "hall")) == ("jug", "key", "room")
    kept.follow(history.renames.undone().then(history.jump(0).renames))
    assert kept.take(("jug", "room")) == ("urn", "hall")


def test_a_step_back_selects_what_it_restores() -> None:
    start = hall()
    gone = DeleteEntries(("urn", "key")).apply(start)
    assert restored_selection(gone, start, ("ada",)) == ("urn", "key")
    moved = MoveEntries(("key",), 0, 1).apply(start)
    assert restored_selection(moved, start, ()) == ("key",)
    assert restored_selection(moved, start, ("key", "ada")) == ()
    assert restored_selection(start, start, ()) == ()
    assert restored_selection(RenameId("urn", "pot").apply(start), start, ()) == ("urn",)
