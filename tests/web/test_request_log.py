"""What of pages stands in the log of requests."""

import json
from pathlib import Path

import pytest

from daifu.api.http.request_log import configure_log
from daifu.api.settings import Settings
from daifu.data.store.store import Store
from daifu.data.tournaments.settings import Settings as TournamentSettings
from daifu.data.tournaments.state import TableId
from tests.support.http_app import restore_log
from tests.support.pages import Browser, evening_link, table_link
from tests.support.tournaments.store import BY_PLACE, make_cup


@pytest.mark.parametrize("method", ["GET", "POST", "PUT"])
def test_links_by_which_results_are_entered_are_not_logged(
    browser: Browser, store: Store, tmp_path: Path, method: str
) -> None:
    path = tmp_path / "daifu.log"
    cup = make_cup(store, ("Haru", "Natsu", "Aki", "Fuyu"), TournamentSettings(scoring=BY_PLACE))
    links = [table_link(store, cup, TableId(1, 1, 1)), evening_link(store, 1)]
    secrets = [link.rpartition("/")[2] for link in links]
    with restore_log():
        configure_log(Settings(log=str(path)))
        for link in links:
            for more in ("", "/cards", "/1", "/1/cards", "/nothing", "?lang=ja"):
                browser.client.open(f"{link}{more}", method=method, headers=browser.headers)
        browser.client.open(f"/enter?link={secrets[0]}", method=method, headers=browser.headers)
    lines = path.read_text("utf-8")
    assert len(lines.splitlines()) == 13
    assert not any(secret in lines for secret in secrets)
    paths = {json.loads(line)["path"] for line in lines.splitlines()}
    assert paths <= {
        "/enter",
        "/tables/{signature}",
        "/tables/{signature}/cards",
        "/tables/{...}",
        "/evenings/{signature}",
        "/evenings/{signature}/1",
        "/evenings/{signature}/1/cards",
        "/evenings/{...}",
    }
