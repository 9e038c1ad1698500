"""The order of checks on a play, everything wrong with it, and the fast check that agrees with them."""

from collections.abc import Iterator
from itertools import islice

import pytest

from daifu.replay.actions import Action
from daifu.replay.engine import judge_play, take_actions
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.table import Table
from daifu.schemas.record.decode import load_record
from tests.support.games import akagiri, dalmuti, theater, uecda
from tests.support.positions import opening_tables, walk
from tests.support.samples import SAMPLES_FOLDER


def test_everything_wrong_with_a_play_is_reported() -> None:
    hands = ["9", "8 7", "7", "12 12"]
    assert dalmuti.action_faults_in(dalmuti.report_of(hands, "1 9", "4 10 10")) == [
        (1, "card_not_held"),
        (1, "out_of_turn"),
        (1, "wrong_count"),
    ]


def test_against_the_top_set_only_the_first_breach_is_reported() -> None:
    assert akagiri.action_faults("1 S5 S6 S7", "2 S4 H4") == [(1, "wrong_kind")]
    assert akagiri.action_faults("1 S5 H5", "2 S4") == [(1, "wrong_count")]


def test_a_suit_lock_is_reported_beside_it() -> None:
    assert uecda.standing_faults("1 S4", "2 S9", "3 H6") == [(2, "not_stronger"), (2, "suit_lock")]
    assert uecda.standing_faults("1 S4", "2 S9", "3 H6 H7 H8") == [(2, "suit_lock"), (2, "wrong_kind")]


def test_cards_that_are_no_set_are_not_compared_with_the_top_set() -> None:
    assert akagiri.action_faults("1 S5", "2 S6 H9") == [(1, "not_a_combination")]


def test_cards_that_are_no_set_may_still_lack_the_opening_card() -> None:
    deal = theater.report_of("1 S4 H9")
    assert theater.fault_places(deal) == [(0, 1, "not_a_combination"), (0, 1, "opening_card_missing")]


def test_cards_that_are_no_set_may_still_be_a_foul_finish() -> None:
    hands = ["S4 H9 X", "D5 D6", "C5 C6", "H5 H6"]
    deal = theater.endgame_report(hands, "1 S4 H9 X")
    assert theater.fault_places(deal)[1:] == [(0, 1, "finish_foul"), (0, 1, "not_a_combination")]


def test_a_player_shut_out_by_a_pass_is_reported_as_that_and_not_as_out_of_turn() -> None:
    actions = ("1 9", "2 -", "3 8")
    assert dalmuti.action_faults(*actions, "2 7", pass_locks=True) == [(3, "locked_by_pass")]
    assert dalmuti.action_faults(*actions, "1 7", pass_locks=True) == [(3, "out_of_turn")]


def test_after_the_end_nothing_else_is_reported() -> None:
    deal = dalmuti.report_of(["9", "8", "7", "6"], "1 9", "2 8", "3 7", "4 12 11")
    assert dalmuti.action_faults_in(deal) == [(3, "action_after_end")]


def test_of_a_player_who_is_out_nothing_else_is_reported() -> None:
    deal = dalmuti.report_of(["9", "8 8", "7 7", "6 6"], "1 9", "1 12 11", "2 8")
    assert dalmuti.action_faults_in(deal) == [(1, "action_after_out")]


def test_after_the_end_it_no_longer_matters_who_is_out() -> None:
    deal = dalmuti.report_of(["9", "8", "7", "6"], "1 9", "2 8", "3 7", "1 9")
    assert dalmuti.action_faults_in(deal) == [(3, "action_after_end")]


def test_an_action_after_the_end_changes_nothing() -> None:
    deal = dalmuti.report_of(["9", "8", "7", "6"], "1 9", "2 8", "3 7", "4 6", "4 give 1 6")
    assert deal.order == [1, 2, 3, 4]


EVERY_FEW_ACTIONS = 4


def sampled_positions(profile: str) -> Iterator[Table]:
    """Positions of a sample deal in which nothing has to happen before the next play."""
    with (SAMPLES_FOLDER / f"{profile}.ndjson").open("rb") as file:
        record = load_record(file.readline())
    table, actions = next(opening_tables(record))
    for step in islice(walk(table, actions), 0, None, EVERY_FEW_ACTIONS):
        if step.before.pending is None and not step.before.over:
            yield step.before


def plays_to_try(table: Table) -> Iterator[Action]:
    """Every set in any hand, laid by every player in the deal."""
    notation = table.rules.notation(len(table.hands) - 1)
    texts = {text for player in table.seated for text in table.rules.sets(table, player)}
    players = [player for player in table.seated if not table.closed >> player & 1]
    return (notation[f"{player} {text}"] for player in players for text in sorted(texts))


def engine_and_judge(table: Table, action: Action) -> tuple[list[str], list[str]]:
    """What the engine reports of a play that it takes, and what is wrong with it on a close look."""
    trial = table.copy()
    take_actions(trial, [action])
    breaches: list[str] = []
    judge_play(table, action, breaches)
    return [fault.code for fault in trial.faults], breaches


@pytest.mark.parametrize("profile", PROFILES)
def test_nothing_is_wrong_with_a_play_that_passes_at_a_glance(profile: str) -> None:
    found = [engine_and_judge(table, action) for table in sampled_positions(profile) for action in plays_to_try(table)]
    assert [breaches for reported, breaches in found if breaches and not reported] == []
    assert any(breaches for _reported, breaches in found)
    assert any(not breaches for _reported, breaches in found)
