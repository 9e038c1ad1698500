"""Programs that people write with the library run as they stand. mypy checks their types with those of all else."""

import runpy
import sys
from pathlib import Path

import pytest

from tests.support.project import PROJECT_ROOT

PROGRAMS = sorted(Path(__file__).with_name("programs").glob("*.py"))


FILES = {"all_faults_of_a_file": "faulty.ndjson"}
"""The sample that a program reads, if it is another than that of Dalmuti."""


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.stem)
def test_a_program_runs(program: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    sample = PROJECT_ROOT / "data" / "samples" / FILES.get(program.stem, "dalmuti.ndjson")
    monkeypatch.setattr(sys, "argv", [str(program), str(sample)])
    runpy.run_path(str(program))
    assert capsys.readouterr().out
