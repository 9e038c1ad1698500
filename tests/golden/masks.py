"""What differs between two runs, masked.

That is: times and days since the run began, secrets, ids of requests, speeds, sizes of stores, and addresses of
services. Times before and long after are content, such as those of stores of earlier versions.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Final

BEGAN: Final = datetime.now(UTC) - timedelta(seconds=2)
LONGEST: Final = timedelta(days=1)
"""How long a run may take."""

_TIME: Final = re.compile(
    r"(?<![\d-])\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:\d\d)?(?![\d:-])"
)
"""A day, or a time to the minute or to the second."""
_TOKEN: Final = re.compile(r"daifu_[0-9A-Za-z_-]{43}")
_ADDRESS: Final = re.compile(r"http://127\.0\.0\.1:\d+")
_REQUEST: Final = re.compile(r'("request_id": ?")[^"]+(")')
_SIZE: Final = re.compile(r"^(copy\.db[:：] ?)[\d,]+", re.MULTILINE)
_SPEED: Final = ("deals/s", "回/秒")


def masked(text: str) -> str:
    """A text with everything masked that differs between two runs."""
    text = _TIME.sub(_mask_time, text)
    text = _TOKEN.sub("daifu_" + "x" * 43, text)
    text = _ADDRESS.sub("http://127.0.0.1:PORT", text)
    text = _SIZE.sub(r"\1…", text)
    text = _REQUEST.sub(r"\1…\2", text)
    return _without_speeds(text) if any(speed in text for speed in _SPEED) else text


def _mask_time(found: re.Match[str]) -> str:
    text = found[0]
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        return text
    if ":" not in text:
        now = BEGAN.date() <= time.date() <= (BEGAN + LONGEST).date()
    else:
        shown = BEGAN if text.count(":") > 1 else BEGAN.replace(second=0, microsecond=0)
        now = shown <= (time if time.tzinfo else time.replace(tzinfo=UTC)) <= BEGAN + LONGEST
    return re.sub(r"\d", "0", text) if now else text


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
