"""House rules: documents, their hash, what they take over, records that name them, and their sheet."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.daifugo.catalogue import HouseRule, Parameter, house_rules
from daifu.replay.match import replay
from daifu.replay.options import Line, Options
from daifu.replay.text import Text
from daifu.schemas.house_comparison import check_house, compare_houses
from daifu.schemas.house_document import House, conflicts, flattened, read_house, record_fields, with_house
from daifu.schemas.house_document import hash_of as document_hash
from daifu.schemas.house_sheet import Sheet, house_sheet, house_sheet_text, sheet_of
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

HEAD = 'format = "daifu-house/1"\nid = "ours"\nversion = 1\nname = { en = "Ours" }\n'
DALMUTI = f'{HEAD}base = "dalmuti/1"\nplayers = [4, 8]\n[rules]\nphilosophical = true\nmerchant_exchange = true\n'

RESULT = {"result": {"order": [1, 2, 3, 4]}}

NOT_FOR_PEOPLE = re.compile(r"[{}`_]|\b(true|false|null|None)\b")
"""What no sentence for players may have: places that were not filled in, code, and ids."""

MORE_VALUES: dict[str, list[Any]] = {
    "card": ["D3", "ST", "X"],
    "cards": [["S3"], ["S3", "C3", "H2"]],
    "counts": [None, [], [2, 1]],
    "integers": [[2], [2, 3, 4]],
    "points": [None, "titles", [3, 2, 1, 0], {"4": [3, 2, 1, 0], "5": [4, 3, 2, 1, 0]}],
    "switch": [True, False],
}
CLUB_OF_THE_SHEET = """
format = "daifu-house/1"
id = "club"
version = 2
base = "daifugo/1"
players = [4, 5]
name = {{ ja = "クラブ<1>" }}
names = {{ nine_pair = {{ ja = "9の日" }} }}
rules = {{ {rules} }}
"""


def house(text: str) -> House:
    return read_house(text.encode(), is_toml=True)


def problems(text: str) -> list[str]:
    with pytest.raises(HouseRefused) as refused:
        flattened(house(text), find)
    return [problem.pointer for problem in refused.value.problems]


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


def values(parameter: Parameter) -> Iterator[Any]:
    """The values of a parameter, those of large ranges at their ends."""
    if parameter.type == "integer":
        yield from {parameter.least, parameter.most, parameter.default}
    elif parameter.type in {"names", "tables", "ranks"}:
        yield from ([one] for one in parameter.values)
        yield list(parameter.values[:3] if parameter.type != "tables" else parameter.values[:2])
    else:
        yield from MORE_VALUES.get(parameter.type) or parameter.values
    if parameter.type in {"names", "tables"}:
        yield []


def choices(rule: HouseRule) -> Iterator[dict[str, Any]]:
    """A rule with its defaults, and as often with other parameters as each value needs to occur."""
    yield {}
    known = {parameter.name: list(values(parameter)) for parameter in rule.parameters.values()}
    for turn in range(max(map(len, known.values()), default=0)):
        yield {name: some[turn % len(some)] for name, some in known.items()}


def lines(options: dict[str, Any]) -> list[Line]:
    assert DAIFUGO.tell is not None
    told = DAIFUGO.tell(DAIFUGO.complete(options), range(4, 6), {})
    heads = [Line(told.facts, told.facts)]
    for section in told.sections:
        heads += [Line(section.heading, section.heading), *section.lines]
        for row in section.rows:
            heads += [Line(row.label, row.label), *row.lines]
    return heads


@pytest.mark.parametrize("rule", house_rules().built)
def test_every_value_is_told_in_words_of_both_languages(rule: str) -> None:
    needs: dict[str, Any] = {
        need: {} for need in ("runs", "jack_back", "eight_cut", "exchange", "seven_give") if need != rule
    }
    for chosen in choices(house_rules().built[rule]):
        told = lines({**needs, rule: chosen})
        for line in told:
            for text in (*line.label, *line.text):
                assert not NOT_FOR_PEOPLE.search(text), (chosen, text)
            assert line.text.en, chosen
            assert line.text.ja, chosen
        tells_it = rule in {line.rule for line in told} or rule in {"jokers", "decks", "titles", "points", "exchange"}
        assert tells_it, (rule, chosen)


def club(**rules: str) -> House:
    text = CLUB_OF_THE_SHEET.format(rules=", ".join(f"{rule} = {value}" for rule, value in rules.items()))
    return flattened(read_house(text.encode(), is_toml=True), lambda _slug, _version: None)


def texts(sheet: Sheet, key: str) -> list[Text]:
    [found] = [section for section in sheet.sections if section.key == key]
    return [line.text for line in (*found.lines, *(line for row in found.rows for line in row.lines))]


def test_a_rule_is_told_at_the_card_that_it_is_about() -> None:
    sheet = sheet_of(club(eight_cut="{ rank = 7 }", finish_ban='{ cards = ["2"] }'))
    [cards] = [section for section in sheet.sections if section.key == "cards"]
    assert [row.label.en for row in cards.rows] == ["3", "7", "2", "Joker", "Others"]
    assert "7を含む組で場が流れ" in cards.rows[1].lines[0].text.ja


def test_what_is_usual_is_not_told_twice_and_what_differs_is() -> None:
    usual = texts(sheet_of(club(revolution="true")), "beats")[1].en
    other = texts(sheet_of(club(revolution="{ most = 4 }")), "beats")[1].en
    assert "Larger groups" not in usual
    assert "more than 4" in other
    assert usual.count("4 cards") == 1


def test_common_rules_that_are_off_are_listed_and_those_that_are_on_are_not() -> None:
    [off] = texts(sheet_of(club(eight_cut="true")), "off")
    assert "革命" in off.ja
    assert "8切り" not in off.ja
    assert "エンペラー" in off.ja


def test_titles_exchange_and_points_are_told_for_each_number_of_players() -> None:
    sheet = sheet_of(
        club(titles='{ table = "alt4" }', exchange="{ counts = [2, 1] }", points="{ by_place = [5, 0, 0, 1] }")
    )
    four, five = next(section.rows for section in sheet.sections if section.key == "series")
    assert [line.text.ja for line in four.lines] == [
        "大富豪、富豪、貧民、大貧民",
        "1位と4位が2枚、2位と3位が1枚",
        "5、0、0、1",
    ]
    assert [line.label.en for line in five.lines] == ["Titles", "Exchange"]


def test_the_club_calls_its_rules_by_its_own_names() -> None:
    page = house_sheet(club(nine_pair="true"), "ja")
    assert "<b>9の日（救急車）</b>" in page
    assert "クラブ&lt;1&gt;" in page
    assert "Group of nines clears" in house_sheet(club(nine_pair="true"), "en")


def test_the_sheet_says_which_house_rules_it_is_of() -> None:
    assert re.search(r"club · 第2版 · [0-9a-f]{8}\n", house_sheet_text(club(), "ja"))


def test_the_text_fits_a_terminal() -> None:
    full = club(**dict.fromkeys(("runs", "suit_lock", "revolution", "finish_ban", "exchange", "sandstorm"), "true"))
    assert max(len(line) for line in house_sheet_text(full, "en").splitlines()) <= 78
    japanese = house_sheet_text(full, "ja").splitlines()
    assert max(len(line) for line in japanese) < 60
    assert not [line for line in japanese if line.lstrip().startswith(("。", "、", "）"))]
