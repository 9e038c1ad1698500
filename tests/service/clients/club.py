"""A club's evening through the client that openapi-python-client makes of the contract: `club.py URL TOKEN`."""

import json
import sys
from io import BytesIO
from typing import TypeVar

from daifu_client import AuthenticatedClient
from daifu_client.api.bulk import add_records
from daifu_client.api.record import correct_record, read_record
from daifu_client.api.records import add_record, list_records
from daifu_client.api.statistics import read_profile_stats
from daifu_client.api.tournament_changes import change_tournament
from daifu_client.api.tournament_log import read_tournament_log
from daifu_client.api.tournaments import create_tournament
from daifu_client.models import (
    Corrected,
    Log,
    Page,
    ProfileStats,
    Record,
    Tournament,
    TournamentBeginning,
    TournamentEntered,
    Uploaded,
)
from daifu_client.types import File

T = TypeVar("T")

RECORD = {
    "format": "daifu/1",
    "rules": "dalmuti",
    "players": ["Haru", "Natsu", "Aki", "Fuyu"],
    "event": {"name": "Friday", "date": "2026-07-31", "our own": "kept"},
    "deals": [{"result": {"order": [2, 1, 4, 3]}}],
}


def of_type(kind: type[T], answer: object) -> T:
    """The answer, which is of this type."""
    assert isinstance(answer, kind), answer
    return answer


def main(url: str, token: str) -> None:
    """Store, correct, page, count, and run a tournament. Fails where an answer is not typed."""
    client = AuthenticatedClient(base_url=url, token=token)

    stored = of_type(Uploaded, add_record.sync(client=client, body=Record.from_dict(RECORD)))
    assert stored.status == "created"
    assert stored.report.deals[0].order[0] == 2

    found = read_record.sync_detailed(stored.id, client=client)
    assert found.parsed.event["our own"] == "kept"
    better = Record.from_dict(RECORD | {"deals": [{"result": {"order": [1, 2, 4, 3]}}]})
    corrected = correct_record.sync(
        stored.id, client=client, body=better, reason="misread", if_match=found.headers["ETag"]
    )
    assert of_type(Corrected, corrected).changes.deals

    lines = b"".join(json.dumps(RECORD | {"notes": str(number)}).encode() + b"\n" for number in range(3))
    answer = add_records.sync_detailed(client=client, body=File(payload=BytesIO(lines)))
    assert json.loads(answer.content.splitlines()[-1])["created"] == 3

    page, seen = of_type(Page, list_records.sync(client=client, limit=3)), 0
    while True:
        seen += len(page.records)
        if not page.next_:
            break
        page = of_type(Page, list_records.sync(client=client, limit=3, cursor=page.next_))
    assert seen == 4

    stats = of_type(ProfileStats, read_profile_stats.sync("dalmuti", client=client))
    assert stats.figures["deals"].value == 4

    cup = of_type(
        Tournament,
        create_tournament.sync(client=client, body=TournamentBeginning.from_dict({"name": "Cup", "rules": "dalmuti"})),
    )
    entered = TournamentEntered.from_dict({"change": "entered", "name": "Haru"})
    change_tournament.sync(cup.id, client=client, body=entered, if_match=f'"{cup.version}"')
    log = of_type(Log, read_tournament_log.sync(cup.id, client=client, after=1))
    assert [entry.change.name for entry in log.entries] == ["Haru"]


if __name__ == "__main__":
    main(*sys.argv[1:])
