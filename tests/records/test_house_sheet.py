"""The sheet of a house: everything that a house may choose is told in both languages, and nothing else."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.replay.games.daifugo.catalogue import HouseRule, Parameter, house_rules
from daifu.replay.options import Line
from daifu.replay.text import Text
from daifu.schemas.house_document import House, flattened, read_house
from daifu.schemas.house_sheet import Sheet, house_sheet, house_sheet_text, sheet_of

DAIFUGO = PROFILES["daifugo"]
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
CLUB = """
format = "daifu-house/1"
id = "club"
version = 2
base = "daifugo/1"
players = [4, 5]
name = {{ ja = "クラブ<1>" }}
names = {{ nine_pair = {{ ja = "9の日" }} }}
rules = {{ {rules} }}
"""


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
    text = CLUB.format(rules=", ".join(f"{rule} = {value}" for rule, value in rules.items()))
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
