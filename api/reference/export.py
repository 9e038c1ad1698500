"""The page about the export: the columns of each table."""

from typing import Final

from data.markdown import EN, FILE_ENDINGS, JA, LANGUAGE_NAMES, table
from replay.text import Text
from schemas.parquet.record_tables import EXPORTED_TABLES, ExportedTable
from schemas.parquet.table import Column

TITLE: Final = Text("Export", "書き出し")

_ARROW_EXAMPLE: Final = """\
```python
import pyarrow.dataset

deals = pyarrow.dataset.dataset("tables/deals", partitioning="hive").to_table()
```"""

_QUERY: Final = """\
```sql
SELECT rules, person_id, avg(could_answer::INT) AS able
FROM 'tables/actions/**/*.parquet'
WHERE could_answer IS NOT NULL
GROUP BY rules, person_id;
```"""

_MORE_QUERIES: Final = """\
```sql
SELECT rules, person_id, avg((winner.player IS NOT DISTINCT FROM leader.player)::INT) AS leads_won
FROM (FROM 'tables/actions/**/*.parquet' WHERE led) AS leader
LEFT JOIN (SELECT record, deal, trick, player FROM 'tables/actions/**/*.parquet' WHERE won) AS winner
    USING (record, deal, trick)
GROUP BY rules, person_id;

SELECT seats.rules, person_id, avg(cards_left) AS left_mean
FROM 'tables/seats/**/*.parquet' AS seats
JOIN 'tables/deals/**/*.parquet' AS deals USING (record, deal)
WHERE decided
GROUP BY seats.rules, person_id;
```"""

ABOUT: Final = Text(
    f"""\
Records as tables, for programs that compute: files of [Apache Parquet](https://parquet.apache.org/), which pandas,
Polars, DuckDB, R and Spark read as they are. There are six tables: [records](#records), [deals](#deals),
[seats](#seats), [actions](#actions), [faults](#faults) and [ratings](#ratings).

## From the command line

[`daifu export`](command-line.md#daifu-export) writes the tables of a store into a folder, a file for each game and
month:

```
daifu export --db club.db tables
```

`tables/deals/rules=uecda/month=2007-07/part-0.parquet` then has the deals of July 2007. The month is that of `day`;
what has no day is under `month=unknown`. Only the names of the folders have the month, while `rules` is in the files,
too. In each file the rows are in the order of days, then of records. `ratings` has a file for each game, and of the
options that choose records it takes only `--rules`: ratings follow from all records of a game. A table for which there
is nothing is one file without rows.

{_ARROW_EXAMPLE}

DuckDB reads all files of a table by a pattern with `**`:

{_QUERY}

That is the figure `passes.able` of [the statistics](statistics.md) for each person. Others follow likewise: `leads.won`
is the share of sets that `led` to a trick whose `won` set is of the same player, and `left.mean` the mean of
`cards_left` in decided deals:

{_MORE_QUERIES}

## From the service

`GET /v1/export/{{table}}.parquet` answers with one of the tables, in the order of records. It takes the parameters of
[`/v1/records/export`](service.md#finding-records):

```
curl -o deals.parquet "http://127.0.0.1:8000/v1/export/deals.parquet?rules=dalmuti&from=2026-07-01"
```

An answer that breaks off is no Parquet: readers refuse it, for the end of the file tells what is in it.""",
    f"""\
計算をするプログラムのために、棋譜を表にしたもの。pandas、Polars、DuckDB、R、Sparkなどがそのまま読める
[Apache Parquet](https://parquet.apache.org/)のファイルになる。表は[records](#records)（棋譜）、[deals](#deals)（回）、
[seats](#seats)（席）、[actions](#actions)（行動）、[faults](#faults)（問題点）、
[ratings](#ratings)（レーティング）の6つ。

## コマンドラインから

[`daifu export`](command-line.ja.md#daifu-export)は、保存先の表をフォルダーに書き出す。
ファイルはゲームと月ごとに分かれる。

```
daifu export --db club.db tables
```

`tables/deals/rules=uecda/month=2007-07/part-0.parquet` には2007年7月の回が入る。月は `day` の月で、日のないものは
`month=unknown` に入る。月はフォルダー名だけにあり、`rules` はファイルの中にもある。
各ファイルの行は日の順、同じ日なら棋譜の順に並ぶ。`ratings` のファイルはゲームごとに1つで、棋譜を選ぶオプションは
`--rules` だけが効く。レーティングはそのゲームのすべての棋譜から計算されるため。
書き出すもののない表は、行のないファイル1つになる。

{_ARROW_EXAMPLE}

DuckDBでは、`**` を使ったパターンで表の全ファイルを読める。

{_QUERY}

これは[統計](statistics.ja.md)の `passes.able` を人ごとに求めたもの。ほかの数値も同じように計算できる。
`leads.won` は、場の最初の組（`led`）のうち、その場を取った組（`won`）が同じプレイヤーのものだった割合、
`left.mean` は、勝負がついた回の `cards_left` の平均になる。

{_MORE_QUERIES}

## サービスから

`GET /v1/export/{{table}}.parquet` は、表の1つを棋譜の順に返す。パラメーターは
[`/v1/records/export`](service.ja.md#棋譜を探す)と同じ。

```
curl -o deals.parquet "http://127.0.0.1:8000/v1/export/deals.parquet?rules=dalmuti&from=2026-07-01"
```

途中で切れた応答はParquetにならない。内容の一覧がファイルの末尾にあるため、読み込むとエラーになる。""",
)

TABLES_HEADING: Final = Text("Columns", "列")
ABOUT_TABLES: Final = Text(
    """\
`record` and `deal` tell in every table but `ratings` which deal a row belongs to, `player` which of its players it is
about, and `action` the place of an action. Cards, words and titles are written as
[records and reports](record-format.md) have them. The types are those of Arrow; times are in UTC. A column may be null
only where the table says so.""",
    """\
`ratings` 以外のどの表でも、`record` と `deal` がその行の回を、`player` がどのプレイヤーのことかを、
`action` が行動の位置を表す。
札、言葉、身分の書き方は[棋譜と報告](record-format.ja.md)と同じ。型はArrowのもので、時刻はUTC。
nullになりうる列は表に示した列だけ。""",
)
COLUMN_HEADINGS: Final = (Text("column", "列"), Text("type", "型"), Text("null", "null"), Text("what it is", "内容"))
OPTIONAL: Final = Text("may be", "あり")


def export_page(language: int) -> str:
    """The page in this language."""
    other = JA if language == EN else EN
    parts = [
        f"# {TITLE[language]}",
        f"[{LANGUAGE_NAMES[other]}](export{FILE_ENDINGS[other]})",
        ABOUT[language],
        f"## {TABLES_HEADING[language]}",
        ABOUT_TABLES[language],
        *(_section(one, language) for one in EXPORTED_TABLES.values()),
    ]
    return "\n\n".join(parts) + "\n"


def _section(one: ExportedTable, language: int) -> str:
    rows = (_row(column, language) for column in one.columns)
    return "\n\n".join([f"### {one.name}", one.text[language], table(COLUMN_HEADINGS, rows, language)])


def _row(column: Column, language: int) -> tuple[str, ...]:
    optional = OPTIONAL[language] if column.optional else ""
    return f"`{column.name}`", f"`{column.type}`", optional, column.text[language]
