"""`daifu analyse`: what could have been, deal by deal: what is proven, what is estimated, what was luck or play."""

import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any, Final, NamedTuple

import click
import msgspec

from daifu.api.cli.check.pool import ProcessLost, map_in_processes
from daifu.api.cli.program import sentences
from daifu.api.cli.program.commands import ENCODING, FILES, FORMAT, JOBS, Command, Option, WholeNumber
from daifu.api.cli.program.output import (
    FAILED,
    CommandError,
    language_of,
    printable,
    progress_bar,
    write_bytes,
    write_text,
    write_to_stderr,
)
from daifu.api.cli.program.rule_choice import OTHER_RULES, other_rules
from daifu.api.cli.program.sentences import player_names, source_place, unreadable_line
from daifu.api.installation import is_compiled
from daifu.api.languages import Language, comma_separated, say, with_heading
from daifu.api.views.analysis import (
    ResultScale,
    TurningPoint,
    hand_value,
    positions_left_out,
    result_scale,
    turning_points,
)
from daifu.replay.analysis.deals import DEFAULT_POSITIONS, SEED, Effort, effort_of
from daifu.replay.analysis.estimates import ENOUGH
from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from daifu.replay.analysis.worlds import HIDDEN
from daifu.replay.match import Record
from daifu.replay.text import Text
from daifu.schemas.analysis import (
    ChoiceAnalysis,
    DealAnalysis,
    MissedWinAnalysis,
    PlayerLuckAnalysis,
    analysis_json,
    deal_analyses,
)
from daifu.schemas.answer import Text as Sentence
from daifu.schemas.record.rules import OtherRules
from daifu.schemas.sources.conversion import log_parts, read_item
from daifu.schemas.sources.files import expand_paths, read_items
from daifu.schemas.sources.items import ForeignLog, Item, SourceProblem, SourceRefused, log_items


class AnalysisPage:
    """The lines about the deals of a record."""

    def __init__(self, place: str, record: Record, language: Language) -> None:
        self._place = place
        self._record = record
        self._names = player_names(record.players)
        self._language = language

    def deal(self, deal: DealAnalysis) -> bytes:
        """A line about the deal, then its turning points, what was not tried and why, and what the cards were worth."""
        lines = [f"{self._place}: {say(self._summary(deal), self._language)}"]
        lines += [f"  {line}" for line in self._details(deal)]
        return "".join(f"{line}\n" for line in lines).encode(errors="replace")

    def _summary(self, deal: DealAnalysis) -> Text:
        """What was proven in a deal: at how many choices the player could force to go out next."""
        number, game = deal.deal + 1, self._record.rules.profile.name
        if deal.reason is not None:
            return Text(
                f"deal {number}, {game}: not tried: {deal.reason.en}",
                f"{number}回目、{game}：調べなかった（{deal.reason.ja}）",
            )
        verdicts = Counter(action.known.before for action in deal.actions)
        won, lost, unknown = verdicts[PROVEN], verdicts[REFUTED], verdicts[UNKNOWN]
        choices = sentences.counted(len(deal.actions), "choice")
        missed = sentences.counted(len(deal.missed_wins), "missed win")
        return Text(
            f"deal {number}, {game}: {missed}; {choices}: going out next could be forced at {won}, "
            f"prevented at {lost}, not known at {unknown}",
            f"{number}回目、{game}：逃した上がり{len(deal.missed_wins)}件。選択{len(deal.actions)}件のうち、"
            f"次の上がりを確定できた{won}件、ほかの人が防げた{lost}件、不明{unknown}件",
        )

    def _details(self, deal: DealAnalysis) -> Iterator[str]:
        language = self._language
        reasons = Counter(_as_text(action.known.reason) for action in deal.actions if action.known.reason is not None)
        for reason, number in reasons.items():
            yield say(Text(f"not tried at {number}: {reason.en}", f"調べなかった選択{number}件：{reason.ja}"), language)
        yield from (say(text, language) for text in _playouts_text(deal))
        for point in turning_points(deal):
            yield self._turning_point(deal.deal, point)
        for luck in deal.luck or ():
            result = luck_text(luck, self._scale(len(deal.luck or ())))
            yield with_heading(self._names[luck.player - 1], say(result, language), language)

    def _scale(self, players: int) -> ResultScale:
        return result_scale(players, self._record.rules.playouts.points)

    def _turning_point(self, deal: int, point: TurningPoint) -> str:
        """The action, its player, and what would have been better."""
        language = self._language
        action = (self._record.deals[deal].actions or [])[point.action]
        place = say(sentences.action(point.action + 1, printable(action.text)), language)
        who = comma_separated([place, self._names[point.player - 1]], language)
        if not isinstance(point, MissedWinAnalysis):
            return with_heading(who, say(loss_text(point, self._scale(len(point.before.places))), language), language)
        proven = (
            Text(
                "proven: they had a sure way to go out next, without knowing the other hands",
                "証明済み。ほかの人の手札が何であっても、次に上がれた",
            )
            if point.view == HIDDEN
            else Text(
                "proven: knowing all hands, they had a sure way to go out next",
                "証明済み。全員の手札がわかっていれば、ほかの人がどう応じても次に上がれた",
            )
        )
        line = comma_separated((act for act in point.line if not act.endswith(" -")), language)  # without passes
        return with_heading(who, with_heading(say(proven, language), line, language), language)


