"""`daifu correct`, `withdraw`, `append`, `review` and `work`: commands on stored records, locally or of a service."""

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from daifu.api.cli.program.output import FAILED
from daifu.api.client import Client
from daifu.api.client.remote import RemoteTransport
from daifu.data import analysis as queues
from daifu.data.analysis import AnalysisQueue
from daifu.data.store.open import open_store
from daifu.data.store.values import Location, RecordFilter, Revision
from daifu.replay.analysis.deals import METHOD
from tests.support.command_line import command_environment, daifu, daifu_command, write_file
from tests.support.processes import WAIT_SECONDS, child_processes, is_alive, wait_until
from tests.support.small_records import FAULTY_RECORD, FUJIGOKORO_FILE, LEGAL_RECORD, RESULT_RECORD, json_line
from tests.support.stores import Locate
from tests.support.tournaments.cli import serve_store

Target = tuple[str | Path, ...]
DEAL = {"places": [2, 1, 4, 3], "result": {"order": [1, 2, 3, 4]}}


@pytest.fixture
def db(locate: Locate) -> Location:
    """A store with a legal game and a game of which only the result is known."""
    path = locate("club.db")
    daifu("import", "-", "--db", path, data=json_line(LEGAL_RECORD) + json_line(RESULT_RECORD))
    return path


@pytest.fixture(params=["store", "service"])
def target(request: pytest.FixtureRequest, db: Location) -> Iterator[Target]:
    """The options that name the store, or a service on it."""
    if request.param == "store":
        yield "--db", db, "--as", "Haru"
    else:
        with serve_store(db) as (url, secret):
            yield "--url", url, "--token", secret


def correct(record: int, target: Target, corrected: object, *options: str) -> Result:
    """What comes of correcting a record by a document."""
    return daifu(
        "correct", str(record), "-", "--reason", "Shimo laid a 6", *options, *target, data=json_line(corrected)
    )


def revisions(db: Location, record: int) -> list[Revision]:
    with closing(open_store(db, read_only=True)) as store:
        return list(store.revisions(record))


def test_a_corrected_record_is_the_next_revision_with_its_author_and_reason(db: Location, target: Target) -> None:
    result = correct(1, target, FAULTY_RECORD)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("record 1, revision 2\n")
    assert [(one.kind, one.author, one.reason) for one in revisions(db, 1)][1:] == [
        ("corrected", "Haru", "Shimo laid a 6")
    ]


def test_a_correction_says_what_it_changes(target: Target) -> None:
    lines = correct(1, target, FAULTY_RECORD).stdout.splitlines()
    sentence = "6 is not stronger than the 6 on the table [not_stronger, illegal, T-FOLLOW-1, stands]"
    assert lines[1:3] == ["  legal → not legal", f"  deal 1: new: action 7, Shimo: {sentence}"]
    gone = correct(1, target, LEGAL_RECORD).stdout.splitlines()
    assert gone[1:3] == ["  not legal → legal", lines[2].replace("new:", "no longer:")]


def test_a_correction_says_how_places_and_points_change(target: Target) -> None:
    other = {**RESULT_RECORD, "deals": [{**RESULT_RECORD["deals"][0], "result": {"order": [1, 2, 4, 3]}}]}
    lines = correct(2, target, other).stdout.splitlines()
    assert lines[1] == "  deal 1: places: Bo (b1), Ann, Cy, Bo (b2) → Ann, Bo (b1), Cy, Bo (b2)"
    assert lines[2].startswith("  deal 1: points: Ann ")
    assert lines[-1].startswith("  totals: Ann ")


def test_a_correction_by_the_same_game_changes_nothing(db: Location, target: Target) -> None:
    assert correct(1, target, LEGAL_RECORD).stdout == "record 1: nothing changed\n"
    assert len(revisions(db, 1)) == 1


def test_a_log_of_another_program_may_correct_a_record(db: Location) -> None:
    daifu("import", "-", "--db", db, data=FUJIGOKORO_FILE)
    data = FUJIGOKORO_FILE.replace(b"s-6[1] s-7[1]", b"s-6[1] p[1] s-7[1]")
    result = daifu("correct", "3", "-", "--reason", "a pass was missing", "--db", db, data=data)
    assert result.stdout.startswith("record 3, revision 2\n")


def test_a_correction_needs_a_reason(db: Location) -> None:
    result = daifu("correct", "1", "-", "--db", db, data=json_line(FAULTY_RECORD))
    assert (result.exit_code, result.stderr.splitlines()[0]) == (2, "daifu: --reason is missing")


def test_a_correction_of_an_older_revision_is_refused(db: Location, target: Target) -> None:
    correct(1, target, FAULTY_RECORD)
    result = correct(1, target, LEGAL_RECORD, "--revision", "1")
    assert result.exit_code == 2
    assert "the change is for version 1, the present one is 2" in result.stderr
    assert len(revisions(db, 1)) == 2


def test_a_record_that_is_not_there_is_named_as_such(target: Target) -> None:
    result = correct(9, target, FAULTY_RECORD)
    assert (result.exit_code, result.stderr) == (2, "daifu: there is no such record\n")


def test_a_withdrawn_record_leaves_the_lists_and_a_correction_restores_it(db: Location, target: Target) -> None:
    result = daifu("withdraw", "1", "--reason", "played for practice", *target)
    assert (result.exit_code, result.stdout) == (0, "record 1 is withdrawn\n")
    with closing(open_store(db)) as store:
        assert [record.id for record in store.page(RecordFilter()).records] == [2]
    assert correct(1, target, LEGAL_RECORD).stdout.startswith("record 1, revision 3\n")
    with closing(open_store(db)) as store:
        assert [record.id for record in store.page(RecordFilter()).records] == [2, 1]


