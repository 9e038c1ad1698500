"""The application for WSGI servers other than that of `daifu serve`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from daifu.api.settings import InvalidSettings
from daifu.api.wsgi import application
from tests.support.http_app import restore_log


@pytest.fixture(autouse=True)
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Settings of its own, and the log as it was before."""
    monkeypatch.setenv("DAIFU_DB", str(tmp_path / "test.db"))
    monkeypatch.setenv("DAIFU_LOG", str(tmp_path / "test.log"))
    with restore_log():
        yield


def test_it_serves_the_store_that_the_environment_names(tmp_path: Path) -> None:
    assert application().test_client().get("/readyz").status_code == 200
    assert (tmp_path / "test.db").exists()
    assert '"path":"/readyz"' in (tmp_path / "test.log").read_text(encoding="utf-8")


def test_wrong_settings_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DAIFU_THREADS", "0")
    with pytest.raises(InvalidSettings):
        application()
