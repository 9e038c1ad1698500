"""The definition of an exported table: its columns with their types, the source of its rows, and a record as one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date, datetime
from enum import StrEnum
from functools import cached_property
from typing import Final, Generic, NamedTuple, TypeVar

from daifu.replay.deal import Deal, DealReport, Start
from daifu.replay.match import Match, Report
from daifu.replay.statistics.collector import ActionCollector, ActionFacts
from daifu.replay.table import Table as GameTable
from daifu.replay.text import Text
from daifu.schemas.judged_record import RecordFacts
from daifu.schemas.judgement import record_facts
from daifu.schemas.record.decode import decode_json
from daifu.schemas.record.header import day_of_date
from daifu.schemas.record.model import DealShape

Row = tuple[object, ...]
"""The values of a row, in the order of its table's columns."""

Source = TypeVar("Source")


class ColumnType(StrEnum):
    """The types of columns, by the names that they have in Arrow."""

    BOOL = "bool"
    INT16 = "int16"
    INT32 = "int32"
    INT64 = "int64"
    DECIMAL = "decimal128(38, 0)"
    FLOAT64 = "double"
    TEXT = "string"
    DAY = "date32"
    MOMENT = "timestamp[us, tz=UTC]"
    TEXTS = "list<string>"
    NUMBERS = "list<int16>"
    RANKS = "list<int16 or null>"
    POINTS = "list<double or null>"


class Column(NamedTuple):
    """A column with its description in both languages; `optional` says whether its values may be null."""

    name: str
    type: ColumnType
    en: str
    ja: str
    optional: bool = False

    @property
    def text(self) -> Text:
        """The description."""
        return Text(self.en, self.ja)


RECORD: Final = Column("record", ColumnType.INT64, "The number of the record.", "棋譜の番号。")
RULES: Final = Column("rules", ColumnType.TEXT, "The game, as records have it.", "ゲーム（棋譜での名前）。")
DAY: Final = Column(
    "day",
    ColumnType.DAY,
    "The day of the event; null where the record names none.",
    "対局の日。棋譜に日までの記載がなければnull。",
    optional=True,
)
DEAL: Final = Column("deal", ColumnType.INT32, "The number of the deal, from 1.", "回の番号（1から）。")

RECORD_KEY: Final = (RECORD, RULES, DAY)
DEAL_KEY: Final = (*RECORD_KEY, DEAL)
"""The columns of the deal that a row belongs to, in every table."""

PLAYER: Final = Column("player", ColumnType.INT16, "The player number, from 1.", "プレイヤー番号（1から）。")
PLAYER_ID: Final = Column("player_id", ColumnType.TEXT, "The id of the player.", "プレイヤーのID。")
PERSON_ID: Final = Column(
    "person_id", ColumnType.TEXT, "The id that stands for the person after merges.", "統合後の本人を表すID。"
)
ACTION: Final = Column(
    "action", ColumnType.INT32, "The place in the actions of the deal, from 0.", "その回の行動の中での位置（0から）。"
)


class Table(NamedTuple, Generic[Source]):
    """A table: its name, the description of a row, its columns, and the function that makes the rows of a source.

    `size` says for how many bytes a source counts in the size of a row group: for none where its rows are short.
    """

    name: str
    text: Text
    columns: tuple[Column, ...]
    rows: Callable[[Source], Iterator[Row]]
    size: Callable[[Source], int] = lambda _source: 0


class RevisionInfo(NamedTuple):
    """A revision in a store: the number of its record, its own number, when it was stored, and whether it withdraws.

    A record that was not in a store was stored at no time.
    """

    id: int
    revision: int
    stored_at: datetime | None
    withdrawn: bool


class ExportedDeal(NamedTuple):
    """A deal: its `number` from 1, its shape in the record, its start, and the report on it.

    `places` is the ranking with which the table opened, best first, or empty. Where only the result is known, the seats
    are not, and it is the ranking after the deal before. `table` is the table at its end, None without actions, and
    `facts` say what each action was.
    """

    number: int
    shape: DealShape
    start: Start
    places: tuple[int, ...]
    report: DealReport
    table: GameTable | None
    facts: Sequence[ActionFacts]


class ExportedRecord:
    """A record with its revision `info`; `size` is the length of its text in bytes.

    `ids` and `names` are those of the players as the record has them, and `people` the ids that stand for them.
    """

    def __init__(self, info: RevisionInfo, text: bytes, merged: Mapping[str, str]) -> None:
        """Decode the text of a record.

        `merged` has for each id that was merged into another the id that stands for the person. Raises `RecordRefused`.
        """
        loaded = decode_json(text)
        self.info = info
        self.size = len(text)
        self.record = loaded.record
        self.shape = loaded.shape
        self.ids = [one if isinstance(one, str) else one.id for one in loaded.shape.players]
        self.names = [one if isinstance(one, str) else one.name for one in loaded.shape.players]
        self.people = [merged.get(one, one) for one in self.ids]

    @cached_property
    def day(self) -> date | None:
        """The day of its event."""
        day = day_of_date((self.shape.event or {}).get("date"))
        return None if day is None else date.fromisoformat(day)

    @cached_property
    def facts(self) -> RecordFacts:
        """The facts that lists show of it."""
        return record_facts(self.shape, self.report)

    @property
    def head(self) -> Row:
        """The first columns of its rows in every table."""
        return self.info.id, self.shape.rules, self.day

    @property
    def deals(self) -> list[ExportedDeal]:
        """Its replayed deals, in their order."""
        return self._replayed[0]

    @property
    def report(self) -> Report:
        """The report on it."""
        return self._replayed[1]

    @cached_property
    def _replayed(self) -> tuple[list[ExportedDeal], Report]:
        collector = ActionCollector(self.record.rules, len(self.record.players))
        match = Match(self.record.rules, len(self.record.players), collector.steps, self.record.house)
        deals = [
            self._play(match, collector, deal, shape)
            for deal, shape in zip(self.record.deals, self.shape.deals, strict=True)
        ]
        reports = [deal.report for deal in deals]
        return deals, Report(self.shape.rules, list(self.record.players), reports, match.totals, match.ranks())

    @staticmethod
    def _play(match: Match, collector: ActionCollector, deal: Deal, shape: DealShape) -> ExportedDeal:
        start = match.start(deal, [])
        number = match.number + 1
        report = match.play(deal)
        if deal.actions is None:
            return ExportedDeal(number, shape, start, start.ranking, report, None, ())
        return ExportedDeal(number, shape, start, collector.places, report, collector.table, collector.facts)
