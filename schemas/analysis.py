"""The analysis of a deal as JSON: what was proven about its actions, and the wins that were missed."""

from collections.abc import Sequence
from typing import Annotated, Final

import msgspec

from replay.analysis.deals import METHOD, VIEWS, ActionProofs, DealProofs, MissedWin
from replay.analysis.proofs import PROVEN, REFUTED, UNKNOWN
from replay.text import Text as Sentence
from schemas.http.answers import Answer, Text, about, one_of

ANALYSIS_FORMAT: Final = "daifu-analysis/1"
VERDICTS: Final = (PROVEN, REFUTED, UNKNOWN)


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


class DealAnalysis(Answer):
    """What was proven about a deal."""

    format: Annotated[str, one_of((ANALYSIS_FORMAT,), "The format of the analysis.", ANALYSIS_FORMAT)]
    method: Annotated[str, about("The method and its version.", METHOD)]
    positions: Annotated[int, about("The most positions that were looked at for a question.", 3000)]
    deal: Annotated[int, about("The deal, counted from 0.", 0)]
    actions: Annotated[Sequence[ActionAnalysis], about("The actions at which their players had a choice.")]
    missed_wins: Annotated[Sequence[MissedWinAnalysis], about("The wins that were missed.")]
    reason: Annotated[Text | None, about("Why nothing was tried in the whole deal.")] = None


def describe_deal(proofs: DealProofs, positions: int) -> DealAnalysis:
    """The analysis of a deal as it is written."""
    return DealAnalysis(
        ANALYSIS_FORMAT,
        METHOD,
        positions,
        proofs.deal,
        list(map(_describe_action, proofs.actions)),
        list(map(_describe_missed_win, proofs.missed_wins)),
        _sentence(proofs.reason),
    )


def analysis_json(proofs: DealProofs, positions: int) -> bytes:
    """The analysis of a deal as the bytes of a JSON document in UTF-8."""
    return msgspec.json.encode(describe_deal(proofs, positions))


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


def _describe_missed_win(missed: MissedWin) -> MissedWinAnalysis:
    return MissedWinAnalysis(missed.action, missed.player, missed.view, missed.line)
