"""The options of The Great Dalmuti."""

from typing import Final

from daifu.replay.options import NEEDS, Conflict, Option, Options, choice, illegal_play, number, switch
from daifu.replay.text import Text

OPTIONS: Final[tuple[Option, ...]] = (
    switch(
        "allow_any_players",
        "D-PLY-1",
        "Tables of 2 to 20 may play, not only of 4 to 8.",
        "4〜8人に限らず、2〜20人でプレイ可。",
    ),
    switch("first_hand_no_tax", "D-OPT-1", "No taxes in the first deal.", "最初の回は税なし。"),
    switch(
        "reduced_deck",
        "D-OPT-2",
        "Five players leave out the 12s, four the 11s, too.",
        "5人では12、4人では11と12を除外。",
    ),
    switch(
        "score",
        "D-OPT-3",
        "Going out scores a point for each player still in.",
        "上がったとき、残っている人数だけ得点。",
        default=True,
    ),
    number(
        "hands_target",
        1,
        10_000,
        "D-OPT-3",
        Text("The number of deals that count for the totals.", "合計に数える回数。"),
        null=Text("all of them", "すべて"),
    ),
    switch(
        "philosophical",
        "D-PHIL-1",
        "A Dalmuti scores when the peon who paid them improves.",
        "貧民が席次を上げると、その貧民から税を受けていたダルマチに1点。",
    ),
    switch(
        "merchant_exchange",
        "D-OPT-4",
        "The best merchant may swap a card with another.",
        "最上位の商人は、ほかの商人と1枚交換可。",
    ),
    switch(
        "misdeal_choice",
        "D-OPT-5",
        "A card flipped in dealing: the table's choice is only noted.",
        "配るときに見えたカードの扱い（記録のみ）。",
    ),
    switch(
        "join_between_hands",
        "D-OPT-6",
        "Newcomers join as merchants.",
        "新しい参加者は商人として参加。",
        default=True,
    ),
    switch(
        "tax_gift_from_dealt_hand",
        "D-OPT-7",
        "The Dalmutis' gifts come from the hand as dealt, not from the tax just received.",
        "ダルマチが渡すのは配られた手札から。受け取ったカードの返却は不可。",
        default=True,
    ),
    switch(
        "implicit_passes",
        "D-OPT-8",
        "Passes on a set that nobody can beat may be left out of the record.",
        "誰にも破れない組へのパスは、記録で省略可。",
    ),
    switch(
        "pass_locks",
        "D-Q-6",
        "A pass shuts its player out of the trick.",
        "パスした人は、その場が流れるまで復帰なし。",
    ),
    choice(
        "seat_direction",
        {
            "cw": Text("left (clockwise)", "左（時計回り）"),
            "ccw": Text("right (counter-clockwise)", "右（反時計回り）"),
        },
        "D-SEAT-3",
        Text(
            "Whether place 2 sits at the Greater Dalmuti's left or right.",
            "2位が座るのは大ダルマチの左（cw）か右（ccw）か。",
        ),
        Text("Where place 2 sits beside the Greater Dalmuti", "大ダルマチに対して2位が座る側"),
    ),
    illegal_play("D-FOLLOW-1"),
)


def conflicts(options: Options, _players: range | None) -> list[Conflict]:
    """A conflict if philosophical points are chosen without points, to which they are an addition (D-PHIL-1)."""
    if options["philosophical"] and not options["score"]:
        text = Text(
            "philosophical points (philosophical) need points for going out (score)",
            "貧民が席次を上げたときの得点（philosophical）には、上がったときの得点（score）が必要です",
        )
        return [Conflict(NEEDS, (), text)]
    return []
