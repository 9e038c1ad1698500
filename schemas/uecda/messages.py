"""Messages of the reader and the writer of server logs, in both languages."""

from typing import Final

from daifu.replay.text import Text

# What the reader expects.
IN_ORDER: Final = Text("cards by suit S H D C, then rank 3 to 2", "マークS H D C順、数字3〜2順に並んだ札")
PAIRS: Final = Text("cards of two characters, suit and rank", "マークと数字の2文字で書かれた札")
OF_THE_PACK: Final = Text("a card of the pack, the joker as J3", "山にある札（ジョーカーはJ3）")
ONLY_JOKER_AT_EDGE: Final = Text("only a joker below the 3 or above the 2", "3の下と2の上はジョーカーだけ")
FIFTH_CARD: Final = Text("J only for the fifth card of a group", "Jと書くのは同じ数字5枚の5枚目だけ")
DIGITS: Final = Text("the digits 0 to 4, each once", "0〜4の数字を1回ずつ")
FIVE_HANDS: Final = Text("five hands, each with a space behind it", "それぞれ空白で終わる5人分の手札")
GIFTS: Final = Text("gifts, or NULL", "渡した札、またはNULL")
TWO_SPACES: Final = Text("two spaces at the beginning", "先頭に空白2個")
GIFT: Final = Text("giver, receiver, cards, EE", "渡す人・受け取る人・札・EE")
SUBMISSION: Final = Text("player, cards if any, EE", "プレイヤー・札（パスならなし）・EE")
TOTALS: Final = Text("five totals, single spaces between them", "1個の空白で区切った5人の合計点")
FIVE_NAMES: Final = Text("five names, single spaces between them", "1個の空白で区切った5人の名前")
HEADER_ENTRY: Final = Text("%-----%NAME% value", "%-----%項目名% 値")
NAMES_LINE: Final = Text("a line %-----%palyer_name%", "%-----%palyer_name% の行")
DATE: Final = Text("year/month/day hours:minutes:seconds", "年/月/日 時:分:秒")
YES_OR_NO: Final = Text("YES or NO", "YESかNO")
RULE_SWITCHED_ON: Final = Text(
    "YES: games without this rule cannot be judged", "YES（このルールなしの対局は判定できません）"
)
ONLY_FOOTER: Final = Text("nothing but footer lines from here on", "ここから先はフッターの行だけ")
WHOLE_GAME: Final = Text("at least one whole game", "完全な対局が少なくとも1つ")

# What it found instead, if that is not a quotation.
NO_NAMES: Final = Text("the header ends without the names of the players", "ヘッダーにプレイヤー名がありません")
NO_GAME: Final = Text("the file ends before its first game does", "最初の対局が終わる前にファイルが終わります")

# What a foreign format cannot hold.
NO_STAND_IN: Final = Text(
    "the record does not say what the joker stands for",
    "ジョーカーが何の代わりか棋譜に書かれていません",
)
FIVE_OF_UECDA: Final = Text(
    "this format holds games of the profile uecda with five players",
    "この形式で書けるのは5人で行うuecdaの対局だけです",
)
OTHER_HEADER: Final = Text(
    "source.head names other players or options than the record",
    "source.headのプレイヤーかオプションが棋譜と違います",
)
HANDS_AS_DEALT: Final = Text(
    "this format needs the hands of all five players as dealt",
    "この形式には配られたままの5人全員の手札が必要です",
)
ABANDONED: Final = Text("an abandoned deal has no result to write", "中断した回には書くべき結果がありません")
EVERY_PLAY: Final = Text("this format needs every play of a game", "この形式には対局のすべての着手が必要です")
NO_SUCH_ACTION: Final = Text("this format has no such action", "この形式ではこの行動を表せません")
FIVE_POINTS: Final = Text("result.points are not five whole numbers", "result.pointsが5つの整数ではありません")


def line_beginning(prefix: str) -> Text:
    """The expectation of a line with this beginning."""
    return Text(f"a line {prefix}…", f"{prefix} で始まる行")


def rule_switched_off(flag: str) -> Text:
    """The finding that a rule of the server is switched off."""
    return Text(f"the rule {flag} is NO", f"ルール {flag} がNOになっています")


def unresolved_exchange(deal: int) -> Text:
    """The notice that the gifts of the rich, which an old server did not write, do not follow from the game."""
    return Text(
        f"deal {deal}: the log has no exchange, and the cards that the rich gave back do not follow from the play",
        f"{deal}回目：ログに交換が書かれておらず、富豪側が返したカードは対局の経過からも決まりません",
    )


def cut_off(line: int) -> Text:
    """The notice that the file ends within a game."""
    return Text(
        f"the log ends within a game; the text from line {line} on is kept in source.tail",
        f"ログが対局の途中で終わっています。{line}行目以降はsource.tailに残しました",
    )


def nul_padding(line: int, count: int) -> Text:
    """The notice that the file ends with NUL bytes in place of another game."""
    return Text(
        f"the log ends in {count} NUL bytes on line {line}; source.padding keeps their number",
        f"ログの末尾（{line}行目）にNULバイトが{count}個あります。その個数をsource.paddingに残しました",
    )


def deal_number(number: int) -> Text:
    """The place of a deal in the record, counted from 1."""
    return Text(f"deal {number}", f"{number}回目")


def action_number(number: int, text: str) -> Text:
    """The place of an action in a deal, counted from 1."""
    return Text(f"action {number} ({text})", f"{number}番目の行動（{text}）")


def faulty_play(value: str) -> Text:
    """The problem of a faulty play in a format that has only this value of the option `illegal_play`."""
    return Text(
        f"a faulty play cannot be written, because in this format the option illegal_play is always {value!r}",
        f"この形式ではオプションillegal_playが必ず{value}になるため、誤った出し方は書けません",
    )


def unknown_card(card: str) -> Text:
    """The problem of a card that the format cannot name, such as an unknown one."""
    return Text(f"this format cannot write the card {card!r}", f"この形式では「{card}」というカードを書けません")


def joker_without_rank(joker: str) -> Text:
    """The problem of a joker with only a suit, among cards of several ranks."""
    return Text(
        f"{joker} names no rank, and the other cards do not give one",
        f"{joker}に数字がなく、ほかのカードからも決まりません",
    )


def bad_name(name: str) -> Text:
    """The problem of a player name that the format cannot hold."""
    return Text(
        f"the player name {name!r} is empty or has a space in it", f"プレイヤー名「{name}」が空か空白を含みます"
    )


def not_everybody(field: str) -> Text:
    """The problem of a list that must name all players and does not."""
    return Text(f"{field} does not name all five players", f"{field}に5人全員がそろっていません")


def bad_source(problem: Text) -> Text:
    """The problem of a damaged `source` of the record."""
    return Text(
        f"source is not as the reader of server logs writes it: {problem.en}",
        f"sourceがサーバーログのものではない（{problem.ja}）",
    )
