"""Links to the entry of results, as a scorekeeper hands them out."""

from api.web.entry import links
from data.store.interface import Store
from data.store.values import SCOREKEEPER
from data.tournaments.state import TableId


def maker(store: Store) -> int:
    """The first token of the store, which is made where there is none."""
    return next((token.id for token in store.tokens()), None) or store.create_token("Haru", SCOREKEEPER).token.id


def table_link(store: Store, tournament: int, at: TableId) -> str:
    """A link to the table as it is drawn now."""
    table = store.tournaments.present(tournament).state.table_at(at)
    return links.table_link(store, maker(store), tournament, at, table)


def evening_link(store: Store, record: int) -> str:
    """A link to an evening."""
    return links.evening_link(store, maker(store), record)
