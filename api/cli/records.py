"""`daifu correct`, `withdraw`, `append` and `review`: a stored record is corrected, withdrawn, continued, analysed."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

import click
import msgspec

from daifu.api.cli.program.client import AUTHOR, TARGET, open_client, target_options
from daifu.api.cli.program.commands import ENCODING, FILE, FORMAT, LINE, Argument, Command, Option, WholeNumber
from daifu.api.cli.program.files import read_file
from daifu.api.cli.program.output import CommandError, language_of, printable, progress_bar, tell, write_bytes
from daifu.api.cli.program.sentences import (
    LEGAL,
    NOT_LEGAL,
    TOTALS,
    action,
    deal,
    fault_marks,
    notice,
    player_names,
    points_text,
    result_import_failed,
)
from daifu.api.client import ClientError
from daifu.api.client.client import Records
from daifu.api.client.connection import Json
from daifu.api.languages import Language, comma_separated, say, with_heading
from daifu.api.views.values import encode_json
from daifu.replay.match import Player
from daifu.replay.text import Text
from daifu.schemas.record.limits import LARGEST_INTEGER
from daifu.schemas.sources.conversion import read_log, read_raw_item
from daifu.schemas.sources.files import pick_item
from daifu.schemas.sources.items import SourceProblem, SourceRefused

_ARROW: Final = " → "
_BOTH: Final = ("before", "after")
_PLACES: Final = Text("places", "順位")
RECORD: Final = Argument(
    "record",
    Text("The number of the record.", "棋譜の番号。"),
    type=WholeNumber(1, LARGEST_INTEGER),
    metavar="RECORD",
)
WHY: Final = Option(
    "--reason",
    Text("The reason, which the history keeps; required.", "理由。履歴に残る。必ず指定する。"),
    metavar="TEXT",
    required=True,
)
REVISION: Final = Option(
    "--revision",
    Text(
        "Only if this is the latest revision of the record; by default, whatever its latest revision is.",
        "棋譜の最新の版がこの番号のときだけ行う。既定では、最新の版が何であっても行う。",
    ),
    into="expected",
    type=WholeNumber(1, LARGEST_INTEGER),
)


def correct_record(
    record: int,
    file: str,
    line: int | None,
    expected: int | None,
    reason: str,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Store the game in the file as the next revision of the record, and print what that changed."""
    replace = call.pop("replace")
    item = pick_item(file, call.pop("source_format"), line, call.pop("codec"))
    raw, notices = read_log(item, read_raw_item)
    language = language_of()
    with _open_records(call) as records:
        latest = expected or records.latest_revision(record)
        answer = records.correct(record, msgspec.json.encode(raw), expected=latest, reason=reason, replace=replace)
    for found in (*notices, *(Text(**told) for told in answer.get("notices", ()))):
        click.echo(f"{printable(file)}: {printable(say(notice(found), language))}", err=True)
    for text in correction_lines(answer, latest, language):
        click.echo(text)


