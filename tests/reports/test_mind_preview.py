"""A mind before it runs: who may know what, what is never told, what is unfinished, a first talk."""

import pytest

from latticeville.cli.main import main
from latticeville.reports.encounter import first_meeting
from latticeville.reports.mind_preview import find_unfinished, mind_rows, preview_mind
from latticeville.reports.persona import run_to_end
from tests.reports.test_preview import mill
from tests.talkers import CONFESSION, talkers
from tests.worlds import Table, build


def test_a_secret_tells_who_may_know_and_who_never_does() -> None:
    secret = preview_mind(talkers(), "ada").secrets[0]
    assert (secret.text, secret.may_know, secret.told_now) == (CONFESSION, ("bob",), ("bob",))
    assert secret.never == ("cid", "dot", "eve")


def test_a_secret_for_nobody_is_never_told() -> None:
    people: dict[str, Table] = {
        "ivo": {"start": [1, 0], "secrets": [{"text": "I hum.", "trust": 1.0}]},
        "jan": {"start": [2, 0]},
    }
    world = build("....", areas={"hut": [0, 0, 4, 1]}, people=people)
    found = preview_mind(world, "ivo")
    assert found.secrets[0].never == ("jan",)
    told = ["".join(part.text for part in row.parts) for row in mind_rows(found, world)]
    assert "secret: I hum." in told


def test_closeness_and_trust_are_those_that_are_written() -> None:
    ties = [{"who": "jan", "how": "rival", "closeness": 0.9, "trust": 0.8}]
    people: dict[str, Table] = {
        "ivo": {"start": [1, 0], "relationships": ties},
        "jan": {"start": [2, 0]},
    }
    world = build("....", areas={"hut": [0, 0, 4, 1]}, people=people)
    tie = preview_mind(world, "ivo").relations[0]
    assert (tie.closeness, tie.trust) == (0.9, 0.8)


def test_somebody_without_texts_home_and_day_is_unfinished() -> None:
    world = build("....", areas={"hut": [0, 0, 4, 1]}, people={"ivo": {"start": [1, 0]}})
    assert [one.what for one in find_unfinished(world, "ivo")] == [
        "nothing about them",
        "no bed at home",
        "no day of their own",
    ]
    assert [one.what for one in find_unfinished(mill(shut=False), "ivo")] == ["nothing about them"]


def test_two_people_who_meet_talk_and_others_keep_out_of_it() -> None:
    found = run_to_end(first_meeting(talkers(), "ada", "eve"))
    assert len(found.lines) > 1
    assert {one.who for one in found.lines} == {"ada", "eve"}
    assert CONFESSION not in " ".join(one.words for one in found.lines)
    assert found == run_to_end(first_meeting(talkers(), "ada", "eve"))


def test_the_command_tells_a_meeting(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["preview", "square", "mina", "--with", "otto"]) == 0
    told = capsys.readouterr().out
    assert "If they meet Otto at" in told
    assert "no bed at home" in told
    assert main(["preview", "square", "mina", "--with", "zoe"]) == 2
