"""The sample games: every profile has legal ones, and the disputes show what can go wrong."""

import gzip
from io import StringIO
from random import Random

import pytest

from replay.games.catalogue import PROFILES
from replay.report import Report
from schemas.fujigokoro.settle import import_fujigokoro
from schemas.pipeline import check
from schemas.uecda.settle import import_server_log
from tests.support.faulty_samples import FAULTY
from tests.support.outcome import judged
from tests.support.samples import FOLDER, evening, lines

FEWEST_SITTINGS = 30


def reports(name: str) -> list[Report]:
    return [check(line) for line in (FOLDER / name).read_bytes().splitlines()]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_has_sittings_without_a_fault(profile: str) -> None:
    found = reports(f"{profile}.ndjson")
    assert len(found) >= FEWEST_SITTINGS
    assert [report.legal for report in found] == [True] * len(found)


@pytest.mark.parametrize("profile", PROFILES)
def test_the_samples_are_those_that_the_command_writes(profile: str) -> None:
    """`python -m tests.support.samples` makes them anew where the rules or the players have changed."""
    first = (FOLDER / f"{profile}.ndjson").read_text(encoding="utf-8").splitlines(keepends=True)[0]
    assert first == lines([evening(profile, 0, Random(f"{profile} samples"))])


def test_so_are_the_disputes() -> None:
    assert (FOLDER / "faulty.ndjson").read_text(encoding="utf-8") == lines(FAULTY)


def test_in_every_dispute_something_is_wrong() -> None:
    assert not any(report.legal for report in reports("faulty.ndjson"))


def test_the_log_of_a_server_is_without_a_fault() -> None:
    text = gzip.decompress((FOLDER / "uecda-server.log.gz").read_bytes()).decode()
    assert judged(import_server_log(StringIO(text), "").record).legal


def test_so_is_the_record_of_a_program() -> None:
    text = (FOLDER / "fujigokoro.dat").read_text(encoding="utf-8")
    assert judged(import_fujigokoro(StringIO(text), "").record).legal
