"""What `check --json` says about one record: its report in one line, with the place where the record stands."""

import msgspec

from api.cli.tally import Tally
from replay.deal import Deal
from replay.report import DealReport
from schemas.intake.judging import Judging
from schemas.report import deal_json, report_foot, report_head


class ReportPage:
    """The line of a record that stands at this line of a file."""

    def __init__(self, file: str, line: int, judging: Judging) -> None:
        self._source = msgspec.json.encode({"file": file, "line": line})
        self._judging = judging

    def deal(self, number: int, _deal: Deal, report: DealReport) -> bytes:
        """A deal, with a comma between it and the one before."""
        return b"," + deal_json(report) if number else deal_json(report)

    def head(self, tally: Tally) -> bytes:
        """The beginning of the line."""
        return report_head(self._judging.rules, self._judging.players, legal=bool(tally.legal))

    def foot(self) -> bytes:
        """The end of the line."""
        foot = report_foot(self._judging.totals, self._judging.ranks)
        return foot.removesuffix(b"}") + b',"source":' + self._source + b"}\n"
