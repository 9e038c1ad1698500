"""The catalogue of figures, held against the counters that there are."""

import re
from itertools import chain, product

import pytest

from replay.counting import PAIR, SEAT, TABLE
from replay.games.catalogue import PROFILES
from replay.tallies.catalogue import counters
from schemas.figures import figure, figures_of_players, pair_figure
from schemas.figures.catalogue import FAMILIES, FIGURES, PAIR_FIGURES
from schemas.figures.figure import FORMULAS, HIGH, KINDS, LOW, NEITHER, Family, Figure
from schemas.figures.groups import GROUPS
from schemas.figures.plan import pair_plan, player_plan, seats_plan, table_plan
from schemas.figures.sum_wording import SUM_TEXTS
from schemas.figures.sums import names_of_sums
from schemas.figures.titles import STANDING

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
    ids = [id for id in figures_of_players(rules) if not MANY_OF_A_KIND.match(id)]
    families = {id.split(".")[0] for id in figures_of_players(rules) if MANY_OF_A_KIND.match(id)}
    assert 45 <= len(ids) + len(families) <= 75


@pytest.mark.parametrize("wanted", [*FIGURES, *PAIR_FIGURES], ids=lambda one: one.id)
def test_a_figure_is_there_in_some_game(wanted: Figure) -> None:
    assert wanted in EVERY


@pytest.mark.parametrize("family", FAMILIES, ids=lambda one: one.pattern.id)
def test_a_family_has_members_in_some_game(family: Family) -> None:
    assert any(family.has(one.id) for one in EVERY)


def test_figures_are_made_of_counters_that_their_games_have() -> None:
    for plan, rules, whose in PLANS:
        names = counters(rules, whose)
        known = {"", *names, *names_of_sums(names)}
        for one in plan.figures.values():
            assert {one.numerator, one.denominator} <= known, one.id


@pytest.mark.parametrize("rules", sorted(set(PROFILES) - {"biga"}))
def test_a_game_has_figures_for_each_change_of_title(rules: str) -> None:
    titles = PROFILES[rules].rules({}).counting.titles
    assert titles
    assert {f"turn.{old}.{new}" for old, new in product(titles, titles)} <= set(figures_of_players(rules))


def test_every_title_of_a_game_has_its_standing() -> None:
    for profile in PROFILES.values():
        titles = profile.rules({}).counting.titles
        assert list(titles) == sorted(titles, key=STANDING.__getitem__)


def test_every_code_of_a_fault_and_every_rule_has_a_figure() -> None:
    for rules in PROFILES:
        names = [name for name in counters(rules, TABLE) if name.startswith(("faults.", "rule."))]
        assert names
        assert set(names) <= set(table_plan(rules).figures)


def test_every_part_of_a_counter_has_its_words() -> None:
    shown = {part for one in EVERY for part in (one.numerator, one.denominator)}
    unnamed = {
        name
        for rules, whose in product(PROFILES, (SEAT, TABLE))
        for name in counters(rules, whose)
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


@pytest.mark.parametrize("one", {one.id: one for one in EVERY}.values(), ids=lambda one: one.id)
def test_a_figure_is_described_in_both_languages_and_leaves_no_slot_open(one: Figure) -> None:
    for text in (*one.name, *one.text):
        assert text
        assert "<" not in text
    assert one.text.en.endswith(".")
    assert one.text.ja.endswith("。")
    assert not one.name.en.isspace()
    assert any(ord(sign) > 0x2FFF for sign in one.text.ja)


def test_groups_kinds_and_ends_are_known() -> None:
    assert {one.group for one in EVERY} == set(GROUPS)
    assert {one.kind for one in EVERY} == set(KINDS) == set(FORMULAS)
    assert {one.better for one in EVERY} <= {HIGH, LOW, NEITHER}


def test_every_sum_is_explained() -> None:
    sums = {
        name
        for rules, whose in product(PROFILES, (SEAT, TABLE, PAIR))
        for name in names_of_sums(counters(rules, whose))
    }
    assert {"turn.<from>" if name.startswith("turn.") else name for name in sums} == set(SUM_TEXTS)


def test_a_figure_is_found_by_its_id() -> None:
    assert figure("turn.daifugo.daihinmin").name == ("from daifugo to daihinmin", "大富豪から大貧民へ")
    assert figure("length.mean").denominator == "finished"
    assert figure("rule.U-LOCK-1").better == LOW
    assert pair_figure("higher").better == HIGH


@pytest.mark.parametrize(
    "id", ["", "placing", "turn.daifugo", "turn.daifugo.<to>", "place.0", "place.none", "faults.x"]
)
def test_an_id_that_stands_for_nothing_is_not_found(id: str) -> None:
    with pytest.raises(KeyError):
        figure(id)


def test_what_only_some_games_have_is_asked_of_them_only() -> None:
    assert "role.solo.points" in figures_of_players("biga")
    assert "role.solo.points" not in figures_of_players("uecda")
    assert "top.kept" not in figures_of_players("biga")
    assert "call.up" in figures_of_players("theater")
    assert "effect.S3" in figures_of_players("uecda")
    assert {"partners", "opponents"} <= set(pair_plan("biga").figures)
    assert not {"partners", "opponents"} & set(pair_plan("uecda").figures)
