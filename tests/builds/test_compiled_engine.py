"""The compiled engine does what the plain one does, to the byte."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import pytest

from daifu.replay.games.catalogue import PROFILES
from tests.support.command_line import command_environment
from tests.support.project import CORPUS, PROJECT_ROOT

RECORDS: Final = 40
SOAK_RECORDS: Final = 100_000 // len(PROFILES)
OPTIMISED: Final = PROJECT_ROOT / "build" / "compiled"
"""The engine that `make compile` has built."""

BUILT_BY: Final = ("setup.py", "pyproject.toml")
"""The files besides the modules of the engine that say what the build is like."""

GAMES: Final = [
    path
    for folder in (PROJECT_ROOT / "data" / "samples", CORPUS / "uecda")
    for path in sorted(folder.glob("*"))
    if path.name.endswith((".ndjson", ".log.gz", ".dat", ".dat.gz"))
]
"""The samples, and the real logs if they are beside the project."""


@pytest.fixture(scope="module")
def unoptimised() -> Path:
    """A folder with the engine, compiled without optimisation, which is quickest. It is kept until a source changes."""
    digest = sha256(sys.version.encode())
    for path in (*sorted((PROJECT_ROOT / "replay").rglob("*.py")), *(PROJECT_ROOT / name for name in BUILT_BY)):
        digest.update(f"{path.relative_to(PROJECT_ROOT)}\0".encode() + path.read_bytes())
    kept = PROJECT_ROOT / "build" / "unoptimised"
    folder = kept / digest.hexdigest()
    if not folder.exists():
        shutil.rmtree(kept, ignore_errors=True)
        kept.mkdir(parents=True)
        with TemporaryDirectory(dir=kept) as unfinished, TemporaryDirectory() as temporary:
            built = Path(unfinished, "built")
            shutil.copytree(PROJECT_ROOT / "replay", built / "daifu" / "replay")
            command = ["setup.py", "--quiet", "build_ext", "--build-lib", str(built), "--build-temp", temporary]
            environment = {**os.environ, "DAIFU_COMPILE": "0"}
            subprocess.run([sys.executable, *command], cwd=PROJECT_ROOT, env=environment, check=True)
            (built / "daifu").rename(built / "daifu_compiled")
            (built / "daifu_compiled" / "__init__.py").touch()
            built.rename(folder)
    return folder


def printed(call: Sequence[str | Path], *path: Path) -> tuple[bytes, bytes]:
    """What a program prints that finds its modules in these folders before others, and what it complains of."""
    environment = command_environment(PYTHONPATH=os.pathsep.join(map(os.fspath, [*path, PROJECT_ROOT])))
    run = subprocess.run([sys.executable, "-P", *call], env=environment, capture_output=True, check=False)
    return run.stdout, run.stderr


def digests(rules: str, count: int, *path: Path) -> tuple[str, list[str]]:
    """The name of the engine, and the digests of what it makes of generated records."""
    output, complaints = printed(["-m", "tests.support.digests", rules, str(count)], *path)
    assert not complaints, complaints.decode()
    name, *lines = output.decode().splitlines()
    return name, lines


def assert_same_digests(rules: str, count: int, compiled: Path) -> None:
    plain_name, plain = digests(rules, count)
    compiled_name, lines = digests(rules, count, compiled)
    assert (plain_name, compiled_name) == ("plain engine", "compiled engine")
    assert len(plain) == count
    assert lines == plain


def write_known_cases(path: Path) -> Path:
    """A file with the records of all known cases."""
    cases = [json.loads(line) for file in sorted(CORPUS.glob("*.ndjson")) for line in file.read_bytes().splitlines()]
    path.write_text("".join(f"{json.dumps(case['record'])}\n" for case in cases), encoding="utf-8")
    return path


def test_the_reports_on_all_samples_logs_and_known_cases_are_the_same(unoptimised: Path, tmp_path: Path) -> None:
    files = [*GAMES, write_known_cases(tmp_path / "cases.ndjson")]
    check: list[str | Path] = ["-c", "from daifu.api.cli import main; main()", "check", "--json", *files]
    plain = printed(check)
    assert plain[0].count(b"\n") > len(GAMES)
    assert printed(check, unoptimised) == plain


def test_the_analysis_of_a_deal_of_each_sample_is_the_same(unoptimised: Path, tmp_path: Path) -> None:
    records = [json.loads(path.read_bytes().splitlines()[0]) for path in GAMES if path.stem in PROFILES]
    first_deals = [{**record, "deals": record["deals"][:1]} for record in records]
    file = tmp_path / "deals.ndjson"
    file.write_text("".join(f"{json.dumps(record)}\n" for record in first_deals), encoding="utf-8")
    analyse: list[str | Path] = [
        "-c",
        "from daifu.api.cli import main; main()",
        "analyse",
        "--json",
        "--positions",
        "50",
        "--playouts",
        "4",
        file,
    ]
    plain = printed(analyse)
    assert plain[0].count(b"\n") == len(PROFILES)
    assert printed(analyse, unoptimised) == plain


@pytest.mark.parametrize("rules", ["uecda", "biga"])
def test_reports_and_counts_of_generated_records_are_the_same(rules: str, unoptimised: Path) -> None:
    assert_same_digests(rules, RECORDS, unoptimised)


@pytest.mark.soak
@pytest.mark.parametrize("rules", PROFILES)
def test_reports_and_counts_of_many_generated_records_are_the_same(rules: str) -> None:
    assert_same_digests(rules, SOAK_RECORDS, OPTIMISED)
