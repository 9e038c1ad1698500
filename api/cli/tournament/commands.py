"""What tournament commands share: they open the tournaments of a store or service, and find one and its entrants."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from daifu.api.cli.client import open_client
from daifu.api.cli.program.errors import CommandError
from daifu.api.client.tournaments import Tournaments
from daifu.data.tournaments.errors import TournamentError
from daifu.data.tournaments.state import State
from daifu.replay.text import Text

_NUMBER: Final = re.compile(r"[0-9]{1,15}")


@contextmanager
def open_tournaments(**target: Any) -> Iterator[Tournaments]:  # noqa: ANN401 - see `open_client`
    """The tournaments of the store or service that `TARGET` names; errors inside end the command with a sentence."""
    try:
        with open_client(**target) as client:
            yield client.tournaments
    except TournamentError as error:
        raise CommandError(_refusal_text(error)) from error


def _refusal_text(refused: TournamentError) -> Text:
    """Every reason, with the number of its change where there are several."""
    if refused.place is None:
        return refused.text
    found = [(one.place or 0, one.sentence) for one in (refused, *refused.others)]
    return Text(
        "; ".join(f"change {place + 1}: {sentence.en}" for place, sentence in found),
        "。".join(f"{place + 1}番目の変更：{sentence.ja}" for place, sentence in found),
    )


def find_tournament(tournaments: Tournaments, tournament: str) -> int:
    """The number of the tournament with this number or name. Raises `CommandError`."""
    known = {found.id: found.name for found in tournaments.each()}
    number = int(tournament) if _NUMBER.fullmatch(tournament) else None
    if number in known:
        return number
    for id, name in known.items():
        if name == tournament:
            return id
    raise CommandError(
        Text(
            f"there is no tournament {tournament}; `daifu tournament list` shows those that there are",
            f"大会「{tournament}」はありません。大会の一覧は daifu tournament list で表示できます",
        )
    )


def find_entrant(state: State, entrant: str) -> int:
    """The number of the entrant with this number, name or id, in this order. Raises `CommandError`."""
    if _NUMBER.fullmatch(entrant) and 1 <= int(entrant) <= len(state.entrants):
        return int(entrant)
    found = [one.number for one in state.entrants if entrant in (one.name, *one.ids)]
    if len(found) == 1:
        return found[0]
    if found:
        numbers = list(map(str, found))
        raise CommandError(
            Text(
                f"several entrants are called {entrant}: {', '.join(numbers)}; use the number",
                f"「{entrant}」は複数います（{'、'.join(numbers)}）。番号で指定してください",
            )
        )
    raise CommandError(Text(f"no entrant is called {entrant}", f"「{entrant}」という参加者はいません"))


def find_entrants(state: State, entrants: Iterable[str]) -> tuple[int, ...]:
    """The numbers of several entrants. Raises `CommandError`."""
    return tuple(find_entrant(state, entrant) for entrant in entrants)


def stage_or_last(state: State, stage: int | None) -> int:
    """The given stage, or else the last one."""
    return stage or len(state.stages) or 1
