"""The options of daifugo: local rules, everything wrong with them by its place, and the conflicts between them."""

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.daifugo.catalogue import Parameter, house_rules, rule_names, rule_texts
from daifu.replay.games.daifugo.options import House
from daifu.replay.options import Options
from daifu.schemas.record.errors import json_pointer
from daifu.schemas.record.rules import check_options
from tests.support.strategies import houses

DAIFUGO = PROFILES["daifugo"]
RULES = house_rules()


def refusals(options: Any) -> dict[str, str]:  # noqa: ANN401 - any JSON
    """The places of what is wrong with options, each with its sentence."""
    return {json_pointer(found.path): found.expected.en for found in check_options(DAIFUGO, options)}


def kinds(options: Options, players: range = range(2, 9)) -> list[tuple[str, tuple[str, ...]]]:
    return [(found.kind, found.options[:2]) for found in DAIFUGO.conflicts(DAIFUGO.complete(options), players)]


def test_a_rule_is_off_on_or_an_object_of_its_parameters() -> None:
    assert refusals({"eight_cut": False, "runs": True, "spade3": {}, "revolution": {"least": 5}}) == {}
    assert refusals({"eight_cut": None}) == {
        "/eight_cut": "expected true, false or an object of parameters, found null"
    }


def test_there_are_fifty_five_rules_and_eighty_two_that_are_only_known() -> None:
    assert (len(RULES.built), len(RULES.later)) == (55, 82)
    assert (RULES.built["eight_cut"].number, RULES.built["fallen_daifugo"].number) == ("H-CLEARS-1", "H-PLACES-1")


def test_a_rule_that_is_not_built_may_only_be_off() -> None:
    assert refusals(dict.fromkeys(RULES.later, False)) == {}
    assert "not built yet" in refusals({"emperor": True})["/emperor"]
    assert "not built yet" in refusals({"trump": {}})["/trump"]


@pytest.mark.parametrize(
    ("options", "place", "meant"),
    [
        ({"eigth_cut": True}, "/eigth_cut", "eight_cut"),
        ({"8切り": True}, "/8切り", "eight_cut"),
        ({"eight_cut": {"in_run": True}}, "/eight_cut/in_run", "in_runs"),
        ({"suit_lock": {"jokers": "standin"}}, "/suit_lock/jokers", "stand_in"),
        ({"finish_ban": {"cards": ["2", "jokr"]}}, "/finish_ban/cards/1", "joker"),
    ],
)
def test_a_wrong_name_is_refused_with_the_nearest_one(options: Options, place: str, meant: str) -> None:
    assert refusals(options)[place].endswith(f"did you mean {meant}?")


def test_a_text_in_place_of_a_list_is_not_offered_itself() -> None:
    assert refusals({"finish_ban": {"cards": "joker"}})["/finish_ban/cards"].endswith("found 'joker'")


@pytest.mark.parametrize(
    ("rule", "parameter", "value", "place"),
    [
        ("jokers", "count", 5, ""),
        ("jokers", "count", 1.0, ""),
        ("eight_cut", "in_runs", 1, ""),
        ("eight_cut", "rank", 11, ""),
        ("eight_cut", "most", 13, ""),
        ("nine_pair", "counts", [], ""),
        ("nine_pair", "counts", [2, 2], "/1"),
        ("spade3", "cards", ["X"], "/0"),
        ("spade3", "clears", "always", ""),
        ("four_stop", "stops", [8, "8"], "/1"),
        ("four_stop", "stops", "J", ""),
        ("finish_ban", "cards", "joker", ""),
        ("eight_cut", "rank", "9" * 5000, ""),
        ("eight_cut", "rank", "８", ""),
        ("titles", "table", ["alt6a", "alt6b"], "/1"),
        ("points", "by_place", {"9": [1, 2]}, "/9"),
        ("points", "by_place", [1], ""),
        ("exchange", "counts", [2, -1], "/1"),
        ("revolution", "least", None, ""),
    ],
)
def test_a_wrong_value_is_refused_at_its_place(rule: str, parameter: str, value: object, place: str) -> None:
    assert list(refusals({rule: {parameter: value}})) == [f"/{rule}/{parameter}{place}"]


def test_what_means_the_same_is_kept_the_same() -> None:
    one = DAIFUGO.complete({"four_stop": {"stops": ["10", 8]}, "eight_cut": True, "first_lead": {"card": "D10"}})
    other = DAIFUGO.complete(
        {"four_stop": {"stops": ["8", "T"]}, "eight_cut": {"rank": "8"}, "first_lead": {"card": "DT"}}
    )
    assert one == other
    assert DAIFUGO.differences(one) == {"four_stop": {"stops": [8, 10]}, "eight_cut": {}, "first_lead": {"card": "DT"}}


def values_of(parameter: Parameter) -> list[Any]:
    """Every value of a parameter, or some where there are many."""
    many: dict[str, list[Any]] = {
        "switch": [True, False],
        "integer": list(range(parameter.least, min(parameter.most, 13) + 1)),
        "card": ["D3", "ST", "X"],
        "cards": [["S3"], ["S3", "C3"]],
        "ranks": [[8], [3, "J", "2"]],
        "integers": [[2], [2, 3, 4]],
        "names": [[], *([name] for name in parameter.values), list(parameter.values)],
        "counts": [[], [2, 1]],
        "tables": [*parameter.values, ["alt3", "alt4"]],
        "points": ["titles", [3, 0, -3], {"3": [1, 0, -1], "4": [1, 0, 0, -1]}],
    }
    return [*many.get(parameter.type, parameter.values), *([None] if parameter.default is None else [])]


