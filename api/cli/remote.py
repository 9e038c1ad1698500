"""What calling a service over HTTP comes to where it does not do what it is asked."""

from collections.abc import Mapping
from typing import Any, Final

import click
import httpx

from api.cli.complaints import Complaint
from replay.text import Text

TOKEN_VARIABLE: Final = "DAIFU_TOKEN"


def address(context: click.Context, url: str) -> str:
    """The address of a service. Raises `Complaint` where it is none that could be called."""
    if url.startswith(("http://", "https://")):
        return url
    text = Text(
        f"--url: expected http://… or https://…, found {url}",
        f"--url：http://…かhttps://…が必要ですが、{url}とあります",
    )
    raise Complaint(text, context)


def refusal(answer: httpx.Response) -> Text:
    """Why a request was refused, as far as the answer is one of a service of ours."""
    answer.read()
    try:
        return of_problem(answer.json())
    except (ValueError, TypeError, KeyError):
        status = answer.status_code
        return Text(f"the address answers {status}, not as daifu does", f"daifuのサービスではない応答です（{status}）")


def of_problem(problem: Mapping[str, Any]) -> Text:
    """What a problem says, in the language that was asked for."""
    title, detail = problem["title"], problem["detail"]
    return Text(f"{title}: {detail}", f"{title}：{detail}")


def lost(url: str, error: Exception) -> Text:
    """That there is no connection, and why."""
    return Text(f"no connection to {url}: {error}", f"{url}に接続できません（{error}）")
