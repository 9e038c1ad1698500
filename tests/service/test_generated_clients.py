"""Clients that generators make of the contract, used against a running service without a line written by hand."""

import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.support.project import PROJECT_ROOT
from tests.support.running_service import RunningService, run_service

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

pytestmark = pytest.mark.soak


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


@pytest.mark.skipif(shutil.which("npx") is None, reason="needs npx of Node")
def test_a_typescript_client_keeps_the_games_of_a_club(tmp_path: Path, empty_service: RunningService) -> None:
    (tmp_path / "package.json").write_text("{}", encoding="utf-8")
    run(tmp_path, "npm", "install", "--no-audit", "--no-fund", *NODE_PACKAGES)
    run(tmp_path, "npx", "openapi-typescript", CONTRACT, "--output", "contract.d.ts")
    shutil.copy(CLIENTS / "club.ts", tmp_path / "club.mts")
    run(tmp_path, "npx", "tsc", "--strict", "--module", "nodenext", "--target", "es2022", "--types", "node", "club.mts")
    run(tmp_path, "node", "club.mjs", empty_service.url, empty_service.token)


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
