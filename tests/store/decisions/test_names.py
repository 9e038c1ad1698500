"""Names that look the same, and which of the known names may have been meant."""

import pytest

from daifu.data.people.names import look_of, similar_names


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ken", "Ｋｅｎ"),
        ("haruka", "Haruka"),
        ("はるか", "ハルカ"),
        ("ハルカ", "ﾊﾙｶ"),
        ("が", "か\u3099"),
        ("Mei Lin", "Mei\u3000Lin "),
        ("Mei Lin", "MeiLin"),
        ("Ha\u200bru", "Haru"),
        ("José", "Jose"),
        ("José", "Jose\u0301"),
        ("花・子", "花子"),
    ],
)
def test_names_that_differ_only_in_how_they_are_written_look_the_same(one: str, other: str) -> None:
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize(("one", "other"), [("か", "が"), ("Ken", "Ben"), ("花子", "花"), ("Player 1", "Player 2")])
def test_other_names_do_not(one: str, other: str) -> None:
    assert look_of(one) != look_of(other)


def test_those_that_look_the_same_come_first_and_then_short_forms_and_slips() -> None:
    known = ["Harukka", "Haru", "ＨＡＲＵＫＡ", "Ken", "Haruka"]
    assert similar_names("Haruka", known) == ["ＨＡＲＵＫＡ", "Haru", "Harukka"]


@pytest.mark.parametrize(("name", "other"), [("Player 1", "Player 10"), ("A", "Aki"), ("Ken", "Ben"), ("?", "Mu")])
def test_nobody_is_asked_about_people_who_plainly_are_others(name: str, other: str) -> None:
    assert similar_names(name, [other]) == []
