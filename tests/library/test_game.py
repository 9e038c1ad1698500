"""Games that are played: dealt, pushed, taken back, copied, under house rules, and by agents."""

import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pettingzoo.test import api_test

import daifu
from daifu.env import DealEnv, env
from tests.support.houses import CLUB, FRIDAYS
from tests.support.samples import SAMPLES_FOLDER
from tests.support.small_records import LEGAL_RECORD

every_game = pytest.mark.parametrize("name", daifu.PROFILES)


def play(game: daifu.Game, rng: Random, most: int = 2000) -> None:
    """Take random legal actions to the end of the deal, or until nobody has one."""
    for _ in range(most):
        legal = game.legal()
        if not legal:
            return
        game.push(rng.choice(legal))


@every_game
def test_a_game_of_random_legal_actions_is_a_record_without_a_fault(name: str) -> None:
    game = daifu.Game(name, seed=5)
    for deal in range(2):
        play(game, Random(deal))
        if not game.over:
            game.abandon()
        game.deal()
    game.abandon()
    report = game.report()
    assert [fault.code for deal in report.deals for fault in deal.faults] == []
    assert len(report.deals) == 3


@every_game
def test_the_positions_of_a_game_are_those_of_its_record(name: str) -> None:
    game = daifu.Game(name, seed=6)
    play(game, Random(1), most=25)
    assert game.position.json() == daifu.position_after(game.record(), 1, len(game.actions)).json()


@every_game
def test_a_game_can_be_taken_up_from_a_record_at_any_action(name: str) -> None:
    record = next(daifu.read(SAMPLES_FOLDER / f"{name}.ndjson"))
    actions = record.values()["deals"][1]["actions"]
    game = daifu.Game.from_record(record, 2, 7)
    assert game.position.json() == describe_taken_up(record, 2, 7)
    for action in actions[7:]:
        game.push(action, faulty=True)
    assert game.record().values()["deals"][1]["actions"] == actions
    assert game.report().deals[1].order == daifu.replay(record).deals[1].order


def describe_taken_up(record: daifu.Record, deal: int, at: int) -> object:
    """The position with as many actions as the game has taken, of a deal that goes on in the record."""
    return {**daifu.position_after(record, deal, at).json(), "actions": at}


def test_equal_seeds_deal_equal_cards_and_other_seeds_others() -> None:
    one, same, other = (daifu.Game("theater", seed=seed).position.hands for seed in (3, 3, 4))
    assert one == same != other


def test_every_order_of_the_pack_comes_as_often_as_another() -> None:
    holders = [daifu.Game("uecda", seed=seed).position.reached.table.holder(1) for seed in range(500)]
    assert all(70 < holders.count(player) < 130 for player in range(1, 6))


def test_an_action_with_a_fault_is_refused_and_nothing_changes() -> None:
    game = daifu.Game("dalmuti", seed=1)
    before = game.position.json()
    with pytest.raises(daifu.IllegalAction) as refused:
        game.push("1 -")
    assert [fault.code for fault in refused.value.faults] == ["out_of_turn"] or refused.value.faults
    assert game.position.json() == before
    assert not game.is_legal("1 -")


def test_a_faulty_action_is_taken_where_nobody_notices() -> None:
    game = daifu.Game.from_record(daifu.load(LEGAL_RECORD), 1, 0)
    player = game.turn or 1
    faults = game.push(f"{player} -", faulty=True)
    assert [fault.code for fault in faults] == ["pass_on_lead"]
    assert game.actions == [f"{player} -"]


def test_an_action_that_cannot_be_read_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="player number"):
        daifu.Game("dalmuti", seed=1).push("nonsense")


def test_what_was_pushed_is_popped_until_the_deal_begins() -> None:
    game = daifu.Game("akagiri", seed=2)
    positions = []
    for _ in range(12):
        positions.append(game.position.json())
        game.push(game.legal()[0])
    while game.actions:
        game.pop()
        assert game.position.json() == positions.pop()
    with pytest.raises(IndexError):
        game.pop()


def test_a_copy_goes_on_on_its_own() -> None:
    game = daifu.Game("uecda", seed=2)
    twin = game.copy()
    twin.push(twin.legal()[0])
    assert (len(game.actions), len(twin.actions)) == (0, 1)


def test_the_next_deal_follows_from_the_one_before() -> None:
    game = daifu.Game("dalmuti", players=["Haru", "Natsu", "Aki", "Fuyu"], seed=3)
    play(game, Random(0))
    order = game.report().deals[0].order
    game.deal()
    assert game.position.json()["players"][order[0] - 1]["title"] == "greater_dalmuti"
    assert game.players == ["Haru", "Natsu", "Aki", "Fuyu"]


