"""Problems in a record outside its deals, and their sentences."""

import pytest

from daifu.replay.games.catalogue import PROFILES
from daifu.schemas.record.errors import Problem
from tests.support.small_records import document, document_without, problem, refusal_pointers, refusal_problems

RECORD_FIELDS = "format, rules, options, house, players, event, source, deals, notes, $schema"


def missing(pointer: str) -> Problem:
    return problem(pointer, "expected this field, found nothing", "この項目が必要ですが、ありません")


@pytest.mark.parametrize("field", ["format", "rules", "players", "deals"])
def test_a_missing_required_field_is_reported(field: str) -> None:
    assert refusal_problems(document_without(field)) == [missing(f"/{field}")]


def test_an_unknown_field_is_refused_and_the_known_ones_are_named() -> None:
    assert refusal_problems(document(deal=[])) == [
        problem(
            "/deal",
            f"expected one of {RECORD_FIELDS}, found 'deal'",
            f"{RECORD_FIELDS.replace(', ', '、')}のどれかが必要ですが、「deal」となっています",
        )
    ]


def test_another_format_is_refused() -> None:
    assert refusal_problems(document(format="daifu/2")) == [
        problem(
            "/format",
            "expected one of daifu/1, found 'daifu/2'",
            "daifu/1のどれかが必要ですが、「daifu/2」となっています",
        )
    ]


@pytest.mark.parametrize("rules", ["poker", "Theater", "", None, 3, ["theater"], {}])
def test_an_unknown_profile_is_refused_and_the_known_ones_are_named(rules: object) -> None:
    [(pointer, expected)] = refusal_problems(document(rules=rules))
    assert pointer == "/rules"
    assert expected.en.startswith(f"expected one of {', '.join(PROFILES)}, found ")
    assert expected.ja.startswith(f"{'、'.join(PROFILES)}のどれかが必要ですが、")


def test_an_unknown_option_is_refused_and_the_known_ones_are_named() -> None:
    [(pointer, expected)] = refusal_problems(document(options={"joker": 1}))
    assert pointer == "/options/joker"
    assert "one of " in expected.en
    assert "jokers" in expected.en
    assert expected.en.endswith("found 'joker': did you mean jokers?")
    assert expected.ja.endswith("のどれかが必要ですが、「joker」となっています（jokersのことですか？）")


@pytest.mark.parametrize("value", ["pas", "Stands", True, None, 0, ["stands"], {"stands": 1}])
def test_an_option_takes_only_its_values(value: object) -> None:
    [(pointer, expected)] = refusal_problems(document(options={"illegal_play": value}))
    assert pointer == "/options/illegal_play"
    assert expected.en.startswith("expected stands | pass, found ")
    assert expected.ja.startswith("stands | passが必要ですが、")


@pytest.mark.parametrize("value", [0, 3, -1, 1.0, True, "2", None, 10**400])
def test_a_number_option_takes_whole_numbers_in_its_range(value: object) -> None:
    assert set(refusal_pointers(document(options={"jokers": value}))) == {"/options/jokers"}


def test_options_that_exclude_each_other_are_refused() -> None:
    assert refusal_problems(document(rules="dalmuti", options={"philosophical": True, "score": False})) == [
        problem(
            "/options",
            "philosophical points (philosophical) need points for going out (score)",
            "貧民が席次を上げたときの得点（philosophical）には、上がったときの得点（score）が必要です",
        )
    ]


@pytest.mark.parametrize("name", ["", "   ", "a\nb", "a\tb", "\x1b[2J", "a\x7f", "x" * 201, 3, None, ["Mu"]])
def test_the_name_of_a_player_has_a_visible_character(name: object) -> None:
    [(pointer, expected)] = refusal_problems(document(players=["Mu", name, "Shimo", "Aki"]))
    assert pointer == "/players/1"
    assert expected.en.startswith(
        'expected a name of at most 200 visible characters, or an object with "id" and "name", found '
    )
    assert expected.ja.startswith("表示できる200文字以下の名前、または「id」と「name」を持つオブジェクトが必要ですが、")


