"""The analysis of a deal as JSON: what was proven about its actions, what was estimated, and what was luck or play."""

from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Annotated, Final

import msgspec

from daifu.replay.analysis.deals import (
    DEFAULT_POSITIONS,
    METHOD,
    ActionProofs,
    Alternative,
    AnalysedDeal,
    Choice,
    DealEstimates,
    Effort,
    analyse_deals,
)
from daifu.replay.analysis.estimates import Chances, Estimate
from daifu.replay.analysis.luck import PlayerLuck
from daifu.replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from daifu.replay.analysis.worlds import VIEWS
from daifu.replay.match import Record
from daifu.replay.text import Text as Sentence
from daifu.schemas.answer import Answer, Text, about, one_of

ANALYSIS_FORMAT: Final = "daifu-analysis/1"
VERDICTS: Final = (PROVEN, REFUTED, UNKNOWN)
DECIMALS: Final = 4
"""The digits after the point of chances and values, far below their standard errors."""
SURE: Final = 2
"""A loss counts if it is larger than this number of its standard errors."""


class ViewAnalysis(Answer):
    """What was proven in one view: whether the player could force to go out next, before the action and after it."""

    before: Annotated[str, one_of(VERDICTS, "Whether they could force it before the action.", PROVEN)]
    after: Annotated[
        str | None,
        one_of(VERDICTS, "Whether they still could after it; null unless they could before.", REFUTED),
    ] = None
    reason: Annotated[Text | None, about("Why nothing was tried.")] = None


class ActionAnalysis(Answer):
    """What was proven about an action at which its player had a choice."""

    action: Annotated[int, about("The action, counted from 0.", 31)]
    player: Annotated[int, about("Its player.", 2)]
    hidden: Annotated[ViewAnalysis, about("In the view of the player, whatever the other hands are.")]
    known: Annotated[ViewAnalysis, about("With all hands known.")]
    place: Annotated[int | None, about("The best place that the player could force with all hands known.", 1)] = None


class MissedWinAnalysis(Answer):
    """An action after which its player could no longer force to go out next."""

    action: Annotated[int, about("The action, counted from 0.", 31)]
    player: Annotated[int, about("Its player.", 2)]
    view: Annotated[str, one_of(VIEWS, "The view in which the win could be forced.", "hidden")]
    line: Annotated[
        Sequence[str], about("Actions that win instead, those of the others included.", ["2 S2", "1 -", "2 H5 C5"])
    ]


class ChancesAnalysis(Answer):
    """What playouts say of a player."""

    player: Annotated[int, about("The player.", 2)]
    places: Annotated[Sequence[float], about("The chance of each place, first place first.", [0.42, 0.31, 0.27])]
    errors: Annotated[Sequence[float], about("The standard errors of the chances.", [0.02, 0.019, 0.018])]
    value: Annotated[float, about("The mean value of the result, from 0 to 1.", 0.58)]
    error: Annotated[float, about("The standard error of the value.", 0.016)]


class PositionAnalysis(Answer):
    """The chances of all players in a position, with all hands known."""

    players: Annotated[Sequence[ChancesAnalysis], about("The chances of each player.")]
    first: Annotated[
        Sequence[float], about("The calibrated chance of each of these players to be first.", [0.41, 0.32, 0.27])
    ]
    playouts: Annotated[int, about("The number of playouts; 0 if the result is certain.", 625)]


class AlternativeAnalysis(Answer):
    """A legal action, and the chances of its player after it."""

    action: Annotated[str, about("The action as records write it.", "2 H5 C5")]
    chances: Annotated[ChancesAnalysis, about("The chances of its player after it.")]
    playouts: Annotated[int, about("The number of playouts.", 625)]


