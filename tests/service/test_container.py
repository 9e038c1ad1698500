"""The image of `deploy/Containerfile`, built and run by buildah where its base image can be had."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.project import PROJECT_ROOT

pytestmark = pytest.mark.soak

BASE = os.environ.get("DAIFU_BASE_IMAGE", "docker.io/library/python:3.13-slim")
"""The base image; another one with a Python is for machines that cannot fetch this."""


def run_buildah(folder: Path, *call: str) -> subprocess.CompletedProcess[str]:
    """A run of buildah that keeps its images in a folder."""
    program = shutil.which("buildah")
    if program is None:
        pytest.skip("buildah is not installed")
    where = ["--root", str(folder / "images"), "--runroot", str(folder / "run"), "--storage-driver", "vfs"]
    return subprocess.run([program, *where, *call], cwd=PROJECT_ROOT, capture_output=True, text=True, check=False)


def buildah(folder: Path, *call: str) -> str:
    """What buildah prints where it succeeds, as it has to."""
    done = run_buildah(folder, *call)
    assert done.returncode == 0, done.stderr[-4_000:]
    return done.stdout


_START = """
daifu serve >/tmp/log 2>&1 &
for second in $(seq 60); do "$@" 2>/tmp/asked && kill $! && exit 0; sleep 1; done
cat /tmp/log /tmp/asked >&2; exit 1
"""
"""Starts the service, and asks for its health as the image does, until it is well or a minute is over."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with the image under the name `daifu`."""
    found = tmp_path_factory.mktemp("container")
    pulled = run_buildah(found, "pull", BASE)
    if pulled.returncode:
        pytest.skip(f"the base image cannot be had: {pulled.stderr.strip().splitlines()[-1]}")
    buildah(
        found,
        *("build", "--isolation", "chroot", "--format", "docker", "--build-arg", f"PYTHON={BASE}"),
        *("--file", "deploy/Containerfile", "--tag", "daifu", "."),
    )
    yield found
    shutil.rmtree(found)


def test_the_image_runs_the_compiled_engine_as_a_user_without_rights_and_is_asked_for_its_health(folder: Path) -> None:
    config = json.loads(buildah(folder, "inspect", "--type", "image", "daifu"))["Docker"]["config"]
    assert (config["User"], config["Cmd"]) == ("daifu", ["daifu", "serve"])
    assert "/readyz" in config["Healthcheck"]["Test"][-1]
    box = buildah(folder, "from", "daifu").strip()
    run = ("run", "--isolation", "chroot", box, "--", "sh", "-c")
    assert buildah(folder, *run, "id -u").strip() == "10001"
    assert "compiled" in buildah(folder, *run, "daifu --version")
    buildah(folder, *run, _START, "sh", *config["Healthcheck"]["Test"][1:])
