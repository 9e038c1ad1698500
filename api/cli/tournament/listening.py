"""The log of a tournament as a service sends it while it grows, also where connections break off."""

import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import httpx
from httpx_sse import ServerSentEvent, connect_sse

from api.cli.remote import lost, refusal
from api.cli.sending import SendingEnded
from replay.text import Text

FIRST_PAUSE: Final = 2.0
LONGEST_PAUSE: Final = 60.0
"""Seconds until the next try: twice as many each time, as long as nothing comes."""

_PATIENCE: Final = httpx.Timeout(10.0, read=60.0)
"""Signs of life come more often than that."""
_MEANWHILE: Final = frozenset({httpx.codes.REQUEST_TIMEOUT, httpx.codes.TOO_MANY_REQUESTS})


class _Interrupted(Exception):  # noqa: N818 - that it is interrupted is what there is to say
    """No events for the moment; `text` says why, and the service wants to be left alone for `rest` seconds."""

    def __init__(self, text: Text, rest: float = 0.0) -> None:
        super().__init__(text.en)
        self.text = text
        self.rest = rest


def listen(client: httpx.Client, url: str, after: int, tell: Callable[[Text], None]) -> Iterator[str]:
    """The entries behind one as the events at this address tell them, and those to come; it never ends.

    A connection that breaks off is told, and opened anew where it had come to. Raises `SendingEnded` where the service
    refuses for good.
    """
    pause = FIRST_PAUSE
    while True:
        rest = FIRST_PAUSE
        try:
            for event in _events(client, url, after):
                if event.data:
                    after, pause = int(event.id), FIRST_PAUSE
                    yield event.data
        except _Interrupted as interrupted:
            rest = max(pause, interrupted.rest)
            pause = min(2 * pause, LONGEST_PAUSE)
            tell(_again(interrupted.text, rest))
        time.sleep(rest)


def _events(client: httpx.Client, url: str, after: int) -> Iterator[ServerSentEvent]:
    """The events of one connection, behind that of an entry. Raises `_Interrupted` and `SendingEnded`."""
    headers: dict[str, Any] = {"Last-Event-ID": str(after)}
    try:
        with connect_sse(client, "GET", url, headers=headers, timeout=_PATIENCE) as source:
            if not source.response.is_success:
                raise _refused(source.response)
            yield from source.iter_sse()
    except httpx.HTTPError as error:
        raise _Interrupted(lost(url, error)) from error


def _refused(answer: httpx.Response) -> SendingEnded | _Interrupted:
    """What an answer means that is no stream of events: that this is the end, or that it is to be tried again."""
    text = refusal(answer)
    if answer.is_server_error or answer.status_code in _MEANWHILE:
        return _Interrupted(text, _seconds(answer.headers.get("Retry-After", "")))
    return SendingEnded(text)


def _seconds(told: str) -> float:
    return float(told) if told.isascii() and told.isdecimal() else 0.0


def _again(text: Text, rest: float) -> Text:
    return Text(f"{text.en}; trying again in {rest:g} s", f"{text.ja}。{rest:g}秒後に接続し直します")
