"""`daifu correct`, `daifu withdraw` and `daifu append`: commands on a stored record, locally or of a service."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import Result

from daifu.data.store.open import open_store
from daifu.data.store.values import Location, RecordFilter, Revision
from tests.support.command_line import daifu, write_file
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
