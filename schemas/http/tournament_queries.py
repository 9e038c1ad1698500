"""What may be asked about tournaments: which round, which version, which part of a log."""

from typing import Any, Final

from replay.text import Text
from schemas.http.fields import Asked, Given, flag, whole
from schemas.http.queries import LARGEST_PAGE, PAGE, REASON_LENGTH, cursor, prose

_MOST_ROUNDS: Final = 1_000
_LARGEST: Final = 10**15

_WHY: Final = "Why; the log will tell it."


def numbers(most: int, description: str, **settings: Any) -> Given:  # noqa: ANN401 - of the field
    """A list of numbers, each from 1."""

    def read(value: object) -> list[int]:
        if not isinstance(value, list) or not 1 <= len(value) <= most:
            raise ValueError(value)
        if any(not isinstance(one, int) or isinstance(one, bool) or not 1 <= one <= _LARGEST for one in value):
            raise ValueError(value)
        return value

    want = Text(f"a list of 1 to {most} numbers from 1", f"1以上の数を1〜{most}個並べた配列")
    one = {"type": "integer", "minimum": 1, "maximum": _LARGEST}
    shape = {"type": "array", "items": one, "minItems": 1, "maxItems": most}
    return Given(want, read, shape, description, **settings)


class WhyQuery(Asked):
    """Why a tournament is changed."""

    reason = prose(REASON_LENGTH, _WHY, load_default=None)


class ChangeQuery(WhyQuery):
    """Why a tournament is changed, and whether it is to be."""

    dry_run = flag("Tell what the changes would do to the standings, and make none.", load_default=False)


class VersionQuery(Asked):
    """As of which version a tournament is asked about."""

    version = whole(1, _LARGEST, "As of this entry of the log; by default the last one.", load_default=None)


class StandingQuery(VersionQuery):
    """Which standing is wanted."""

    stage = whole(1, _MOST_ROUNDS, "The stage; by default the last one.", load_default=None)
    round = whole(0, _MOST_ROUNDS, "After which round of it; by default the last that has begun.", load_default=None)
    announced = flag(
        "As it was when that round, by default the last one, was closed last, whatever has been corrected since.",
        load_default=False,
    )


class TournamentPageQuery(Asked):
    """Which tournaments are wanted."""

    limit = whole(1, LARGEST_PAGE, "How many tournaments a page has at most.", load_default=PAGE)
    cursor = cursor()


class LogQuery(Asked):
    """Which part of a log is wanted."""

    after = whole(0, _LARGEST, "Only entries behind the one with this number.", load_default=0)
    limit = whole(1, LARGEST_PAGE, "How many entries a page has at most.", load_default=PAGE)


class EventsQuery(Asked):
    """Where events begin."""

    after = whole(
        0,
        _LARGEST,
        "Begin behind the entry with this number; by default with what comes now. `Last-Event-ID` outranks it.",
        load_default=None,
    )


class RecordsBody(Asked):
    """Which records are to land."""

    records = numbers(LARGEST_PAGE, "The numbers of the records.", required=True)
