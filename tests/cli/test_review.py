"""`daifu review` and `daifu work`: a stored record is analysed, in a store on this machine or by a service."""

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from daifu.api.cli.program.output import FAILED
from daifu.api.client import Client
from daifu.api.client.remote import RemoteTransport
from daifu.data.analysis import queue as queues
from daifu.data.analysis.queue import AnalysisQueue
from daifu.data.store.open import open_store
from daifu.data.store.values import Location
from daifu.replay.analysis.deals import METHOD
from tests.support.command_line import command_environment, daifu, daifu_command
from tests.support.processes import WAIT_SECONDS, child_processes, is_alive, wait_until
from tests.support.small_records import FAULTY_RECORD, RESULT_RECORD, json_line
from tests.support.stores import Locate
from tests.support.tournaments.cli import serve_store

Target = tuple[str | Path, ...]


@pytest.fixture(autouse=True)
def _nothing_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playouts take long. What they say is tested with the analysis of files."""
    monkeypatch.setattr(queues, "effort_of", lambda _playouts: None)


@pytest.fixture
def db(locate: Locate) -> Location:
    """A store with two records."""
    path = locate("club.db")
    daifu("import", "-", "--db", path, data=json_line(FAULTY_RECORD) + json_line(RESULT_RECORD))
    return path


@pytest.fixture(params=["store", "service"])
def target(request: pytest.FixtureRequest, db: Location, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    """The options that name the store, or a service on it, whose worker works whenever the command waits."""
    if request.param == "store":
        yield "--db", db
        return
    with serve_store(db) as (url, secret), closing(open_store(db)) as store, closing(AnalysisQueue(store)) as worker:
        worker.become_worker()
        monkeypatch.setattr(RemoteTransport, "work", lambda _transport: worker.work_once())
        yield "--url", url, "--token", secret


def test_a_record_is_analysed_when_its_analysis_is_asked_for_first(db: Location, target: Target) -> None:
    result = daifu("review", "1", *target)
    assert (result.exit_code, result.stderr) == (0, "")
    [deal] = map(json.loads, result.stdout.splitlines())
    assert (deal["deal"], deal["method"]) == (0, METHOD)
    with closing(open_store(db)) as store:
        assert json.loads(store.analyses.find(1, 1, METHOD) or b"") == [deal]


def test_the_analysis_is_the_one_that_analyse_prints(db: Location, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(json_line(FAULTY_RECORD))
    [analysed] = map(json.loads, daifu("analyse", file, "--playouts", "0", "--json").stdout.splitlines())
    [kept] = map(json.loads, daifu("review", "1", "--db", db).stdout.splitlines())
    assert {**kept, "source": analysed["source"]} == analysed


def test_an_analysis_that_is_there_is_printed_again(db: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    first = daifu("review", "2", "--db", db)
    monkeypatch.setattr(queues, "deal_analyses", None)
    assert daifu("review", "2", "--db", db).stdout == first.stdout


def test_a_record_that_is_not_there_cannot_be_analysed(target: Target) -> None:
    for arguments in (("9",), ("1", "--revision", "2")):
        result = daifu("review", *arguments, *target)
        assert (result.exit_code, result.stdout) == (FAILED, "")
        assert "there is no such record" in result.stderr


def test_a_job_that_failed_is_said_to_have_failed(db: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "load_record", lambda _text: 1 / 0)
    result = daifu("review", "1", "--db", db)
    assert (result.exit_code, result.stdout) == (FAILED, "")
    assert "the analysis failed" in result.stderr


def test_a_client_watches_and_cancels_a_job(db: Location) -> None:
    with Client(db) as client:
        assert client.records.order_analysis(1)["state"] == "waiting"
        assert client.records.cancel_analysis(1, 1)["state"] == "cancelled"
        states = []
        found = client.records.analyse(1, watch=lambda job: states.append(job["state"]))
        assert found is not None
        assert found == client.records.analysis(1)
        assert (states[0], states[-1]) == ("waiting", "done")


def test_workers_of_a_command_do_what_is_ordered_and_end_with_it(db: Location) -> None:
    with Client(db) as client:
        client.records.order_analysis(2)
        call = daifu_command("work", "--db", db)
        process = subprocess.Popen(call, stdout=subprocess.PIPE, env=command_environment())
        try:
            wait_until(lambda: client.records.analysis_job(2, 1)["state"] == "done")
            workers = child_processes(process.pid)
            process.send_signal(signal.SIGINT)
            output, _ = process.communicate(timeout=WAIT_SECONDS)
        finally:
            process.kill()
    assert output == b"1 process for analyses\n"
    assert not any(map(is_alive, workers))


def test_nothing_is_done_for_a_store_that_is_not_there(tmp_path: Path) -> None:
    result = daifu("work", "--db", tmp_path / "none.db")
    assert result.exit_code == FAILED
    assert "none.db" in result.stderr
    assert not list(tmp_path.iterdir())
