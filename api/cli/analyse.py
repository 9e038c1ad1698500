"""`daifu analyse`: what could have been, deal by deal."""

import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, Final, NamedTuple

import click
import msgspec
from rich.progress import MofNCompleteColumn

from api.cli import sentences
from api.cli.check.pool import ProcessLost, map_in_processes
from api.cli.commands import Command, Option
from api.cli.errors import FAILED, CommandError
from api.cli.output import language_of, printable, write_bytes, write_text, write_to_stderr
from api.cli.params import FILES, FORMAT, OTHER_RULES, WholeNumber
from api.cli.progress import progress_bar
from api.cli.sentences import player_names, source_place, unreadable_line
from api.languages import Language, comma_separated, say, with_heading
from replay.analysis.deal_proofs import DEFAULT_POSITIONS, DealProofs, MissedWin
from replay.analysis.deals import AnalysedDeal, analyse_deals
from replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from replay.analysis.worlds import HIDDEN
from replay.match import Record
from replay.text import Text
from schemas.analysis import analysis_json
from schemas.sources.conversion import read_item
from schemas.sources.files import expand_paths, read_items
from schemas.sources.items import ForeignLog, Item, SourceProblem, SourceRefused, log_as_item

ANALYSING: Final = Text("analysing", "解析中")
DEALS_AT_ONCE: Final = 4
"""How many deals a process takes at a time. It replays those before them."""
MOST_JOBS: Final = 64
MOST_POSITIONS: Final = 10_000_000
"""This number of positions takes one to two gigabytes."""


class AnalysisOptions(NamedTuple):
    """How deals are analysed and printed: by `rules` of another game or their own, as JSON or in a language."""

    as_json: bool
    language: Language
    positions: int
    rules: str | None


class AnalysisTask(NamedTuple):
    """Some deals of a record: from number `first`, counted from 0, up to the one before `last`."""

    item: Item
    first: int
    last: int


def analyse_task(options: AnalysisOptions, task: AnalysisTask) -> list[bytes]:
    """The output about each deal of a task."""
    item = task.item
    record = read_item(item, options.rules).record
    found = analyse_deals(record, task.first, task.last, options.positions)
    if options.as_json:
        return [_json_line(item, analysed, options.positions) for analysed in found]
    page = AnalysisPage(source_place(item.file, item.line), record, options.language)
    return [page.deal(analysed.proofs) for analysed in found]


def _json_line(item: Item, analysed: AnalysedDeal, positions: int) -> bytes:
    source = msgspec.json.encode({"file": item.file, "line": item.line})
    return analysis_json(analysed, positions).removesuffix(b"}") + b',"source":' + source + b"}\n"


class AnalysisPage:
    """The lines about the deals of a record."""

    def __init__(self, place: str, record: Record, language: Language) -> None:
        self._place = place
        self._record = record
        self._names = player_names(record.players)
        self._language = language

    def deal(self, proofs: DealProofs) -> bytes:
        """A line about the deal, one for each reason why something was not tried, and one for each missed win."""
        summary = self._summary(proofs) if proofs.reason is None else self._untried(proofs, proofs.reason)
        lines = [f"{self._place}: {say(summary, self._language)}"]
        reasons = Counter(found.reason for found in proofs.actions if found.reason is not None)
        lines += [f"  {say(not_tried(number, reason), self._language)}" for reason, number in reasons.items()]
        lines += [f"  {self._missed_win(proofs.deal, missed)}" for missed in proofs.missed_wins]
        return "".join(f"{line}\n" for line in lines).encode(errors="replace")

    def _summary(self, proofs: DealProofs) -> Text:
        verdicts = Counter(found.known for found in proofs.actions)
        return deal_summary(
            proofs.deal + 1, self._record.rules.profile.name, len(proofs.actions), verdicts, len(proofs.missed_wins)
        )

    def _untried(self, proofs: DealProofs, reason: Text) -> Text:
        return untried_deal(proofs.deal + 1, self._record.rules.profile.name, reason)

    def _missed_win(self, deal: int, missed: MissedWin) -> str:
        """The action, its player, and what would have won; passes are left out."""
        action = (self._record.deals[deal].actions or [])[missed.action]
        place = say(sentences.action(missed.action + 1, printable(action.text)), self._language)
        who = comma_separated([place, self._names[missed.player - 1]], self._language)
        line = comma_separated(filter(_is_no_pass, missed.line), self._language)
        what = say(COULD_HAVE_WON[missed.view == HIDDEN], self._language)
        return with_heading(who, with_heading(what, line, self._language), self._language)


def _is_no_pass(action: str) -> bool:
    return not action.endswith(" -")


COULD_HAVE_WON: Final = (
    Text(
        "with all hands known they could have gone out next, whatever the others did",
        "全員の手札がわかっていれば、ほかの人がどう応じても次に上がれた",
    ),
    Text(
        "they could have gone out next, whatever the others held",
        "ほかの人の手札が何であっても、次に上がれた",
    ),
)
"""What a player missed with all hands known, and what they missed in their own view."""


