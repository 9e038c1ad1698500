"""Every fault and every option rests on a rule that a reader can look up."""

import pytest

from daifu.data.rulebooks.rules import load_rulebook
from daifu.replay.faults import CATALOGUE
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.rules import Profile

PLAYED_AT_EVERY_TABLE = frozenset(
    {"out_of_turn", "card_not_held", "not_a_combination", "wrong_count", "not_stronger", "action_after_end"}
)
WRITTEN_AT_EVERY_TABLE = frozenset(
    {
        "bad_deck",
        "bad_deal",
        "bad_seating",
        "result_mismatch",
        "points_mismatch",
        "deal_incomplete",
        "points_inconsistent",
    }
)
EXCHANGED = frozenset({"exchange_not_best", "exchange_wrong_count", "exchange_not_owed", "exchange_missing"})

FAULTS = {
    "dalmuti": EXCHANGED
    | {
        "pass_on_lead",
        "exchange_not_from_deal",
        "false_declaration",
        "late_declaration",
        "locked_by_pass",
        "action_after_out",
    },
    "theater": EXCHANGED
    | {
        "locked_by_pass",
        "wrong_kind",
        "run_overlap",
        "pass_on_lead",
        "opening_card_missing",
        "effect_not_owed",
        "finish_foul",
        "false_declaration",
        "late_declaration",
        "action_after_out",
    },
    "akagiri": EXCHANGED
    | {
        "locked_by_pass",
        "wrong_kind",
        "suit_lock",
        "pass_on_lead",
        "finish_banned",
        "false_declaration",
        "effect_not_owed",
        "action_after_out",
    },
    "floor13": {
        "wrong_kind",
        "run_not_next",
        "finish_banned",
        "third_lead",
        "pass_on_lead",
        "wrong_draw_count",
        "suit_lock",
        "effect_missing",
        "effect_not_owed",
    },
    "biga": {
        "wrong_kind",
        "bomb_not_allowed",
        "bad_capture",
        "pass_on_lead",
        "false_declaration",
        "late_declaration",
        "action_after_out",
    },
    "daifugo": EXCHANGED
    | {
        "locked_by_pass",
        "wrong_kind",
        "run_overlap",
        "run_not_next",
        "suit_lock",
        "number_lock",
        "opening_card_missing",
        "finish_banned",
        "pass_on_lead",
        "effect_not_owed",
        "effect_missing",
        "false_declaration",
        "exchange_not_from_deal",
        "action_after_out",
        "house_mismatch",
    },
    "uecda": EXCHANGED | {"locked_by_pass", "wrong_kind", "run_overlap", "suit_lock", "action_after_out"},
}
"""The faults that each game knows beside those of every table."""


@pytest.fixture(params=PROFILES.values(), ids=list(PROFILES))
def profile(request: pytest.FixtureRequest) -> Profile:
    found: Profile = request.param
    return found


def rules_of(profile: Profile) -> set[str]:
    return {rule.id for rule in load_rulebook(profile.name).rules}


def test_every_rule_that_a_fault_cites_can_be_looked_up(profile: Profile) -> None:
    assert set(profile.citations.values()) - rules_of(profile) == set()


def test_every_rule_that_an_option_cites_can_be_looked_up(profile: Profile) -> None:
    assert {option.rule for option in profile.options} - rules_of(profile) == set()


def test_every_citation_is_of_a_known_fault(profile: Profile) -> None:
    assert {key.partition(":")[0] for key in profile.citations} - set(CATALOGUE) == set()


def test_every_fault_of_a_game_cites_a_rule(profile: Profile) -> None:
    faults = PLAYED_AT_EVERY_TABLE | WRITTEN_AT_EVERY_TABLE | FAULTS[profile.name]
    assert faults - set(profile.citations) == set()


def test_every_fault_belongs_to_some_game() -> None:
    known = set().union(*FAULTS.values()) | PLAYED_AT_EVERY_TABLE | WRITTEN_AT_EVERY_TABLE
    assert set(CATALOGUE) == known


def test_a_book_carries_the_prefix_of_its_profile(profile: Profile) -> None:
    assert load_rulebook(profile.name).prefix == profile.prefix
