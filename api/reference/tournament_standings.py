"""The page about the standing as a table of Parquet, with its columns."""

from typing import Final

from data.markdown import EN, FILE_ENDINGS, JA, LANGUAGE_NAMES, table
from replay.text import Text
from schemas.parquet.standings import MEETING_COLUMNS, STANDING_COLUMNS, TEAM_COLUMNS
from schemas.parquet.table import Column

NAME: Final = "tournament-standings"
"""The name of the page."""

_TITLE: Final = Text("Standings as tables", "順位表のデータ")
_ABOUT: Final = Text(
    """\
The standing of [a tournament](service.md#tournaments) after a round, for programs that compute: a file of
[Apache Parquet](https://parquet.apache.org/), which pandas, Polars, DuckDB, R and Spark read as they are. It has a row
for each entrant, best first.

```
daifu tournament standings "Winter cup" --until 3 --parquet standing.parquet
```

The service answers with the same file:

```
curl -o standing.parquet -H "Accept: application/vnd.apache.parquet" \\
    "http://127.0.0.1:8000/v1/tournaments/1/standings?stage=1&round=3"
```

Points are exact. They may be thirds, where places were shared or points carried along, which neither doubles nor
decimals can hold. So every number that need not be whole has two columns: one to compute with, a double that is the
nearest to it, and one ending in `_exact`, a text that is the number itself. Whether two are equal is to be told from
`_exact`:

```python
from fractions import Fraction

import pyarrow.parquet

standing = pyarrow.parquet.read_table("standing.parquet")
points = [Fraction(text) for text in standing["points_exact"].to_pylist()]
```

The rows say which standing they are of, so that those of several may be put together.

The [head-to-head table](tournaments.md) (`/v1/tournaments/{id}/head-to-head`) and the teams
(`/v1/tournaments/{id}/teams`) can be had in the same way, and as CSV with `Accept: text/csv`: a row for each meeting,
seen from each of the two, and a row for each entrant of a team.""",
    """\
[大会](service.ja.md#大会)の順位表を、計算をするプログラムのためにデータにしたもの。pandas、Polars、DuckDB、R、Sparkなどがそのまま
読める[Apache Parquet](https://parquet.apache.org/)のファイルで、行は参加者1人につき1つ、上位から並ぶ。

```
daifu tournament standings "Winter cup" --until 3 --parquet standing.parquet
```

サービスも同じファイルを返す。

```
curl -o standing.parquet -H "Accept: application/vnd.apache.parquet" \\
    "http://127.0.0.1:8000/v1/tournaments/1/standings?stage=1&round=3"
```

得点は正確に扱う。同順位や持ち越しで3分の1のような値になることがあり、これは倍精度浮動小数点数でも十進小数でも正確に表せない。
そこで、整数とは限らない数には列が2つある。
1つは計算用で、最も近い倍精度浮動小数点数が入る。もう1つは名前が `_exact` で終わり、正確な値が文字列で入る。
等しいかどうかは `_exact` で確かめる。

```python
from fractions import Fraction

import pyarrow.parquet

standing = pyarrow.parquet.read_table("standing.parquet")
points = [Fraction(text) for text in standing["points_exact"].to_pylist()]
```

どの順位表の行かは行自体に書かれているので、いくつもの順位表を1つにまとめてもよい。

[対戦表](tournaments.ja.md)（`/v1/tournaments/{id}/head-to-head`）とチーム（`/v1/tournaments/{id}/teams`）も同じように取得でき、
`Accept: text/csv` ならCSVになる。対戦表は対戦1回につき双方から見た1行ずつ、チームは参加者1人につき1行である。""",
)
_TABLES: Final = (
    (Text("Columns", "列"), STANDING_COLUMNS),
    (Text("Columns of the head-to-head table", "対戦表の列"), MEETING_COLUMNS),
    (Text("Columns of the teams", "チームの列"), TEAM_COLUMNS),
)
_HEADINGS: Final = (Text("column", "列"), Text("type", "型"), Text("null", "null"), Text("what it is", "内容"))
_OPTIONAL: Final = Text("may be", "あり")


def tournament_standings_page(language: int) -> str:
    """The page in a language."""
    other = JA if language == EN else EN
    parts = [f"# {_TITLE[language]}", f"[{LANGUAGE_NAMES[other]}]({NAME}{FILE_ENDINGS[other]})", _ABOUT[language]]
    for heading, columns in _TABLES:
        rows = (_row(column, language) for column in columns)
        parts += [f"## {heading[language]}", table(_HEADINGS, rows, language)]
    return "\n\n".join(parts) + "\n"


def _row(column: Column, language: int) -> tuple[str, ...]:
    optional = _OPTIONAL[language] if column.optional else ""
    return f"`{column.name}`", f"`{column.type}`", optional, column.text[language]
