"""What is damaged in a file and follows from its records is made anew; a file that is damaged elsewhere is refused."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daifu.api.cli.serve import mend_store
from daifu.data.store.errors import StoreDamaged
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import RecordFilter
from tests.store.sqlite.test_flipped_bits import sittings
from tests.support.stores import ANN, fetch_rows, tamper, verification_errors

PAGE = 4096
DERIVED = {
    "by_rules": "records",
    "by_content": "revisions",
    "record_players": "record_players",
    "counters": "counters",
    "sqlite_autoindex_player_counts_1": "player_counts",
    "pairs": "pairs",
    "by_other": "pairs",
    "ratings": "ratings",
    "by_skill": "ratings",
    "by_place": "rating_timeline",
}
"""What follows from records, each with the table to which it belongs."""


@pytest.fixture
def path(path: Path) -> Path:
    with closing(Store.open(path)) as store:
        store.create_token("Ann", "admin")
        store.add(sittings(), ANN)
        store.statistics.catch_up()
        store.ratings.catch_up()
    return path


def flip_last_bit(path: Path, name: str) -> None:
    """Flip the last bit of the page of a table or an index, which is one of its first row."""
    [(page,)] = fetch_rows(path, f"SELECT rootpage FROM sqlite_schema WHERE name = '{name}'")  # noqa: S608 - from above
    content = bytearray(path.read_bytes())
    content[page * PAGE - 1] ^= 1
    path.write_bytes(content)


def shown(path: Path) -> Iterator[object]:
    """What a service shows of a store."""
    with closing(Store.open(path, max_wait=60)) as store:
        for wanted in (RecordFilter(), RecordFilter(rules="dalmuti"), RecordFilter(player="Mu")):
            yield store.page(wanted)
        yield store.statistics.player(["Mu"], "dalmuti")
        yield list(store.statistics.opponents(["Mu"], "dalmuti"))
        yield store.ratings.ratings("dalmuti")


@pytest.mark.parametrize(("name", "table"), DERIVED.items(), ids=list(DERIVED))
def test_what_follows_from_records_is_made_anew_and_named(path: Path, name: str, table: str) -> None:
    before = list(shown(path))
    flip_last_bit(path, name)
    with closing(Store.open(path)) as store:
        assert [found.text.en for found in store.mend()] == [f"the table {table} is damaged"]
        assert store.mend() == []
        assert verification_errors(store) == []
    assert list(shown(path)) == before


def test_a_damaged_delta_lets_all_be_counted_anew(path: Path) -> None:
    with closing(Store.open(path)) as store:
        before = store.statistics.player(["Mu"], "dalmuti")
        store.withdraw(9, ANN, expected=1)
    tamper(path, "UPDATE pending_deltas SET delta = zeroblob(20)")
    with closing(Store.open(path)) as store:
        assert [found.text.en for found in store.mend()] == ["the table pending_deltas is damaged"]
        assert store.statistics.player(["Mu"], "dalmuti") == before


def test_a_store_is_refused_where_nothing_tells_what_is_right(path: Path) -> None:
    flip_last_bit(path, "tokens")
    with (
        closing(Store.open(path)) as store,
        pytest.raises(StoreDamaged, match="damaged in tokens, and nothing tells what is right there"),
    ):
        store.mend()


def test_a_service_says_what_it_made_anew(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    flip_last_bit(path, "pairs")
    mend_store(str(path))
    mend_store(str(path))
    assert capsys.readouterr().err == "note: the table pairs is damaged; put right\n"
