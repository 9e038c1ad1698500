"""A store is repaired by another process while its service runs: what the service has kept is not shown any more."""

from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient

from daifu.api.settings import Settings
from daifu.api.web.app import create_service
from daifu.data.store.open import open_store
from daifu.data.store.store import Store
from daifu.data.store.values import Location
from tests.support.stores import ANN, disputed_sitting, judged_sitting

ADDRESSES = (
    "/v1/records?legal=true",
    "/v1/players/Mu/stats?rules=theater",
    "/v1/stats/theater",
    "/v1/leaderboards/first?rules=theater&least=1",
    "/v1/players/Mu/opponents?rules=theater",
    "/",
    "/games?legal=true",
    "/players/Mu?rules=theater",
    "/rules/theater/statistics",
    "/rules/theater/leaderboard?least=1",
)
DAMAGE = (
    "UPDATE records SET legal = 1 - legal",
    "UPDATE records SET deals = 7",
    "DELETE FROM player_totals",
)


@pytest.fixture
def stores(locate: Callable[[str], Location]) -> Iterator[tuple[Store, Store]]:
    """A store as two processes have it."""
    found = [open_store(locate("test.db")) for _ in range(2)]
    yield found[0], found[1]
    for store in found:
        store.close()


def client_of(store: Store) -> FlaskClient:
    return create_service(Settings(rate_address=0), store).test_client()


def contents(client: FlaskClient) -> dict[str, bytes]:
    return {address: client.get(address).data for address in ADDRESSES}


@pytest.mark.parametrize("statement", DAMAGE)
def test_what_a_service_kept_of_a_wrong_store_is_not_shown_once_it_is_repaired(
    stores: tuple[Store, Store], statement: str
) -> None:
    served, other = stores
    other.add([judged_sitting("A"), disputed_sitting("B"), judged_sitting("C")], ANN)
    other.statistics.catch_up()
    right = contents(client_of(other))
    with other.writing() as writing:
        writing.connection.execute(statement)
    client = client_of(served)
    assert contents(client) != right
    assert all(change.is_done for change in other.repair(lambda _count: None))
    assert contents(client) == right
