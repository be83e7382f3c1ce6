"""What is offered while a statement is typed."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from latticeville.tables.completion import Completions, complete
from latticeville.tables.registry import BY_NAME


def words(statement: str) -> list[str]:
    """Return what is offered at the place of the bar."""
    place = statement.index("|")
    found = complete(statement.replace("|", ""), place)
    return [one.word for one in found.offers]


def test_a_table_follows_from() -> None:
    assert words("SELECT who FROM |") == list(BY_NAME)
    assert words("SELECT who FROM utt|") == ["utterances"]
    assert words("select who\nfrom ticks join mem|") == ["memories"]


def test_columns_are_those_of_the_tables_that_the_statement_reads() -> None:
    assert words("SELECT wo| FROM utterances")[0] == "words"
    assert words("SELECT r.ra| FROM retrievals AS r JOIN memories m") == ["rank"]
    assert words("SELECT m.| FROM memories m")[:2] == ["run", "since"]
    assert words("SELECT x.| FROM memories m") == []


def test_the_offer_says_what_the_column_is() -> None:
    found = complete("SELECT minu FROM ticks", 11)
    assert found.letters == 4
    assert found.offers[0].text == "ticks: When it ended (simulated minute)."


@pytest.mark.parametrize(
    "text", ["SELECT 'who said|", "SELECT 1 -- who sai|", "SELECT wo--|", "SELECT |", "|"]
)
def test_nothing_is_offered_in_texts_comments_and_where_nothing_is_typed(text: str) -> None:
    assert words(text) == []


def test_a_quote_that_is_closed_ends_the_text() -> None:
    assert words("SELECT 'it''s', wo| FROM utterances")[0] == "words"


@example("C''", 3)
@given(st.text("SELCTFROMwhoutance .,'\n-|", max_size=60), st.integers(0, 60))
def test_every_offer_begins_with_the_letters_that_it_replaces(text: str, place: int) -> None:
    place = min(place, len(text))
    found = complete(text, place)
    letters = text[place - found.letters : place].casefold()
    assert all(one.word.casefold().startswith(letters) for one in found.offers)
    assert found == Completions() or found.letters <= place
