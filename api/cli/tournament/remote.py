"""The tournaments of a service: their logs come over HTTP, and what these come to is worked out here."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Final

import click
import httpx
import msgspec

from api.cli.printable import printable
from api.cli.remote import lost, refusal
from api.cli.sending import SendingEnded
from api.cli.tournament.books import Kept, Listed, Stranded
from api.cli.tournament.listening import listen
from api.languages import Language, say
from data.tournaments.changes import AnyChange, Created
from data.tournaments.log import Entry, LogBroken, change_json, fold, read_change
from replay.text import Text

TOURNAMENTS: Final = "/v1/tournaments"
_PATIENCE: Final = httpx.Timeout(10.0, read=120.0)
_JSON: Final = {"Content-Type": "application/json"}
_LONGEST: Final = {"limit": 500}


class RemoteBooks:
    """The tournaments of a service at an address, as the holder of a token keeps them."""

    def __init__(self, url: str, token: str, language: Language) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._url = url.rstrip("/")
        self._client = httpx.Client(timeout=_PATIENCE, headers={**headers, "Accept-Language": language})
        self._language = language

    def create(self, change: Created, reason: str | None) -> int:
        """Begin a tournament. Raises `SendingEnded`."""
        answer = self._call("POST", "", content=change_json(change), headers=_JSON, params=_why(reason))
        with _understood():
            return int(answer.json()["id"])

    def append(self, tournament: int, changes: Sequence[AnyChange], expected: int, reason: str | None) -> int:
        """Make changes. Raises `SendingEnded`."""
        content = b"[%b]" % b",".join(map(change_json, changes))
        headers = {**_JSON, "If-Match": f'"{expected}"'}
        answer = self._call("POST", f"/{tournament}/changes", content=content, headers=headers, params=_why(reason))
        with _understood():
            return int(answer.json()["version"])

    def listed(self) -> Iterator[Listed]:
        """All tournaments, page by page. Raises `SendingEnded`."""
        with _understood():
            for page in self._pages("", {}):
                yield from map(_listed, page["tournaments"])

    def present(self, tournament: int) -> Kept:
        """A tournament as it is. Raises `SendingEnded`."""
        with _understood():
            entries = list(self.log(tournament))
            return Kept(entries[-1].number, fold(entries))

    def log(self, tournament: int) -> Iterator[Entry]:
        """Its log, page by page. Raises `SendingEnded`."""
        with _understood():
            for page in self._pages(f"/{tournament}/log", _LONGEST):
                yield from map(_entry, page["entries"])

    def follow(self, tournament: int, after: int) -> Iterator[Entry]:
        """The entries behind one, as the service sends them. Raises `SendingEnded`."""
        with _understood():
            for told in listen(self._client, f"{self._url}{TOURNAMENTS}/{tournament}/events", after, self._tell):
                yield _entry(json.loads(told))

    def stranded(self, tournament: int) -> tuple[list[Stranded], list[int]]:
        """The records that have not landed. Raises `SendingEnded`."""
        with _understood():
            told = self._call("GET", f"/{tournament}/landing").json()
            return list(map(_stranded, told["problems"])), told["unlanded"]

    def attempt(self, tournament: int, record: int, reason: str | None) -> Stranded | None:
        """Let a record land. Raises `SendingEnded`."""
        content = json.dumps({"records": [record]})
        path = f"/{tournament}/landing"
        with _understood():
            answer = self._call("POST", path, content=content, headers=_JSON, params=_why(reason))
            [landing] = answer.json()["landings"]
            return None if landing["problem"] is None else _stranded(landing["problem"])

    def land(self, tournament: int, record: int, reason: str | None) -> int:
        """Let a record land. Raises `SendingEnded`."""
        with _understood():
            return int(self._call("PUT", f"/{tournament}/landing/{record}", params=_why(reason)).json()["version"])

    def dismiss(self, tournament: int, record: int) -> None:
        """Tell no more of it. Raises `SendingEnded`."""
        self._call("DELETE", f"/{tournament}/landing/{record}")

    def close(self) -> None:
        """Let the connections go."""
        self._client.close()

    def _tell(self, text: Text) -> None:
        """Let people know that they have to wait."""
        click.echo(f"daifu: {printable(say(text, self._language))}", err=True)

    def _pages(self, path: str, params: dict[str, Any]) -> Iterator[dict[str, Any]]:
        """The pages of something long, as each leads to the next."""
        answer = self._call("GET", path, params=params)
        yield answer.json()
        while following := answer.links.get("next"):
            answer = self._answer("GET", str(answer.url.join(following["url"])))
            yield answer.json()

    def _call(self, method: str, path: str, **sent: Any) -> httpx.Response:  # noqa: ANN401 - httpx's own
        return self._answer(method, f"{self._url}{TOURNAMENTS}{path}", **sent)

    def _answer(self, method: str, url: str, **sent: Any) -> httpx.Response:  # noqa: ANN401 - httpx's own
        try:
            answer = self._client.request(method, url, **sent)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise SendingEnded(lost(self._url, error)) from error
        if not answer.is_success:
            raise SendingEnded(refusal(answer))
        return answer


@contextmanager
def _understood() -> Iterator[None]:
    """Inside, an answer is read as a service of ours would have written it. Raises `SendingEnded` where it is not."""
    try:
        yield
    except (ValueError, TypeError, LookupError, msgspec.MsgspecError, LogBroken) as error:
        text = Text("the address answers, but not as daifu does", "daifuのサービスではない応答です")
        raise SendingEnded(text) from error


def _listed(told: dict[str, Any]) -> Listed:
    """A tournament as lists of answers show it."""
    changed = datetime.fromisoformat(told["changed_at"])
    return Listed(told["id"], told["version"], told["name"], told["rules"], told["finished"], changed)


def _why(reason: str | None) -> dict[str, str]:
    return {} if reason is None else {"reason": reason}


def _entry(told: dict[str, Any]) -> Entry:
    """An entry as answers tell it."""
    at = int(datetime.fromisoformat(told["at"]).timestamp())
    change = read_change(json.dumps(told["change"]))
    return Entry(number=told["number"], at=at, author=told["author"], reason=told["reason"], change=change)


def _stranded(told: dict[str, Any]) -> Stranded:
    return Stranded(told["record"], told["revision"], Text(**told["message"]))