def test_a_deal_is_added_to_a_record(db: Location, tmp_path: Path, target: Target) -> None:
    file = write_file(tmp_path / "deal.json", json.dumps(DEAL, indent=2).encode())
    result = daifu("append", "2", file, *target)
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines()[:2] == [
        "record 2, revision 2: deal 2",
        "  places: Ann, Bo (b1), Bo (b2), Cy",
    ]
    assert [(one.kind, one.author) for one in revisions(db, 2)] == [("created", "local"), ("deal", "Haru")]


def test_the_faults_of_an_added_deal_are_printed(target: Target) -> None:
    wrong = {**DEAL, "places": [1, 2, 3, 4]}
    printed = daifu("append", "2", "-", *target, data=json_line(wrong)).stdout
    assert "[bad_seating, record, D-SEAT-3, stands]" in printed


def test_everything_is_said_in_japanese_too(db: Location) -> None:
    options = ("--reason", "記入の誤り", "--db", str(db))
    printed = daifu("--lang", "ja", "correct", "1", "-", *options, data=json_line(FAULTY_RECORD)).stdout
    assert printed.startswith("棋譜1の第2版\n  問題なし → 問題あり\n")
    assert daifu("--lang", "ja", "withdraw", "1", *options).stdout == "棋譜1を取り下げました\n"


def test_a_correction_says_that_its_event_nearly_has_the_name_of_a_tournament(target: Target) -> None:
    daifu("tournament", "create", "Friday cup", "--rules", LEGAL_RECORD["rules"], *target)
    result = correct(1, target, {**LEGAL_RECORD, "event": {"name": "friday cup "}})
    assert result.exit_code == 0
    assert result.stderr.startswith('-: note: the event looks like tournament 1, "Friday cup"; not in its results')


@pytest.fixture(autouse=True)
def _nothing_is_estimated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playouts take long. What they say is tested with the analysis of files."""
    monkeypatch.setattr(queues, "effort_of", lambda _playouts: None)


@pytest.fixture
def reviewed(locate: Locate) -> Location:
    """A store with two records."""
    path = locate("club.db")
    daifu("import", "-", "--db", path, data=json_line(FAULTY_RECORD) + json_line(RESULT_RECORD))
    return path


@pytest.fixture(params=["store", "service"])
def reviewer(request: pytest.FixtureRequest, reviewed: Location, monkeypatch: pytest.MonkeyPatch) -> Iterator[Target]:
    """The options that name the store, or a service on it, whose worker works whenever the command waits."""
    if request.param == "store":
        yield "--db", reviewed
        return
    with (
        serve_store(reviewed) as (url, secret),
        closing(open_store(reviewed)) as store,
        closing(AnalysisQueue(store)) as worker,
    ):
        worker.become_worker()
        monkeypatch.setattr(RemoteTransport, "work", lambda _transport: worker.work_once())
        yield "--url", url, "--token", secret


def test_a_record_is_analysed_when_its_analysis_is_asked_for_first(reviewed: Location, reviewer: Target) -> None:
    result = daifu("review", "1", *reviewer)
    assert (result.exit_code, result.stderr) == (0, "")
    [deal] = map(json.loads, result.stdout.splitlines())
    assert (deal["deal"], deal["method"]) == (0, METHOD)
    with closing(open_store(reviewed)) as store:
        assert json.loads(store.analyses.find(1, 1, METHOD) or b"") == [deal]


def test_the_analysis_is_the_one_that_analyse_prints(reviewed: Location, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(json_line(FAULTY_RECORD))
    [analysed] = map(json.loads, daifu("analyse", file, "--playouts", "0", "--json").stdout.splitlines())
    [kept] = map(json.loads, daifu("review", "1", "--db", reviewed).stdout.splitlines())
    assert {**kept, "source": analysed["source"]} == analysed


def test_an_analysis_that_is_there_is_printed_again(reviewed: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    first = daifu("review", "2", "--db", reviewed)
    monkeypatch.setattr(queues, "deal_analyses", None)
    assert daifu("review", "2", "--db", reviewed).stdout == first.stdout


def test_a_record_that_is_not_there_cannot_be_analysed(reviewer: Target) -> None:
    for arguments in (("9",), ("1", "--revision", "2")):
        result = daifu("review", *arguments, *reviewer)
        assert (result.exit_code, result.stdout) == (FAILED, "")
        assert "there is no such record" in result.stderr


def test_a_job_that_failed_is_said_to_have_failed(reviewed: Location, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(queues, "load_record", lambda _text: 1 / 0)
    result = daifu("review", "1", "--db", reviewed)
    assert (result.exit_code, result.stdout) == (FAILED, "")
    assert "the analysis failed" in result.stderr


def test_a_client_watches_and_cancels_a_job(reviewed: Location) -> None:
    with Client(reviewed) as client:
        assert client.records.order_analysis(1)["state"] == "waiting"
        assert client.records.cancel_analysis(1, 1)["state"] == "cancelled"
        states = []
        found = client.records.analyse(1, watch=lambda job: states.append(job["state"]))
        assert found is not None
        assert found == client.records.analysis(1)
        assert (states[0], states[-1]) == ("waiting", "done")


def test_workers_of_a_command_do_what_is_ordered_and_end_with_it(reviewed: Location) -> None:
    with Client(reviewed) as client:
        client.records.order_analysis(2)
        call = daifu_command("work", "--db", reviewed)
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
