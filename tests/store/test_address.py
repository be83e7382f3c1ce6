"""What may be typed behind --store, and that nothing repeats it."""

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from latticeville.store.address import StoreAddress, StoreAddressError, has_password

NAMES = st.text(st.characters(codec="ascii", categories=("L", "N")), min_size=1, max_size=8)
SECRETS = st.text(st.characters(codec="ascii", min_codepoint=33), min_size=4, max_size=12)


@pytest.mark.parametrize(
    "text",
    [
        "postgres://db.example/worlds",
        "postgresql://ada@db.example:5432/worlds?sslmode=require",
        "POSTGRES:///worlds?host=%2Ftmp",
        "postgres",
    ],
)
def test_an_address_without_a_password_is_taken_and_not_shown(text: str) -> None:
    address = StoreAddress(text)
    assert address.secret_text() == text
    assert address.is_embedded == (text == "postgres")
    assert "worlds" not in f"{address!r} {address}"


@pytest.mark.parametrize(
    "text",
    ["", "mysql://db/x", "db.example", "host=db password=geheim", "postgres:", "postgres:// x"],
)
def test_what_is_no_address_is_refused_without_being_repeated(text: str) -> None:
    with pytest.raises(StoreAddressError) as told:
        StoreAddress(text)
    assert "geheim" not in str(told.value)
    assert "postgres://USER@HOST" in str(told.value)


@given(user=NAMES, host=NAMES, secret=SECRETS, form=st.integers(0, 5))
def test_a_password_is_refused_wherever_it_stands(
    user: str, host: str, secret: str, form: int
) -> None:
    value = quote(secret, safe="")
    text = (
        f"postgres://{user}:{secret}@{host}/worlds",
        f"postgresql://{user}:{value}@{host}",
        f"postgres://{host}/worlds?password={value}",
        f"postgres://{host}/worlds?sslmode=prefer&pass%77ord={value}",
        f"postgres://{user}@{host}?sslpassword={value}",
        f"PostgreSQL://:{value}@{host}",
    )[form]
    if form == 0 and "/" in secret:
        return  # then it is a path, which is no password to PostgreSQL, and the port no number
    assert has_password(text)
    with pytest.raises(StoreAddressError) as told:
        StoreAddress(text)
    assert "PGPASSWORD" in str(told.value)
    assert "worlds" not in str(told.value)