def _as_text(sentence: Sentence) -> Text:
    return Text(sentence.en, sentence.ja)


def _playouts_text(deal: DealAnalysis) -> Iterator[Text]:
    """How the deal was estimated, or why it was not."""
    if deal.reason is not None:
        return
    if deal.estimates is not None:
        playouts, seed, positions = deal.estimates.playouts, deal.estimates.seed, len(deal.estimates.positions)
        left_out = positions_left_out(deal)
        unknown = (
            Text(
                f"; nothing is known of {left_out} of {positions} positions", f"。局面{positions}のうち{left_out}は不明"
            )
            if left_out
            else Text("", "")
        )
        yield Text(
            f"estimated by {sentences.counted(playouts, 'playout')} each, seed {seed}{unknown.en}",
            f"各{playouts}回のプレイアウトで推定、シード{seed}{unknown.ja}",
        )
    if deal.no_estimates is not None:
        yield Text(f"not estimated: {deal.no_estimates.en}", f"推定なし：{deal.no_estimates.ja}")
    elif deal.no_luck is not None:
        yield Text(f"luck and play not known: {deal.no_luck.en}", f"運とプレイは不明：{deal.no_luck.ja}")


def loss_text(choice: ChoiceAnalysis, scale: ResultScale) -> Text:
    """What the best other action would have been worth, what was played, and by which chances they differ."""
    best, taken = choice.others[0], choice.taken
    better, worse = scale.worth(best.chances.value), scale.worth(taken.chances.value)
    loss, error = scale.difference(choice.loss), scale.error(choice.loss_error)
    why = Text("", "")
    if scale.has_places:
        # The chances of the first and of the last place.
        pairs = [(best.chances.places[place], taken.chances.places[place]) for place in (0, -1)]
        (first, first_played), (last, last_played) = pairs
        why = Text(
            f"; first {first:.0%} instead of {first_played:.0%}, last {last:.0%} instead of {last_played:.0%}",
            f"。1位は{first_played:.0%}でなく{first:.0%}、最下位は{last_played:.0%}でなく{last:.0%}",
        )
    action = printable(best.action)
    return Text(
        f"estimated: {action} gives {better.en}, what was played {worse.en} ({loss}, error {error}){why.en}",
        f"推定では{action}なら{better.ja}、実際は{worse.ja}（{loss}、誤差{error}）{why.ja}",
    )


def luck_text(luck: PlayerLuckAnalysis, scale: ResultScale) -> Text:
    """What seat and cards of a player were worth, what the player got, and the parts of the result."""
    worth, result = scale.worth(hand_value(luck)), scale.result(luck.result)
    cards, seat, play = map(scale.difference, (luck.cards, luck.seat, luck.play))
    error = scale.error(luck.error)
    return Text(
        f"the deal was worth {worth.en}, they got {result.en}: cards {cards}, seat {seat}, play {play} (error {error})",
        f"配られた時点の見込みは{worth.ja}、結果は{result.ja}：手札{cards}、席{seat}、プレイ{play}（誤差{error}）",
    )


DEALS_AT_ONCE: Final = 4
"""How many deals a process takes at a time. It replays those before them: fewer deals are replayed more often, and
more leave processes idle at the end of a short record."""
MOST_POSITIONS: Final = 10_000_000
"""This number of positions takes one to two gigabytes."""
MOST_PLAYOUTS: Final = 1_000_000


class AnalysisOptions(NamedTuple):
    """How deals are analysed and printed: by `other` rules or their own, as JSON or in a language."""

    as_json: bool
    language: Language
    positions: int
    playouts: int
    seed: int
    other: OtherRules | None

    @property
    def effort(self) -> Effort | None:
        """How estimates are made, None for proofs alone."""
        return effort_of(self.playouts, self.seed)


class AnalysisTask(NamedTuple):
    """Some deals of a record: from number `first`, counted from 0, up to the one before `last`."""

    item: Item
    first: int
    last: int


