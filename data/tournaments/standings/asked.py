"""Which standing is meant where not everything is said."""

from data.tournaments.finding import stage_of
from data.tournaments.standings.standing import latest
from data.tournaments.state import RoundId, State


def place_of(state: State, stage: int | None = None, number: int | None = None) -> RoundId | None:
    """The round after which a standing is meant: by default the last stage, and the last round of it that has begun.

    None where there is no stage at all, and none is named. Raises `Refused`: `no_such_stage`.
    """
    if stage is None and not state.stages:
        return None
    meant = len(state.stages) if stage is None else stage
    stage_of(state, meant)
    return latest(state, meant) if number is None else RoundId(meant, number)
