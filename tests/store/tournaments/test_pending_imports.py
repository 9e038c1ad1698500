"""Records that cannot be imported are stored all the same, with the reason."""

from collections.abc import Callable

import pytest

from daifu.data.store.errors import NoSuchRecord
from daifu.data.store.store import Store
from daifu.data.tournaments.changes import RoundReopened
from daifu.data.tournaments.errors import MESSAGES, TournamentError
from daifu.data.tournaments.result_import import IMPORT_SENTENCES
from daifu.schemas.judged_record import JudgedRecord
from tests.support.small_records import UNKNOWN_HANDS
from tests.support.stores import ANN, BO, SITTING_ACTIONS, judged_sitting, record_ids, verification_errors
from tests.support.tournaments.store import (
    CUP_NAME,
    EIGHT_PLAYERS,
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

HERE = {"name": CUP_NAME, "round": 1, "table": 1}
OF_FOUR = {"seats": [1, 2, 3, 4], "result": {"order": [1, 2, 3, 4]}}
OF_FIVE = {"result": {"order": [1, 2, 3, 4, 5]}}
REFUSED: dict[str, Callable[[], JudgedRecord]] = {
    "wrong_player": lambda: played_record(players=("Mu", "Junko", "Shimo", "Sora")),
    "wrong_count": lambda: tournament_record(OF_FOUR, players=EIGHT_PLAYERS[:5]),
    "table_too_many": lambda: played_record(table=3),
    "no_such_round": lambda: played_record(number=2),
    "no_such_stage": lambda: played_record(stage=2),
    "deal_too_many": lambda: tournament_record(result_deal(3, 2, 1, 0), result_deal(0, 1, 2, 3)),
    "not_named": lambda: played_record(table=None),
    "no_number": lambda: played_record(number="semi-final"),
    "other_rules": lambda: judged_sitting(rules="biga", players=EIGHT_PLAYERS[:5], event=HERE, deals=[OF_FIVE]),
    "other_options": lambda: judged_sitting(
        options={"pass_reset": "any_change"}, event=HERE, deals=[result_deal(3, 2, 1, 0)]
    ),
}


@pytest.mark.parametrize("code", REFUSED)
def test_a_record_that_cannot_be_imported_is_stored_with_the_reason(store: Store, code: str) -> None:
    cup = tournament_with_round(store)
    version = store.tournaments.version(cup)
    assert import_refusal_code(store, REFUSED[code]()) == code
    assert record_ids(store) == [1]
    assert open_problem_codes(store, cup) == [(1, code)]
    assert (store.tournaments.version(cup), table_results(store, cup)) == (version, {})
    [problem] = store.tournaments.problems(cup)
    assert (problem.revision, problem.version, problem.author) == (1, version, "Ann")
    assert problem.text.en.isascii()
    assert not problem.text.ja.isascii()
    assert "{" not in problem.text.en + problem.text.ja


def test_a_problem_names_the_wrong_player(store: Store) -> None:
    tournament_with_round(store)
    [landing] = upload(store, REFUSED["wrong_player"]()).imports
    assert landing.problem is not None
    assert landing.problem.text.en == "player Sora does not belong in seat 4 of table 1"


def test_a_record_in_which_no_deal_has_ended_is_told_too_that_it_is_at_the_wrong_table(store: Store) -> None:
    tournament_with_round(store)
    assert (
        import_refusal_code(
            store, tournament_record({"hands": UNKNOWN_HANDS, "actions": list(SITTING_ACTIONS)}, table=3)
        )
        == "table_too_many"
    )


def test_another_record_of_the_same_deal_that_says_otherwise_does_not_land(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(3, 2, 1, 0))
    assert import_refusal_code(store, played_record(0, 1, 2, 3, notes="another one")) == "contradicted"
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert verification_errors(store) == []


def test_a_forced_import_replaces_the_sheet(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, first_deal_sheet(0, 1, 2, 3))
    upload(store, played_record(3, 2, 1, 0))
    version = store.tournaments.import_record(cup, 1, BO, "the sheet was wrong")
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert open_problem_codes(store, cup) == []
    *_, last = store.tournaments.log(cup)
    assert (last.number, last.author, last.reason) == (version, "Bo", "the sheet was wrong")
    assert verification_errors(store) == []


def test_an_attempt_tells_of_the_same_problem_again(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(number=2))
    [landing] = store.tournaments.attempt(cup, [1], BO)
    assert landing.problem == store.tournaments.problems(cup)[0]
    assert landing.problem.author == "Bo"


def test_a_refused_record_is_imported_on_request_after_its_round_is_drawn(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(number=2))
    append_changes(store, cup, hand_drawn_round(number=2))
    assert open_problem_codes(store, cup) == [(1, "no_such_round")]
    store.tournaments.attempt(cup, [1], ANN)
    assert open_problem_codes(store, cup) == []
    assert table_points(store, cup, 2) == [(3, 2, 1, 0)]


def test_a_refused_record_is_imported_when_it_is_corrected(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(table=3))
    [landing] = store.revise(1, played_record(table=1), ANN, expected=1, reason="table one").imports
    assert landing.problem is None
    assert open_problem_codes(store, cup) == []
    assert table_points(store, cup) == [(3, 2, 1, 0)]


def test_a_problem_goes_with_the_record(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(table=3))
    store.withdraw(1, ANN, expected=1)
    assert open_problem_codes(store, cup) == []
    assert verification_errors(store) == []


def test_a_problem_goes_with_the_event(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(table=3))
    store.revise(1, played_record(name="Another cup", table=3), ANN, expected=1, reason="the other one")
    assert open_problem_codes(store, cup) == []


def test_a_closed_round_keeps_the_results_of_a_withdrawn_record_and_a_problem_tells_it(store: Store) -> None:
    cup = tournament_with_round(store)
    append_changes(store, cup, first_deal_sheet(3, 2, 1, 0, table=2))
    upload(store, played_record())
    append_changes(store, cup, round_closed())
    store.withdraw(1, ANN, expected=1)
    assert open_problem_codes(store, cup) == [(1, "round_closed")]
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert verification_errors(store) == []
    append_changes(store, cup, RoundReopened(stage=1, round=1))
    store.tournaments.import_record(cup, 1, ANN)
    assert (table_results(store, cup), open_problem_codes(store, cup)) == ({}, [])
    assert verification_errors(store) == []


def test_a_problem_that_is_dismissed_is_told_no_more(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(table=3))
    assert [store.tournaments.ignore(cup, 1, ANN) for _ in range(2)] == [store.tournaments.version(cup)] * 2
    assert open_problem_codes(store, cup) == []
    assert verification_errors(store) == []


def test_the_problem_of_a_correction_is_dismissed_and_the_result_stays(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record())
    store.revise(1, played_record(table=3), ANN, expected=1, reason="wrongly")
    store.tournaments.ignore(cup, 1, ANN)
    assert table_points(store, cup) == [(3, 2, 1, 0)]
    assert verification_errors(store) == []


def test_a_record_that_cannot_land_by_hand_changes_nothing(store: Store) -> None:
    cup = tournament_with_round(store)
    upload(store, played_record(table=3))
    before = store.tournaments.present(cup)
    with pytest.raises(TournamentError, match="no table 3"):
        store.tournaments.import_record(cup, 1, ANN)
    assert store.tournaments.present(cup) == before
    assert open_problem_codes(store, cup) == [(1, "table_too_many")]


def test_a_record_that_is_not_there_does_not_land(store: Store) -> None:
    cup = tournament_with_round(store)
    for record in (1, 2**63, 2**70):
        with pytest.raises(NoSuchRecord):
            store.tournaments.import_record(cup, record, ANN)
        with pytest.raises(NoSuchRecord):
            store.tournaments.attempt(cup, [record], ANN)


def test_no_reason_has_two_sentences() -> None:
    assert not IMPORT_SENTENCES.keys() & MESSAGES.keys()
