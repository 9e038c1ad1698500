"""Sheets of results: one is chosen, what would come of it is shown and asked, and it is stored as it was seen."""

import base64
import binascii
import zlib
from collections.abc import Mapping
from typing import Any, Final

from flask import Response, request
from werkzeug.datastructures import MultiDict

from daifu.api.http import problem_types
from daifu.api.http.access import current_author, requires_read_access, requires_role
from daifu.api.http.errors import HttpProblem
from daifu.api.http.resources.imports import LARGEST_SENT
from daifu.api.http.resources.records import readable_record
from daifu.api.http.services import services
from daifu.api.web.entry.rules_forms import RulesForm, fields_of_rules, read_rules, rules_form
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import page, uncached, uncached_page
from daifu.data.rulebooks.rules import load_rulebook
from daifu.data.sheets import SheetPreview, kept_columns, preview_sheet, store_sheet
from daifu.data.store.values import SCOREKEEPER
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.text import Text
from daifu.schemas.sheets.grid import SheetRefused
from daifu.schemas.sheets.layout import LAYOUTS, Columns, read_columns, write_columns
from daifu.schemas.sheets.writing import SHEET_TYPES, TEMPLATE_TYPES, results_of, template, write_sheet

_FIELDS: Final = ("rules", "layout", "date_order", "year")
_NEW: Final = "new"
OPTIONS_OF: Final = "options_of"
"""The field that names the game whose options the form has."""
_ANSWER: Final = "name-"
_CHANGED: Final = Text(
    "The sheet would now come in otherwise than you saw it. Please look again.",
    "確認したときと取り込む内容が変わりました。もう一度確かめてください。",
)


def show_sheets() -> Response:
    """Show the form that takes a sheet."""
    return _form(Columns())


@requires_role(SCOREKEEPER)
def send_sheet() -> Response:
    """Show what would come of a sheet, or store it if it is what was seen."""
    file, data = _sent_sheet()
    columns = Columns()
    try:
        columns = _columns()
        preview = preview_sheet(
            services().store, data, columns, sheet=request.form.get("sheet") or None, largest=LARGEST_SENT
        )
    except SheetRefused as refused:
        return uncached(_form(columns, problem=refused.text))
    reading = preview.reading
    wanted = request.form.get("digest") if "store" in request.form else None
    if wanted == reading.digest and reading.may_be_stored(partly="partly" in request.form):
        stored = list(store_sheet(services().store, current_author(), reading, file))
        return uncached_page("sheets.html", stored=stored, problem=None, **_values(reading.columns))
    problem = _CHANGED if wanted is not None and wanted != reading.digest else None
    return uncached(_preview_page(file, data, columns, preview, problem))