def test_a_deal_that_is_not_over_has_to_be_abandoned_first() -> None:
    game = daifu.Game("dalmuti", seed=3)
    with pytest.raises(ValueError, match="abandon"):
        game.deal()
    game.abandon()
    game.deal()
    assert game.record().values()["deals"][0]["abandoned"] is True


def test_cards_can_be_given() -> None:
    game = daifu.Game("akagiri", players=3, hands=["S3 H4", "S5 H6", "S7 H8"], dealer=2)
    assert (game.turn, game.position.hands[1]) == (2, "S3 H4")


@pytest.mark.parametrize(
    "settings",
    [
        {"rules": "bridge"},
        {"rules": "akagiri", "players": 2},
        {"rules": "akagiri", "options": {"no_such": True}},
        {"rules": "akagiri", "hands": ["S3", "ZZ", "S5", "S6"]},
        {"rules": "akagiri", "seats": [1, 1]},
    ],
)
def test_what_does_not_fit_is_refused_as_in_a_record(settings: dict[str, object]) -> None:
    with pytest.raises(daifu.RecordRefused):
        daifu.Game(**settings)  # type: ignore[arg-type]


def test_options_choose_the_rules() -> None:
    game = daifu.Game("akagiri", players=4, options={"jokers": 0}, seed=1)
    assert all("X" not in hand.split() for hand in game.position.hands.values())


@pytest.mark.parametrize("seed", range(8))
def test_cards_that_are_left_over_are_no_jokers_and_stay_out_for_a_set_of_deals(seed: int) -> None:
    options: Any = {"jokers": {"count": 3}, "blind_cards": {"drawn_anew": "set"}}
    game = daifu.Game("daifugo", players=[*"ABCDEFGH"], options=options, seed=seed)
    game.abandon()
    game.deal()
    game.abandon()
    assert [fault.code for deal in game.report().deals for fault in deal.faults] == []


def test_a_stock_that_was_shuffled_anew_gives_named_cards() -> None:
    game = daifu.Game("floor13", players=8, options={"reshuffle": True, "hand_size": 6}, seed=1)
    for _ in range(200):
        legal = game.legal()
        if not legal:
            break
        game.push(next((action for action in legal if action.endswith(" draw")), legal[-1]))
    assert not any("?" in hand for hand in game.position.hands.values())
    assert game.report().deals[0].faults == [] or not game.over


def test_places_that_a_stopped_game_leaves_open_are_drawn_by_lot() -> None:
    game = daifu.Game("uecda", seed=4)
    play_passes(game)
    assert game.over
    assert sorted(game.report().deals[0].order) == [1, 2, 3, 4, 5]
    assert game.report().deals[0].order == game.copy().report().deals[0].order


def play_passes(game: daifu.Game) -> None:
    """Lay one set, and pass until the game is stopped."""
    while not game.over:
        game.push(f"{game.turn} -", faulty=True)


@every_game
def test_games_positions_records_and_reports_are_pickled(name: str) -> None:
    game = daifu.Game(name, seed=8)
    play(game, Random(2), most=10)
    record = game.record()
    assert pickle.loads(pickle.dumps(record)) == record  # noqa: S301 - its own
    assert pickle.loads(pickle.dumps(game)).record() == record  # noqa: S301
    assert pickle.loads(pickle.dumps(game.position)).json() == game.position.json()  # noqa: S301
    report = pickle.loads(pickle.dumps(game.report()))  # noqa: S301
    assert daifu.report_json(report) == daifu.report_json(game.report())


def test_boards_are_drawn_as_text_and_around_a_table() -> None:
    game = daifu.Game("akagiri", players=["Mu <b>", "Junko", "Shimo"], hands=["S3 H10", "D6", "X"], dealer=1)
    assert str(game).splitlines() == [
        "akagiri, deal 1, after 0 of 0 actions",
        "▶  1  Mu <b>    2  ♠3 ♥10",
        "   2  Junko     1  ♦6",
        "   3  Shimo     1  ★",
        "turn: Mu <b>",
        "to beat: nothing: the turn leads",
        "order: normal",
        "direction: down this list",
    ]
    assert "場の札：なし" in game.position.text("ja")
    assert "Mu &lt;b&gt;" in game._repr_svg_()


def test_a_hand_beyond_the_pack_has_no_list_of_legal_actions() -> None:
    game = daifu.Game("akagiri", players=3, hands=["S3 S3 S3", "D6", "X"], dealer=1)
    with pytest.raises(ValueError, match="pack"):
        game.legal()


