"""What `daifu check` prints: lines or a report in JSON about each record, and totals at the end."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

import msgspec
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from daifu.api.cli.program import sentences
from daifu.api.cli.program.output import ALL_LEGAL, FAILED, FAULTS_FOUND, printable
from daifu.api.cli.program.sentences import LEGAL, NOT_LEGAL, counted, fault_line, player_names, points_text
from daifu.api.languages import Language, comma_separated, say, with_heading
from daifu.replay.deal import Deal, DealReport
from daifu.replay.faults import CATALOGUE, SEVERITIES, Fault
from daifu.replay.match import Player
from daifu.replay.text import Text
from daifu.schemas.report import deal_report_json, places_by_player, report_foot, report_head
from daifu.schemas.sources.deal_by_deal import DealByDealJudge

FaultKey = tuple[str, str]
"""The code of a fault, and its severity, which depends on the rules of the game."""


@dataclass(slots=True)
class Tally:
    """Sums over records."""

    records: int = 0
    legal: int = 0
    deals: int = 0
    actions: int = 0
    unread: int = 0
    faults: Counter[FaultKey] = field(default_factory=Counter)

    @classmethod
    def of_record(cls) -> "Tally":
        """The sums of one record before its first deal."""
        return cls(records=1, legal=1)

    def count(self, deal: Deal, report: DealReport) -> None:
        """Add the next deal of the record."""
        self.deals += 1
        self.actions += len(deal.actions or ())
        if report.faults:
            self.faults.update((fault.code, fault.severity) for fault in report.faults)
            if not report.legal:
                self.legal = 0

    def add(self, other: "Tally") -> None:
        """Add other sums."""
        self.records += other.records
        self.legal += other.legal
        self.deals += other.deals
        self.actions += other.actions
        self.unread += other.unread
        self.faults.update(other.faults)

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        if self.unread:
            return FAILED
        return ALL_LEGAL if self.legal == self.records else FAULTS_FOUND


def sorted_faults(faults: Counter[FaultKey]) -> list[tuple[str, str, int]]:
    """Code, severity and count of the faults: the most frequent first, ties as in the catalogue."""
    places = {code: place for place, code in enumerate(CATALOGUE)}
    keys = sorted(faults, key=lambda key: (-faults[key], places[key[0]], key[1]))
    return [(code, severity, faults[code, severity]) for code, severity in keys]


class SummaryPage:
    """The lines about a judged record, with at most `limit` of its faults."""

    def __init__(self, place: str, judging: DealByDealJudge, language: Language, limit: int) -> None:
        self._place = place
        self._judging = judging
        self._names = player_names(judging.players)
        self._language = language
        self._limit = limit
        self._found = 0

    def deal(self, number: int, deal: Deal, report: DealReport) -> bytes:
        """A line for each fault of a deal, up to the limit."""
        left = max(0, self._limit - self._found)
        self._found += len(report.faults)
        return _encoded_lines([self._fault(number, deal, fault) for fault in report.faults[:left]])

    def head(self, tally: Tally) -> bytes:
        """The lines before the faults: the verdict, and faults by code."""
        rules, players = self._judging.rules, len(self._names)
        sizes = f"{counted(players, 'player')}, {counted(tally.deals, 'deal')}, {counted(tally.actions, 'action')}"
        legal = LEGAL if tally.legal else NOT_LEGAL
        verdict = Text(
            f"{rules}, {sizes}: {legal.en}",
            f"{rules}、{players}人、{tally.deals}回、行動{tally.actions}件：{legal.ja}",
        )
        lines = [f"{self._place}: {say(verdict, self._language)}"]
        if tally.faults:
            found = (
                Text(f"{number} {code} ({SEVERITIES[severity].en})", f"{code}（{SEVERITIES[severity].ja}）{number}件")
                for code, severity, number in sorted_faults(tally.faults)
            )
            lines.append(self._headed(sentences.FAULTS, (say(one, self._language) for one in found)))
        return _encoded_lines(lines)

    def foot(self) -> bytes:
        """The lines after the faults: how many were left out, and the standing of the players."""
        lines = []
        if self._found > self._limit:
            lines.append(f"  {say(sentences.more_faults(self._found - self._limit), self._language)}")
        # The best first; players without points are left out.
        ranked = sorted(
            (rank, player, total)
            for player, (rank, total) in enumerate(zip(self._judging.ranks, self._judging.totals, strict=True))
            if rank is not None and total is not None
        )
        if ranked:
            standing = (f"{rank}. {self._names[player]} {points_text(total)}" for rank, player, total in ranked)
            lines.append(self._headed(sentences.TOTALS, standing))
        return _encoded_lines(lines)

    def _headed(self, heading: Text, parts: Iterable[str]) -> str:
        return "  " + with_heading(say(heading, self._language), comma_separated(parts, self._language), self._language)

    def _fault(self, number: int, deal: Deal, fault: Fault) -> str:
        """The line of a fault: deal and action counted from 1, the text of the action, the player, and the sentence."""
        parts = [say(sentences.deal(number + 1), self._language)]
        if fault.action is not None and deal.actions is not None:
            action = printable(deal.actions[fault.action].text)
            parts.append(say(sentences.action(fault.action + 1, action), self._language))
        if fault.player is not None:
            parts.append(self._names[fault.player - 1])
        place = comma_separated(parts, self._language)
        return "  " + with_heading(place, fault_line(fault, self._names, self._language), self._language)


class ReportPage:
    """The report on a record as one line of JSON; `file` and `line` are its source."""

    def __init__(self, file: str, line: int, judging: DealByDealJudge) -> None:
        self._source = msgspec.json.encode({"file": file, "line": line})
        self._judging = judging

    def deal(self, number: int, _deal: Deal, report: DealReport) -> bytes:
        """The report on a deal, after a comma unless it is the first."""
        return b"," + deal_report_json(report) if number else deal_report_json(report)

    def head(self, tally: Tally) -> bytes:
        """The beginning of the line."""
        return report_head(self._judging.rules, self._judging.players, legal=bool(tally.legal))

    def foot(self) -> bytes:
        """The end of the line."""
        foot = report_foot(self._judging.totals, self._judging.ranks)
        return foot.removesuffix(b"}") + b',"source":' + self._source + b"}\n"


class DealTable:
    """A table of a record: a row for each deal with the place of each player, and the points if there are any."""

    def __init__(self, players: Sequence[Player], language: Language) -> None:
        self._names = player_names(players)
        self._heading = say(Text("deal", "回"), language)
        self._widths = [max(cell_len(name), _CELL_WIDTH) for name in self._names]

    def row(self, number: int, report: DealReport) -> bytes:
        """The row of the deal with this number, from 0; the headings come before the first."""
        places = places_by_player(report.order, report.shared_places or ())
        cells = []
        for player, points in enumerate(report.points, start=1):
            place = str(places.get(player, "-"))
            cells.append(place if points is None else f"{place} ({points_text(points)})")
        lines = [] if number else [self._line(self._heading, self._names)]
        return _encoded_lines([*lines, self._line(str(number + 1), cells)])

    def _line(self, first: str, cells: Sequence[str]) -> str:
        aligned = (_right_aligned(cell, width) for cell, width in zip(cells, self._widths, strict=True))
        return f"  {_right_aligned(first, _NUMBER_WIDTH)}  {'  '.join(aligned)}"


_NUMBER_WIDTH: Final = 5
_CELL_WIDTH: Final = 6


def _right_aligned(text: str, width: int) -> str:
    """The text behind spaces; characters may be two columns wide."""
    return " " * (width - cell_len(text)) + text


def _encoded_lines(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode(errors="replace")


def show_totals(tally: Tally, language: Language) -> None:
    """Print the sums over all records, and the faults by code."""
    totals = Table(title=say(Text("In all", "全体"), language), title_justify="left")
    for heading in (
        Text("records", "棋譜"),
        sentences.LEGAL,
        sentences.NOT_LEGAL,
        sentences.DEALS,
        sentences.ACTIONS,
        Text("unreadable", "読めないもの"),
    ):
        totals.add_column(say(heading, language), justify="right")
    not_legal = tally.records - tally.legal
    totals.add_row(*map(str, (tally.records, tally.legal, not_legal, tally.deals, tally.actions, tally.unread)))
    console = Console(highlight=False)
    console.print()
    console.print(totals)
    if not tally.faults:
        return
    faults = Table()
    faults.add_column(say(sentences.CODE, language))
    faults.add_column(say(Text("severity", "重さ"), language))
    faults.add_column(say(sentences.NUMBER, language), justify="right")
    faults.add_column(say(sentences.SENTENCE, language), overflow="fold")
    for code, severity, number in sorted_faults(tally.faults):
        sentence = sentences.fault_kind_sentence(CATALOGUE[code], language)
        faults.add_row(code, say(SEVERITIES[severity], language), str(number), sentence)
    console.print(faults)
