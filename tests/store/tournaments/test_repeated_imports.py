"""A record that is sent again may be imported then, and the answer tells it."""

import pytest

from daifu.data.store.store import Store
from daifu.data.store.values import ResultImport, UploadOutcome, UploadStatus
from daifu.data.tournaments.changes import Renamed, ResultRemoved, RoundReopened
from daifu.data.tournaments.settings import Settings
from tests.support.stores import ANN, BO, judged_sitting, verification_errors
from tests.support.tournaments.store import (
    append_changes,
    first_deal_sheet,
    hand_drawn_round,
    import_refusal_code,
    open_problem_codes,
    played_record,
    result_deal,
    round_closed,
    table_points,
    table_results,
    tournament_record,
    tournament_with_round,
    upload,
)

MISSPELT = ("Mu", "Junko", "Shimo", "Akiko")


def repeated_upload(store: Store, **fields: object) -> ResultImport:
    """The outcome of an upload of a stored record."""
    outcome = upload(store, played_record(**fields))  # type: ignore[arg-type] # fields of an event, or what `played_record` names
    assert outcome.status is UploadStatus.EXISTS
    [landing] = outcome.imports
    return landing


def test_a_record_lands_once_its_players_have_been_entered_rightly(store: Store) -> None:
    cup = tournament_with_round(store)
    assert import_refusal_code(store, played_record(players=MISSPELT)) == "wrong_player"
    append_changes(store, cup, Renamed(entrant=4, name="Akiko"))
    assert repeated_upload(store, players=MISSPELT).problem is None
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert (open_problem_codes(store, cup), verification_errors(store)) == ([], [])


def test_a_later_import_is_attributed_to_the_author_who_sent_it_again(store: Store) -> None:
    cup = tournament_with_round(store)
    import_refusal_code(store, played_record(number=2))
    append_changes(store, cup, hand_drawn_round(number=2))
    store.add([played_record(number=2)], BO)
    *_, last = store.tournaments.log(cup)
    assert (last.author, last.reason) == ("Bo", None)


def test_a_record_that_came_before_the_tournament_lands_when_it_is_sent_again(store: Store) -> None:
    upload(store, played_record())
    cup = tournament_with_round(store)
    assert repeated_upload(store).problem is None
    assert table_points(store, cup) == [(3, 2, 1, 0)]


def test_it_is_the_latest_revision_that_lands(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    store.revise(1, played_record(0, 1, 2, 3), ANN, expected=1, reason="upside down")
    version = store.tournaments.version(cup)
    assert repeated_upload(store).version == version
    assert table_points(store, cup) == [(0, 1, 2, 3)]


def test_so_it_is_when_less_is_sent_than_the_record_has_grown_to(store: Store) -> None:
    cup = tournament_with_round(store, settings=Settings(deals=2))
    upload(store, tournament_record(result_deal(3, 2, 1, 0), result_deal(0, 1, 2, 3)))
    outcome = upload(store, tournament_record(result_deal(3, 2, 1, 0)))
    assert (outcome.status, [landing.problem for landing in outcome.imports]) == (UploadStatus.EXISTS, [None])
    assert list(table_results(store, cup)) == [1, 2]


def test_in_a_closed_round_a_correction_of_nothing_that_counts_is_no_problem(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, first_deal_sheet(3, 2, 1, 0, table=2))
    upload(store, played_record())
    append_changes(store, cup, round_closed())
    [landing] = store.revise(1, played_record(notes="a fine evening"), ANN, expected=1).imports
    assert landing.problem is None
    assert verification_errors(store) == []


def test_a_sheet_that_corrected_a_record_is_not_replaced_by_it(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    append_changes(store, cup, first_deal_sheet(0, 1, 2, 3))
    landing = repeated_upload(store)
    assert landing.problem is not None
    assert landing.problem.code == "contradicted"
    assert table_points(store, cup) == [(0, 1, 2, 3)]
    assert verification_errors(store) == []


def test_results_that_were_removed_come_back_with_the_record(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    append_changes(store, cup, ResultRemoved(stage=1, round=1, table=1, deal=1))
    assert (store.tournaments.unimported(cup), verification_errors(store)) == ([1], [])
    assert repeated_upload(store).problem is None
    assert table_points(store, cup) == [(3, 2, 1, 0)]


def test_a_correction_that_a_closed_round_refused_lands_when_it_is_sent_again(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, first_deal_sheet(3, 2, 1, 0, table=2))
    upload(store, played_record())
    append_changes(store, cup, round_closed())
    store.revise(1, played_record(0, 1, 2, 3), ANN, expected=1, reason="upside down")
    assert open_problem_codes(store, cup) == [(1, "round_closed")]
    append_changes(store, cup, RoundReopened(stage=1, round=1))
    upload(store, played_record(0, 1, 2, 3))
    assert (open_problem_codes(store, cup), table_points(store, cup)) == ([], [(0, 1, 2, 3)])


def test_a_withdrawn_record_does_not_land(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    store.withdraw(1, ANN, expected=1)
    assert upload(store, played_record()) == UploadOutcome(UploadStatus.EXISTS, 1, 2, withdrawn=True)
    assert table_results(store, cup) == {}


@pytest.mark.parametrize("name", [None, "Another cup"])
def test_a_record_of_no_tournament_has_no_preview(store: Store, name: str | None) -> None:
    tournament_with_round(store)
    assert store.preview_imports(played_record(name=name), None) == ()
    assert store.preview_imports(judged_sitting(), None) == ()


def test_a_withdrawn_record_has_no_preview(store: Store) -> None:
    tournament_with_round(store)
    upload(store, played_record())
    store.withdraw(1, ANN, expected=1)
    assert store.preview_imports(played_record(), store.preview(played_record())) == ()
