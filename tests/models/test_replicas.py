"""Which replica gets which request: the least busy, people at home, and the dead seldom."""

from hypothesis import given
from hypothesis import strategies as st

from latticeville.core.server_address import ServerAddress
from latticeville.models.replicas import FIRST_PAUSE, MAX_PAUSE, Replica, Replicas

MOVES = st.lists(st.tuples(st.integers(0, 5), st.sampled_from(["take", "good", "bad"])))


def several(count: int) -> list[Replica]:
    return [
        Replica(f"http://127.0.0.1:{port}", ServerAddress(("127.0.0.1",), port, "/v1"))
        for port in range(1, count + 1)
    ]


def batch(replicas: Replicas, people: list[str], *, answered: bool = True) -> dict[str, Replica]:
    """Hand out one request a person at once, then give all back; return who got which."""
    waiting, taken = [*people], {}
    while waiting:
        replica, place = replicas.take(waiting)
        taken[waiting.pop(place)] = replica
    for who, replica in taken.items():
        replicas.give_back(replica, who, answered=answered)
    return taken


def test_people_stay_where_they_were_answered_whoever_asks_first() -> None:
    replicas = Replicas(several(2))
    first = batch(replicas, ["ada", "bo", "cy", "di"])
    assert [*first.values()].count(first["ada"]) == 2
    assert batch(replicas, ["di", "cy", "bo", "ada"]) == first
    assert batch(replicas, ["bo", "di", "ada", "cy"]) == first
    assert batch(replicas, ["di"]) == {"di": first["di"]}


def test_nobody_waits_for_a_busy_home_while_another_is_idle() -> None:
    one, two = several(2)
    replicas = Replicas([one, two])
    batch(replicas, ["ada"])
    assert replicas.take(["cy"])[0] is two
    batch(replicas, ["bo"])
    replicas.give_back(two, "cy", answered=True)
    assert batch(replicas, ["ada"]) | batch(replicas, ["bo"]) == {"ada": one, "bo": one}
    assert {*batch(replicas, ["ada", "bo"]).values()} == {one, two}


def test_a_replica_that_fails_is_left_out_longer_each_time_and_then_gets_one_at_a_time() -> None:
    one, two = several(2)
    replicas = Replicas([one, two])
    pauses = []
    for _ in range(8):
        assert replicas.take([""])[0] is one
        assert replicas.give_back(one, "", answered=False)
        pauses.append(0)
        while True:
            replica, _ = replicas.take([""])
            replicas.give_back(replica, "", answered=True)
            if replica is one:
                break
            pauses[-1] += 1
        one.failures = len(pauses)
    assert pauses == [min(FIRST_PAUSE << number, MAX_PAUSE) for number in range(8)]


def test_on_trial_one_request_at_a_time_until_it_answers() -> None:
    one, two = several(2)
    replicas = Replicas([one, two])
    replicas.leave_out(one)
    got = [replicas.take([""])[0] for _ in range(FIRST_PAUSE + 4)]
    assert [place for place, replica in enumerate(got) if replica is one] == [FIRST_PAUSE]
    replicas.give_back(one, "", answered=True)
    assert [replicas.take([""])[0] for _ in range(3)] == [one] * 3


def test_many_requests_lost_at_once_are_one_failure() -> None:
    one, two = several(2)
    replicas = Replicas([one, two])
    taken = [replicas.take([""])[0] for _ in range(8)]
    lost = [replicas.give_back(one, "", answered=False) for replica in taken if replica is one]
    assert lost == [True, False, False, False]
    assert one.failures == 1


def test_where_all_are_out_all_are_asked() -> None:
    replicas = Replicas(several(2))
    for replica in replicas:
        replicas.leave_out(replica)
    assert {*batch(replicas, ["", "a", "b"]).values()} == {*replicas}


@given(st.integers(1, 4), MOVES)
def test_the_least_busy_that_is_not_left_out_gets_the_next(
    count: int, moves: list[tuple[int, str]]
) -> None:
    replicas = Replicas(several(count))
    taken: list[Replica] = []
    for number, move in moves:
        if move == "take":
            before = {one: one.under_way for one in replicas}
            alive = [one for one in replicas if not one.failures]
            replica, place = replicas.take(["ada", "bo", ""])
            assert place in range(3)
            assert replica.under_way == before[replica] + 1
            if alive and not replica.failures:
                assert before[replica] == min(before[one] for one in alive)
            taken.append(replica)
        elif taken:
            replica = taken.pop(number % len(taken))
            replicas.give_back(replica, "ada", answered=move == "good")
        assert sum(one.under_way for one in replicas) == len(taken)
        assert all(one.under_way >= 0 for one in replicas)


def test_a_refusal_or_a_cut_leaves_nobody_out_who_is_not_on_trial() -> None:
    one, two = several(2)
    replicas = Replicas([one, two])
    for refused in (True, False):
        assert replicas.take(["ada"])[0] is one
        assert not replicas.free(one, refused=refused)
        assert (one.failures, one.under_way, one.people) == (0, 0, 0)


def test_on_trial_a_refusal_leaves_out_again_and_a_cut_does_not() -> None:
    for refused in (True, False):
        one, two = several(2)
        replicas = Replicas([one, two])
        replicas.leave_out(one)
        for _ in range(FIRST_PAUSE):
            batch(replicas, ["ada"])
        assert replicas.take(["ada"])[0] is one
        assert replicas.free(one, refused=refused) is refused
        assert one.failures == 1 + refused
