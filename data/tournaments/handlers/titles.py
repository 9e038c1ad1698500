"""The titles that settings and sheets name: they have to be titles of the game."""

from collections.abc import Iterable

from msgspec import UNSET

from daifu.data.tournaments import profile_facts
from daifu.data.tournaments.changes import AnyChange, Created, Result, SettingsChanged, Sheet, StageOpened
from daifu.data.tournaments.errors import TournamentError, comma_separated, raise_all
from daifu.data.tournaments.settings import ByTitle
from daifu.data.tournaments.state import State


def check_titles(state: State, change: AnyChange) -> None:
    """Check that a change names only titles that some place at some table has; a record has no others.

    Raises `TournamentError`: `unknown_title`, once for each.
    """
    named = dict.fromkeys(_named_titles(change))
    if not named:
        return
    known = profile_facts.titles_of_game(state)
    raise_all(
        TournamentError("unknown_title", title=title, known=comma_separated(known))
        for title in named
        if title not in known
    )


def _named_titles(change: AnyChange) -> Iterable[str]:
    match change:
        case Result(by=Sheet(), titles=tuple(titles)):
            return (title for title in titles if title is not None)
        case Created(settings=settings) | SettingsChanged(settings=settings) | StageOpened(settings=settings):
            scoring = None if settings is None or settings is UNSET else settings.scoring
            return scoring.worth if isinstance(scoring, ByTitle) else ()
        case _:
            return ()
