"""Results of evenings, as they are sent to the service: who played what, when, and how it ended."""

from typing import Any

from flask.testing import FlaskClient

from tests.support.uploads import Headers, Json, sent

COURT = ("Haru", "Natsu", "Aki", "Fuyu")


def evening(*orders: str, players: tuple[object, ...] = COURT, **fields: Any) -> Json:  # noqa: ANN401 - any JSON
    """An evening of The Great Dalmuti whose deals ended in these orders, such as "1324"."""
    deals = [{"result": {"order": list(map(int, order))}} for order in orders]
    return {"format": "daifu/1", "rules": "dalmuti", "players": list(players), "deals": deals, **fields}


def held(client: FlaskClient, headers: Headers, *orders: str, **fields: Any) -> str:  # noqa: ANN401
    """The address of such an evening, which is stored now."""
    answer = sent(client, headers, evening(*orders, **fields))
    assert answer.status_code == 201, answer.get_json()
    return answer.headers["Location"]


def friday(day: int) -> Json:
    """The event of a Friday court in July 2026."""
    return {"name": "Friday court", "date": f"2026-07-{day:02}"}
