"""Views of the games and their rules, and of house rules as they are kept, checked and compared."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import UNSET

from daifu.api.views.addresses import PREFIX, house_address
from daifu.api.views.values import sentence
from daifu.data.rulebooks.rules import known_faults, load_rulebook
from daifu.data.store.values import HousePage, StoredHouse
from daifu.data.stored_houses import flat_of, read_stored
from daifu.replay import options
from daifu.replay.games.catalogue import PROFILES
from daifu.replay.rules import Profile
from daifu.schemas.house_comparison import HouseCheck, HouseComparison, NamedRule, expanded_rules
from daifu.schemas.house_document import House, game_of_base, record_fields
from daifu.schemas.http import rules as answers


def games_view() -> answers.Games:
    """The list of the games."""
    return answers.Games([answers.Game(**_game_fields(profile)) for profile in PROFILES.values()])


def game_view(profile: Profile) -> answers.Profile:
    """All about one game."""
    return answers.Profile(
        **_game_fields(profile),
        prefix=profile.prefix,
        rules=[answers.Rule(rule.id, rule.section, sentence(rule.text)) for rule in load_rulebook(profile.name).rules],
        options=list(_option_views(profile)),
        faults=[
            answers.KnownFault(kind.code, severity, sentence(kind.sentence), rules)
            for kind, severity, rules in known_faults(profile)
        ],
    )


def _game_fields(profile: Profile) -> dict[str, Any]:
    texts = load_rulebook(profile.name)
    return {
        "name": profile.name,
        "address": f"{PREFIX}/rules/{profile.name}",
        "title": sentence(texts.title),
        "summary": sentence(texts.summary),
        "players": answers.Players(profile.players[0], profile.players[-1]),
    }


def _option_views(profile: Profile) -> Iterator[answers.Option]:
    for option in profile.options:
        parameters = [
            answers.OptionParameter(part.name, part.kind, part.default, sentence(part.text)) for part in option.parts()
        ]
        yield answers.Option(option.name, option.kind, option.default, option.rule, sentence(option.text), parameters)


def houses_view(page: HousePage, following: str | None = None) -> answers.Houses:
    """A page of the list of house rules; `following` is the cursor of the next one."""
    return answers.Houses(list(map(_summary, page.houses)), following)


def _summary(stored: StoredHouse) -> answers.HouseSummary:
    flat, kept = flat_of(stored), stored.document
    return answers.HouseSummary(
        kept.slug,
        kept.version,
        house_address(kept.slug, kept.version),
        game_of_base(flat.base),
        answers.HouseText(en=flat.name.en, ja=flat.name.ja),
        list(flat.players or ()),
        len(flat.rules),
        kept.hash,
        stored.stored_at.isoformat(),
        stored.author,
    )


def house_view(stored: StoredHouse) -> answers.HouseRules:
    """A version of house rules."""
    return answers.HouseRules(**_house_fields(stored))


def latest_view(stored: StoredHouse, versions: Iterable[StoredHouse]) -> answers.LatestHouse:
    """The latest version of house rules, and which others there are."""
    return answers.LatestHouse(**_house_fields(stored), versions=list(map(_version, versions)))


def _house_fields(stored: StoredHouse) -> dict[str, Any]:
    kept, flat = stored.document, flat_of(stored)
    return {
        "id": kept.slug,
        "version": kept.version,
        "address": house_address(kept.slug, kept.version),
        "hash": kept.hash,
        "document": msgspec.to_builtins(read_stored(stored)),
        "flattened": msgspec.to_builtins(flat),
        "expanded": expanded_rules(flat),
        "record": _record_fields(flat),
        "stored_at": stored.stored_at.isoformat(),
        "author": stored.author,
    }


def _record_fields(flat: House) -> answers.RecordFields:
    options, named = record_fields(flat)
    return answers.RecordFields(options=options, house=named or UNSET)


def _version(stored: StoredHouse) -> answers.HouseVersion:
    kept = stored.document
    address = house_address(kept.slug, kept.version)
    at = stored.stored_at.isoformat()
    return answers.HouseVersion(kept.version, address, kept.hash, at, stored.author, stored.withdrawn)


def checked_view(found: HouseCheck) -> answers.CheckedHouse:
    """What is found about house rules."""
    return answers.CheckedHouse(
        id=found.house.id,
        version=found.house.version,
        hash=found.hash,
        flattened=msgspec.to_builtins(found.house),
        expanded=found.expanded,
        record=_record_fields(found.house),
        conflicts=[_conflict(one) for one in found.conflicts if one.refuses],
        warnings=[_conflict(one) for one in found.conflicts if not one.refuses],
        playouts=found.stands and found.no_playouts is None,
        no_playouts=UNSET if found.no_playouts is None else sentence(found.no_playouts),
    )


def _conflict(found: options.Conflict) -> answers.Conflict:
    choices = [answers.Choice(one.option, one.part, one.value, sentence(one.text)) for one in found.choices]
    return answers.Conflict(found.kind, found.options, sentence(found.text), choices)


def comparison_view(here: str, there: str, found: HouseComparison) -> answers.HouseComparison:
    """How two versions of house rules differ; `here` and `there` are their ids and versions."""
    return answers.HouseComparison(
        here=here,
        there=there,
        same=found.same,
        players=UNSET if found.players is None else answers.ComparedPlayers(*found.players),
        only_here=list(map(_one_sided, found.only_here)),
        only_there=list(map(_one_sided, found.only_there)),
        otherwise=[
            answers.ComparedRule(
                rule.rule,
                sentence(rule.name),
                [
                    answers.ComparedParameter(
                        one.parameter,
                        sentence(one.label),
                        one.here,
                        one.there,
                        sentence(one.here_text),
                        sentence(one.there_text),
                    )
                    for one in rule.parameters
                ],
            )
            for rule in found.otherwise
        ],
    )


def _one_sided(found: NamedRule) -> answers.OneSidedRule:
    return answers.OneSidedRule(found.rule, sentence(found.name), sentence(found.text))