@takes_fields("players", "type")
def send_template() -> Response:
    """Send an empty sheet for the players that the query names, one a line or between commas."""
    text = request.args.get("players", "").replace("、", ",").replace("\n", ",")
    names = list(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    kind = request.args.get("type", "xlsx")
    if kind not in TEMPLATE_TYPES:
        known = ", ".join(TEMPLATE_TYPES)
        raise HttpProblem(
            problem_types.BAD_REQUEST, Text(f"type: expected one of {known}", f"type：{known}のどれかが必要です")
        )
    answer = Response(template(names, kind), mimetype=TEMPLATE_TYPES[kind])
    answer.headers["Content-Disposition"] = f'attachment; filename="results.{kind}"'
    return answer


@requires_read_access
@takes_fields("layout", "type")
def send_results(id: int) -> Response:
    """Send the results of a game as a sheet, in layout L as CSV unless the query asks for others."""
    layout, kind = request.args.get("layout", "L"), request.args.get("type", "csv")
    found = next((one for one in LAYOUTS if one == layout), None)
    if found is None or kind not in SHEET_TYPES:
        layouts, kinds = ", ".join(LAYOUTS), ", ".join(SHEET_TYPES)
        raise HttpProblem(
            problem_types.BAD_REQUEST,
            Text(
                f"expected a layout of {layouts} and a type of {kinds}",
                f"layoutは{layouts}、typeは{kinds}のどれかが必要です",
            ),
        )
    stored = readable_record(id)
    answer = Response(
        write_sheet(results_of([(stored.record, stored.report)]), found, kind), content_type=SHEET_TYPES[kind]
    )
    answer.headers["Content-Disposition"] = f'attachment; filename="game-{id}.{kind}"'
    return answer


def _form(columns: Columns, problem: Text | None = None) -> Response:
    return page("sheets.html", problem=problem, **_values(columns))


def _values(columns: Columns) -> dict[str, Any]:
    return {
        "books": [load_rulebook(name) for name in PROFILES],
        "layouts": LAYOUTS,
        "columns": columns,
        "map": base64.b64encode(write_columns(columns)).decode(),
        "map_text": write_columns(columns).decode(),
    }


def _preview_page(file: str, data: bytes, columns: Columns, preview: SheetPreview, problem: Text | None) -> Response:
    return page(
        "sheets.html",
        preview=preview,
        problem=problem,
        file=file,
        # The sheet goes with the form: nothing is kept here of one that is never stored.
        kept=base64.b64encode(zlib.compress(data)).decode(),
        partly="partly" in request.form,
        sheet=request.form.get("sheet", ""),
        new=_NEW,
        form=_rules_of(preview.reading.columns),
        options_of=OPTIONS_OF,
        **_values(columns),
    )


def _chosen_rules(columns: Columns, found: Mapping[str, object]) -> dict[str, object]:
    """What the form says of the options or the house rules of its game; those of another game are forgotten."""
    rules = found.get("rules", columns.rules)
    if rules not in PROFILES or request.form.get(OPTIONS_OF) != rules:
        return {} if rules == columns.rules else {"options": {}, "house": None}
    chosen = read_rules(str(rules), request.form)
    return {"options": chosen.options, "house": chosen.house}


def _rules_of(columns: Columns) -> RulesForm | None:
    """What the form asks about the game of a sheet, None where no game is known."""
    if columns.rules is None or columns.rules not in PROFILES:
        return None
    house = f"{columns.house.id}@{columns.house.version}" if columns.house else ""
    return rules_form(columns.rules, MultiDict(fields_of_rules(columns.rules, columns.options, house)))


def _sent_sheet() -> tuple[str, bytes]:
    """The name and the bytes of the sheet: of a file, of pasted text, or as the form before has kept it."""
    sent = request.files.get("file")
    if sent is not None and sent.filename:
        return sent.filename, sent.stream.read(LARGEST_SENT.bytes + 1)
    if kept := request.form.get("kept"):
        try:
            packed = base64.b64decode(kept, validate=True)
            # As far as a sheet may be long, and a byte more, by which one that is too long is known.
            return request.form.get("name", ""), zlib.decompressobj().decompress(packed, LARGEST_SENT.bytes + 1)
        except (binascii.Error, zlib.error):
            detail = Text(
                "the sheet is no longer there; please choose the file again",
                "成績表が失われました。ファイルをもう一度選んでください",
            )
            raise HttpProblem(problem_types.BAD_REQUEST, detail) from None
    return "", request.form.get("text", "").encode()


def _columns() -> Columns:
    """What the map, kept or sent, and the fields of the form say of the sheet. Raises `SheetRefused`."""
    form = request.form
    event = form.get("event", "").strip()
    sent = request.files.get("map_file")
    columns = Columns()
    if sent is not None and sent.filename:
        columns = read_columns(sent.stream.read())
    elif kept := form.get("map"):
        columns = read_columns(kept.encode())
    elif event:
        columns = kept_columns(services().store, event) or columns
    answers = {name.removeprefix(_ANSWER): form[name] for name in form if name.startswith(_ANSWER) and form[name]}
    found: dict[str, object] = {name: form[name].strip() for name in _FIELDS if form.get(name, "").strip()}
    if "kept" in form:  # the form showed what is said so far, so that an empty field takes it back
        found = {**dict.fromkeys(_FIELDS), **found, "lowest_wins": "lowest_wins" in form}
    elif "lowest_wins" in form:
        found["lowest_wins"] = True
    columns = columns.changed({**found, **_chosen_rules(columns, found)})
    columns.names |= {name: name if answer == _NEW else answer.removeprefix("=") for name, answer in answers.items()}
    if event:
        columns.event = {**columns.event, "name": event}
    return columns
