"""Connections are lent, and used again."""

from contextlib import closing, suppress
from pathlib import Path

from data.store import Store
from data.store.opening import open_place
from data.store.sessions import Sessions
from tests.support.kept import ANN, ids, judged


def test_what_came_back_last_is_lent_first(path: Path) -> None:
    with closing(Sessions(open_place(path, read_only=False))) as sessions:
        with sessions.lent() as one, sessions.lent() as other:
            assert one is not other
        with sessions.lent() as again:
            assert again is one


def test_a_session_comes_back_when_its_block_fails(path: Path) -> None:
    with closing(Sessions(open_place(path, read_only=False))) as sessions:
        with suppress(ZeroDivisionError), sessions.lent() as one:
            1 / 0  # noqa: B018 - something that fails
        with sessions.lent() as again:
            assert again is one


def test_a_store_can_be_asked_again_after_its_sessions_were_let_go(store: Store) -> None:
    store.add([judged()], ANN)
    store.before_fork()
    assert ids(store) == [1]
