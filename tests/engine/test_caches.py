"""Caches of what was read hold no more than fits."""

import pytest

from daifu.replay.actions import CACHE_USAGE
from daifu.replay.cards import STANDARD
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.melds import Lexicon
from daifu.replay.rules import Rules

TEXTS = [f"1 {name}" for name in STANDARD.names]


@pytest.fixture
def rules() -> Rules:
    return PROFILES["akagiri"].rules({})


def test_an_action_is_read_once(rules: Rules) -> None:
    assert rules.notation(4)["1 D3"] is rules.notation(4)["1 D3"]


def test_a_marked_action_is_not_kept(rules: Rules) -> None:
    """Times and comments rarely recur, and would fill the memory."""
    notation = rules.notation(4)
    before = len(notation)
    for time in range(10):
        notation[f"1 D3 @{time} # comment {time}"]
    assert len(notation) == before + 1


def test_tables_of_another_size_have_a_notation_of_their_own(rules: Rules) -> None:
    assert rules.notation(4) is rules.notation(4)
    assert rules.notation(4) is not rules.notation(5)


def test_no_more_actions_are_kept_than_fit(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daifu.replay.actions.MOST_CACHED", 10)
    notation = rules.notation(4)
    assert [notation[text].text for text in TEXTS] == TEXTS
    assert len(notation) <= 10


def test_no_more_readings_are_kept_than_fit(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daifu.replay.rules.MOST_CACHED", 10)
    notation = rules.notation(4)
    assert all(notation[text].readings for text in TEXTS)
    assert len(notation.readings) <= 10


def test_melds_are_interned_as_long_as_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("daifu.replay.melds.MOST_CACHED", 10)
    lexicon = Lexicon(STANDARD, {name: name for name in STANDARD.names}, {})
    first = lexicon.meld(["S3"], [])
    assert lexicon.meld(["S3"], []) is first
    melds = [lexicon.meld([name], []) for name in STANDARD.names]
    assert [meld.names for meld in melds] == [(name,) for name in STANDARD.names]
    assert lexicon.meld(["S3"], []) is not first


def test_whatever_is_kept_is_counted_once(rules: Rules) -> None:
    before = CACHE_USAGE.bytes
    notation = rules.notation(4)
    notation["1 D3"]
    first = CACHE_USAGE.bytes
    notation["1 D3"]
    notation["1 D3 @250"]
    assert before < first == CACHE_USAGE.bytes
    notation["1 D3 H3 S3"]
    assert CACHE_USAGE.bytes - first > first - before


def test_a_lexicon_can_forget_its_melds() -> None:
    lexicon = Lexicon(STANDARD, {name: name for name in STANDARD.names}, {})
    first = lexicon.meld(["S3"], [])
    lexicon.forget()
    assert lexicon.meld(["S3"], []) is not first
