"""A flipped bit in the file of a store is never served as something else; what can be read is salvaged, and heals."""

from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copyfile

import pytest
from flask.testing import FlaskClient

from daifu.api.http.app import create_app
from daifu.api.settings import Settings
from daifu.data.store.errors import StoreUnusable
from daifu.data.store.open import open_copy
from daifu.data.store.sqlite.store import Store
from daifu.data.store.values import RecordFilter
from daifu.schemas.judged_record import JudgedRecord
from tests.support.evenings import judged_results
from tests.support.stores import ANN, disputed_sitting, judged_sitting

RECORDS = 24
PLAYERS = ["Mu", "Junko", "Shimo", "Aki"]


def sittings() -> list[JudgedRecord]:
    """Sittings of some games, which are counted and rated."""
    results = [judged_results(PLAYERS, [[4, 3, 2, 1], [1, 2, 3, 4]], event={"table": str(n)}) for n in range(8)]
    return [*results, *map(disputed_sitting, "ABCDEFGH"), *map(judged_sitting, "abcdefgh")]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of a store that was closed."""
    path = tmp_path_factory.mktemp("sound") / "sound.db"
    with closing(Store.open(path)) as store:
        store.add(sittings(), ANN)
        store.statistics.catch_up()
        store.ratings.catch_up()
    return path


def addresses() -> Iterator[str]:
    """What is read of a store."""
    for record in range(1, RECORDS + 1):
        for part in ("", "/report", "/revisions"):
            yield f"/v1/records/{record}{part}"
    for player in PLAYERS:
        yield f"/v1/players/{player}/stats?rules=dalmuti"
        yield f"/v1/players/{player}/stats?rules=dalmuti&from=2000-01-01"
        yield f"/v1/players/{player}/opponents?rules=dalmuti"
        yield f"/v1/players/{player}/form?rules=dalmuti"
    yield "/v1/stats/dalmuti"
    yield "/v1/stats/dalmuti/records"
    yield "/v1/ratings?rules=dalmuti"
    yield "/v1/records"
    yield "/v1/records?rules=dalmuti&player=Mu"
    yield "/v1/records?fault=not_stronger"


def answers(client: FlaskClient) -> dict[str, tuple[int, bytes]]:
    found = {}
    for address in addresses():
        answer = client.get(address)
        found[address] = answer.status_code, answer.data
    return found


def served(path: Path) -> dict[str, tuple[int, bytes]]:
    """What a service on a store answers; nothing where the store is refused."""
    try:
        store = Store.open(path, max_wait=5)
    except StoreUnusable:
        return {}
    with closing(store):
        try:
            store.mend()  # as `daifu serve` does
        except StoreUnusable:
            return {}
        return answers(create_app(Settings(rate=0, rate_address=0), store).test_client())


def flipped(sound: Path, path: Path, random: Random) -> str:
    """Copy the file with one bit flipped; which one."""
    copyfile(sound, path)
    content = bytearray(path.read_bytes())
    place, bit = random.randrange(len(content)), random.randrange(8)
    content[place] ^= 1 << bit
    path.write_bytes(content)
    return f"byte {place}, bit {bit}"


def assert_holds(sound: Path, folder: Path, random: Random, due: dict[str, tuple[int, bytes]]) -> None:
    """After a flip nothing else is served, what can be read is salvaged, and a good text heals its record."""
    path = folder / "flipped.db"
    where = flipped(sound, path, random)
    found = served(path)
    wrong = [address for address, (status, body) in found.items() if status == 200 and (status, body) != due[address]]
    assert wrong == [], where
    failed = [address for address, (status, _) in found.items() if status >= 500 and status != 503]
    assert failed == [], where
    try:
        with open_copy(path, folder / "salvaged.db", damaged=True) as copy:
            left_out = {difference.record for difference in copy.salvage(lambda _count: None)} - {None}
            copy.finish()
    except StoreUnusable:
        assert found == {}, where  # the header of the file, or the names of its tables
        return
    with closing(Store.open(folder / "salvaged.db")) as store:
        kept = {stored.id: stored.record for stored in store.each(RecordFilter())}
        assert kept.keys() | left_out == {*range(1, RECORDS + 1)}, where
        assert all(found.get(f"/v1/records/{record}", (503,))[0] == 503 for record in left_out), where
        store.add(sittings(), ANN)
        assert len(list(store.each(RecordFilter()))) == RECORDS, where


def hold(sound: Path, tmp_path: Path, seeds: Iterable[int]) -> None:
    due = served(sound)
    assert {status for status, _ in due.values()} == {200}
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        assert_holds(sound, folder, Random(seed), due)


def test_a_flipped_bit_is_not_served_as_something_else(sound: Path, tmp_path: Path) -> None:
    hold(sound, tmp_path, [0, 1, 318, 379])


@pytest.mark.soak
def test_none_of_many_flipped_bits_is_served_as_something_else(sound: Path, tmp_path: Path) -> None:
    hold(sound, tmp_path, range(2, 500))
