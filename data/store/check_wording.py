"""What can be wrong with a store, in both languages."""

from typing import Final

from replay.text import Text

UNREADABLE: Final = Text("its texts cannot be unpacked", "本文を展開できません")
REFUSED: Final = Text("its text is no record", "本文が棋譜になっていません")
TEXT: Final = Text("the record is not as it was stored", "棋譜が保存したときのものと違います")
REPORT: Final = Text("the report is not what the replay gives", "報告が再現の結果と違います")
CONTENT: Final = Text("the hash of its content is wrong", "内容のハッシュが違います")
NUMBERS: Final = Text("a revision is missing before this one", "この版より前の版が欠けています")
LATEST: Final = Text("its latest revision is not the one that lists show", "最新の版と一覧の版が違います")
OPENING: Final = Text("the hash of how it begins is wrong", "書き出しのハッシュが違います")
PLAYERS: Final = Text("it is found by other players than it has", "実際と違うプレイヤーで検索されます")
FAULTS: Final = Text("it is found by other faults than it has", "実際と違う問題点で検索されます")
NAMELESS: Final = Text("one of its players is found by no name", "どの名前でも見つからないプレイヤーがいます")
NO_REVISIONS: Final = Text("it has no revision", "版がひとつもありません")


def of_file(found: str) -> Text:
    """Something that SQLite finds wrong with the file; it says so in English."""
    return Text(f"the file is damaged: {found}", f"ファイルが壊れています：{found}")


def nothing_behind(table: str) -> Text:
    """A row that leads nowhere."""
    return Text(f"a row of {table} leads to nothing", f"{table}の行の参照先がありません")


def in_lists(column: str) -> Text:
    """A fact that lists show otherwise than the record has it."""
    return Text(f"lists show its {column} wrongly", f"一覧の{column}が棋譜と違います")


def of_all(rules: str) -> Text:
    """Summaries of everybody that are not what the records come to."""
    return Text(f"what all records of {rules} come to is summed up wrongly", f"{rules}の全体の集計が棋譜と違います")


def of_player(rules: str, player: str) -> Text:
    """Summaries of a player that are not what the records come to."""
    return Text(f"what {player} has in {rules} is summed up wrongly", f"{rules}での{player}の集計が棋譜と違います")


def of_two(rules: str, player: str, other: str) -> Text:
    """What happened between two players is not what the records come to."""
    return Text(
        f"what {player} and {other} have in {rules} is summed up wrongly",
        f"{rules}での{player}と{other}の対戦の集計が棋譜と違います",
    )
