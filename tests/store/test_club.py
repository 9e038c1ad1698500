"""What a club says of itself is kept, its password as a hash, and the names of its people."""

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from daifu.data.people import known_names
from daifu.data.store.errors import TokenRevoked
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import ADMIN, MEMBERS, PUBLIC, READER, SCOREKEEPER, Author, Club
from tests.support.stores import ANN, evening, verification_errors

if TYPE_CHECKING:
    from collections.abc import Callable

COURT = Club("Friday court", "dalmuti", MEMBERS)


@pytest.fixture
def court(store: Store) -> Store:
    """The store of a club with a name."""
    store.club.write(COURT, ANN)
    return store


def test_a_new_store_has_no_club(store: Store) -> None:
    assert store.club.find() is None
    assert store.club.names() == []


def test_what_a_club_says_of_itself_is_read_as_it_was_written(court: Store) -> None:
    assert court.club.find() == COURT
    court.club.write(COURT._replace(name="Saturday court", rules=None), ANN)
    assert court.club.find() == Club("Saturday court", None, MEMBERS)
    assert verification_errors(court) == []


def test_the_password_signs_in_those_who_may_enter_results(court: Store) -> None:
    assert court.club.token_of("seven jokers") is None
    court.club.set_password("ｓｅｖｅｎ jokers", ANN)
    token = court.club.token_of("seven jokers")
    assert token is not None
    assert token.role == SCOREKEEPER
    assert court.club.token_of("seven joker") is None
    assert court.club.find() == COURT._replace(has_password=True)


def test_another_password_signs_in_those_who_only_read(court: Store) -> None:
    court.club.set_password("seven jokers", ANN)
    court.club.set_password("eight jokers", ANN, READER)
    tokens = [court.club.token_of(password) for password in ("seven jokers", "eight jokers")]
    assert [token and token.role for token in tokens] == [SCOREKEEPER, READER]
    assert court.club.find() == COURT._replace(has_password=True, has_reading_password=True)
    court.club.set_password(None, ANN, READER)
    assert court.club.token_of("eight jokers") is None
    assert court.club.token_of("seven jokers") == tokens[0]
    assert verification_errors(court) == []


def test_a_new_password_ends_what_the_one_before_opened(court: Store) -> None:
    court.club.set_password("seven jokers", ANN)
    before = court.club.token_of("seven jokers")
    assert before is not None
    court.club.set_password("eight jokers", ANN)
    assert court.valid_token(before.id) is None
    assert court.club.token_of("seven jokers") is None
    court.club.set_password(None, ANN)
    assert court.club.token_of("eight jokers") is None
    assert not any(token.is_valid() for token in court.tokens())


def test_names_are_known_once_whether_they_were_typed_in_or_played(court: Store) -> None:
    evening(court, "Mu", "Junko", "Shimo", "Aki")
    court.club.set_names(["Ｍｕ", "haruka", "HARUKA"], ANN)
    assert court.club.names() == ["Ｍｕ", "haruka"]
    assert known_names(court) == ["Aki", "haruka", "Junko", "Mu", "Shimo"]


def test_nothing_is_changed_with_a_token_that_was_revoked(court: Store) -> None:
    admin = court.create_token("Natsu", ADMIN).token
    court.revoke(admin.id)
    natsu = Author("Natsu", admin.id)
    changes: list[Callable[[], None]] = [
        lambda: court.club.write(Club("Ours"), natsu),
        lambda: court.club.set_password("seven jokers", natsu),
        lambda: court.club.set_names([], natsu),
    ]
    for change in changes:
        with pytest.raises(TokenRevoked):
            change()
    assert court.club.find() == COURT


def test_a_backup_has_the_club_with_its_password(court: Store, tmp_path: Path) -> None:
    court.club.set_password("seven jokers", ANN)
    court.club.set_names(["Haru"], ANN)
    place = tmp_path / "backup.db"
    court.back_up(place, lambda _count: None)
    with closing(open_store(place)) as copy:
        assert copy.club.find() == court.club.find()
        assert copy.club.names() == ["Haru"]
        assert copy.club.token_of("seven jokers") == court.club.token_of("seven jokers")


def test_what_is_changed_is_noted_with_its_author_and_without_secrets(court: Store) -> None:
    court.club.write(COURT, ANN)
    court.club.write(COURT._replace(reading=PUBLIC, rules=None), Author("Bo"))
    court.club.set_password("seven jokers", ANN)
    court.club.set_password(None, ANN, READER)
    court.club.set_password(None, ANN)
    court.club.set_names(["Haru", "Natsu"], ANN)
    court.club.set_names(["Haru", "Natsu"], ANN)
    assert [(one.author, one.field, one.value) for one in court.club.changes()] == [
        ("Ann", "people", "2"),
        ("Ann", "password", None),
        ("Ann", "password", "set"),
        ("Bo", "reading", "public"),
        ("Bo", "rules", None),
        ("Ann", "reading", "members"),
        ("Ann", "rules", "dalmuti"),
        ("Ann", "name", "Friday court"),
    ]
    assert verification_errors(court) == []
