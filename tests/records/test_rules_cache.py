"""Rules are built once for each choice of options and cached within limits."""

import pytest

from daifu.replay.actions import CACHE_USAGE
from daifu.replay.options import Options
from daifu.schemas.record import limits
from daifu.schemas.record.errors import InvalidRecord
from daifu.schemas.record.rules import clear_cache, rules_for

LONG: Options = {"exchange_counts": [1] * limits.CACHED_OPTIONS_BYTES}


def test_equal_choices_share_their_rules_however_they_are_written() -> None:
    plain = rules_for("akagiri", {})
    assert rules_for("akagiri", {"jokers": 1}) is plain
    assert rules_for("akagiri", {"decks": 1, "jokers": 1}) is rules_for("akagiri", {"jokers": 1, "decks": 1})
    assert rules_for("akagiri", {"jokers": 2}) is not plain


def test_equal_choices_share_their_rules_after_many_others() -> None:
    plain = rules_for("dalmuti", {})
    for target in range(1, limits.CACHED_RULES):
        rules_for("dalmuti", {"hands_target": target})
        assert rules_for("dalmuti", {}) is plain
    assert rules_for("dalmuti", {"hands_target": None}) is plain


def test_the_number_of_cached_rules_is_limited() -> None:
    plain = rules_for("dalmuti", {})
    for target in range(1, limits.CACHED_RULES + 1):
        rules_for("dalmuti", {"hands_target": target})
    assert rules_for("dalmuti", {}) is not plain


def test_rules_with_very_long_options_are_not_cached() -> None:
    assert rules_for("akagiri", LONG) is not rules_for("akagiri", LONG)
    assert rules_for("akagiri", LONG).options["exchange_counts"] == LONG["exchange_counts"]


@pytest.mark.parametrize("options", [{}, LONG])
def test_options_that_no_profile_takes_are_refused(options: Options) -> None:
    with pytest.raises(InvalidRecord):
        rules_for("poker", options)
    with pytest.raises(InvalidRecord):
        rules_for("theater", {**options, "winner": "Mu"})


def test_the_caches_are_cleared_when_they_are_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    clear_cache()
    monkeypatch.setattr(limits, "CACHE_BYTES", 5_000)
    rules = rules_for("theater", {})
    action = rules.notation(4)["1 D3"]
    assert rules_for("theater", {}) is rules
    for rank in "456789TJQKA2":
        rules.notation(4)[f"1 S{rank} H{rank}"]
    again = rules_for("theater", {})
    assert again is not rules
    assert again.notation(4)["1 D3"].meld is not action.meld
    assert CACHE_USAGE.bytes < limits.CACHE_BYTES


def test_rules_in_use_survive_clearing_the_caches() -> None:
    rules = rules_for("theater", {})
    readings = rules.notation(4)["1 D3"].readings
    clear_cache()
    assert rules.notation(4)["1 D3"].readings is readings
    assert rules.notation(4)["1 S3"].only is not None
