"""Who may be one person and what people are called, decided without a store."""

import json

import pytest

from daifu.data.store.identities import Merge, Rename, given_names, shared_deal
from daifu.data.store.token_secrets import SECRET_PREFIX, new_secret, secret_hash
from daifu.replay.text import fold_name

PLAYERS = [11, 12, 13, 14]


def report(*deals: tuple[list[int], list[int]]) -> bytes:
    """A report whose deals have these finished and unfinished players, by their places in the record."""
    return json.dumps({"deals": [{"order": order, "unfinished": left} for order, left in deals]}).encode()


def test_the_first_deal_that_both_sat_in_is_found() -> None:
    told = report(([1, 3], []), ([1, 2], []), ([2, 1], []))
    assert shared_deal(told, PLAYERS, [11], [12]) == 2


def test_players_who_did_not_finish_sat_too() -> None:
    assert shared_deal(report(([1], [2])), PLAYERS, [12], [11]) == 1


def test_players_who_took_turns_share_no_deal() -> None:
    assert shared_deal(report(([1, 3], []), ([2, 3], [])), PLAYERS, [11], [12]) is None


def test_any_id_of_a_person_counts() -> None:
    assert shared_deal(report(([3, 4], [])), PLAYERS, [11, 13], [12, 14]) == 1


def test_a_rename_is_of_the_player_without_merges() -> None:
    assert given_names([Rename(1, 11, 91)], {}) == {11: 91}


def test_the_last_rename_counts_in_whatever_order_they_come() -> None:
    assert given_names([Rename(3, 11, 93), Rename(1, 11, 91)], {}) == {11: 93}


def test_a_rename_after_a_merge_is_of_the_person() -> None:
    assert given_names([Rename(2, 12, 91)], {12: Merge(11, 1)}) == {11: 91}


def test_a_rename_before_a_merge_stays_with_the_id() -> None:
    assert given_names([Rename(1, 12, 91)], {12: Merge(11, 2)}) == {12: 91}


def test_a_rename_follows_only_the_merges_before_it() -> None:
    merges = {13: Merge(12, 1), 12: Merge(11, 3)}
    assert given_names([Rename(2, 13, 91), Rename(4, 13, 92)], merges) == {12: 91, 11: 92}


@pytest.mark.parametrize(("one", "other"), [("Ann", "ANN"), ("Ａｎｎ", "ann"), ("ｱｷ", "アキ"), ("e\u0301", "É")])
def test_names_are_compared_without_case_width_and_composition(one: str, other: str) -> None:
    assert fold_name(one) == fold_name(other)


def test_secrets_differ_and_are_recognised() -> None:
    secrets = {new_secret() for _ in range(20)}
    assert len(secrets) == 20
    assert all(secret.startswith(SECRET_PREFIX) and len(secret) >= 43 for secret in secrets)


def test_equal_secrets_have_equal_hashes_of_32_bytes() -> None:
    assert secret_hash("daifu_a") == secret_hash("daifu_a") != secret_hash("daifu_b")
    assert len(secret_hash("\ud800")) == 32
