"""House rules: documents, their hash, what they take over, and records that name them."""

from collections.abc import Mapping
from typing import Any

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import replay
from daifu.replay.options import Options
from daifu.schemas.house_comparison import check_house, compare_houses
from daifu.schemas.house_document import House, conflicts, flattened, read_house, record_fields, with_house
from daifu.schemas.house_document import hash_of as document_hash
from daifu.schemas.house_sheet import house_sheet_text
from daifu.schemas.record.decode import load_raw_record
from daifu.schemas.record.errors import HouseRefused, RecordRefused
from daifu.schemas.record.header import house_hash
from daifu.schemas.record.rules import replace_rules

DAIFUGO = PROFILES["daifugo"]
CLUB = """
format = "daifu-house/1"
id = "club"
version = 1
base = "daifugo/1"
players = [3, 6]
name = { en = "The club", ja = "クラブ" }
names = { nine_pair = { ja = "救急車" } }

[rules]
jokers = { count = 2 }
nine_pair = { counts = [4, 2] }
eight_cut = true
"""
GUESTS = """
format = "daifu-house/1"
id = "guests"
version = 2
base = "daifugo/1"
extends = "club@1"
name = { ja = "お客さん" }

[rules]
nine_pair = {}
eight_cut = false
"""


def house(text: str) -> House:
    return read_house(text.encode(), is_toml=True)


def problems(text: str) -> list[str]:
    with pytest.raises(HouseRefused) as refused:
        flattened(house(text), find)
    return [problem.pointer for problem in refused.value.problems]


HEAD = 'format = "daifu-house/1"\nid = "ours"\nversion = 1\nname = { en = "Ours" }\n'
DALMUTI = f'{HEAD}base = "dalmuti/1"\nplayers = [4, 8]\n[rules]\nphilosophical = true\nmerchant_exchange = true\n'


def find(slug: str, version: int) -> House | None:
    return {("club", 1): house(CLUB), ("guests", 2): house(GUESTS)}.get((slug, version))


def hash_of(text: str) -> str:
    return document_hash(flattened(house(text), find))


def test_a_house_takes_over_what_it_does_not_say() -> None:
    guests = flattened(house(GUESTS), find)
    assert guests.rules == {"jokers": {"count": 2}, "nine_pair": {}}
    assert (guests.players, guests.names["nine_pair"].ja) == ((3, 6), "救急車")
    assert conflicts(guests) == []


def test_the_hash_is_of_what_the_rules_mean() -> None:
    known = hash_of(CLUB)
    assert hash_of(CLUB.replace("[4, 2]", "[2, 4]").replace("= true", "= { rank = '8', in_runs = true }")) == known
    assert hash_of(CLUB.replace('"The club"', '"Another name"')) == known
    assert hash_of(CLUB.replace("eight_cut = true", "")) != known
    assert hash_of(CLUB.replace("[3, 6]", "[3, 5]")) != known
    assert hash_of(CLUB.replace("eight_cut = true", "eight_cut = true\ndecks = {}")) != known


def test_the_hash_of_a_small_house_is_that_of_its_canonical_json() -> None:
    """SHA-256 of {"base":"daifugo/1","players":[4,4],"rules":{"eight_cut":{}}}, computed elsewhere."""
    digits = house_hash(DAIFUGO, "daifugo/1", [4, 4], {"eight_cut": True, "runs": False})
    assert digits == "de43f662f7d36097a0924e2aabbc2d72f3391d9e2bde02abb0632ef55a98cc52"


@pytest.mark.parametrize(
    ("old", "new", "pointer"),
    [
        ('"club"', '"The club"', "/id"),
        ("version = 1", "version = 0", "/version"),
        ("daifugo/1", "daifugo/2", "/base"),
        ("[3, 6]", "[6, 3]", "/players"),
        ("[3, 6]", "[3, 9]", "/players/1"),
        ("players = [3, 6]", "", "/players"),
        ('name = { en = "The club", ja = "クラブ" }', "name = {}", "/name"),
        ("eight_cut = true", "eigth_cut = true", "/rules/eigth_cut"),
        ("eight_cut = true", "eight_cut = { most = 99 }", "/rules/eight_cut/most"),
        ("eight_cut = true", "four_stop = true", "/rules/four_stop"),
        ("names = { nine_pair", "names = { nine_pears", "/names/nine_pears"),
        ("version = 1", 'version = 1\nextends = "club@1"', "/extends"),
        ("version = 1", 'version = 1\nextends = "other@1"', "/extends"),
    ],
)
def test_what_is_wrong_with_a_house_is_refused_at_its_place(old: str, new: str, pointer: str) -> None:
    assert problems(CLUB.replace(old, new)) == [pointer]


