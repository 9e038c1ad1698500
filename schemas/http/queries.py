"""What the queries of records may ask: how an upload is to be read, which records are wanted, and in what form."""

import re
from typing import Any, Final

import msgspec

from replay.faults import CATALOGUE
from replay.games.catalogue import PROFILES
from replay.text import Text
from schemas.http.fields import Asked, Given, day, flag, whole, word
from schemas.intake.item import AUTO, DAIFU, FORMATS
from schemas.shape.fields import is_object
from schemas.shape.wording import AN_OBJECT

PAGE: Final = 50
LARGEST_PAGE: Final = 500
REASON_LENGTH: Final = 500

_PROSE: Final = r"^[^\u0000]*[^\u0000\s][^\u0000]*$"
_CURSOR: Final = r"^[0-9a-f]{1,15}$"

_HOW_READ: Final = "The format of what is sent; `auto` tells it from how it begins."
_HOW_TOLD: Final = "The format that the record is wanted in."


def prose(most: int, description: str, **settings: Any) -> Given:  # noqa: ANN401 - of the field
    """A text of at most so many characters with something to see in it."""

    def read(value: object) -> str:
        if not isinstance(value, str) or len(value) > most or not re.fullmatch(_PROSE, value):
            raise ValueError(value)
        return value

    want = Text(f"a text of 1 to {most} characters", f"1〜{most}文字の文")
    shape = {"type": "string", "minLength": 1, "maxLength": most, "pattern": _PROSE}
    return Given(want, read, shape, description, **settings)


def same(description: str) -> Given:
    """A text that something has to be equal to, whatever it is."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise ValueError(value)  # noqa: TRY004 - what a field raises for anything unwanted
        return value

    return Given(Text("a text", "文字列"), read, {"type": "string"}, description)


def cursor() -> Given:
    """Where a page begins: the number of a record, as links write it."""

    def read(value: object) -> int:
        if not isinstance(value, str) or not re.fullmatch(_CURSOR, value):
            raise ValueError(value)
        return int(value, 16)

    want = Text("a cursor as the header Link has it", "Linkヘッダーにあるカーソル")
    description = "Where the page begins, as the header `Link` of the page before says."
    return Given(want, read, {"type": "string", "pattern": _CURSOR}, description)


def cursor_text(after: int) -> str:
    """The cursor of the page that begins behind this record."""
    return f"{after:x}"


def json_object(description: str) -> Given:
    """A JSON object as text."""

    def read(value: object) -> dict[str, Any]:
        try:
            found = msgspec.json.decode(value) if isinstance(value, str) else value
        except RecursionError as error:
            raise ValueError(value) from error
        if not is_object(found):
            raise ValueError(value)
        return found

    want = Text(f"{AN_OBJECT.en} in JSON", f"JSONの{AN_OBJECT.ja}")
    shape = {"type": "string", "contentMediaType": "application/json", "contentSchema": {"type": "object"}}
    return Given(want, read, shape, description)


class UploadQuery(Asked):
    """How an upload is to be read, and whether it is to be stored."""

    format = word((AUTO, *FORMATS), _HOW_READ, load_default=AUTO)
    dry_run = flag("Judge what is sent and store nothing.", load_default=False)


class BulkQuery(Asked):
    """How an upload in bulk is to be read."""

    format = word((AUTO, *FORMATS), _HOW_READ, load_default=AUTO)


class RecordQuery(Asked):
    """The form in which a record is wanted."""

    format = word(FORMATS, _HOW_TOLD, load_default=DAIFU)


class ReportQuery(Asked):
    """The rules by which a record is to be judged, where they are not its own."""

    rules = word(tuple(PROFILES), "Judge the record by the rules of this game instead of its own.")
    options = json_object("Options to choose instead of those of the record, as a JSON object.")


class ReasonQuery(Asked):
    """Why a record is changed."""

    reason = prose(REASON_LENGTH, "Why; the revision will tell it.", required=True)


Wishes: Final = Asked.from_dict(
    {
        "player": same("Only records in which the player with this id takes part."),
        "rules": word(tuple(PROFILES), "Only records of this game."),
        "tournament": same("Only records of the event with this name."),
        "legal": flag("Only records in which nothing worse than a notice was found, or only the others."),
        "fault": word(tuple(CATALOGUE), "Only records in which a fault of this code was found."),
        "from": day("Only records of events on this day or later."),
        "to": day("Only records of events on this day or earlier."),
        "withdrawn": flag("Only records that were withdrawn; without it only the others.", load_default=False),
    },
    name="Wishes",
)
"""Which records are wanted."""


class PageQuery(Wishes):  # type: ignore[misc, valid-type] # a class that marshmallow made
    """Which records are wanted, and which part of them."""

    limit = whole(1, LARGEST_PAGE, "How many records a page has at most.", load_default=PAGE)
    cursor = cursor()
