"""The position after some actions of a deal, as plain JSON values."""

from importlib import resources
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from daifu.replay.actions import DRAW
from daifu.replay.deal import Deal, DealReport, read_hand
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.match import Match, Record, replay
from daifu.replay.position import position_after, position_among_actions
from daifu.replay.statistics.collector import ActionCollector
from daifu.schemas.position import NoSuchPosition, Position, describe_position, position_at
from daifu.schemas.record.decode import load_raw_record, load_record
from daifu.schemas.record.model import RawRecord
from daifu.schemas.report import read_results, report_json
from tests.support.games.theater import FULL_HANDS, OPEN_HANDS, OPENING
from tests.support.http_app import schema_errors
from tests.support.playouts import legal_sitting
from tests.support.random_records import random_record
from tests.support.small_records import ORDER, Document, document
from tests.support.strategies import GAMES, sittings

FEW = settings(max_examples=max(40, settings().max_examples))
PAIRS: Document = {"hands": ["D3 S4 S4", "S5 ?*2", "C7 C8", "D9 DT"], "actions": ["1 D3"], "abandoned": True}


def after(*actions: str, rules: str = "theater", players: int = 4, options: Document | None = None, **deal: Any) -> Any:  # noqa: ANN401
    """The position after all these actions of a first deal."""
    names = [f"P{number}" for number in range(1, players + 1)]
    whole = {"hands": OPEN_HANDS, "abandoned": True, **deal, "actions": list(actions)}
    value = document(rules=rules, players=names, options=options or {}, deals=[whole])
    return position_json(load_raw_record(value), 1, len(actions))


def position_json(record: Record, deal: int, at: int) -> Any:  # noqa: ANN401
    """The position after these actions as the service answers it."""
    return msgspec.to_builtins(position_at(record, deal, at))


def player(number: int, found: Document) -> Document:
    """The entry of one player."""
    return next(seated for seated in found["players"] if seated["player"] == number)


@given(sittings(), st.data())
@FEW
def test_the_next_action_of_a_legal_sitting_is_among_the_legal_actions(raw: RawRecord, data: st.DataObject) -> None:
    """The sittings are generated from the legal actions; a draw may also name its cards (F-PASS-4)."""
    deal = data.draw(st.integers(1, len(raw["deals"])))
    actions = raw["deals"][deal - 1]["actions"]
    at = data.draw(st.integers(0, len(actions)))
    found = position_json(load_raw_record(raw), deal, at)
    for action in actions[at : at + 1]:
        assert action in found["legal"] or DRAW in action


@given(st.sampled_from(GAMES), st.integers(0, 2**32).map(Random))
@FEW
def test_the_position_of_any_record_is_as_the_contract_describes_it(name: str, rng: Random) -> None:
    record = load_raw_record(random_record(name, rng))
    deal = rng.randint(1, len(record.deals))
    at = rng.randint(0, len(record.deals[deal - 1].actions or ()))
    assert schema_errors(position_json(record, deal, at), Position) == []


@given(st.sampled_from(GAMES), st.integers(0, 2**32).map(Random))
@FEW
def test_the_position_among_all_actions_is_that_after_the_first_of_them(name: str, rng: Random) -> None:
    record = load_raw_record(random_record(name, rng))
    number = rng.randrange(len(record.deals))
    actions = record.deals[number].actions or ()
    at = rng.randint(0, len(actions))
    found, places = position_among_actions(record, number, at)
    assert describe_position(found) == describe_position(position_after(record, number, at))
    assert len(places) == len(actions)


