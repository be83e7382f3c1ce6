"""A duplicate of a persona leaves behind what is that persona's alone."""

from studio.project.documents.project import persona_file
from studio.project.edits.kinds import RenameKind
from studio.project.edits.personas import DuplicatePersona, NewPersona
from tests.project.hall import done, hall

MORNING, EVENING, NIGHT = {"from": "07:00"}, {"from": "22:00"}, {"from": "23:00"}
ROUTINE = [MORNING | {"uses": ["open urn", "use key"]}, EVENING | {"uses": ["use urn"]}, NIGHT]
DI = {"name": "Di Moor", "secrets": ["Dark."], "about": "Quiet.", "routine": ROUTINE}


def test_a_duplicate_has_another_name_and_neither_secrets_nor_beds() -> None:
    copied = done(
        hall(),
        RenameKind("urn", "bed"),
        NewPersona("di", DI),
        DuplicatePersona("di", "eve", "Eve Moor"),
    )
    own = [MORNING | {"uses": ["use key"]}, EVENING, NIGHT]
    assert copied.data(persona_file("eve")) == {
        "name": "Eve Moor",
        "about": "Quiet.",
        "routine": own,
    }
    assert copied.data(persona_file("di")) == DI


def test_a_duplicate_without_either_differs_in_nothing_else() -> None:
    copied = done(hall(), NewPersona("di", {**DI, "secrets": []}), DuplicatePersona("di", "eve"))
    assert copied.data(persona_file("eve")) == {
        key: value for key, value in DI.items() if key != "secrets"
    }
