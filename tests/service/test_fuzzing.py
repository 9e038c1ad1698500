"""The running service held to its contract by schemathesis: whatever is sent, every answer is in the contract."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from data.store.sqlite.store import Store
from data.store.values import ADMIN
from tests.support.command_line import PROJECT_ROOT
from tests.support.running_service import RunningService, assert_store_is_sound, run_service
from tests.support.store_tournaments import played_record, tournament_with_round
from tests.support.stores import ANN

LONG_RUN = ("--max-examples", "3000")
SHORT_RUN = ("--max-examples", "10", "--seed", "1")
UNCHECKED = ("--phases", "fuzzing", *SHORT_RUN)
"""Who has no token is hardly ever let in: the many ways to ask wrongly are tried by who has one."""


class FuzzedService(NamedTuple):
    """A service, where its store is, and the token of an admin."""

    service: RunningService
    folder: Path
    token: str

    def fuzz(self, *options: str) -> None:
        """Let schemathesis try everything that it knows."""
        tool = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(PROJECT_ROOT / "schemathesis.toml")]
        run = [
            *tool,
            "run",
            str(PROJECT_ROOT / "openapi.yaml"),
            "--url",
            self.service.url,
            "--continue-on-failure",
            *options,
        ]
        found = subprocess.run(run, cwd=self.folder, capture_output=True, encoding="utf-8", check=False)
        assert found.returncode == 0, found.stdout + found.stderr

    def errors(self) -> list[str]:
        """What the log says of failures of the service."""
        lines = self.service.log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if json.loads(line)["level"] == "ERROR"]


@pytest.fixture
def besieged(tmp_path: Path) -> Iterator[FuzzedService]:
    """A service that has a tournament, a record that landed in it, and one that could not."""
    with closing(Store.open(tmp_path / "daifu.db")) as store:
        token = store.create_token("Natsu", ADMIN).secret
        tournament_with_round(store)
        store.add([played_record(), played_record(table=3)], ANN)
    with run_service(tmp_path, DAIFU_RATE="0", DAIFU_RATE_ADDRESS="0") as running:
        yield FuzzedService(running, tmp_path, token)


@pytest.mark.parametrize(
    "options", [SHORT_RUN, pytest.param(LONG_RUN, marks=pytest.mark.soak)], ids=["briefly", "long"]
)
def test_who_may_do_everything_finds_nothing(besieged: FuzzedService, options: tuple[str, ...]) -> None:
    besieged.fuzz("--header", f"Authorization: Bearer {besieged.token}", *options)
    assert besieged.errors() == []
    assert besieged.token not in besieged.service.log.read_text(encoding="utf-8")
    assert_store_is_sound(besieged.folder)


@pytest.mark.parametrize(
    "options", [UNCHECKED, pytest.param(LONG_RUN, marks=pytest.mark.soak)], ids=["briefly", "long"]
)
def test_who_has_no_token_finds_nothing(besieged: FuzzedService, options: tuple[str, ...]) -> None:
    besieged.fuzz(*options)
    assert besieged.errors() == []