@given(sittings(deals=1))
def test_the_places_of_actions_are_those_that_the_statistics_count(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    collector = ActionCollector(record.rules, len(record.players))
    Match(record.rules, len(record.players), collector.steps).play(record.deals[0])
    _, places = position_among_actions(record, 0, 0)
    assert [(one.trick, one.led, one.stood) for one in places] == [
        (one.trick, bool(one.led), one.stood) for one in collector.facts
    ]


@given(sittings(), st.data())
def test_the_hands_are_written_as_a_record_writes_them(raw: RawRecord, data: st.DataObject) -> None:
    record = load_raw_record(raw)
    at = data.draw(st.integers(0, len(raw["deals"][0]["actions"])))
    table = position_after(record, 0, at).table
    for seated in position_json(record, 1, at)["players"]:
        hand = read_hand(record.rules.profile.lexicon, seated["hand"])
        number = seated["player"]
        assert (hand.cards, hand.unknown) == (table.hands[number], table.unknown[number])
        assert (hand.size, hand.unknown) == (seated["cards"], seated["unknown"])


@given(sittings(deals=1))
def test_at_the_end_of_a_decided_deal_the_places_are_those_of_the_report(raw: RawRecord) -> None:
    record = load_raw_record(raw)
    report = replay(record).deals[0]
    found = position_json(record, 1, len(raw["deals"][0]["actions"]))
    if found["over"] and report.decided:
        places = {seated["player"]: seated["place"] for seated in found["players"] if seated["place"]}
        assert sorted(places, key=places.__getitem__) == report.order


@given(sittings(deals=1), st.data())
def test_the_circle_begins_with_the_player_on_turn_and_has_every_player(raw: RawRecord, data: st.DataObject) -> None:
    found = position_json(load_raw_record(raw), 1, data.draw(st.integers(0, len(raw["deals"][0]["actions"]))))
    assert sorted(found["circle"]) == [seated["player"] for seated in found["players"]]
    assert found["turn"] in (None, found["circle"][0])


def test_before_the_first_action_nothing_has_happened() -> None:
    found = position_json(load_raw_record(document(deals=[{"hands": FULL_HANDS, "actions": ["1 D3"]}])), 1, 0)
    assert (found["action"], found["top"], found["trick"], found["faults"]) == (None, None, [], [])
    assert (found["at"], found["actions"], found["turn"]) == (0, 1, 1)
    assert found["legal"][:3] == ["1 D3", "1 D3 D4 D5", "1 D3 D4 D5 D6"]


def test_the_set_to_beat_has_its_kind_and_the_trick_begins_with_the_lead() -> None:
    found = after(*OPENING, "1 S5 S6 S7", "2 -", "3 H8 H9 HT")
    assert found["top"] == {"player": 3, "cards": "H8 H9 HT", "kind": "run", "count": 3}
    assert found["trick"] == [
        {"player": 1, "cards": "S5 S6 S7"},
        {"player": 2, "cards": None},
        {"player": 3, "cards": "H8 H9 HT"},
    ]


def test_a_joker_is_shown_with_the_card_that_it_stands_for() -> None:
    found = after("1 S5 S6 X=S7", rules="akagiri", players=3, hands=["?*17", "?*18", "?*18"], dealer=1)
    assert found["top"]["cards"] == "S5 S6 X=S7"


def test_the_same_cards_again_are_another_set() -> None:
    """Such a play is faulty, but it stands if the table did not notice."""
    found = after(*OPENING, "1 S5", "2 S5")
    assert (found["top"]["player"], len(found["trick"])) == (2, 2)


def test_a_faulty_set_that_counts_as_a_pass_is_not_in_the_trick() -> None:
    found = after(*OPENING, "1 S5", "2 S4", options={"illegal_play": "pass"})
    assert (found["top"]["cards"], found["trick"]) == ("S5", [{"player": 1, "cards": "S5"}])
    assert [(fault["code"], fault["resolution"]) for fault in found["faults"]] == [("not_stronger", "pass")]


def test_a_trick_that_ends_with_the_next_lead_leaves_no_set() -> None:
    """After jacks the turn waits for a call; here all others have passed before (T-J-1)."""
    found = after(*OPENING, "1 S5", "2 -", "3 -", "4 SJ", "1 -", "4 S6")
    assert found["trick"] == [{"player": 4, "cards": "S6"}]


def test_a_pass_locks_a_player_only_if_the_rules_say_so() -> None:
    assert player(2, after("1 D3", "2 -"))["state"] == "shut_out"
    hands = ["?*20"] * 4
    found = after("1 9", "2 -", rules="dalmuti", hands=hands, hands_are="exchanged")
    assert player(2, found)["state"] == "passed"


def test_the_first_player_out_has_the_first_place_and_a_demoted_one_the_last() -> None:
    found = after("1 D3", "2 S5", hands=["D3", "?*13", "?*13", "?*13"])
    assert (player(1, found)["state"], player(1, found)["place"]) == ("out", 1)
    found = after(*OPENING, "1 X", hands=["D3 X", "?*13", "?*13", "?*13"])
    assert (player(1, found)["state"], player(1, found)["place"]) == ("sunk", 4)


def test_a_revolution_lasts_and_a_call_does_not() -> None:
    assert after(*OPENING, "1 S7 H7 D7 C7")["strength"] == {"now": "turned", "next_trick": "turned"}
    assert after(*OPENING, "1 SJ", "1 say down")["strength"] == {"now": "turned", "next_trick": "normal"}


def test_in_floor13_a_revolution_takes_effect_with_the_next_trick() -> None:
    found = after("1 S4 H4 D4 C4", rules="floor13", hands=["S4 H4 D4 C4 S6", "?*5", "?*5", "?*5"], first=1)
    assert found["strength"] == {"now": "normal", "next_trick": "turned"}


def test_titles_are_those_that_the_deal_starts_with() -> None:
    deals = [{"result": {"order": [2, 1, 4, 3]}}, {"hands": FULL_HANDS, "actions": [], "abandoned": True}]
    found = position_json(load_raw_record(document(deals=deals)), 2, 0)
    assert [seated["title"] for seated in found["players"]] == ["fugo", "daifugo", "daihinmin", "hinmin"]


def test_a_greater_revolution_turns_the_titles_and_the_circle() -> None:
    hands = ["?*20", "?*20", "?*20", "J J ?*18"]
    found = after("4 say revolution", rules="dalmuti", hands=hands)
    assert player(4, found)["title"] == "greater_dalmuti"
    assert (found["circle"], found["reversed"], found["owed"]) == ([4, 3, 2, 1], True, [])


def test_the_gifts_that_are_still_owed_are_listed() -> None:
    found = after("4 give 1 S2 SA", hands=["D3 ?*12", "?*13", "?*13", "S2 SA ?*12"], places=[1, 2, 3, 4])
    assert found["owed"] == [
        {"what": "gift", "from": 1, "to": 4, "cards": 2, "choice": "any"},
        {"what": "gift", "from": 3, "to": 2, "cards": 1, "choice": "best"},
        {"what": "gift", "from": 2, "to": 3, "cards": 1, "choice": "any"},
    ]


def test_declarations_are_listed_until_the_next_action() -> None:
    assert after(*OPENING, "1 SJ")["rights"] == [
        {"player": 1, "word": "up", "times": 1},
        {"player": 1, "word": "down", "times": 1},
    ]
    assert after(*OPENING, "1 SJ", "2 -")["rights"] == []


def test_a_queen_owes_its_name_and_an_announced_pass_its_draw() -> None:
    hands = ["SQ HQ ?*5", "?*7", "?*7", "?*7"]
    assert after("1 SQ HQ", rules="floor13", hands=hands, first=1)["owed"] == [{"what": "name", "from": 1, "times": 2}]
    found = after("1 S4 H4", "2 -", rules="floor13", hands=["S4 H4 ?*5", *hands[1:]], first=1)
    assert found["owed"] == [{"what": "draw", "from": 2, "cards": 2}]


def test_the_drawer_declares_before_the_first_lead() -> None:
    hands = ["HA ?*21", "?*22", "?*22", "?*21", "?*21"]
    assert after(rules="biga", players=5, hands=hands)["owed"] == [{"what": "declaration"}]
    found = after("1 show HA", rules="biga", players=5, hands=hands)
    assert (found["owed"], found["turn"]) == ([], 1)
    assert (found["particulars"]["declarer"], found["particulars"]["big_ace"]) == (1, "HA")


def test_locked_suits_are_listed() -> None:
    found = after(
        "1 S5", "2 S7", rules="akagiri", hands=["?*14", "?*13", "?*13", "?*13"], dealer=1, options={"suit_lock": True}
    )
    assert found["suits"] == ["S"]


def test_open_cards_are_listed() -> None:
    found = after("1 D3", "2 S4 void", hands=FULL_HANDS)
    assert found["particulars"] == {"face_up": [{"player": 2, "cards": "S4"}]}


def test_the_faults_are_those_of_the_action_just_taken() -> None:
    found = after(*OPENING, "1 S5", "2 S4")
    assert [(fault["action"], fault["code"]) for fault in found["faults"]] == [(5, "not_stronger")]
    assert after(*OPENING, "1 S5", "2 S4", "3 -")["faults"] == []


def test_after_the_deal_there_are_no_legal_actions() -> None:
    found = after("1 S8", rules="floor13", players=2, hands=["S8", "D4"], options={"hand_size": 1}, first=1)
    assert (found["over"], found["turn"], found["legal"]) == (True, None, [])


def test_legal_actions_are_not_listed_for_impossible_hands() -> None:
    """There would be too many: with enough jokers every run is possible."""
    held = " ".join(["X"] * 40 + ["S3", "H5", "D7"])
    assert after(hands=[held, "D3 ?*12", "?*13", "?*13"])["legal"] is None


def test_legal_actions_are_not_listed_if_a_player_holds_most_of_the_pack() -> None:
    pack = " ".join(suit + rank for suit in "SHDC" for rank in "3456789TJQKA2")
    options = {"ipeiko_any_suits": True}
    assert after(hands=[pack, "?*13", "?*13", "?*13"], options=options)["legal"] is None


def test_legal_actions_are_not_listed_if_a_gift_has_too_many_choices() -> None:
    def exchanging(count: int, *, hand: str = FULL_HANDS[0]) -> Any:  # noqa: ANN401 - any JSON
        hands = [hand, "?*13", "?*13", "?*14"]
        return after(rules="akagiri", hands=hands, places=[1, 2, 3, 4], options={"exchange_counts": [count]})["legal"]

    assert len(exchanging(2)) == 78
    assert len(exchanging(6)) == 1716
    assert exchanging(13, hand=f"{FULL_HANDS[0]} {FULL_HANDS[1]}") is None


@pytest.mark.parametrize(
    ("deal", "at", "said"),
    [
        (0, 0, "deal: expected 1 to 2, which is what there is; found 0"),
        (3, 0, "deal: expected 1 to 2, which is what there is; found 3"),
        (1, 2, "action: expected 0 to 1, which is what there is; found 2"),
        (1, -1, "action: expected 0 to 1, which is what there is; found -1"),
        (2, 0, "deal 2: expected actions to follow, but only its result was recorded"),
    ],
)
def test_a_position_that_the_record_does_not_have_is_refused(deal: int, at: int, said: str) -> None:
    record = load_raw_record(document(deals=[PAIRS, {"result": ORDER}]))
    with pytest.raises(NoSuchPosition) as refusal:
        position_json(record, deal, at)
    assert refusal.value.text.en == said
    assert not refusal.value.text.ja.isascii()


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_whole_deal_is_as_the_contract_describes_it(name: str) -> None:
    raw = legal_sitting(name, PROFILES[name].players[0], 1, Random(7))
    record = load_raw_record(raw)
    for at in range(0, len(raw["deals"][0]["actions"]) + 1, 9):
        assert schema_errors(position_json(record, 1, at), Position) == []


@pytest.mark.untraced
@pytest.mark.parametrize("step", [8, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("game", ["akagiri", "biga", "dalmuti", "faulty", "floor13", "theater", "uecda"])
def test_a_position_by_the_report_on_the_deals_before_is_that_of_a_replay(game: str, step: int) -> None:
    """Of every eighth sample; long runs take them all."""
    for line in (resources.files("daifu.data") / "samples" / f"{game}.ndjson").read_bytes().splitlines()[::step]:
        record = load_record(line)
        known = read_results(report_json(replay(record)))
        for number, deal in enumerate(record.deals, 1):
            if deal.actions is not None:
                assert position_at(record, number, 0, known) == position_at(record, number, 0)


@FEW
@given(st.sampled_from(GAMES), st.integers(0, 10_000))
def test_so_it_is_where_deals_are_given_up_or_have_only_results(game: str, seed: int) -> None:
    record = load_raw_record(random_record(game, Random(seed)))
    known = read_results(report_json(replay(record)))
    for number, deal in enumerate(record.deals, 1):
        if deal.actions is not None:
            assert position_at(record, number, 0, known) == position_at(record, number, 0)


def test_deals_that_are_known_are_not_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    actions = {"hands": OPEN_HANDS, "actions": []}
    record = load_raw_record(document(deals=[actions] * 4))
    known = read_results(report_json(replay(record)))
    played: list[Deal] = []
    play = Match.play

    def counted(match: Match, deal: Deal) -> DealReport:
        played.append(deal)
        return play(match, deal)

    monkeypatch.setattr(Match, "play", counted)
    position_at(record, 4, 0, known)
    assert len(played) == 1
