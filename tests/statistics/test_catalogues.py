"""The catalogues of counters and of figures."""

import re
from itertools import chain, product

import pytest

from daifu.replay.counters import PAIR, SEAT, TABLE
from daifu.replay.figures.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from daifu.replay.figures.figure import FORMULAS, GROUPS, HIGH, KINDS, LOW, NEITHER_END
from daifu.replay.figures.plan import (
    SUM_TEXTS,
    find_pair_figure,
    game_figure_catalogue,
    names_of_sums,
    pair_plan,
    player_figure_catalogue,
    player_plan,
    seats_plan,
    table_plan,
)
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.statistics.catalogue import counters_of, families_of
from daifu.replay.titles import TITLE_RANKS


@pytest.mark.parametrize("rules", PROFILES)
@pytest.mark.parametrize("whose", [SEAT, TABLE, PAIR])
def test_no_counter_is_in_two_families(rules: str, whose: str) -> None:
    names = [name for family in families_of(rules) if whose in family.of for name in family.names()]
    assert len(names) == len(set(names)) == len(counters_of(rules, whose))


@pytest.mark.parametrize("rules", PROFILES)
def test_every_family_says_in_both_languages_what_it_counts(rules: str) -> None:
    for family in families_of(rules):
        assert family.text.en.endswith(".")
        assert family.text.ja.endswith("。")
        assert family.pattern.count("*") == len(family.values)


@pytest.mark.parametrize("rules", PROFILES)
def test_every_title_that_the_rules_give_has_its_counter(rules: str) -> None:
    sitting = PROFILES[rules].rules({}).sitting
    titles = {title for players in sitting.players for title in sitting.titles(players)}
    assert {f"title.{title or 'none'}" for title in titles} <= counters_of(rules, SEAT).keys()


PLANS = (
    *((player_plan(rules), rules, SEAT) for rules in PROFILES),
    *((seats_plan(rules), rules, SEAT) for rules in PROFILES),
    *((table_plan(rules), rules, TABLE) for rules in PROFILES),
    *((pair_plan(rules), rules, PAIR) for rules in PROFILES),
)
EVERY = tuple(chain.from_iterable(plan.figures.values() for plan, _, _ in PLANS))
MANY_OF_A_KIND = re.compile(r"^(set|faults|seat|hand|before|dealer|turn|place)\.")

every_game = pytest.mark.parametrize("rules", PROFILES)


@every_game
def test_a_player_has_some_sixty_figures_apart_from_those_of_each_place_and_code(rules: str) -> None:
    ids = [id for id in player_figure_catalogue(rules) if not MANY_OF_A_KIND.match(id)]
    families = {id.split(".")[0] for id in player_figure_catalogue(rules) if MANY_OF_A_KIND.match(id)}
    assert 45 <= len(ids) + len(families) <= 75


def test_every_figure_is_there_in_some_game() -> None:
    assert {one.id for one in [*FIGURES, *PAIR_FIGURES]} <= {one.id for one in EVERY}


def test_every_family_has_members_in_some_game() -> None:
    assert [family.pattern.id for family in FAMILIES if not any(family.has(one.id) for one in EVERY)] == []


def test_figures_are_made_of_counters_that_their_games_have() -> None:
    for plan, rules, whose in PLANS:
        names = counters_of(rules, whose)
        known = {"", *names, *names_of_sums(names)}
        for one in plan.figures.values():
            assert {one.numerator, one.denominator} <= known, one.id


@pytest.mark.parametrize("rules", sorted(set(PROFILES) - {"biga"}))
def test_a_game_has_figures_for_each_change_of_title(rules: str) -> None:
    titles = PROFILES[rules].rules({}).counting.titles
    assert titles
    assert {f"turn.{old}.{new}" for old, new in product(titles, titles)} <= set(player_figure_catalogue(rules))


def test_every_title_of_a_game_has_its_standing() -> None:
    for profile in PROFILES.values():
        titles = profile.rules({}).counting.titles
        assert list(titles) == sorted(titles, key=TITLE_RANKS.__getitem__)


def test_every_code_of_a_fault_and_every_rule_has_a_figure() -> None:
    for rules in PROFILES:
        names = [name for name in counters_of(rules, TABLE) if name.startswith(("faults.", "rule."))]
        assert names
        assert set(names) <= set(table_plan(rules).figures)


def test_every_part_of_a_counter_has_its_words() -> None:
    shown = {part for one in EVERY for part in (one.numerator, one.denominator)}
    unnamed = {
        name
        for rules, whose in product(PROFILES, (SEAT, TABLE))
        for name in counters_of(rules, whose)
        if name.startswith(
            (
                "set.",
                "effect.",
                "title.",
                "turn.",
                "role.",
                "call.",
                "seat.",
                "hand.",
                "before.",
                "dealer.",
                "top.",
                "bottom.",
            )
        )
    } - shown
    assert {name.rpartition(".")[2] for name in unnamed if not name.endswith("_squared")} <= {
        "none",
        "standing",
        "first",
    }


@pytest.mark.parametrize("group", GROUPS)
def test_every_figure_is_described_in_both_languages_and_leaves_no_slot_open(group: str) -> None:
    for one in EVERY:
        if one.group == group:
            assert all(text and "<" not in text for text in (*one.name, *one.text)), one.id
            assert one.text.en.endswith("."), one.id
            assert one.text.ja.endswith("。"), one.id
            assert not one.name.en.isspace(), one.id
            assert any(ord(sign) > 0x2FFF for sign in one.text.ja), one.id


def test_groups_kinds_and_ends_are_known() -> None:
    assert {one.group for one in EVERY} == set(GROUPS)
    assert {one.kind for one in EVERY} == set(KINDS) == set(FORMULAS)
    assert {one.better for one in EVERY} <= {HIGH, LOW, NEITHER_END}


def test_every_sum_is_explained() -> None:
    sums = {
        name
        for rules, whose in product(PROFILES, (SEAT, TABLE, PAIR))
        for name in names_of_sums(counters_of(rules, whose))
    }
    assert {"turn.<from>" if name.startswith("turn.") else name for name in sums} == set(SUM_TEXTS)


def test_a_figure_is_found_by_its_id() -> None:
    known = game_figure_catalogue("uecda")
    assert known["turn.daifugo.daihinmin"].name == ("from daifugo to daihinmin", "大富豪から大貧民へ")
    assert known["length.mean"].denominator == "finished"
    assert known["rule.U-LOCK-1"].better == LOW
    assert find_pair_figure("higher").better == HIGH


@pytest.mark.parametrize(
    "id", ["", "placing", "turn.daifugo", "turn.daifugo.<to>", "place.0", "place.none", "faults.x"]
)
def test_an_id_that_stands_for_nothing_is_not_found(id: str) -> None:
    assert not [rules for rules in PROFILES if id in {**game_figure_catalogue(rules), **player_figure_catalogue(rules)}]


def test_what_only_some_games_have_is_asked_of_them_only() -> None:
    assert "role.solo.points" in player_figure_catalogue("biga")
    assert "role.solo.points" not in player_figure_catalogue("uecda")
    assert "top.kept" not in player_figure_catalogue("biga")
    assert "call.up" in player_figure_catalogue("theater")
    assert "effect.S3" in player_figure_catalogue("uecda")
    assert {"partners", "opponents"} <= set(pair_plan("biga").figures)
    assert not {"partners", "opponents"} & set(pair_plan("uecda").figures)
