"""Services that are started at once on a new store come up together, and one of them fills it."""

from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from socket import AF_UNIX, SOCK_DGRAM, socket

import pytest

from daifu.api.cli.serve import prepare_store
from daifu.api.languages import LANGUAGES, Language, say
from daifu.api.settings import Settings
from daifu.api.views.players import FIRST_TOKEN
from daifu.data.samples import load_sample_tournament
from daifu.data.store.open import open_store
from daifu.data.store.values import ADMIN
from tests.store.conftest import BACKENDS
from tests.support.postgresql import EMPTY_SCHEMAS, new_schema, schema_of
from tests.support.processes import WAIT_SECONDS
from tests.support.running_service import RunningService, run_at_once, run_service
from tests.support.stores import ANN, judged_sitting, verification_errors


@pytest.fixture(params=BACKENDS)
def location(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where there is no store yet."""
    if request.param == "sqlite":
        return str(tmp_path / "club.db")
    address = new_schema()
    EMPTY_SCHEMAS.remove(schema_of(address))
    return address


def test_one_of_several_services_that_start_at_once_makes_the_first_token(location: str) -> None:
    starts = run_at_once(*[partial(prepare_store, Settings(db=location))] * 4)
    assert [bool(first and first.secret) for first in starts].count(True) == 1
    with closing(open_store(location)) as store:
        assert [token.name for token in store.tokens()] == [FIRST_TOKEN.en]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_first_token_says_whose_it_is_and_is_found_in_either_language(location: str, language: Language) -> None:
    made = prepare_store(Settings(db=location), language)
    assert made
    with closing(open_store(location)) as store:
        [token] = store.tokens()
    assert token.name == say(FIRST_TOKEN, language)
    for other in LANGUAGES:
        found = prepare_store(Settings(db=location), other)
        assert found
        assert not found.secret


def test_a_store_of_before_keeps_its_first_token(location: str) -> None:
    with closing(open_store(location)) as store:
        store.create_token("first", ADMIN)
    found = prepare_store(Settings(db=location))
    assert found
    assert not found.secret


def test_a_first_start_that_was_stopped_on_the_way_goes_on(location: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "daifu.api.cli.serve.load_samples", lambda _store: 0
    )  # they take a while and are tested elsewhere
    with closing(open_store(location)) as store:
        load_sample_tournament(store)
    first = prepare_store(Settings(db=location, samples=True))
    assert first
    assert first.secret


def test_where_the_settings_want_no_first_token_none_is_made_or_told_and_samples_come_once(
    location: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = []
    monkeypatch.setattr(
        "daifu.api.cli.serve.load_samples", lambda store: loaded.append(store.add([judged_sitting()], ANN))
    )
    for _ in range(2):
        assert prepare_store(Settings(db=location, samples=True, first_token=False)) is None
    with closing(open_store(location)) as store:
        assert (store.tokens(), len(loaded)) == ([], 1)


def test_a_service_tells_systemd_that_it_is_ready(tmp_path: Path) -> None:
    place = tmp_path / "notify"
    with socket(AF_UNIX, SOCK_DGRAM) as listener:
        listener.bind(str(place))
        with run_service(tmp_path, NOTIFY_SOCKET=str(place), DAIFU_WORKERS="1"):
            listener.settimeout(WAIT_SECONDS)
            assert listener.recv(1_000).startswith(b"READY=1")


@pytest.mark.soak
def test_services_that_start_at_once_with_the_samples_come_up_and_have_them_once(location: str, tmp_path: Path) -> None:
    with ExitStack() as stack:

        def start(name: str) -> RunningService:
            folder = tmp_path / name
            folder.mkdir()
            return stack.enter_context(run_service(folder, DAIFU_DB=location, DAIFU_SAMPLES="yes", DAIFU_WORKERS="1"))

        greetings = ["\n".join(service.greeting) for service in run_at_once(*(partial(start, name) for name in "abc"))]
    assert sum("token of an admin" in greeting for greeting in greetings) == 1
    assert not any("Traceback" in greeting for greeting in greetings)
    with closing(open_store(location)) as store:
        assert len(store.tournaments.page().tournaments) == 1
        assert verification_errors(store) == []
