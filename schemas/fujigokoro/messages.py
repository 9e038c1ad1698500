"""Messages of the reader and the writer of FujiGokoro files, in both languages.

Those that server logs have, too, are in `daifu.schemas.uecda.messages`.
"""

from typing import Final

from daifu.replay.text import Text

# What the reader expects.
IN_ORDER: Final = Text("cards by rank 3 to 2, then suit c d h s", "数字3〜2順、マークc d h s順に並んだ札")
OF_THE_PACK: Final = Text("a card of the pack, the joker as jo", "山にある札（ジョーカーはjo）")
GROUP_OR_RUN: Final = Text("a group as hs-t, a run as h-678, jk or p", "hs-tのような組、h-678のような階段、jk、p")
FIVE_HANDS: Final = Text("five sets of cards, each in { }", "{ } で囲んだ札が5組")
FIVE_RANKS: Final = Text("the numbers 0 to 4, each once", "0〜4の数を1回ずつ")
AFTER_EXCHANGE: Final = Text("the hands after the exchange of the lines before", "直前の行の交換をした後の手札")
PLAYS: Final = Text("plays as d-3[120], each with a space behind it", "それぞれ空白で終わるd-3[120]のような着手")
NUMBER: Final = Text("a number with a space behind it", "空白で終わる数")
END_OF_LINE: Final = Text("nothing more on this line", "この行はここで終わり")

# What it found instead, if that is not a quotation.
NO_MORE_PLAYS: Final = Text("no play after the game is decided", "勝負がついた後に着手がないこと")
HANDS_WITHOUT_EXCHANGE: Final = Text(
    "these hands are not the result of the exchange", "この手札は交換の結果と合いません"
)

# What the format cannot hold.
OTHER_EXCHANGE: Final = Text(
    "the gifts are not those that follow from the ranks",
    "カードの受け渡しが身分に応じた交換になっていません",
)
ONLY_GROUPS_AND_RUNS: Final = Text("this is neither a group nor a run", "同じ数字の組でも階段でもありません")
OTHER_SOURCE: Final = Text("source.games does not fit the deals", "source.gamesが各回の内容と合いません")


def line_beginning(key: str) -> Text:
    """The expectation of a line with this keyword."""
    return Text(f"a line {key}", f"{key} の行")


def play_without_player(place: int) -> Text:
    """The problem of a play, counted from 1, whose player does not follow from the rules."""
    return Text(
        f"the player of play {place} does not follow from the rules",
        f"{place}番目の着手が誰のものか、規則からは決まりません",
    )


def play_of_another_player(place: int) -> Text:
    """The problem of a play, counted from 1, that would be read as that of another player."""
    return Text(
        f"the format does not say whose a play is, and play {place} would be taken for that of another player",
        f"この形式には誰の着手かが書かれず、{place}番目の着手は別のプレイヤーのものと読まれてしまいます",
    )


def other_trick_end(value: str) -> Text:
    """The problem of plays that do not show the trick-end rule of the record, which the format cannot hold."""
    return Text(
        f"the plays do not show that trick_end is {value!r}, and the format has no place for the option",
        f"着手からはtrick_endが{value}だとわからず、この形式にはオプションを書く場所もありません",
    )


def no_place_for_option(name: str) -> Text:
    """The problem of an option that changes the play and that the format cannot hold."""
    return Text(f"the format has no place for the option {name}", f"この形式ではオプション{name}を書けません")


def cut_off(line: int) -> Text:
    """The notice that the file ends within a game."""
    return Text(
        f"the file ends within a game; the text from line {line} on is kept in source.tail",
        f"ファイルが対局の途中で終わっています。{line}行目以降はsource.tailに残しました",
    )


def bad_source(problem: Text) -> Text:
    """The problem of a damaged `source` of the record."""
    return Text(
        f"source is not as the reader of FujiGokoro files writes it: {problem.en}",
        f"sourceがFujiGokoroのファイルのものではない（{problem.ja}）",
    )
