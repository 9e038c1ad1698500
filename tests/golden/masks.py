"""What differs between two runs, masked.

That is: times since the run began, secrets, ids of requests, speeds, sizes of stores, and addresses of services.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

BEGAN: Final = datetime.now(UTC) - timedelta(seconds=2)
"""Times before are content: those of records, and of stores of earlier versions."""

_TIME: Final = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)")
_MINUTE: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(?![:\d])")
_TOKEN: Final = re.compile(r"daifu_[0-9A-Za-z_-]{43}")
_ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+")
_REQUEST: Final = re.compile(r'("request_id": ?")[^"]+(")')
_SIZE: Final = re.compile(r"^(copy\.db[:：] ?)[\d,]+", re.MULTILINE)
_SPEED: Final = ("deals/s", "回/秒")


def masked(text: str) -> str:
    """A text with everything masked that differs between two runs."""
    text = _TIME.sub(lambda found: _mask_time(found, BEGAN), text)
    text = _MINUTE.sub(lambda found: _mask_time(found, BEGAN.replace(second=0, microsecond=0, tzinfo=None)), text)
    text = _TOKEN.sub("daifu_" + "x" * 43, text)
    text = _ADDRESS.sub("http://127.0.0.1:PORT", text)
    text = _SIZE.sub(r"\1…", text)
    text = _REQUEST.sub(r"\1…\2", text)
    return _without_speeds(text) if any(speed in text for speed in _SPEED) else text


def _mask_time(found: re.Match[str], began: datetime) -> str:
    try:
        now = datetime.fromisoformat(found[0]) >= began
    except ValueError:
        return found[0]
    return re.sub(r"\d", "0", found[0]) if now else found[0]


def _without_speeds(text: str) -> str:
    """Cut the last column off the table that tells speeds, whose width depends on them."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if any(speed in line for speed in _SPEED):
            for place in range(max(number - 1, 0), min(number + 4, len(lines))):
                lines[place] = re.sub(r"[┳╇┃│┻┴╈┼╋┷](?=[^┳╇┃│┻┴╈┼╋┷]*[┓┃┩│┘┛]\s*$).*$", "", lines[place])
            if number > 1:
                lines[number - 2] = lines[number - 2].rstrip()  # the title is padded to the width of the table
    return "\n".join(lines)
