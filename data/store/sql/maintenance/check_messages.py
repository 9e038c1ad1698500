"""The sentences of `daifu verify` about what is wrong with a store."""

from typing import Final

from daifu.replay.text import Text

UNREADABLE: Final = Text("its texts cannot be unpacked", "本文を展開できません")
REFUSED: Final = Text("its text is not a record", "本文が棋譜になっていません")
TEXT: Final = Text("the record is not as it was stored", "棋譜が保存したときのものと違います")
REPORT: Final = Text("the report is not what the replay gives", "報告が再現の結果と違います")
CONTENT: Final = Text("the hash of its content is wrong", "内容のハッシュが違います")
HEAD: Final = Text("who wrote it, when or why is damaged", "だれがいつ、なぜ書いたかが壊れています")
NUMBERS: Final = Text("a revision is missing before this one", "この版より前の版が欠けています")
LATEST: Final = Text("its latest revision is not the one that lists show", "最新の版と一覧の版が違います")
OPENING: Final = Text("the hash of its beginning is wrong", "書き出しのハッシュが違います")
PLAYERS: Final = Text("it is found by other players than it has", "実際と違うプレイヤーで検索されます")
FAULTS: Final = Text("it is found by other faults than it has", "実際と違う問題点で検索されます")
NAMELESS: Final = Text("one of its players cannot be found by any name", "どの名前でも見つからないプレイヤーがいます")
NO_REVISIONS: Final = Text("it has no revision", "版がひとつもありません")
ANALYSIS: Final = Text("its analysis cannot be unpacked", "解析結果を展開できません")
ANALYSIS_OF_NOTHING: Final = Text("it has an analysis, but no record", "棋譜がないのに解析結果があります")

NOT_FOLLOWING: Final = Text("an entry is missing before this one", "この項目より前の項目が欠けています")
ENTRY_UNREADABLE: Final = Text("it cannot be read", "読み取れません")
ENTRY_TEXT: Final = Text("it is not as it was written", "書き込んだときのものと違います")
ENTRY_RECORD: Final = Text("the record does not say this", "棋譜の内容と違います")
NO_ENTRIES: Final = Text("it has no log", "記録簿がありません")
NAMES: Final = Text("records find it by other names than it has had", "実際と違う名前で棋譜から参照されます")
HELD: Final = Text("the records that gave its results are others", "結果の元になった棋譜が違います")


def of_tournament(tournament: int, found: Text) -> Text:
    """A difference in a tournament."""
    return Text(f"tournament {tournament}: {found.en}", f"大会{tournament}：{found.ja}")


def of_entry(tournament: int, entry: int, found: Text) -> Text:
    """A difference in an entry of a tournament's log."""
    return Text(f"tournament {tournament}, entry {entry}: {found.en}", f"大会{tournament}の第{entry}項：{found.ja}")


def impossible(why: Text) -> Text:
    """An entry that the tournament would have refused."""
    return Text(f"it was impossible: {why.en}", f"ありえない変更です：{why.ja}")


def not_refused(record: int) -> Text:
    """A record whose stored reason why it could not be imported is wrong."""
    return Text(
        f"record {record} could not be imported for another reason than the one stored",
        f"棋譜{record}を反映できなかった理由が違います",
    )


def of_file(found: str) -> Text:
    """Damage of the file, in the words of SQLite, which are English."""
    return Text(f"the file is damaged: {found}", f"ファイルが壊れています：{found}")


def of_table(table: str) -> Text:
    """A table whose rows or indexes are damaged."""
    return Text(f"the table {table} is damaged", f"表{table}が壊れています")


def nothing_behind(table: str) -> Text:
    """A row whose reference leads to nothing."""
    return Text(f"a row of {table} refers to nothing", f"{table}の行の参照先がありません")


def in_lists(column: str) -> Text:
    """A column of lists that differs from the record."""
    return Text(f"the column {column} in lists is wrong", f"一覧の{column}が棋譜と違います")


def of_all(rules: str) -> Text:
    """Statistics of all players that differ from the records."""
    return Text(f"the statistics of all players of {rules} are wrong", f"{rules}の全体の集計が棋譜と違います")


def of_player(rules: str, player: str) -> Text:
    """Statistics of a player that differ from the records."""
    return Text(f"the statistics of {player} in {rules} are wrong", f"{rules}での{player}の集計が棋譜と違います")


def of_two(rules: str, player: str, other: str) -> Text:
    """Statistics of two players that differ from the records."""
    return Text(
        f"the statistics of {player} and {other} in {rules} are wrong",
        f"{rules}での{player}と{other}の対戦の集計が棋譜と違います",
    )
