"""Whatever a record or a log has become, it is judged, or refused with reasons."""

import os
import subprocess
import sys
from typing import Final

import pytest

from tests.support.command_line import command_environment
from tests.support.mutated_records import KINDS, judge_mutated
from tests.support.project import PROJECT_ROOT

FEW: Final = 100
MANY: Final = 1_000_000 // len(KINDS)
COMPILED: Final = PROJECT_ROOT / "build" / "compiled"

every_kind = pytest.mark.parametrize("kind", KINDS)


@every_kind
def test_records_with_random_changes_are_judged_or_refused(kind: str) -> None:
    assert judge_mutated(kind, FEW).endswith(" refused")


@pytest.mark.soak
@every_kind
def test_a_million_records_with_random_changes_are_judged_or_refused(kind: str) -> None:
    """On the compiled engine, which takes a third of the time."""
    call = [sys.executable, "-P", "-m", "tests.support.mutated_records", kind, str(MANY)]
    path = os.pathsep.join(map(os.fspath, [COMPILED, PROJECT_ROOT]))
    run = subprocess.run(call, env=command_environment(PYTHONPATH=path), capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("compiled engine: ")
