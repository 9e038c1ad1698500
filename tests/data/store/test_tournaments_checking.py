"""Whatever somebody changes of a tournament behind the store's back is found."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from data.store import Store
from data.tournaments.changes import SettingsChanged
from tests.support.kept import ANN, tampered, wrong
from tests.support.landed import drawn, makes, played

OPEN: Final = ("DROP TRIGGER entries_stay", "DROP TRIGGER entries_stay_as_they_are")

TAMPERED: Final[Mapping[str, tuple[str, str]]] = {
    "an entry gone": ("DELETE FROM entries WHERE number = 5", "entry 6: an entry is missing before this one"),
    "the last gone": ("DELETE FROM entries WHERE number = 13", "lists show its version wrongly"),
    "all gone": ("DELETE FROM entries", "it has no log"),
    "unreadable": ("UPDATE entries SET change = '{' WHERE number = 2", "entry 2: it cannot be read"),
    "written otherwise": (
        "UPDATE entries SET change = change || ' ' WHERE number = 2",
        "entry 2: it is not as it was written",
    ),
    "impossible": (
        "UPDATE entries SET change = (SELECT change FROM entries WHERE number = 2) WHERE number = 3",
        "entry 3: it was impossible: the player Mu has entered as number 1",
    ),
    "a result": (
        "UPDATE entries SET change = replace(change, '\"points\":[3,2,1,0]', '\"points\":[9,2,1,0]')",
        "entry 12: the record does not say this",
    ),
    "a revision": (
        "UPDATE entries SET change = replace(change, '\"revision\":1', '\"revision\":7')",
        "entry 12: the record does not say this",
    ),
    "people": (
        'UPDATE entries SET change = replace(change, \'["Mu","Junko"\', \'["Junko","Mu"\')',
        "entry 12: it was impossible: seat 1 of table 1 is not Junko's",
    ),
    "version": ("UPDATE tournaments SET version = 4", "lists show its version wrongly"),
    "name": (
        "UPDATE tournaments SET name = (SELECT number FROM texts WHERE text = 'Ann')",
        "lists show its name wrongly",
    ),
    "rules": (
        "UPDATE tournaments SET rules = (SELECT number FROM texts WHERE text = 'Ann')",
        "lists show its rules wrongly",
    ),
    "finished": ("UPDATE tournaments SET finished = 1", "lists show its finished wrongly"),
    "a name gone": ("DELETE FROM tournament_names", "records find it by other names than it has had"),
    "a name since": ("UPDATE tournament_names SET since = 9", "records find it by other names than it has had"),
    "a name more": (
        "INSERT INTO tournament_names SELECT number, 1, 1 FROM texts WHERE text = 'Ann'",
        "records find it by other names than it has had",
    ),
    "a record gone": ("DELETE FROM landings WHERE record = 1", "the records that gave its results are others"),
    "a record more": (
        "UPDATE landings SET code = NULL WHERE record = 2",
        "the records that gave its results are others",
    ),
    "a code": (
        "UPDATE landings SET code = 'finished' WHERE record = 2",
        "record 2 could not land for another reason than is told",
    ),
    "details": (
        "UPDATE landings SET details = '{}' WHERE record = 2",
        "record 2 could not land for another reason than is told",
    ),
    "a problem of no version": (
        "UPDATE landings SET version = 99 WHERE record = 2",
        "record 2 could not land for another reason than is told",
    ),
    "a problem of another version": (
        "UPDATE landings SET version = 1 WHERE record = 2",
        "record 2 could not land for another reason than is told",
    ),
    "a problem of another revision": (
        "UPDATE landings SET revision = 2 WHERE record = 2",
        "record 2 could not land for another reason than is told",
    ),
    "the tournament gone": ("DELETE FROM tournaments", "a row of entries leads to nothing"),
}


@pytest.fixture
def kept(path: Path) -> Path:
    """A store with a tournament in which one record landed and another one could not."""
    with closing(Store.open(path)) as store:
        cup = drawn(store)
        store.add([played(), played(table=3)], ANN)
        makes(store, cup, SettingsChanged(name="Spring cup"))
    return path


def found(path: Path) -> list[str]:
    """What is wrong with the store in this file."""
    with closing(Store.open(path)) as store:
        return wrong(store)


def test_a_tournament_is_whole_as_long_as_nobody_meddles_with_it(kept: Path) -> None:
    assert found(kept) == []


@pytest.mark.parametrize(("statement", "difference"), TAMPERED.values(), ids=TAMPERED)
def test_what_was_changed_behind_its_back_is_found(kept: Path, statement: str, difference: str) -> None:
    tampered(kept, *OPEN, statement)
    assert any(text.endswith(difference) for text in found(kept))


def test_a_difference_names_the_tournament(kept: Path) -> None:
    tampered(kept, "UPDATE tournaments SET finished = 1")
    assert found(kept) == ["tournament 1: lists show its finished wrongly"]


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE revisions SET packed = zeroblob(9) WHERE record = 1",
        "UPDATE revisions SET packed = zeroblob(9) WHERE record = 2",
    ],
)
def test_a_record_that_is_damaged_is_told_and_so_is_what_rests_on_it(kept: Path, statement: str) -> None:
    tampered(kept, statement)
    texts = found(kept)
    assert "its texts cannot be unpacked" in texts
    assert any(text.startswith("tournament 1") for text in texts)


def test_every_difference_is_told_in_both_languages(kept: Path) -> None:
    tampered(kept, *OPEN, *(statement for statement, _ in TAMPERED.values() if "gone" not in statement))
    with closing(Store.open(kept)) as store:
        for difference in store.differences(lambda _count: None):
            assert difference.text.en.isascii()
            assert not difference.text.ja.isascii()
