"""The words of the page about the export in both languages."""

from typing import Final

from replay.text import Text

TITLE: Final = Text("Export", "書き出し")

ABOUT: Final = Text(
    """\
Records as tables, for programs that compute: files of [Apache Parquet](https://parquet.apache.org/), which pandas,
Polars, DuckDB, R and Spark read as they are. There are five tables: [records](#records), [deals](#deals),
[seats](#seats), [actions](#actions) and [faults](#faults).

## From the command line

[`daifu export`](command-line.md#daifu-export) writes the tables of a store into a folder, a file for each game and
month:

```
daifu export --db club.db tables
```

`tables/deals/rules=uecda/month=2007-07/part-0.parquet` then has the deals of July 2007. The month is that of `day`;
what has no day is under `month=unknown`. Only the names of the folders have the month, while `rules` is in the files,
too. In each file the rows are in the order of days, then of records. Where there is nothing to export, each table is
one file without rows.

```python
import pyarrow.dataset

deals = pyarrow.dataset.dataset("tables/deals", partitioning="hive").to_table()
```

## From the service

`GET /v1/export/{table}.parquet` answers with one of the tables, in the order of records. It takes the parameters of
[`/v1/records/export`](service.md#finding-records):

```
curl -o deals.parquet "http://127.0.0.1:8000/v1/export/deals.parquet?rules=dalmuti&from=2026-07-01"
```

An answer that breaks off is no Parquet: readers refuse it, for the end of the file tells what is in it.""",
    """\
計算をするプログラムのために、棋譜を表にしたもの。pandas、Polars、DuckDB、R、Sparkなどがそのまま読める
[Apache Parquet](https://parquet.apache.org/)のファイルになる。表は[records](#records)（棋譜）、[deals](#deals)（回）、
[seats](#seats)（席）、[actions](#actions)（行動）、[faults](#faults)（問題点）の5つ。

## コマンドラインから

[`daifu export`](command-line.ja.md#daifu-export)は、保存先の表をフォルダーに書き出す。
ファイルはゲームと月ごとに分かれる。

```
daifu export --db club.db tables
```

`tables/deals/rules=uecda/month=2007-07/part-0.parquet` には2007年7月の回が入る。月は `day` の月で、日のないものは
`month=unknown` に入る。月はフォルダー名だけにあり、`rules` はファイルの中にもある。
各ファイルの行は日の順、同じ日なら棋譜の順に並ぶ。書き出すものがなければ、どの表も行のないファイル1つになる。

```python
import pyarrow.dataset

deals = pyarrow.dataset.dataset("tables/deals", partitioning="hive").to_table()
```

## サービスから

`GET /v1/export/{table}.parquet` は、表の1つを棋譜の順に返す。パラメーターは
[`/v1/records/export`](service.ja.md#棋譜を探す)と同じ。

```
curl -o deals.parquet "http://127.0.0.1:8000/v1/export/deals.parquet?rules=dalmuti&from=2026-07-01"
```

途中で切れた応答はParquetにならない。内容の一覧がファイルの末尾にあるため、読み込むとエラーになる。""",
)

TABLES: Final = Text("Columns", "列")
ABOUT_TABLES: Final = Text(
    """\
`record` and `deal` tell in every table which deal a row belongs to, `player` which of its players it is about, and
`action` the place of an action. Cards, words and titles are written as [records and reports](record-format.md) have
them. The types are those of Arrow; times are in UTC. A column may be null only where the table says so.""",
    """\
どの表でも、`record` と `deal` がその行の回を、`player` がどのプレイヤーのことかを、`action` が行動の位置を表す。
札、言葉、身分の書き方は[棋譜と報告](record-format.ja.md)と同じ。型はArrowのもので、時刻はUTC。
nullになりうる列は表に示した列だけ。""",
)
COLUMNS: Final = (Text("column", "列"), Text("type", "型"), Text("null", "null"), Text("what it is", "内容"))
OPTIONAL: Final = Text("may be", "あり")