def deal_summary(deal: int, rules: str, choices: int, verdicts: Counter[str], missed: int) -> Text:
    """What was found in a deal: at how many choices the player could force to go out next."""
    won, lost, unknown = verdicts[PROVEN], verdicts[REFUTED], verdicts[UNKNOWN]
    missed_wins = sentences.counted(missed, "missed win")
    return Text(
        f"deal {deal}, {rules}: {missed_wins}; {sentences.counted(choices, 'choice')}: going out next could be forced "
        f"at {won}, prevented at {lost}, not known at {unknown}",
        f"{deal}回目、{rules}：逃した上がり{missed}件。選択{choices}件のうち、次の上がりを確定できた{won}件、"
        f"ほかの人が防げた{lost}件、不明{unknown}件",
    )


def untried_deal(deal: int, rules: str, reason: Text) -> Text:
    """The reason why nothing was tried in a deal."""
    return Text(f"deal {deal}, {rules}: not tried: {reason.en}", f"{deal}回目、{rules}：調べなかった（{reason.ja}）")


def not_tried(number: int, reason: Text) -> Text:
    """The number of choices at which nothing was proven for this reason."""
    return Text(f"not tried at {number}: {reason.en}", f"調べなかった選択{number}件：{reason.ja}")


@click.pass_context
def analyse_games(
    context: click.Context,
    /,
    files: tuple[str, ...],
    source_format: str,
    jobs: int,
    **chosen: Any,  # noqa: ANN401 - see `AnalysisOptions`
) -> None:
    """Analyse every deal in the files, and print what was proven of each as soon as it is found."""
    language = language_of(context)
    options = AnalysisOptions(language=language, **chosen)
    reader = _TaskReader(options.rules, language)
    write = write_bytes if options.as_json else write_text
    quiet = options.as_json and sys.stdout.isatty()
    with (
        progress_bar(say(ANALYSING, language), None, quiet=quiet, measure=MofNCompleteColumn) as watch,
        closing(_outputs(options, reader.tasks(files, source_format), jobs)) as outputs,
    ):
        for output in outputs:
            write(output)
            sys.stdout.flush()
            watch.advance(len(output))
    context.exit(FAILED if reader.refused else 0)


def _outputs(options: AnalysisOptions, tasks: Iterator[AnalysisTask], jobs: int) -> Generator[list[bytes], None, None]:
    """The output of the tasks, in order. Closing this stops all worker processes."""
    work = partial(analyse_task, options)
    if jobs == 1:
        yield from map(work, tasks)
        return
    try:
        yield from map_in_processes(work, tasks, jobs)
    except ProcessLost as lost:
        raise CommandError(sentences.PROCESS_LOST) from lost


class _TaskReader:
    """Reads files as tasks; what cannot be read is printed and counted."""

    def __init__(self, rules: str | None, language: Language) -> None:
        self.refused = 0
        self._rules = rules
        self._language = language

    def tasks(self, files: Iterable[str], source_format: str) -> Iterator[AnalysisTask]:
        """The tasks of all records in the files."""
        for entry in read_items(expand_paths(files), source_format, lambda _count: None):
            item = log_as_item(entry) if isinstance(entry, ForeignLog) else entry
            if isinstance(item, SourceProblem):
                self._refuse([item])
                continue
            try:
                deals = len(read_item(item, self._rules).record.deals)
            except SourceRefused as refused:
                self._refuse(refused.reasons)
                continue
            for first in range(0, deals, DEALS_AT_ONCE):
                yield AnalysisTask(item, first, min(first + DEALS_AT_ONCE, deals))

    def _refuse(self, reasons: list[SourceProblem]) -> None:
        self.refused += 1
        lines = [f"{unreadable_line(reason, self._language)}\n" for reason in reasons]
        write_to_stderr([line.encode(errors="replace") for line in lines])


ANALYSE: Final = Command(
    "analyse",
    Text(
        "Say of each deal which wins were missed: where a player could have forced to go out next, and how. "
        "Everything that is said is proven.",
        "各回で逃した上がりを示す。次の上がりを確定できたのはどこか、どう出せばよかったか。示す内容はすべて証明済み。",
    ),
    [
        FILES,
        FORMAT,
        OTHER_RULES,
        Option(
            "--json",
            Text("Print one deal a line as JSON.", "1回につき1行のJSONで出力する。"),
            into="as_json",
            is_flag=True,
        ),
        Option(
            "--positions",
            Text(
                f"Look at N positions for a question at most; {DEFAULT_POSITIONS} by default. More proves more.",
                f"ひとつの問いにつき調べる局面をN個までとする。既定値は{DEFAULT_POSITIONS}。多いほど多くを証明できる。",
            ),
            type=WholeNumber(1, MOST_POSITIONS),
            default=DEFAULT_POSITIONS,
        ),
        Option(
            "--jobs",
            Text("Use N processes; 1 by default.", "N個のプロセスで分担する。既定値は1。"),
            type=WholeNumber(1, MOST_JOBS),
            default=1,
        ),
    ],
    callback=analyse_games,
)