def withdraw_record(
    record: int,
    expected: int | None,
    reason: str,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Withdraw the record."""
    language = language_of()
    with _open_records(call) as records:
        latest = expected or records.latest_revision(record)
        landings = records.withdraw(record, expected=latest, reason=reason)
    tell(Text(f"record {record} is withdrawn", f"棋譜{record}を取り下げました"))
    for line in _import_lines(landings, language):
        click.echo(line)


def append_deal(
    record: int,
    file: str,
    expected: int | None,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Add the deal in the file to the record, and print what was found in it."""
    content = read_file(file)
    language = language_of()
    with _open_records(call, file) as records:
        latest = expected or records.latest_revision(record)
        answer = records.add_deal(record, content, expected=latest)
        players = records.report(record)["players"]
    for text in added_deal_lines(answer, players, language):
        click.echo(text)


@contextmanager
def _open_records(call: dict[str, Any], file: str = "") -> Iterator[Records]:
    """The records of the store or service that the options name. Errors inside end the command with a sentence.

    Where something in the `file` is refused, there is a sentence for each place.
    """
    with open_client(**target_options(call, "author")) as client:
        try:
            yield client.records
        except ClientError as error:
            if not file or "errors" not in error.members:
                raise
            # What a service says is in the language of the client already.
            problems = [
                SourceProblem(file, 0, Text(one["detail"], one["detail"]), one.get("pointer", ""))
                for one in error.members["errors"]
            ]
            raise SourceRefused(problems) from error


def correction_lines(answer: Json, before: int, language: Language) -> Iterator[str]:
    """The lines about a corrected record: its revision, and what changed since the revision `before`."""
    record, revision = answer["id"], answer["revision"]
    if revision == before:
        yield say(Text(f"record {record}: nothing changed", f"棋譜{record}：変更はありません"), language)
        return
    yield say(_revision_text(record, revision), language)
    for line in _change_lines(answer["changes"], player_names(answer["report"]["players"]), language):
        yield f"  {line}"
    yield from _import_lines(answer.get("landings", ()), language)


def added_deal_lines(answer: Json, players: Sequence[Player], language: Language) -> Iterator[str]:
    """The lines about a deal that was added: its place, its points and its faults."""
    names, report = player_names(players), answer["report"]
    place = Text(f"deal {answer['deal']}", f"{answer['deal']}回目")
    yield with_heading(say(_revision_text(answer["id"], answer["revision"]), language), say(place, language), language)
    order = comma_separated((names[player - 1] for player in report["order"]), language)
    if order:
        yield "  " + with_heading(say(_PLACES, language), order, language)
    for fault in report["faults"]:
        yield f"  {_fault_text(fault, names, language)}"
    totals = [
        f"{name} {points_text(total)}" for name, total in zip(names, answer["totals"], strict=True) if total is not None
    ]
    if totals:
        yield "  " + with_heading(say(TOTALS, language), comma_separated(totals, language), language)
    yield from _import_lines(answer.get("landings", ()), language)


def _revision_text(record: int, revision: int) -> Text:
    return Text(f"record {record}, revision {revision}", f"棋譜{record}の第{revision}版")


def _change_lines(changes: Json, names: Sequence[str], language: Language) -> Iterator[str]:
    """The lines for the differences between two reports."""
    if verdict := changes.get("legal"):
        yield _ARROW.join(say(LEGAL if verdict[when] else NOT_LEGAL, language) for when in _BOTH)
    for heading, field in (
        (Text("new deals", "追加された回"), "added"),
        (Text("removed deals", "なくなった回"), "removed"),
    ):
        if numbers := changes.get(field):
            yield with_heading(say(heading, language), comma_separated(map(str, numbers), language), language)
    for found in changes.get("deals", ()):
        number = say(deal(found["deal"]), language)
        for line in _deal_change_lines(found, names, language):
            yield with_heading(number, line, language)
    if totals := changes.get("totals"):
        yield with_heading(say(TOTALS, language), _points_changes(totals, names, language), language)


def _deal_change_lines(found: Json, names: Sequence[str], language: Language) -> Iterator[str]:
    """The lines for what changed in a deal: places, points and faults."""
    if order := found.get("order"):
        places = (comma_separated((names[player - 1] for player in order[when]), language) or "-" for when in _BOTH)
        yield with_heading(say(_PLACES, language), _ARROW.join(places), language)
    if points := found.get("points"):
        yield with_heading(say(Text("points", "得点"), language), _points_changes(points, names, language), language)
    for heading, when in ((Text("no longer", "解消"), "gone"), (Text("new", "新規"), "come")):
        for fault in found.get("faults", {}).get(when, ()):
            yield with_heading(say(heading, language), _fault_text(fault, names, language), language)


def _points_changes(points: Json, names: Sequence[str], language: Language) -> str:
    """The points of each player for whom they changed, before and after."""
    both = zip(names, *(points[when] for when in _BOTH), strict=True)
    changed = ((name, before, after) for name, before, after in both if before != after)
    return comma_separated(
        (f"{name} {points_text(one)}{_ARROW}{points_text(other)}" for name, one, other in changed), language
    )


def _fault_text(fault: Json, names: Sequence[str], language: Language) -> str:
    """A fault of a report, with its action and its player."""
    parts = [] if fault["action"] is None else [say(action(fault["action"] + 1), language)]
    parts += [] if fault["player"] is None else [names[fault["player"] - 1]]
    marks = fault_marks(fault["code"], fault["severity"], fault["rule"], fault["resolution"], language)
    sentence = f"{printable(fault['message'][language])} {marks}"
    return with_heading(comma_separated(parts, language), sentence, language) if parts else sentence


def _import_lines(landings: Iterable[Json], language: Language) -> Iterator[str]:
    """The lines for the tournaments that a record concerns: what could not be taken over there, and what could."""
    for found in landings:
        record, tournament, problem = found["record"], found["tournament"], found["problem"]
        text = (
            result_import_failed(record, tournament, Text(**problem["message"]))
            if problem
            else Text(
                f"the results of tournament {tournament} follow the record", f"大会{tournament}の結果にも反映しました"
            )
        )
        yield f"  {printable(say(text, language))}"


def review_record(
    record: int,
    revision: int | None,
    **call: Any,  # noqa: ANN401 - as the options say
) -> None:
    """Print the analysis of the record, a line for each deal. It is ordered if it is not there."""
    last: Json = {}
    with (
        open_client(**target_options(call)) as client,
        progress_bar(Text("analysing", "解析中"), None, "count") as bar,
    ):

        def watch(job: Json) -> None:
            bar.advance((job["done"] or 0) - (last.get("done") or 0))
            last.update(job)

        found = client.records.analyse(record, revision=revision, watch=watch)
    if found is None:
        by = printable(last.get("cancelled_by") or "")
        raise CommandError(
            Text("the analysis failed; the log says why", "解析に失敗しました。理由はログにあります")
            if last["state"] == "failed"
            else Text(f"the analysis was cancelled by {by}", f"解析は{by}が取り消しました")
        )
    write_bytes(encode_json(deal) + b"\n" for deal in found["deals"])


CORRECT: Final = Command(
    "correct",
    Text(
        "Replace a stored record by the game in a file. What that changes is shown. Earlier revisions are kept. A "
        "record that was withdrawn is restored.",
        "保存した棋譜をファイルの対局で訂正し、何が変わったかを表示する。以前の版は残る。取り下げた棋譜は元に戻る。",
    ),
    [
        RECORD,
        FILE,
        FORMAT,
        ENCODING,
        LINE,
        WHY,
        REVISION,
        Option(
            "--replace",
            Text(
                "Replace the record by another game: needed if the rules change, or all of the players.",
                "別の対局に置き換える。規則か、プレイヤーの全員が変わるときに指定する。",
            ),
            is_flag=True,
        ),
        AUTHOR,
        *TARGET,
    ],
    callback=correct_record,
)
WITHDRAW: Final = Command(
    "withdraw",
    Text(
        "Withdraw a stored record: lists, statistics and tournaments no longer count it. `correct` restores it.",
        "保存した棋譜を取り下げる。一覧、統計、大会の対象から外れる。correctで元に戻せる。",
    ),
    [RECORD, WHY, REVISION, AUTHOR, *TARGET],
    callback=withdraw_record,
)
APPEND: Final = Command(
    "append",
    Text(
        "Add the next deal to a stored record while the evening is played.",
        "保存した棋譜に次の回を書き足す。対局を続けながら記録するときに使う。",
    ),
    [
        RECORD,
        Argument(
            "file",
            Text(
                "A file with one deal as JSON, as in the deals of a record, or - for standard input.",
                "1回分のJSONファイル（棋譜のdealsの要素と同じ形）。-は標準入力。",
            ),
            metavar="FILE",
        ),
        REVISION,
        AUTHOR,
        *TARGET,
    ],
    callback=append_deal,
)
REVIEW: Final = Command(
    "review",
    Text(
        "Print the analysis of a stored record as JSON, one deal a line. It is made and kept if it is not there yet.",
        "保存した棋譜の解析を、1回につき1行のJSONで出力する。まだなければ解析し、保存する。",
    ),
    [
        RECORD,
        Option(
            "--revision",
            Text("The revision; by default the latest one.", "版の番号。既定では最新の版。"),
            type=WholeNumber(1, LARGEST_INTEGER),
        ),
        *TARGET,
    ],
    callback=review_record,
)