pytest.importorskip("pettingzoo")


@pytest.mark.filterwarnings("ignore::UserWarning")  # the test wonders at observations with a mask
@pytest.mark.parametrize("name", daifu.PROFILES)
def test_the_environment_passes_the_api_test(name: str) -> None:
    api_test(env(name), num_cycles=100)


def test_a_deal_ends_with_the_value_of_each_result() -> None:
    deal = DealEnv("dalmuti", players=4)
    deal.reset(seed=3)
    rng = Random(1)
    while not any(deal.terminations.values()):
        mask = deal.observe(deal.agent_selection)["action_mask"]
        deal.step(rng.choice([number for number, allowed in enumerate(mask) if allowed]))
    assert sorted(deal.rewards.values()) == pytest.approx([0, 1 / 3, 2 / 3, 1])


def test_only_the_own_hand_is_observed() -> None:
    deal = DealEnv("dalmuti", players=4)
    deal.reset(seed=3)
    one, other = (deal.observe(agent)["observation"] for agent in deal.possible_agents[:2])
    pack = 13
    hands = deal.game.position.hands
    assert sum(one[:pack]) == len(hands[int(deal.possible_agents[0][-1])].split())
    assert list(one[:pack]) != list(other[:pack])


def test_an_action_without_its_place_in_the_mask_is_a_value_error() -> None:
    deal = DealEnv("uecda")
    deal.reset(seed=3)
    with pytest.raises(ValueError, match="mask"):
        deal.step(999)


@pytest.fixture
def club(tmp_path: Path) -> daifu.House:
    path = tmp_path / "club.toml"
    path.write_text(f"\ufeff{CLUB}", encoding="utf-8")
    return daifu.House.from_file(path)


def test_a_house_takes_over_what_is_in_its_folder(club: daifu.House, tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text("no house")
    table = tmp_path / "fridays.json"
    table.write_text(daifu.House(FRIDAYS, extends=club).toml())
    fridays = daifu.House.from_file(table)
    assert fridays.players == club.players
    assert list(fridays.rules) == ["jokers", "revolution", "jack_back"]
    assert fridays.hash == daifu.House(FRIDAYS, extends=club).hash
    assert daifu.House(fridays.values() | {"id": "another"}).hash == fridays.hash


def test_what_is_not_in_its_folder_is_missing(tmp_path: Path, club: daifu.House) -> None:
    path = tmp_path / "elsewhere" / "fridays.toml"
    path.parent.mkdir()
    path.write_text(daifu.House(FRIDAYS, extends=club).toml())
    with pytest.raises(daifu.HouseRefused) as refused:
        daifu.House.from_file(path)
    assert [problem.pointer for problem in refused.value.problems] == ["/extends"]


def test_a_game_under_a_house_is_recorded_with_it(club: daifu.House) -> None:
    game = daifu.Game("daifugo", house=club, seed=1)
    record = game.record()
    assert record.values()["house"] == club.reference
    assert daifu.replay(record).legal
    with pytest.raises(ValueError, match="found both"):
        daifu.Game("daifugo", house=club, options={"jokers": True})
    with pytest.raises(daifu.RecordRefused):
        daifu.Game("akagiri", house=club)


def codes(report: daifu.Report) -> list[str]:
    return [fault.code for fault in report.deals[0].faults]


def test_a_record_is_judged_by_another_house(club: daifu.House) -> None:
    record = daifu.load(
        {
            "format": "daifu/1",
            "rules": "daifugo",
            "players": ["A", "B"],
            "deals": [{"hands": ["S8 H8 ?*25", "?*27"], "actions": ["1 S8", "1 H8"], "abandoned": True}],
        }
    )
    assert "out_of_turn" in codes(daifu.replay(record))
    assert codes(daifu.replay(record, house=club)) == ["house_mismatch"]  # eights clear, and the club is for three


def test_no_game_is_played_under_rules_that_exclude_each_other(club: daifu.House) -> None:
    house = daifu.House({**FRIDAYS, "rules": {"four_stop": True, "eight_cut": False}}, extends=club)
    assert [conflict.kind for conflict in house.conflicts] == ["needs"]
    with pytest.raises(daifu.RecordRefused):
        daifu.Game("daifugo", house=house)


def test_the_sheet_of_a_house_is_text_or_a_page(club: daifu.House) -> None:
    assert "8流し" in club.sheet("ja")
    assert club.html("en").startswith("<!doctype html>")
