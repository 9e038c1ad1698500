"""The legal actions in a position."""

from daifu.replay.deal import Deal, Hand, read_cards
from daifu.replay.engine import take_actions
from daifu.replay.games.floor13.profile import PROFILE
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.options import Value


def legal(hands: list[str], *actions: str, stock: str = "", **options: Value) -> set[str]:
    """The texts of everything that may be done after these actions."""
    rules = PROFILE.rules(options)
    match = Match(rules, len(hands))
    notation = rules.notation(len(hands))
    cards = [Hand.of(rules.alphabet, rules.alphabet.pack(hand.split())) for hand in hands]
    table = match.open(match.start(Deal(hands=cards, stock=read_cards(PROFILE.lexicon, stock), first=1), []))
    take_actions(table, [notation[text] for text in actions])
    table.faults.clear()
    return {action.text for action in legal_actions(table, notation)}


def test_a_leader_may_lay_any_set_and_anybody_a_sandstorm() -> None:
    """F-SET, F-MRUN-1, F-SAND-1, F-LEAD-1."""
    offered = legal(["SK HK SA HA S2 H2 C4", "H3 D3 C3 D4"])
    assert {"1 SK", "1 SK HK", "1 SK SA S2", "1 SK HK SA HA S2 H2", "2 H3 D3 C3"} <= offered
    assert not {"1 -", "1 draw", "2 D4"} & offered


def test_a_stuck_leader_may_only_draw() -> None:
    """F-STUCK-1."""
    assert legal(["S8", "D4 D6"], stock="S4") == {"1 draw", "1 -"}


def test_a_player_who_follows_may_play_pass_or_draw() -> None:
    """F-PASS-1."""
    assert legal(["S6 H6", "D4 SK"], "1 S6", stock="S4") == {"2 SK", "2 -", "2 draw"}


def test_after_a_draw_its_player_may_play_and_the_next_one_act() -> None:
    """F-PASS-2."""
    hands = ["S6 H6", "D4 SK", "SA C4"]
    assert legal(hands, "1 S6", "2 draw", stock="S4 H4") == {"2 SK", "2 -", "3 SA", "3 -", "3 draw"}


def test_where_a_drawn_card_is_needed_only_sets_with_it_are_offered() -> None:
    """F-Q-6, option `pass_needs_drawn`."""
    hands = ["S6 H6", "D4 SK", "SA C4"]
    offered = legal(hands, "1 S6", "2 draw", stock="S2 H4", pass_needs_drawn=True)
    assert {text for text in offered if text.startswith("2")} == {"2 S2", "2 -"}


def test_role_cards_offer_what_they_allow() -> None:
    """F-7, F-10, F-J, F-QBOMB-1."""
    hands = ["S7 ST SJ SQ S4 H4", "SK HK DK CK SA HA"]
    assert {"1 give 2 S4", "1 give 2 ST"} <= legal(hands, "1 S7")
    assert "1 discard S4" in legal(hands, "1 ST")
    assert "1 say flip" in legal(hands, "1 SJ")
    assert legal(hands, "1 SQ") >= {"1 name 4", "1 name X"}
    assert "2 SK" not in legal(hands, "1 SQ")


def test_giving_away_the_last_card_is_never_offered() -> None:
    """F-OUTBAN-2, F-OUTBAN-3."""
    assert not any("give" in text for text in legal(["S7 S4", "SK HK"], "1 S7"))
    assert "1 name 4" not in legal(["SQ S4", "SK HK"], "1 SQ")