def test_what_is_no_toml_is_refused() -> None:
    assert problems("rules =") == [""]


def record(options: Options, deals: list[dict[str, Any]], **fields: object) -> dict[str, Any]:
    named = dict(record_fields(flattened(house(CLUB), find))[1] or {})
    players = ["A", "B", "C", "D"]
    return {
        "format": "daifu/1",
        "rules": "daifugo",
        "options": options,
        "house": {**named, **fields},
        "players": players,
        "deals": deals,
    }


def faults(raw: Mapping[str, Any]) -> list[list[tuple[str, str]]]:
    report = replay(load_raw_record(raw))
    return [[(fault.code, fault.message.en.partition(",")[0]) for fault in deal.faults] for deal in report.deals]


RESULT = {"result": {"order": [1, 2, 3, 4]}}
OPTIONS: Options = record_fields(flattened(house(CLUB), find))[0]


def test_a_record_that_is_of_its_house_has_no_fault() -> None:
    assert faults(record(OPTIONS, [RESULT])) == [[]]


def test_other_options_are_a_fault_of_the_first_deal() -> None:
    found = faults(record({**OPTIONS, "runs": True}, [RESULT, RESULT]))
    assert [[code for code, _ in deal] for deal in found] == [["house_mismatch"], []]
    assert not replay(load_raw_record(record({}, [RESULT]))).legal


def test_other_numbers_of_players_are_a_fault_of_each_deal() -> None:
    two = {"seats": [1, 2], "places": None, "result": {"order": [1, 2]}}
    assert faults(record(OPTIONS, [RESULT, two]))[1] == [("house_mismatch", "2 players sit at the table")]


def test_only_local_rules_have_houses() -> None:
    with pytest.raises(RecordRefused) as refused:
        load_raw_record({**record({}, [RESULT]), "rules": "akagiri"})
    assert [problem.pointer for problem in refused.value.problems] == ["/house"]


def test_a_record_under_other_rules_has_no_house() -> None:
    raw = record(OPTIONS, [RESULT])
    assert "house" in replace_rules(raw, "daifugo", OPTIONS)
    assert "house" not in replace_rules(raw, None, {})
    assert "house" not in replace_rules(raw, "akagiri", None)


def test_options_of_another_game_are_kept_under_a_name_and_name_no_house() -> None:
    ours, others = house(DALMUTI), house(DALMUTI.replace("exchange = true", "exchange = false"))
    assert record_fields(flattened(ours, find)) == ({"philosophical": True, "merchant_exchange": True}, None)
    assert record_fields(flattened(others, find))[0] == {"philosophical": True}
    raw = with_house({**record({}, [RESULT]), "rules": "dalmuti"}, flattened(ours, find))
    assert ("house" in raw, raw["options"]) == (False, {"philosophical": True, "merchant_exchange": True})
    [difference] = compare_houses(ours, others).otherwise
    assert (difference.rule, difference.parameters[0].there_text.en) == ("merchant_exchange", "no")
    assert document_hash(ours) != document_hash(others)


@pytest.mark.parametrize("game", [game for game in PROFILES if not PROFILES[game].base])
def test_the_sheet_of_options_tells_all_of_them(game: str) -> None:
    profile = PROFILES[game]
    players = [profile.players[0], profile.players[-1]]
    kept = house(f'{HEAD}base = "{game}/1"\nplayers = {players}\n[rules]\nillegal_play = "stands"\n')
    assert check_house(kept, find).stands
    for language in ("en", "ja"):
        text = "".join(house_sheet_text(kept, language).split())
        for option in profile.options:
            told = option.label.ja if language == "ja" else option.label.en
            assert "".join(told.rstrip(".。").split()) in text


def test_a_set_takes_over_options_and_says_them_anew() -> None:
    child = house(f'{HEAD}base = "dalmuti/1"\nextends = "base@1"\n[rules]\nmerchant_exchange = false\n')
    flat = flattened(child, lambda _slug, _version: house(DALMUTI.replace('"ours"', '"base"')))
    assert record_fields(flat)[0] == {"philosophical": True}


def test_wrong_options_are_refused_where_they_stand() -> None:
    assert problems(DALMUTI.replace("philosophical = true", 'philosophical = "often"')) == ["/rules/philosophical"]
    assert problems(DALMUTI.replace("dalmuti/1", "dalmuti/2")) == ["/base"]


def test_sets_of_two_games_are_not_compared() -> None:
    with pytest.raises(HouseRefused):
        compare_houses(house(DALMUTI), house(CLUB))
