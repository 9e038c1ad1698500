"""The running service held to its contract by schemathesis: no answer that is not in it, to whatever is sent."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from data.store import Store
from data.store.asked import ADMIN
from tests.support.calling import assert_whole
from tests.support.command_line import ROOT
from tests.support.kept import ANN
from tests.support.landed import drawn, played
from tests.support.served import Served, served

AT_LENGTH = ("--max-examples", "3000")
BRIEFLY = ("--max-examples", "10", "--seed", "1")
OUTSIDE = ("--phases", "fuzzing", *BRIEFLY)
"""Who has no token is hardly ever let in: the many ways to ask wrongly are tried by who has one."""


class Besieged(NamedTuple):
    """A service, where its store is, and the token of an admin."""

    service: Served
    folder: Path
    token: str

    def fuzz(self, *options: str) -> None:
        """Let schemathesis try everything that it knows."""
        tool = [sys.executable, "-m", "schemathesis.cli", "--config-file", str(ROOT / "schemathesis.toml")]
        run = [*tool, "run", str(ROOT / "openapi.yaml"), "--url", self.service.url, "--continue-on-failure", *options]
        found = subprocess.run(run, cwd=self.folder, capture_output=True, encoding="utf-8", check=False)
        assert found.returncode == 0, found.stdout + found.stderr

    def errors(self) -> list[str]:
        """What the log says of failures of the service."""
        lines = self.service.log.read_text(encoding="utf-8").splitlines()
        return [line for line in lines if json.loads(line)["level"] == "ERROR"]


@pytest.fixture
def besieged(tmp_path: Path) -> Iterator[Besieged]:
    """A service that has a tournament, a record that landed in it, and one that could not."""
    with closing(Store.open(tmp_path / "daifu.db")) as store:
        token = store.mint("Natsu", ADMIN).secret
        drawn(store)
        store.add([played(), played(table=3)], ANN)
    with served(tmp_path, DAIFU_RATE="0", DAIFU_RATE_ADDRESS="0") as running:
        yield Besieged(running, tmp_path, token)


@pytest.mark.parametrize("options", [BRIEFLY, pytest.param(AT_LENGTH, marks=pytest.mark.soak)], ids=["briefly", "long"])
def test_who_may_do_everything_finds_nothing(besieged: Besieged, options: tuple[str, ...]) -> None:
    besieged.fuzz("--header", f"Authorization: Bearer {besieged.token}", *options)
    assert besieged.errors() == []
    assert besieged.token not in besieged.service.log.read_text(encoding="utf-8")
    assert_whole(besieged.folder)


@pytest.mark.parametrize("options", [OUTSIDE, pytest.param(AT_LENGTH, marks=pytest.mark.soak)], ids=["briefly", "long"])
def test_who_has_no_token_finds_nothing(besieged: Besieged, options: tuple[str, ...]) -> None:
    besieged.fuzz(*options)
    assert besieged.errors() == []
