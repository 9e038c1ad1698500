"""The legal actions in a position."""

from daifu.replay.cards import STANDARD
from daifu.replay.deal import Deal, Hand
from daifu.replay.engine import take_actions
from daifu.replay.games.akagiri.profile import PROFILE
from daifu.replay.legal import legal_actions
from daifu.replay.match import Match
from daifu.replay.options import Value


def legal(hands: list[str], *actions: str, ranking: tuple[int, ...] = (), **options: Value) -> set[str]:
    """Everything that may be done without a fault after these actions of a deal."""
    rules = PROFILE.rules(options)
    notation = rules.notation(len(hands))
    deal = Deal(dealer=1, places=ranking, hands=[Hand.of(STANDARD, STANDARD.pack(hand.split())) for hand in hands])
    match = Match(rules, len(hands))
    table = match.open(match.start(deal, []))
    take_actions(table, [notation[action] for action in actions])
    return {action.text for action in legal_actions(table, notation)}


def test_the_leader_may_lay_any_set_and_not_pass() -> None:
    """A-SET-4, A-PASS-1."""
    found = legal(["S5 S6 S7 H5", "S3", "S4"])
    assert found == {"1 S5", "1 S6", "1 S7", "1 H5", "1 S5 H5", "1 S5 S6 S7"}


def test_the_others_may_answer_or_pass() -> None:
    """A-FOLLOW-1, A-PASS-1."""
    assert legal(["S5 S6", "S4 S7 SK", "S3"], "1 S5") == {"2 S7", "2 SK", "2 -"}


def test_a_joker_joins_groups_and_runs() -> None:
    """A-JOK-2."""
    found = legal(["S5 S6 X", "S3", "S4"])
    assert {"1 X", "1 S5 X", "1 S5 S6 X=S7", "1 X=S4 S5 S6"} <= found


def test_words_are_offered_while_the_right_lasts() -> None:
    """A-Q-8, A-OPT-JB."""
    hands = ["SJ HJ DJ CJ S3", "S4", "S5"]
    found = legal(hands, "1 SJ HJ DJ CJ", jack_back=True)
    assert {"1 say flip", "1 say no-revolution"} <= found
    assert "1 say flip" not in legal(hands, "1 SJ HJ DJ CJ", "1 say flip", jack_back=True)


def test_the_gift_owed_is_offered() -> None:
    """A-XCH-4."""
    found = legal(["S3 S4", "S5 S6", "S7 S2"], ranking=(1, 2, 3))
    assert {"3 give 1 S2", "1 give 3 S3", "1 give 3 S4"} == found


def test_nothing_is_left_when_the_deal_is_over() -> None:
    """A-END-1."""
    assert legal(["S5", "S6", "S3 S4"], "1 S5", "2 S6") == set()
