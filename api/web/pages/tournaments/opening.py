"""A new tournament is three questions: which rules, how many people, and how it goes; the rest is as usual."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, TypeVar, cast

import msgspec
from flask import Response, redirect, request
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as Answer

from daifu.api.http.access import club, current_author, requires_role
from daifu.api.http.errors import problem_of
from daifu.api.http.requests import known_game
from daifu.api.http.services import services
from daifu.api.web import addresses
from daifu.api.web.entry.fields import EntryRefused, read_number
from daifu.api.web.entry.rules_forms import HOUSE, Kept, kept_houses, read_rules, rules_form
from daifu.api.web.entry.tournament_forms import REFUSALS, refusal_sentences
from daifu.api.web.entry.tournament_settings import usual_settings
from daifu.api.web.languages import say_here
from daifu.api.web.queries import takes_fields
from daifu.api.web.responses import uncached_page
from daifu.data.rulebooks.rules import load_rulebooks
from daifu.data.store.errors import NoSuchHouse
from daifu.data.store.values import SCOREKEEPER, SimilarTournament
from daifu.data.tournaments.changes import AnyChange, Created, StageOpened
from daifu.data.tournaments.game_rules import allowed_table_sizes
from daifu.data.tournaments.log import apply_all, encode_change, read_change
from daifu.data.tournaments.open_tasks import most_seated
from daifu.data.tournaments.settings import Plan
from daifu.data.tournaments.state import EMPTY_STATE
from daifu.replay.games.catalogue import game_of, house_id
from daifu.replay.text import Text
from daifu.schemas.record.model import HouseShape

Kind = TypeVar("Kind", bound=AnyChange)

GAME: Final = "game"
ANYWAY: Final = "anyway"
"""The fields that name the game, or the house behind a colon, and that take a name like that of another tournament."""
KINDS: Final[Mapping[str, Text]] = {
    "evening": Text(
        "One evening: everybody plays the same number of rounds, and few people meet twice",
        "1日の大会：全員が同じ数の回戦に出て、なるべく違う人と当たる",
    ),
    "swiss": Text(
        "Swiss: after the first round those who stand close play each other",
        "スイス式：2回戦から、順位の近い人どうしが当たる",
    ),
    "snake": Text(
        "Snake: after the first round all tables are equally strong", "スネーク式：2回戦から、どの卓も同じ強さにする"
    ),
    "finals": Text("Preliminaries, and a final of the best", "予選と決勝"),
}
"""How a tournament goes, in words."""
_ROUNDS: Final = {"evening": 4, "swiss": 5, "snake": 4, "finals": 4}
_FINAL_TABLES: Final = 2


class LeftOut(NamedTuple):
    """How many people of those who are expected have no seat, with tables of these sizes."""

    people: int
    expected: int
    sizes: Sequence[int]


@requires_role(SCOREKEEPER)
@takes_fields("rules", HOUSE)
def show_new_tournament() -> Response:
    """Show the form that creates a tournament; the parameter `rules` shows all options of a game."""
    return _form(request.args)


@requires_role(SCOREKEEPER)
def create_tournament() -> Answer:
    """Create a tournament with its first stage, and go on to its people."""
    form = request.form
    try:
        created = _created(form)
        similar = services().store.similar_tournaments([created.name]).get(created.name)
        state = apply_all(EMPTY_STATE, [created])
        expected, sizes = state.plan.expected or 0, allowed_table_sizes(state)
        count = expected - most_seated(expected, sizes)
        left_out = LeftOut(count, expected, sizes) if count else None
        if (similar or left_out) and ANYWAY not in form:
            return _form(form, similar=similar, left_out=left_out)
        name = say_here("Rounds", "本戦") if state.plan.best is None else say_here("Preliminaries", "予選")
        rounds = read_number(form.get("rounds", "")) or _ROUNDS.get(form.get("kind", ""), 1)
        stage = _read(StageOpened(name=name, rounds=rounds))
        apply_all(state, [stage])
        id = services().store.tournaments.create(created, current_author())
        services().store.tournaments.append(id, [stage], current_author(), expected=1)
    except NoSuchHouse as error:
        raise problem_of(error) from error
    except REFUSALS as error:
        return _form(form, refused=refusal_sentences(error))
    return redirect(addresses.tournament_part(id, "people"))


def _created(form: MultiDict[str, str]) -> Created:
    """The tournament that a form describes. Raises `EntryRefused` and `StructRefused`."""
    if not form.get("name", "").strip():
        raise EntryRefused(Text("A name is missing.", "大会名を入力してください。"))
    game, _, house = form.get(GAME, "").partition(":")
    rules = known_game(game)
    chosen = read_rules(rules, MultiDict([*form.items(multi=True), *([(HOUSE, house)] if house else ())]))
    own = None if chosen.house is None else msgspec.convert(chosen.house, HouseShape)
    # Which tables there can be follows from the game, so it is asked of a tournament without settings.
    bare = _read(Created(name=form["name"].strip(), rules=rules, options=chosen.options, house=own))
    sizes = allowed_table_sizes(apply_all(EMPTY_STATE, [bare]))
    wanted = min(sizes, key=lambda size: abs(size - (read_number(form.get("size", "")) or max(sizes))))
    kind, expected = form.get("kind", "evening"), read_number(form.get("expected", ""))
    tables = min(_FINAL_TABLES, max(1, expected // 2 // wanted)) if expected else _FINAL_TABLES
    best = (read_number(form.get("best", "")) or wanted * tables) if kind == "finals" else None
    plan = Plan(
        expected=expected,
        draw="swiss" if kind == "swiss" else "snake" if kind == "snake" else "balanced",
        wanted=wanted,
        best=best,
        final_rounds=read_number(form.get("final_rounds", "")) or 2 if best else 1,
        carry=Fraction(form["carry"]) if best and form.get("carry") in {"1/2", "1"} else Fraction(0),
    )
    settings = usual_settings(sizes, read_number(form.get("deals", "")) or 1)
    return _read(
        Created(name=bare.name, rules=rules, options=bare.options, house=bare.house, settings=settings, plan=plan)
    )


def _read(change: Kind) -> Kind:
    """The change as a log holds it. Raises `StructRefused`."""
    return cast("Kind", read_change(encode_change(change)))


def _usual_game(houses: Mapping[str, Kept]) -> str:
    """The choice that is the usual game of the club; with house rules, their latest version."""
    stated = club()
    if stated is None or stated.rules is None:
        return ""
    slug = house_id(stated.rules)
    found = [f"{one.rules}:{place}" for place, one in houses.items() if slug and place.startswith(f"{slug}@")]
    return found[0] if found else game_of(stated.rules)


def _form(
    values: MultiDict[str, str],
    refused: list[Text] | None = None,
    similar: SimilarTournament | None = None,
    left_out: LeftOut | None = None,
) -> Response:
    houses = kept_houses()
    own = "rules" in values and known_game(values["rules"])
    return uncached_page(
        "tournament/new.html",
        status=422 if refused else 200,
        values=values,
        kinds=KINDS,
        rounds=_ROUNDS,
        books=load_rulebooks(),
        houses=houses,
        chosen=values.get(GAME) or values.get("rules") or _usual_game(houses),
        form=rules_form(own, values) if own else None,
        refused=refused,
        similar=similar,
        left_out=left_out,
        anyway=ANYWAY,
    )