@pytest.mark.parametrize("rule", RULES.built)
def test_every_value_of_every_parameter_has_a_sentence_in_both_languages(rule: str) -> None:
    for parameter in RULES.built[rule].parameters.values():
        said = set()
        for value in values_of(parameter):
            options: Options = {rule: {parameter.name: value}}
            assert refusals(options).keys() <= {f"/{rule}"}  # at most a conflict
            values, texts = House(options).expanded[rule], rule_texts()[rule]
            told = [texts.parameters[name].sentence(one) for name, one in values.items()]
            sentences = (texts.sentence(values), *told)
            assert all(text.en.endswith(".") and text.ja.endswith("。") for text in sentences)
            assert not any(mark in text.en + text.ja for text in sentences for mark in "{}")
            said.add(sentences)
        assert len(said) == len(values_of(parameter))  # each says something else


def test_every_rule_has_a_name_of_its_own() -> None:
    assert len(set(rule_names().values())) == len(rule_names())


@pytest.mark.parametrize(
    ("options", "found"),
    [
        ({"run_revolution": True}, ("needs", ("run_revolution", "runs"))),
        ({"super_revolution": True}, ("needs", ("super_revolution", "revolution"))),
        ({"six_restore": True}, ("needs", ("six_restore", "jack_back"))),
        ({"four_stop": True}, ("needs", ("four_stop", "eight_cut"))),
        ({"eight_on_eight": True}, ("needs", ("eight_on_eight", "eight_cut"))),
        ({"gift_finish": {"allowed": False}}, ("needs", ("gift_finish", "seven_give"))),
        ({"upheaval": True}, ("needs", ("upheaval", "exchange"))),
        ({"spade3": True, "jokers": {"count": 0}}, ("needs", ("spade3", "jokers"))),
        ({"joker_on_joker": True}, ("needs", ("joker_on_joker", "jokers"))),
        ({"joker_revolution": {"count": 3}, "jokers": {"count": 2}}, ("needs", ("joker_revolution", "jokers"))),
        (
            {"first_lead": {"by": "holder", "must": "alone"}, "lead_pass": True},
            ("excludes", ("first_lead", "lead_pass")),
        ),
        ({"runs": {"suits": "any"}, "suit_lock": True}, ("excludes", ("runs", "suit_lock"))),
        ({"finish_ban": {"cards": ["cut"]}}, ("dead", ("finish_ban",))),
        ({"runs": {"joker_ends": True}, "jokers": {"count": 0}}, ("dead", ("runs", "jokers"))),
        ({"finish_ban": {"mode": "illegal"}, "pass_lock": True}, ("warning", ("finish_ban", "pass_lock"))),
        ({"jokers": {"count": 1}}, ("warning", ("jokers",))),
    ],
)
def test_a_conflict_has_its_class(options: Options, found: tuple[str, tuple[str, ...]]) -> None:
    assert kinds(options) == [found]


def test_rules_that_only_seem_to_clash_go_together() -> None:
    assert kinds({"spade3": {"takes": "single"}, "jokers": {"count": 0}}) == []
    assert kinds({"finish_clear": True, "eight_cut": True, "four_stop": True}) == []
    assert kinds({"runs": {"suits": "any"}, "suit_lock": {"sets": "singles"}}) == []
    assert kinds({"first_lead": {"must": "free", "by": "holder"}, "lead_pass": True}) == []


def test_titles_and_points_for_tables_that_never_sit_are_dead() -> None:
    options: Options = {"titles": {"table": "alt7a"}, "points": {"by_place": {"4": [1, 0, 0, -1], "8": [0] * 8}}}
    assert kinds(options, range(4, 7)) == [("dead", ("titles",)), ("dead", ("points",))]


def check_conflicts(options: Options) -> bool:
    """Whether a set of rules can be played; where it cannot, it says why, and each choice resolves its conflict."""
    conflicts = list(DAIFUGO.conflicts(DAIFUGO.complete(options), range(3, 7)))
    for conflict in conflicts:
        assert conflict.text.en
        assert conflict.text.ja
        for choice in conflict.choices:
            left = DAIFUGO.conflicts(DAIFUGO.complete(choice.applied(DAIFUGO.complete(options))), range(3, 7))
            assert (conflict.kind, conflict.text) not in [(one.kind, one.text) for one in left]
    return not any(conflict.refuses for conflict in conflicts)


def test_every_pair_of_rules_goes_together_or_says_why_it_does_not() -> None:
    found = [check_conflicts(dict.fromkeys(pair, True)) for pair in combinations(RULES.built, 2)]
    assert {True, False} == set(found)


@pytest.mark.soak
@pytest.mark.parametrize("size", [2, 3])
def test_every_few_rules_build_or_say_why_they_do_not(size: int) -> None:
    for few in combinations(RULES.built, size):
        options: Options = dict.fromkeys(few, True)
        if check_conflicts(options):
            DAIFUGO.rules(options)


@settings(max_examples=25)
@given(houses(DAIFUGO))
def test_any_repaired_set_of_rules_builds(options: Options) -> None:
    assert refusals(options) == {}
    assert check_conflicts(options)
    DAIFUGO.rules(options)