class ChoiceAnalysis(Answer):
    """An action whose player could have done something else, in the view of its player."""

    action: Annotated[int, about("The action, counted from 0.", 31)]
    player: Annotated[int, about("Its player.", 2)]
    before: Annotated[ChancesAnalysis, about("The chances of the player before the action.")]
    taken: Annotated[AlternativeAnalysis, about("The action that was taken.")]
    others: Annotated[Sequence[AlternativeAnalysis], about("The best of the other legal actions, best first.")]
    legal: Annotated[int, about("The number of legal actions.", 12)]
    swing: Annotated[float, about("What the action changed in the value of the player's result.", -0.08)]
    loss: Annotated[float, about("By how much the best of the others is better, 0 if none is.", 0.12)]
    loss_error: Annotated[float, about("The standard error of this difference.", 0.023)]


class EstimatesAnalysis(Answer):
    """What was estimated about a deal, by playouts."""

    view: Annotated[str, one_of(VIEWS, "The view in which choices are compared.", "hidden")]
    seed: Annotated[int, about("The seed of the random numbers.", 20070716)]
    playouts: Annotated[int, about("The number of playouts for each position and each action that is compared.", 625)]
    positions: Annotated[
        Sequence[PositionAnalysis | None],
        about("The position before the first action and after each; null where it cannot be played out."),
    ]
    choices: Annotated[Sequence[ChoiceAnalysis], about("The actions whose players had a choice.")]


class PlayerLuckAnalysis(Answer):
    """What the result of a player is made of: `result` is `mean` + `seat` + `cards` + `play`."""

    player: Annotated[int, about("The player.", 2)]
    result: Annotated[float, about("The value of the result, from 0 to 1.", 1.0)]
    mean: Annotated[float, about("The mean value of all players.", 0.5)]
    seat: Annotated[float, about("What the seat gave, with its title, exchange and lead.", 0.03)]
    cards: Annotated[float, about("What the cards gave beyond the seat.", 0.11)]
    play: Annotated[float, about("What the play of all gave beyond the cards.", 0.36)]
    error: Annotated[float, about("The standard error of `cards`.", 0.02)]
    others: Annotated[
        float,
        about("What of `play` the actions of others gave beyond an equal share; 0 if that is not known.", -0.08),
    ]


class DealAnalysis(Answer):
    """What was found about a deal: proven, estimated, or said to be unknown."""

    format: Annotated[str, one_of((ANALYSIS_FORMAT,), "The format of the analysis.", ANALYSIS_FORMAT)]
    method: Annotated[str, about("The method with the versions of its parts.", METHOD)]
    engine: Annotated[str, about("The version of daifu.", "1.0.0")]
    positions: Annotated[int, about("The most positions that were looked at for a question of the proofs.", 3000)]
    deal: Annotated[int, about("The deal, counted from 0.", 0)]
    actions: Annotated[Sequence[ActionAnalysis], about("What was proven, for the actions at which there was a choice.")]
    missed_wins: Annotated[Sequence[MissedWinAnalysis], about("The wins that were missed, all of them proven.")]
    reason: Annotated[Text | None, about("Why nothing was tried in the whole deal.")] = None
    estimates: Annotated[EstimatesAnalysis | None, about("What was estimated.")] = None
    no_estimates: Annotated[Text | None, about("Why nothing was estimated.")] = None
    luck: Annotated[Sequence[PlayerLuckAnalysis] | None, about("What the result of each player is made of.")] = None
    no_luck: Annotated[Text | None, about("Why results are not split into luck and play.")] = None


_decode_deals: Final = msgspec.json.Decoder(list[DealAnalysis]).decode


def read_analysis(analysis: bytes) -> list[DealAnalysis]:
    """The analyses of all deals of a record, given as a JSON list.

    Raises `msgspec.MsgspecError` for a text of another form.
    """
    return _decode_deals(analysis)


def estimated_losses(deal: DealAnalysis) -> list[ChoiceAnalysis]:
    """The choices of a deal whose estimated loss is beyond its error.

    An action after which its player can still force the next place is no loss.
    """
    wins = {action.action for action in deal.actions if PROVEN in (action.known.after, action.hidden.after)}
    choices = deal.estimates.choices if deal.estimates is not None else ()
    return [choice for choice in choices if choice.loss > SURE * choice.loss_error and choice.action not in wins]


