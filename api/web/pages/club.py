"""A club for its admins: what it is called and plays, who belongs to it and may read, and its data."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final

from flask import Response, request
from marshmallow import ValidationError
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import HANDED_ON, club, current_author, requires_role
from daifu.api.http.errors import HttpProblem
from daifu.api.http.lanes import Lane
from daifu.api.http.operation import lane
from daifu.api.http.resources.club import change
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.rules_forms import kept_houses
from daifu.api.web.responses import Values, see_other, uncached_page
from daifu.data import restore
from daifu.data.rulebooks.rules import load_rulebooks
from daifu.data.samples import drop_samples, has_samples
from daifu.data.store.errors import StoreUnusable, TokenNameTaken
from daifu.data.store.values import ADMIN, BY_LINK, MEMBERS, PUBLIC, READING, Club
from daifu.replay.games.catalogue import HOUSE_GAMES, house_key
from daifu.replay.text import Text
from daifu.schemas.http.queries import PASSWORD_LENGTH, club_schema
from daifu.schemas.record.limits import NAME_LENGTH

READERS = {
    PUBLIC: Text("everybody", "だれでも"),
    BY_LINK: Text("whoever is given the link to a page, and only that page", "リンクをもらった人（そのページだけ）"),
    MEMBERS: Text("members only: nothing is shown before they sign in", "会員のみ（ログインするまで何も表示しません）"),
}
_SCHEMA = club_schema(READING)()
_SHORT = Text(
    f"A password has at least {PASSWORD_LENGTH} letters.", f"パスワードは{PASSWORD_LENGTH}文字以上にしてください。"
)
_WRONG = {
    "name": Text(
        f"Please give the club a name of at most {NAME_LENGTH} letters.",
        f"会の名前を{NAME_LENGTH}文字以下で入力してください。",
    ),
    "people": Text(f"A name has at most {NAME_LENGTH} letters.", f"名前は{NAME_LENGTH}文字までです。"),
    "password": _SHORT,
    "reading_password": _SHORT,
}
_ONE_PASSWORD = Text(
    "Please choose another password for those who only read: with one, everybody would enter results.",
    "閲覧だけの人のパスワードは別のものにしてください。同じだと、だれでも結果を入力できます。",
)


@requires_role(ADMIN)
def show_club() -> Response:
    """Show the settings of the club."""
    return uncached_page("club/settings.html", **club_values())


@requires_role(ADMIN)
def change_club() -> Answer:
    """Change the settings of the club."""
    given: dict[str, Any] = {name: request.form.get(name, "").strip() for name in ("name", "rules", "reading")}
    given["rules"] = given["rules"] or None
    given["people"] = [name for line in request.form.get("people", "").splitlines() if (name := line.strip())]
    for name in ("password", "reading_password"):
        if password := request.form.get(name):
            given[name] = password
        elif f"no_{name}" in request.form:
            given[name] = None
    try:
        change(_SCHEMA.load(given), current_author())
    except ValidationError as error:
        return _refused(list({text: None for name, text in _WRONG.items() if name in error.messages_dict}))
    except HttpProblem:  # the only one that these fields leave
        return _refused([_ONE_PASSWORD])
    except TokenNameTaken as taken:
        return _refused([taken.text])
    return see_other(addresses.HOME)


@requires_role(ADMIN)
def end_links() -> Answer:
    """End all links that were handed on to be read."""
    services().store.end_signed(HANDED_ON)
    return see_other(addresses.CLUB)


def club_values() -> Values:
    """What the form for the settings shows."""
    games = {book.name: Text(*book.title) for book in load_rulebooks()}
    kept = {key.partition("@")[0]: one for key, one in kept_houses().items() if one.rules in HOUSE_GAMES}
    return {
        "stored": club() or Club(""),
        "people": services().store.club.names(),
        # By the names under which their results count.
        "games": games | {house_key(one.rules, slug): one.name for slug, one in kept.items()},
        "readers": READERS,
        "changes": services().store.club.changes(),
        "problems": (),
    }


def _refused(problems: list[Text]) -> Response:
    stored = Club(request.form.get("name", ""), request.form.get("rules"), request.form.get("reading", PUBLIC))
    people = request.form.get("people", "").splitlines()
    values = {**club_values(), "stored": stored, "people": people, "problems": problems}
    return uncached_page("club/settings.html", status=HTTPStatus.UNPROCESSABLE_ENTITY, **values)


_NO_BACKUP: Final = Text("This file is no backup of daifu.", "このファイルはdaifuのバックアップではありません。")


@requires_role(ADMIN)
def show_data() -> Response:
    """Show what can be done with the data."""
    return _data_page()


@lane(Lane.COSTLY)
@requires_role(ADMIN)
def look_at_backup() -> Response:
    """Take a backup, and show what it holds. Nothing is changed by that."""
    sent, db = request.files.get("backup"), services().settings.db
    if not sent or not sent.filename or not restore.can_restore(db):
        return _data_page(problem=_NO_BACKUP)
    sent.save(restore.place_for_upload(db))
    try:
        found = restore.contents_of_upload(db)
    except StoreUnusable:
        return _data_page(problem=_NO_BACKUP)
    return _data_page(contents=found)


@requires_role(ADMIN)
def confirm_backup() -> Answer:
    """Let the backup that was looked at take the place of the store at the next start."""
    return _changed(restore.restore_at_next_start)


@requires_role(ADMIN)
def keep_store() -> Answer:
    """Let the store stay after all."""
    return _changed(restore.keep_store)


@lane(Lane.COSTLY)
@requires_role(ADMIN)
def send_drop_samples() -> Answer:
    """Drop the sample games."""
    drop_samples(services().store, current_author())
    return see_other(addresses.HOME)


def _data_page(problem: Text | None = None, contents: restore.Contents | None = None) -> Response:
    settings = services().settings
    return uncached_page(
        "data.html",
        status=HTTPStatus.UNPROCESSABLE_ENTITY if problem else HTTPStatus.OK,
        has_samples=has_samples(services().store),
        problem=problem,
        contents=contents,
        can_restore=restore.can_restore(settings.db),
        waits=restore.waits(settings.db),
        timed=bool(settings.backup),
    )


def _changed(change: Callable[[str], None]) -> Answer:
    db = services().settings.db
    if restore.can_restore(db):
        change(db)
    return see_other(addresses.DATA)
