"""Backups that a service makes by itself: when one is due, and which of them stay."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from daifu.api.http.gunicorn.backups import is_due
from daifu.data.store.open import open_store
from tests.support.processes import wait_until
from tests.support.running_service import run_service

NOW = datetime(2026, 11, 28, 20, tzinfo=UTC)


def backup(folder: Path, at: datetime) -> Path:
    place = folder / f"daifu-{at:%Y%m%dT%H%M%SZ}.db"
    place.touch()
    return place


def test_a_backup_is_due_where_there_is_none_or_the_newest_is_old_enough(tmp_path: Path) -> None:
    assert is_due(tmp_path, 24, NOW)
    backup(tmp_path, NOW - timedelta(hours=30))
    assert is_due(tmp_path, 24, NOW)
    backup(tmp_path, NOW - timedelta(hours=23))
    assert not is_due(tmp_path, 24, NOW)


def test_a_service_makes_a_backup_and_deletes_the_oldest(tmp_path: Path) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()
    old = [backup(folder, NOW - timedelta(days=days)) for days in (400, 300)]
    with run_service(tmp_path, DAIFU_BACKUP=str(folder), DAIFU_BACKUP_KEEP="2"):
        wait_until(lambda: not old[0].exists())
    [kept, made] = sorted(folder.glob("daifu-*.db"))
    assert kept == old[1]
    with closing(open_store(made, read_only=True)) as store:
        assert [token.name for token in store.tokens()] == ["Who opened this club"]
