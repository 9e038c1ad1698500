"""The running service held to its contract: by schemathesis, and by clients that generators make of it."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
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


CONTRACT = str(PROJECT_ROOT / "openapi.yaml")
CLIENTS = Path(__file__).parent / "clients"
PYTHON_GENERATOR = "openapi-python-client==0.29.1"
USED_BY_PYTHON_CLIENTS = ("httpx", "attrs", "python-dateutil")
JAVA_GENERATOR = "openapi-generator-cli==7.26.0"
JAVA_OPTIONS = (
    "apiPackage=daifu.api,modelPackage=daifu.model,invokerPackage=daifu.client",
    "containerDefaultToNull=true",  # a list that is absent is not sent as an empty one
    "openApiNullable=false",
    "supportUrlQuery=false",
)
JAVA_UNIONS = (
    "change_tournament_request",
    "AkagiriOptions_title_table",
    "DaifugoOptions_titles_anyOf_table",
    "DaifugoOptions_points_anyOf_by_place",
)
"""Alternatives one of which is a list. The generator writes invalid Java for them; any object is taken instead."""
NODE_PACKAGES = ("openapi-typescript@7.13.0", "openapi-fetch@0.17.0", "typescript@5.9.3", "@types/node@20")


@pytest.fixture
def empty_service(tmp_path: Path) -> Iterator[RunningService]:
    """A service on an empty store."""
    with run_service(tmp_path) as running:
        yield running


def run(folder: Path, *command: str) -> str:
    """The output of a command that succeeds."""
    done = subprocess.run(command, cwd=folder, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout


def in_uv(packages: Sequence[str], *command: str) -> tuple[str, ...]:
    """The command in an environment with these packages."""
    uv = str(Path(sys.executable).with_name("uv"))
    return (uv, "run", "--no-project", *(part for one in packages for part in ("--with", one)), *command)


@pytest.mark.soak
def test_a_python_client_keeps_the_games_of_a_club(tmp_path: Path, empty_service: RunningService) -> None:
    generate = (
        "openapi-python-client",
        "generate",
        "--path",
        CONTRACT,
        "--meta",
        "none",
        "--output-path",
        "daifu_client",
    )
    run(tmp_path, *in_uv([PYTHON_GENERATOR], *generate))
    shutil.copy(CLIENTS / "club.py", tmp_path)
    use = ("python", "club.py", empty_service.url, empty_service.token)
    run(tmp_path, *in_uv(USED_BY_PYTHON_CLIENTS, *use))


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("npx") is None, reason="needs npx of Node")
def test_a_typescript_client_keeps_the_games_of_a_club(tmp_path: Path, empty_service: RunningService) -> None:
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    run(tmp_path, "npm", "install", "--no-audit", "--no-fund", *NODE_PACKAGES)
    run(tmp_path, "npx", "openapi-typescript", CONTRACT, "--output", "contract.d.ts")
    shutil.copy(CLIENTS / "club.ts", tmp_path / "club.mts")
    run(tmp_path, "npx", "tsc", "--strict", "--module", "nodenext", "--target", "es2022", "--types", "node", "club.mts")
    run(tmp_path, "node", "club.mjs", empty_service.url, empty_service.token)


@pytest.mark.soak
@pytest.mark.skipif(shutil.which("javac") is None, reason="needs a JDK")
def test_a_java_client_keeps_the_games_of_a_club(tmp_path: Path, empty_service: RunningService) -> None:
    find = "import openapi_generator_cli; print(openapi_generator_cli.__path__[0])"
    jar = run(tmp_path, *in_uv([JAVA_GENERATOR], "python", "-c", find)).strip() + "/openapi-generator.jar"
    generate = ("java", "-jar", jar, "generate", "-i", CONTRACT, "-g", "java", "--library", "native", "-o", "client")
    unions = ",".join(f"{name}=java.lang.Object" for name in JAVA_UNIONS)
    run(tmp_path, *generate, "--additional-properties", ",".join(JAVA_OPTIONS), "--schema-mappings", unions)
    made = [str(path) for path in tmp_path.glob("client/src/main/**/*.java")]
    (tmp_path / "sources").write_text("\n".join([*made, *map(str, CLIENTS.glob("*.java"))]), encoding="utf-8")
    run(tmp_path, "javac", "-nowarn", "-d", "classes", "-cp", jar, "@sources")
    run(tmp_path, "java", "-cp", f"{jar}:classes", "Club", empty_service.url, empty_service.token)
