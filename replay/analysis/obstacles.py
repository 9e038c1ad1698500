"""Why nothing can be proven in a position: what a proof would have to know is not known, or not treated."""

from typing import Final

from daifu.replay.exchange import gifts_due
from daifu.replay.position import candidates_are_few, hands_are_of_the_pack
from daifu.replay.table import NOBODY, Table
from daifu.replay.text import Text

UNKNOWN_CARDS: Final = Text("some cards of the hands are unknown", "手札に不明なカードがあります")
GIFTS_OWED: Final = Text("gifts of the exchange are still owed", "カード交換がまだ終わっていません")
NO_LEADER: Final = Text("it is not known who leads", "最初の親がわかりません")
NOT_RECORDED: Final = Text("only the result was recorded", "結果だけが記録されています")
OTHER_CARDS: Final = Text(
    "a hand has too many cards, or some not of the pack",
    "手札に、使うカードにないものがあるか、枚数が多すぎます",
)
NOT_STARTED: Final = Text("nobody has led yet", "まだ誰もカードを出していません")
SOMEBODY_LEFT: Final = Text(
    "a player has left the deal, and the cards of that hand are out of play",
    "途中で抜けたプレイヤーがいて、その手札はもう使われません",
)
DEAL_OVER: Final = Text("the deal is over", "この回は終わっています")


def obstacle(table: Table) -> Text | None:
    """The reason why nothing is proven with all hands known; None if there is none."""
    if table.over:
        return DEAL_OVER
    if table.left:
        return SOMEBODY_LEFT
    if any(table.unknown):
        return UNKNOWN_CARDS
    if gifts_due(table):
        return GIFTS_OWED
    if table.turn == NOBODY and not table.started:
        return NO_LEADER
    return table.rules.proofs.obstacle(table)


def hidden_obstacle(table: Table) -> Text | None:
    """The reason why nothing is proven with one hand known; None if there is none."""
    if not table.started:
        return NOT_STARTED
    return obstacle(table) or table.rules.proofs.hidden_obstacle(table)


def hands_obstacle(table: Table) -> Text | None:
    """The reason why hands like these are not searched: their sets may have no end. None if there is none."""
    return None if hands_are_of_the_pack(table) and candidates_are_few(table) else OTHER_CARDS