def analyse_task(options: AnalysisOptions, task: AnalysisTask) -> list[bytes]:
    """The output about each deal of a task."""
    item = task.item
    record = read_item(item, options.other).record
    analyses = deal_analyses(record, task.first, task.last, options.positions, options.effort)
    if options.as_json:
        return [_json_line(item, analysis) for analysis in analyses]
    page = AnalysisPage(source_place(item.file, item.line), record, options.language)
    return [page.deal(analysis) for analysis in analyses]


def _json_line(item: Item, analysis: DealAnalysis) -> bytes:
    source = msgspec.json.encode({"file": item.file, "line": item.line})
    return analysis_json(analysis).removesuffix(b"}") + b',"source":' + source + b"}\n"


def analyse_games(
    files: tuple[str, ...],
    source_format: str,
    codec: str,
    jobs: int,
    **chosen: Any,  # noqa: ANN401 - see `OTHER_RULES` and `AnalysisOptions`
) -> int:
    """Analyse every deal in the files, and print what was found of each as soon as it is."""
    language = language_of()
    options = AnalysisOptions(language=language, other=other_rules(chosen), **chosen)
    reader = _TaskReader(options.other, language)
    write = write_bytes if options.as_json else write_text
    quiet = options.as_json and sys.stdout.isatty()
    if sys.stderr.isatty() and not is_compiled():
        slow = Text(
            "the plain engine runs, which takes about fourteen times as long as the compiled one; `make compile` "
            "builds that",
            "通常版エンジンで動いています。コンパイル版（`make compile`）より14倍ほど時間がかかります",
        )
        click.echo(f"daifu: {say(slow, language)}", err=True)
    with (
        progress_bar(Text("analysing", "解析中"), None, "count", quiet=quiet) as watch,
        closing(_outputs(options, reader.tasks(files, source_format, codec), jobs)) as outputs,
    ):
        for output in outputs:
            write(output)
            sys.stdout.flush()
            watch.advance(len(output))
    return FAILED if reader.refused else 0


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

    def __init__(self, other: OtherRules | None, language: Language) -> None:
        self.refused = 0
        self._other = other
        self._language = language

    def tasks(self, files: Iterable[str], source_format: str, codec: str) -> Iterator[AnalysisTask]:
        """The tasks of all records in the files."""
        for entry in read_items(expand_paths(files), source_format, lambda _count: None, codec):
            for item in log_items(entry) if isinstance(entry, ForeignLog) else (entry,):
                yield from self._tasks_of(item)

    def _tasks_of(self, item: Item | SourceProblem) -> Iterator[AnalysisTask]:
        if isinstance(item, SourceProblem):
            self._refuse([item])
            return
        try:
            record, notices = read_item(item, self._other)
        except SourceRefused as refused:
            parts = log_parts(item)
            for part in parts:
                yield from self._tasks_of(part)
            if not parts:
                self._refuse(refused.reasons)
            return
        place, deals = source_place(item.file, item.line), len(record.deals)
        lines = [f"{place}: {say(sentences.notice(notice), self._language)}\n" for notice in notices]
        write_to_stderr([line.encode(errors="replace") for line in lines])
        for first in range(0, deals, DEALS_AT_ONCE):
            yield AnalysisTask(item, first, min(first + DEALS_AT_ONCE, deals))

    def _refuse(self, reasons: list[SourceProblem]) -> None:
        self.refused += 1
        lines = [f"{unreadable_line(reason, self._language)}\n" for reason in reasons]
        write_to_stderr([line.encode(errors="replace") for line in lines])


ANALYSE: Final = Command(
    "analyse",
    Text(
        "Say of each deal what would have been better: the wins that were missed, which are proven, and the largest "
        "losses by an estimate; and how much of each result was cards and how much play.",
        "各回について、どう出せばよかったかを示す。逃した上がり（証明済み）、推定で損の大きかった手、"
        "結果のうちの手札とプレイの分。",
    ),
    [
        FILES,
        FORMAT,
        ENCODING,
        *OTHER_RULES,
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
            "--playouts",
            Text(
                f"Estimate by N playouts of each position and action; {ENOUGH} by default, 0 for proofs alone. "
                "More make the errors smaller.",
                f"局面と行動ごとにN回のプレイアウトで推定する。既定値は{ENOUGH}、0なら証明だけ。多いほど誤差が小さい。",
            ),
            type=WholeNumber(0, MOST_PLAYOUTS),
            default=ENOUGH,
        ),
        Option(
            "--seed",
            Text(
                f"The seed of the playouts; {SEED} by default. The same seed gives the same numbers.",
                f"プレイアウトの乱数のシード。既定値は{SEED}。同じシードなら同じ数値になる。",
            ),
            type=WholeNumber(0),
            default=SEED,
        ),
        JOBS,
    ],
    callback=analyse_games,
)
