"""The running service held to its contract by schemathesis: every answer, to any request, is one of the contract."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from daifu.data.store.open import open_store
from daifu.data.store.values import ADMIN
from tests.support.project import PROJECT_ROOT
from tests.support.running_service import RunningService, assert_store_is_sound, run_service
from tests.support.stores import ANN
from tests.support.tournaments.store import played_record, tournament_with_round

QUICK_RUN = ("--phases", "examples,fuzzing", "--max-examples", "1", "--seed", "1")
"""Each documented example, and one request to each operation."""
LONG_RUN = ("--max-examples", "150")


class FuzzedService(NamedTuple):
    """A service, the folder of its store, and the token of an admin."""

    service: RunningService
    folder: Path
    token: str

    def fuzz(self, *options: str) -> None:
        """Run schemathesis on all operations, and fail with its report where it finds something."""
        tool = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(PROJECT_ROOT / "schemathesis.toml")]
        contract = str(PROJECT_ROOT / "openapi.yaml")
        call = [*tool, "run", contract, "--url", self.service.url, "--continue-on-failure", *options]
        done = subprocess.run(call, cwd=self.folder, capture_output=True, encoding="utf-8", check=False)
        assert done.returncode == 0, done.stdout + done.stderr

    def fuzz_as_admin(self, *options: str) -> None:
        """Run it with the token of an admin."""
        self.fuzz("--header", f"Authorization: Bearer {self.token}", *options)

    def errors(self) -> list[str]:
        """The lines of the log that tell of failures of the service."""
        lines = self.service.log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if json.loads(line)["level"] == "ERROR"]


@pytest.fixture
def fuzzed(tmp_path: Path) -> Iterator[FuzzedService]:
    """A service with a tournament, a record that was imported into it, and one that could not be."""
    with closing(open_store(tmp_path / "daifu.db")) as store:
        token = store.create_token("Natsu", ADMIN).secret
        tournament_with_round(store)
        store.add([played_record(), played_record(table=3)], ANN)
    with run_service(tmp_path, DAIFU_RATE="0", DAIFU_RATE_ADDRESS="0") as running:
        yield FuzzedService(running, tmp_path, token)


@pytest.mark.soak
@pytest.mark.parametrize("options", [QUICK_RUN, LONG_RUN], ids=["examples", "long"])
def test_an_admin_gets_no_answer_outside_the_contract(fuzzed: FuzzedService, options: tuple[str, ...]) -> None:
    fuzzed.fuzz_as_admin(*options)
    assert fuzzed.errors() == []
    assert fuzzed.token not in fuzzed.service.log.read_text(encoding="utf-8")
    assert_store_is_sound(fuzzed.folder)


@pytest.mark.soak
def test_a_client_without_a_token_gets_no_answer_outside_the_contract(fuzzed: FuzzedService) -> None:
    fuzzed.fuzz(*LONG_RUN)
    assert fuzzed.errors() == []
