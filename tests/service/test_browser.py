"""The pages of the service in a real browser that reaches nothing but the service."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.support.processes import WAIT_SECONDS
from tests.support.running_service import RunningService, run_service

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium on this machine")

ALONE = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--virtual-time-budget=10000",
)
METHODS = frozenset({"get", "put", "post", "delete", "patch"})


@pytest.fixture
def service(tmp_path: Path) -> Iterator[RunningService]:
    with run_service(tmp_path) as running:
        yield running


def page(url: str, folder: Path) -> str:
    """The page as it stands when all its scripts have run."""
    command = [str(BROWSER), *ALONE, f"--user-data-dir={folder / 'browser'}", "--dump-dom", url]
    done = subprocess.run(command, capture_output=True, check=True, timeout=WAIT_SECONDS)
    return done.stdout.decode()


def test_the_documentation_shows_every_operation_without_any_network(service: RunningService, tmp_path: Path) -> None:
    paths = httpx.get(f"{service.url}/openapi.json").json()["paths"]
    operations = sum(len(METHODS & item.keys()) for item in paths.values())
    shown = page(f"{service.url}/docs", tmp_path)
    assert shown.count('class="opblock-summary-path"') == operations
    assert "Failed to load" not in shown
