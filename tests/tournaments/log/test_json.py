"""Changes and entries as JSON, and refusals as sentences."""

import json
import re
from fractions import Fraction
from random import Random
from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from daifu.data.tournaments.changes import AnyChange, Awarded, Created, Entered, Result
from daifu.data.tournaments.errors import MESSAGES, TournamentError
from daifu.data.tournaments.log import HANDLERS, Entry, decode_change, decode_entry, encode_change, encode_entry
from tests.support.tournaments.log import TournamentLog
from tests.support.tournaments.random_changes import any_change

NUMBERS = st.fractions(max_denominator=10**9).filter(lambda number: abs(number) < 2**53)


def award(points: Fraction) -> Awarded:
    return Awarded(id=1, entrant=1, stage=1, points=points, reason="late")


def points_text(points: Fraction) -> object:
    """The points of an award as JSON has them."""
    return json.loads(encode_change(award(points)))["points"]


@given(NUMBERS)
def test_points_come_back_from_json_exactly(points: Fraction) -> None:
    assert decode_change(encode_change(award(points))) == award(points)


def test_whole_points_and_halves_are_numbers_in_json() -> None:
    assert [points_text(Fraction(3)), points_text(Fraction(-5, 2))] == [3, -2.5]


def test_thirds_are_texts_in_json() -> None:
    assert points_text(Fraction(1, 3)) == "1/3"


def test_a_fraction_of_a_large_number_comes_back() -> None:
    change = award(Fraction(2**53 - 1) - Fraction(1, 10**20))
    assert decode_change(encode_change(change)) == change


def test_a_tenth_is_a_tenth() -> None:
    [read] = [decode_change(b'{"change":"result","stage":1,"round":1,"table":1,"points":[0.1]}')]
    assert isinstance(read, Result)
    assert read.points == (Fraction(1, 10),)


NO_NUMBERS = ["true", '"x"', '"1/0"', '"1/00"', "null", "1e300", "1e-300", "[1]", '"0.5"', str(2**60)]


@pytest.mark.parametrize("points", NO_NUMBERS)
def test_points_that_are_no_number_are_refused_with_their_path(points: str) -> None:
    text = f'{{"change":"awarded","id":1,"entrant":1,"stage":1,"reason":"","points":{points}}}'
    with pytest.raises(msgspec.ValidationError, match=r"\$\.points"):
        decode_change(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"change":"entered"}',
        '{"change":"entered","name":""}',
        '{"change":"entered","name":"Mu","age":3}',
        '{"change":"born","name":"Mu"}',
        '{"name":"Mu"}',
        '{"change":"withdrawn","entrant":0,"stage":1,"round":1}',
        '{"change":"drawn","stage":1,"round":1,"tables":[],"method":"lots"}',
        '{"change":"created","name":"Cup","rules":"dalmuti","settings":{"tie_breaks":["weight"]}}',
    ],
)
def test_a_json_text_that_is_no_change_is_refused(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        decode_change(text)


@given(st.randoms(use_true_random=True))
def test_every_change_survives_json(random: Random) -> None:
    keeper = TournamentLog()
    for _ in range(60):
        change = any_change(random, keeper.state)
        assert decode_change(encode_change(change)) == change
        keeper.try_to(change)


def test_an_entry_comes_back_from_json() -> None:
    entry = Entry(number=3, at=1_700_000_000, author="ann", reason="she came late", change=Entered(name="Mu"))
    assert decode_entry(encode_entry(entry)) == entry


def test_a_change_is_written_under_its_name() -> None:
    written = json.loads(encode_change(Created(name="Cup", rules="uecda")))
    assert written == {"change": "created", "name": "Cup", "rules": "uecda"}


def test_every_change_has_a_handler() -> None:
    assert set(HANDLERS) == set(get_args(AnyChange))


@pytest.mark.parametrize("code", MESSAGES)
def test_both_languages_tell_the_same_details(code: str) -> None:
    sentence = MESSAGES[code]
    english, japanese = (set(re.findall(r"{(\w+)}", text)) for text in sentence)
    assert english == japanese


def test_a_refusal_says_what_was_wrong() -> None:
    refused = TournamentError("table_too_many", table=9, count=8)
    assert refused.text.en == "there is no table 9; the last table of the round is 8"
    assert str(refused) == refused.text.en
