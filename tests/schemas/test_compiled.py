"""Rules are made once for each choice of options, and kept as long as there is room."""

import pytest

from replay.kept import KEPT
from replay.options import Options
from schemas import limits
from schemas.shape.compiled import compiled, forget
from schemas.shape.deviation import Deviation

LONG: Options = {"exchange_counts": [1] * limits.OPTIONS_KEPT}


def test_equal_choices_share_their_rules_however_they_are_written() -> None:
    plain = compiled("akagiri", {})
    assert compiled("akagiri", {"jokers": 1}) is plain
    assert compiled("akagiri", {"decks": 1, "jokers": 1}) is compiled("akagiri", {"jokers": 1, "decks": 1})
    assert compiled("akagiri", {"jokers": 2}) is not plain


def test_they_do_so_also_after_many_others() -> None:
    plain = compiled("dalmuti", {})
    for target in range(1, limits.RULES_KEPT):
        compiled("dalmuti", {"hands_target": target})
        assert compiled("dalmuti", {}) is plain
    assert compiled("dalmuti", {"hands_target": None}) is plain


def test_no_more_rules_are_kept_than_fit() -> None:
    plain = compiled("dalmuti", {})
    for target in range(1, limits.RULES_KEPT + 1):
        compiled("dalmuti", {"hands_target": target})
    assert compiled("dalmuti", {}) is not plain


def test_rules_whose_options_take_ever_so_long_to_write_are_not_kept() -> None:
    assert compiled("akagiri", LONG) is not compiled("akagiri", LONG)
    assert compiled("akagiri", LONG).options["exchange_counts"] == LONG["exchange_counts"]


@pytest.mark.parametrize("options", [{}, LONG])
def test_options_that_nobody_takes_are_a_deviation(options: Options) -> None:
    with pytest.raises(Deviation):
        compiled("poker", options)
    with pytest.raises(Deviation):
        compiled("theater", {**options, "winner": "Mu"})


def test_when_too_much_was_read_all_of_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    forget()
    monkeypatch.setattr(limits, "CACHE_BYTES", 5_000)
    rules = compiled("theater", {})
    action = rules.notation(4)["1 D3"]
    assert compiled("theater", {}) is rules
    for rank in "456789TJQKA2":
        rules.notation(4)[f"1 S{rank} H{rank}"]
    again = compiled("theater", {})
    assert again is not rules
    assert again.notation(4)["1 D3"].meld is not action.meld
    assert KEPT.bytes < limits.CACHE_BYTES


def test_rules_that_are_in_use_go_on_when_they_are_forgotten() -> None:
    rules = compiled("theater", {})
    readings = rules.notation(4)["1 D3"].readings
    forget()
    assert rules.notation(4)["1 D3"].readings is readings
    assert rules.notation(4)["1 S3"].only is not None
