"""The library's positions: walked through one by one, and reached at once."""

import pytest

import daifu
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import LEGAL_RECORD, RESULT_RECORD

GAMES = ("akagiri", "biga", "dalmuti", "floor13", "theater", "uecda")


def sample(game: str) -> daifu.Record:
    return next(daifu.read(SAMPLES_FOLDER / f"{game}.ndjson"))


@pytest.mark.parametrize("game", GAMES)
def test_a_walk_passes_through_every_position_of_a_deal(game: str) -> None:
    record = sample(game)
    walked = [position.json() for position in daifu.positions(record, 2)]
    assert len(walked) == walked[0]["actions"] + 1
    assert walked == [daifu.position_after(record, 2, at).json() for at in range(len(walked))]


@pytest.mark.parametrize("game", GAMES)
def test_attributes_say_what_the_values_say(game: str) -> None:
    for position in daifu.positions(sample(game), 1):
        values = position.json()
        assert (position.deal, position.at, position.action) == (values["deal"], values["at"], values["action"])
        assert (position.turn, position.over) == (values["turn"], values["over"])
        assert position.hands == {player["player"]: player["hand"] for player in values["players"]}
        assert position.top == (values["top"] and values["top"]["cards"])
        assert position.legal_actions() == values["legal"]


def test_what_was_played_in_a_legal_game_was_a_legal_action() -> None:
    before, *later = daifu.positions(sample("dalmuti"), 1)
    for position in later:
        assert position.action in (before.legal_actions() or [])
        before = position


def test_positions_stay_as_they_are_while_the_walk_goes_on() -> None:
    walk = daifu.positions(daifu.load(LEGAL_RECORD), 1)
    first = next(walk)
    before = first.json()
    list(walk)
    assert first.json() == before


@pytest.mark.parametrize(("deal", "at"), [(0, 0), (2, 0), (1, -1), (1, 99)])
def test_a_position_that_does_not_exist_is_a_lookup_error(deal: int, at: int) -> None:
    with pytest.raises(LookupError):
        daifu.position_after(daifu.load(LEGAL_RECORD), deal, at)


def test_a_deal_of_which_only_the_result_is_known_has_no_positions() -> None:
    with pytest.raises(LookupError):
        daifu.positions(daifu.load(RESULT_RECORD), 1)