def deal_analyses(
    record: Record,
    first: int = 0,
    last: int | None = None,
    positions: int = DEFAULT_POSITIONS,
    effort: Effort | None = None,
) -> Iterator[DealAnalysis]:
    """The analyses of the deals of a record as they are written, each as soon as it is made.

    Deals, positions and effort are those of `daifu.replay.analysis.deals.analyse_deals`.
    """
    return (_describe_deal(found, positions) for found in analyse_deals(record, first, last, positions, effort))


def _describe_deal(analysed: AnalysedDeal, positions: int) -> DealAnalysis:
    proofs, estimates, luck = analysed.proofs, analysed.estimates, analysed.luck
    return DealAnalysis(
        ANALYSIS_FORMAT,
        METHOD,
        version("daifu"),
        positions,
        proofs.deal,
        list(map(_describe_action, proofs.actions)),
        [MissedWinAnalysis(one.action, one.player, one.view, one.line) for one in proofs.missed_wins],
        _sentence(proofs.reason),
        None if estimates is None else _describe_estimates(estimates),
        _sentence(analysed.no_estimates),
        None if luck is None else list(map(_describe_luck, luck.players)),
        _sentence(analysed.no_luck),
    )


def analysis_json(analysis: DealAnalysis) -> bytes:
    """The analysis of a deal as the bytes of a JSON document in UTF-8."""
    return msgspec.json.encode(analysis)


def _describe_action(found: ActionProofs) -> ActionAnalysis:
    return ActionAnalysis(
        found.action,
        found.player,
        _describe_view(found.hidden, found.hidden_after, found.hidden_reason),
        _describe_view(found.known, found.known_after, found.reason),
        found.place,
    )


def _describe_view(before: str, after: str, reason: Sentence | None) -> ViewAnalysis:
    return ViewAnalysis(before, after if before == PROVEN else None, _sentence(reason))


def _sentence(reason: Sentence | None) -> Text | None:
    return None if reason is None else Text(*reason)


def _describe_estimates(estimates: DealEstimates) -> EstimatesAnalysis:
    effort = estimates.effort
    return EstimatesAnalysis(
        effort.view,
        effort.seed,
        effort.playouts,
        [None if position is None else _describe_position(position) for position in estimates.positions],
        list(map(_describe_choice, estimates.choices)),
    )


def _describe_position(position: Estimate) -> PositionAnalysis:
    return PositionAnalysis(
        list(map(_describe_chances, position.players)), list(map(_rounded, position.first)), position.playouts
    )


def _describe_chances(chances: Chances) -> ChancesAnalysis:
    return ChancesAnalysis(
        chances.player,
        list(map(_rounded, chances.places)),
        list(map(_rounded, chances.errors)),
        _rounded(chances.value),
        _rounded(chances.error),
    )


def _describe_choice(choice: Choice) -> ChoiceAnalysis:
    return ChoiceAnalysis(
        choice.index,
        choice.player,
        _describe_chances(choice.before),
        _describe_alternative(choice.taken),
        list(map(_describe_alternative, choice.others)),
        choice.legal,
        _rounded(choice.swing),
        _rounded(choice.loss),
        _rounded(choice.loss_error),
    )


def _describe_alternative(found: Alternative) -> AlternativeAnalysis:
    return AlternativeAnalysis(found.action, _describe_chances(found.chances), found.playouts)


def _describe_luck(luck: PlayerLuck) -> PlayerLuckAnalysis:
    parts = (luck.result, luck.mean, luck.seat, luck.cards, luck.play, luck.error, luck.others)
    return PlayerLuckAnalysis(luck.player, *map(_rounded, parts))


def _rounded(number: float) -> float:
    return round(number, DECIMALS)
