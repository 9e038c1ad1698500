"""`daifu tournament penalty`, `bonus`, `cancel` and `lot`: what the referee gives, takes back and draws."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import click

from api.cli.commands import Argument, Option
from api.cli.language import Language, say
from api.cli.printable import printable
from api.cli.tournament import wording
from api.cli.tournament.changing import Asked, changing
from api.cli.tournament.opening import entrant_meant, stage_meant
from api.cli.tournament.parts import ENTRANT, ORDINAL, STAGE
from api.cli.tournament.seeds import SEED, chosen
from api.cli.tournament.tables import name_of, names_of
from api.cli.tournament.unable import Unable
from api.cli.tournament.values import AMOUNT
from api.cli.values import Whole
from data.tournaments.changes import AnyChange, Awarded, Cancelled, LotDrawn
from data.tournaments.lots import lot
from data.tournaments.pending import tied
from data.tournaments.standings.standing import standing
from data.tournaments.state import State
from replay.text import Text
from schemas.limits import WHOLE

_POINTS: Final = Argument("points", Text("How many points.", "点数。"), type=AMOUNT, metavar="POINTS")
_ROUND: Final = Option(
    "--round",
    Text("The round that it is for; the whole stage by default.", "どの回戦か。既定値はステージ全体。"),
    into="number",
    type=ORDINAL,
)


def given(asked: Asked, entrant: int, points: Fraction, stage: int, number: int | None) -> Awarded:
    """The next award. Raises `Unable` where nothing says why it is given."""
    if asked.reason is None:
        raise Unable(Text("--reason is missing: what the referee gives has a reason", "裁定には--reasonが必要です"))
    award = max(asked.state.awards, default=0) + 1
    return Awarded(id=award, entrant=entrant, stage=stage, round=number, points=points, reason=asked.reason)


def _penalty(asked: Asked, entrant: str, points: Fraction, stage: int | None, number: int | None) -> list[AnyChange]:
    return _award(asked, entrant, -abs(points), stage, number)


def _bonus(asked: Asked, entrant: str, points: Fraction, stage: int | None, number: int | None) -> list[AnyChange]:
    return _award(asked, entrant, abs(points), stage, number)


def _award(asked: Asked, entrant: str, points: Fraction, stage: int | None, number: int | None) -> list[AnyChange]:
    return [given(asked, entrant_meant(asked.state, entrant), points, stage_meant(asked.state, stage), number)]


def _show_awards(state: State, changes: Sequence[AnyChange], language: Language) -> None:
    for change in changes:
        if isinstance(change, Awarded):
            name = name_of(state, change.entrant)
            text = wording.award(change.id, name, change.points, printable(change.reason), cancelled=False)
            click.echo(say(text, language))


def _cancelled(_asked: Asked, award: int) -> list[AnyChange]:
    return [Cancelled(award=award)]


def _lots(asked: Asked, entrants: Sequence[str], seed: int | None, *, drawn: bool) -> list[AnyChange]:
    meant = tuple(entrant_meant(asked.state, entrant) for entrant in entrants)
    if drawn:
        _check_by_hand(meant, seed)
        return [LotDrawn(entrants=meant)]
    seed = chosen(seed)
    groups = [meant] if meant else tied(standing(asked.state))
    return [LotDrawn(entrants=lot(group, seed), seed=seed) for group in groups]


def _check_by_hand(order: Sequence[int], seed: int | None) -> None:
    """Whether a lot that was drawn by hand has an order, and no seed. Raises `Unable`."""
    if not order:
        raise Unable(Text("--drawn needs the entrants in their order", "--drawnには抽選結果の順の参加者が必要です"))
    if seed is not None:
        raise Unable(Text("--drawn and --seed exclude each other", "--drawnと--seedは同時に指定できません"))


def _show_lots(state: State, changes: Sequence[AnyChange], language: Language) -> None:
    for change in changes:
        if isinstance(change, LotDrawn):
            click.echo(names_of(state, change.entrants, language))
            if change.seed is not None:
                click.echo(say(wording.seed(change.seed), language))


PENALTY: Final = changing(
    "penalty",
    Text("Give an entrant a penalty; --reason says why.", "参加者に減点を与える。理由は--reasonで指定する。"),
    [ENTRANT, _POINTS, _ROUND, STAGE],
    _penalty,
    _show_awards,
)
BONUS: Final = changing(
    "bonus",
    Text("Give an entrant a bonus; --reason says why.", "参加者に加点を与える。理由は--reasonで指定する。"),
    [ENTRANT, _POINTS, _ROUND, STAGE],
    _bonus,
    _show_awards,
)
CANCEL: Final = changing(
    "cancel",
    Text("Take a bonus or a penalty back.", "加点・減点を取り消す。"),
    [Argument("award", Text("The number of the award.", "裁定の番号。"), type=Whole(1, WHOLE), metavar="AWARD")],
    _cancelled,
)
LOT: Final = changing(
    "lot",
    Text(
        "Draw the lot between entrants; without names, between all who share a place now.",
        "参加者の間で抽選を行う。名前を省略すると、今同順位の全員について行う。",
    ),
    [
        Argument("entrants", Text("Their numbers or names.", "参加者の番号か名前。"), nargs=-1, metavar="[ENTRANT...]"),
        Option(
            "--drawn",
            Text("The lot was drawn by hand, and came out in this order.", "手で抽選した結果がこの順番だった。"),
            is_flag=True,
        ),
        Option(
            "--seed",
            Text("The seed of the lot; chosen and told by default.", "抽選のシード。省略時は選んで表示する。"),
            type=SEED,
        ),
    ],
    _lots,
    _show_lots,
)
