"""`daifu explain` and `daifu what-if`: which local rules explain a record, and what other rules would have changed."""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

import msgspec

from daifu.api.cli.program.commands import ENCODING, FILE, FORMAT, LINE, Command, Option
from daifu.api.cli.program.output import UsageError, language_of, write_bytes, write_text
from daifu.api.cli.program.rule_choice import OTHER_RULES, other_rules
from daifu.api.cli.program.sentences import tell_notices
from daifu.api.languages import Language, say
from daifu.replay.text import Text, joined
from daifu.schemas.explanation import ExplainingRules, Explanations, FaultLeft, explain_record
from daifu.schemas.record.errors import RecordRefused
from daifu.schemas.report_changes import DIFFERING, WhatIf, compare_records
from daifu.schemas.sources.conversion import read_item, read_log, read_raw_item, refuse_record
from daifu.schemas.sources.files import pick_item


def explain_game(file: str, source_format: str, codec: str, line: int | None, *, as_json: bool) -> None:
    """Print the smallest sets of local rules under which a record has no fault."""
    language = language_of()
    item = pick_item(file, source_format, line, codec)
    raw, notices = read_log(item, read_raw_item)
    tell_notices(item, notices)
    try:
        found = explain_record(msgspec.json.encode(raw))
    except RecordRefused as refused:
        raise refuse_record(item, refused) from refused
    if as_json:
        write_bytes([msgspec.json.encode(found), b"\n"])
    else:
        write_text(f"{one}\n".encode() for one in _lines(found, language))


def _lines(found: Explanations, language: Language) -> Iterator[str]:
    deals, trials = found.deals, found.trials
    heading = (
        Text(
            f"Local rules that explain the play of {deals} deals ({trials} sets tried):",
            f"{deals}回の経過を説明するローカルルール（{trials}通りを試行）：",
        )
        if found.explanations
        else Text(
            f"Nothing explains the play of {deals} deals ({trials} sets tried); these rules go furthest:",
            f"{deals}回の経過を説明するルールは見つかりませんでした（{trials}通りを試行）。最も先まで説明できるもの：",
        )
    )
    yield say(heading, language)
    for number, one in enumerate(found.explanations, 1):
        yield ""
        yield from _explanation_lines(f"{number}. ", one, language)
    if found.nearest is not None:
        yield from _explanation_lines("", found.nearest, language)
    if found.stopped is not None:
        yield say(_fault_text(found.stopped), language)
    if found.left:
        yield ""
        yield say(Text("No rule explains:", "どのルールでも説明できないこと："), language)
        yield from (f"  {say(_fault_text(one), language)}" for one in found.left)


def _explanation_lines(mark: str, one: ExplainingRules, language: Language) -> Iterator[str]:
    names = [say(Text(rule.name.en, rule.name.ja), language) for rule in one.rules]
    none = say(Text("the base game, without local rules", "ローカルルールのない基本のルール"), language)
    yield mark + (say(Text(", ", "、"), language).join(names) or none)
    for rule in one.rules:
        yield from (f"   {say(Text(said.en, said.ja), language)}" for said in rule.sentences)
    yield f"   {msgspec.json.encode(one.options).decode()}"


def _fault_text(left: FaultLeft) -> Text:
    fault, said = left.fault, left.fault.message
    if fault.action is None:
        return Text(f"deal {left.deal}: {said.en}", f"{left.deal}回目：{said.ja}")
    number = fault.action + 1
    return Text(f"deal {left.deal}, action {number}: {said.en}", f"{left.deal}回目、行動{number}：{said.ja}")


def show_what_if(
    file: str,
    source_format: str,
    codec: str,
    line: int | None,
    *,
    as_json: bool,
    **asked: Any,  # noqa: ANN401 - see `OTHER_RULES`
) -> None:
    """Print what would have been different if a game had been played by other rules."""
    language = language_of()
    other = other_rules(asked)
    if other is None:
        missing = Text("--rules, --options or --house is missing", "--rules、--options、--houseのどれかが必要です")
        raise UsageError(missing)
    item = pick_item(file, source_format, line, codec)
    own, notices = read_log(item, read_item)
    tell_notices(item, notices)
    there, _notices = read_log(item, partial(read_item, other=other))
    found = compare_records(own, there)
    if as_json:
        write_bytes([msgspec.json.encode(found), b"\n"])
    else:
        write_text(f"{say(one, language)}\n".encode() for one in _differences(found))


def _differences(found: WhatIf) -> Iterator[Text]:
    if found.unasked:
        en, ja = joined(Text(one.name.en, one.name.ja) for one in found.unasked)
        yield Text(f"not asked for by this game: {en}", f"このゲームにはないローカルルール：{ja}")
    if not found.places:
        yield Text("nothing at the table", "場の進行は変わらない")
    for place in found.places:
        en, ja = joined(DIFFERING[part] for part in place.parts)
        if place.action is None:
            yield Text(f"deal {place.deal}, before play: {en}", f"{place.deal}回目、開始前：{ja}")
        else:
            number = place.action + 1
            yield Text(
                f"deal {place.deal}, action {number} ({place.text}): {en}",
                f"{place.deal}回目、行動{number}（{place.text}）：{ja}",
            )
    if found.more:
        yield Text("… and more", "…ほか")


WHAT_IF: Final = Command(
    "what-if",
    Text(
        "Show what other rules would have changed in a game: where its table would have been another one, action by "
        "action.",
        "別のルールなら何が変わったかを示す：場が違ってくる行動を順に並べる。",
    ),
    [
        FILE,
        FORMAT,
        ENCODING,
        LINE,
        *OTHER_RULES,
        Option("--json", Text("Print JSON.", "JSONで出力する。"), into="as_json", is_flag=True),
    ],
    callback=show_what_if,
)

EXPLAIN: Final = Command(
    "explain",
    Text(
        "Find the local rules that explain a game: the smallest sets under which it has no fault, the more common "
        "rules first. The first 20 deals are looked at.",
        "対局を説明するローカルルールを探す：反則がなくなる最も少ないルールの組を、よく使われるものから示す。"
        "最初の20回までを調べる。",
    ),
    [
        FILE,
        FORMAT,
        ENCODING,
        LINE,
        Option("--json", Text("Print JSON.", "JSONで出力する。"), into="as_json", is_flag=True),
    ],
    callback=explain_game,
)