def test_a_player_who_is_an_object_has_an_id_a_name_and_nothing_else() -> None:
    assert refusal_problems(document(players=["Mu", {"id": "", "nick": "J"}, "Shimo", "Aki"])) == [
        problem(
            "/players/1/id",
            "expected 1 to 200 visible characters, found ''",
            "1〜200文字の表示できる文字列が必要ですが、「」となっています",
        ),
        missing("/players/1/name"),
        problem(
            "/players/1/nick",
            "expected one of id, name, found 'nick'",
            "id、nameのどれかが必要ですが、「nick」となっています",
        ),
    ]


def test_no_two_players_have_the_same_id() -> None:
    players = ["Mu", {"id": "Mu", "name": "Mushi"}, "Shimo", "Shimo"]
    assert refusal_problems(document(players=players)) == [
        problem(
            "/players/1",
            "expected an id that no player before has, found 'Mu'",
            "前のプレイヤーと重ならないidが必要ですが、「Mu」となっています",
        ),
        problem(
            "/players/3",
            "expected an id that no player before has, found 'Shimo'",
            "前のプレイヤーと重ならないidが必要ですが、「Shimo」となっています",
        ),
    ]


@pytest.mark.parametrize(
    "date",
    [
        "",
        "16.7.2007",
        "2007-13-01",
        "2007-02-29",
        "2007-7-16",
        "07-07-16",
        "2007-07-16 20:00",
        "2007-07-16T",
        "2007-07-16TT20:00",
        "2007-07-16T25:00",
        "２００７",
        None,
        2007,
        True,
    ],
)
def test_the_date_of_an_event_is_an_iso_8601_date(date: object) -> None:
    [(pointer, expected)] = refusal_problems(document(event={"date": date}))
    assert pointer == "/event/date"
    assert expected.en.startswith("expected a date such as 2007-07-16 or 2007-07-16T20:00, found ")
    assert expected.ja.startswith("2007-07-16や2007-07-16T20:00のような日付が必要ですが、")


@pytest.mark.parametrize(
    ("field", "en"),
    [("name", "text"), ("site", "text"), ("round", "text or a whole number"), ("table", "text or a whole number")],
)
@pytest.mark.parametrize("value", [None, True, [], {}, 1.5])
def test_the_names_in_an_event_are_text_or_whole_numbers(field: str, en: str, value: object) -> None:
    [(pointer, expected)] = refusal_problems(document(event={field: value}))
    assert (pointer, expected.en.split(", ")[0]) == (f"/event/{field}", f"expected {en}")
    assert expected.ja.startswith("文字列")


@pytest.mark.parametrize("field", ["event", "source"])
def test_the_nesting_of_free_objects_is_limited(field: str) -> None:
    deep: list[object] = []
    for _ in range(16):
        deep = [deep]
    [(pointer, expected)] = refusal_problems(document(**{field: {"a": deep}}))
    assert pointer == f"/{field}/a" + "/0" * 15
    assert expected.en == "expected at most 16 levels of nesting, found a list"
    assert expected.ja == "16段以下の入れ子が必要ですが、配列となっています"


@pytest.mark.parametrize("number", [2**53, -(2**53), 10**30, 1e300])
def test_numbers_in_a_free_object_are_within_the_range_of_all_readers(number: float) -> None:
    assert refusal_problems(document(event={"fee": [number]})) == [
        problem(
            "/event/fee/0",
            "expected a number from -9007199254740991 to 9007199254740991, found a number too large",
            "-9007199254740991〜9007199254740991の数が必要ですが、大きすぎる数となっています",
        )
    ]


def test_a_name_in_a_free_object_has_no_nul() -> None:
    assert refusal_problems(document(source={"a\0": 1})) == [
        problem(
            "/source",
            "expected names of at most 200 characters, without NUL, found 'a\\x00'",
            "NUL文字のない200文字以下の名前が必要ですが、「a\\x00」となっています",
        )
    ]
