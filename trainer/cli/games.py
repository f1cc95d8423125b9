"""``trainer games``: list the games of each rulebook with variants, house edges, drills and errors in rule files;
``--json`` adds the house options."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

import msgspec

from trainer import catalogue
from trainer.cli.places import user_places
from trainer.cli.streams import print_json
from trainer.drills import drill_problem, families
from trainer.games.rules import game_faults, load_rules
from trainer.games.stored_edges import Written, as_edges, stored_for
from trainer.rulebooks import Fault, GameRules, Library, Option, RulebookError
from trainer.texts import Language, Names, say
from trainer.texts.numbers import decimal_sign, in_percent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON document instead of a table")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")


def run(arguments: argparse.Namespace) -> int:
    found = listing(user_places().library(), Language.EN if arguments.json else Language(arguments.language))
    if arguments.json:
        print_json(msgspec.json.format(msgspec.json.encode(found)))
        return 0
    for game in found:
        if "fault" in game:
            print(f"{game['rulebook']:12} {game['game']:22} {game['fault'][arguments.language]}")
            continue
        variants = f" ({', '.join(game['variants'])})" if game["variants"] else ""
        print(f"{game['rulebook']:12} {game['game']:22} {game['names'][arguments.language]}{variants}")
        for fault in game["faults"]:
            print(f"{'':12} {'':22}   {fault[arguments.language]}")
        for bet, edge in game["edges"].items():
            print(f"{'':12} {'':22}   {bet}: {edge}")
        for option, choices in game["edges_by_choice"].items():
            for choice, edges in choices.items():
                told = ", ".join(f"{bet} {edge}" for bet, edge in edges.items())
                print(f"{'':12} {'':22}   {option}={choice}: {told}")
        for choice, stakes in game["edges_by_stake"].items():
            told = "; ".join(f"{stake}: {' '.join(edges.values())}" for stake, edges in stakes.items())
            print(f"{'':12} {'':22}   {choice}, {', '.join(next(iter(stakes.values())))} {told}")
        for drill in game["drills"]:
            print(f"{'':12} {'':22}   {drill['family']}/1–{drill['levels']}  {drill['names'][arguments.language]}")
    return 0


def listing(library: Library, language: Language = Language.EN) -> list[dict[str, Any]]:
    """Every game that has an engine, with variants, options and drills, or with its fault.

    Texts are in both languages; percentages are written as in ``language``.
    """
    return [
        _listed(library, rulebook, game, language)
        for rulebook in library.rulebooks()
        for game in library.games(rulebook)
        if game in catalogue.BY_GAME
    ]


def _listed(library: Library, rulebook: str, game: str, language: Language) -> dict[str, Any]:
    try:
        is_shipped = library.is_shipped(rulebook, game)
        listed = _described(load_rules(library, rulebook, game), is_shipped, language)
    except RulebookError as error:
        return {"rulebook": rulebook, "game": game, "fault": _told(error.faults[0])}
    faults = [] if is_shipped else game_faults(library, rulebook, game)  # in other variants and with other options
    return {**listed, "faults": [_told(fault) for fault in faults]}


def _told(fault: Fault) -> dict[str, str]:
    return {language.value: say(fault.message, language) for language in Language}


def _stored_edges(rules: GameRules, language: Language) -> dict[str, Any]:
    """Stored house edges of a game in percent, also for other choices of options and for capped stakes."""
    found = stored_for(rules)
    if found is None:
        return {"edges": {}, "edges_by_choice": {}, "edges_by_stake": {}}

    def by_two(written: dict[str, dict[str, Written]]) -> dict[str, dict[str, dict[str, str]]]:
        return {
            one: {other: _percent(edges, language) for other, edges in inner.items()} for one, inner in written.items()
        }

    return {
        "edges": _percent(found.edges, language),
        "edges_by_choice": by_two(found.choices),
        "edges_by_stake": by_two(found.capped),
    }


def _percent(edges: Written, language: Language) -> dict[str, str]:
    def words(share: Fraction) -> str:
        return in_percent(f"{float(share) * 100:.3f}".replace(".", decimal_sign(language)), language)

    return {
        each.bet: f"{words(each.edge)} ± {words(each.error)}" if each.error else words(each.edge)
        for each in as_edges(edges)
    }


def described_option(option: Option) -> dict[str, Any]:
    """House option with names, reason and citation in both languages."""
    return {
        "names": _both(option.names),
        "why": _both(option.why),
        "cite": str(option.cite),
        "kind": option.kind,
        "choices": {choice: _both(names) for choice, names in option.choices.items()},
        "default": option.default,
    }


def _both(names: Names) -> dict[str, str]:
    return {"es": names.es, "en": names.en}


def _described(rules: GameRules, is_tried: bool, language: Language) -> dict[str, Any]:
    return {
        "rulebook": rules.rulebook,
        "version": rules.version,
        "game": rules.game,
        "family": rules.family,
        "names": {"es": rules.names.es, "en": rules.names.en},
        "variants": list(rules.variants),
        "default_variant": rules.default_variant,
        "options": {key: described_option(option) for key, option in rules.options.items()},
        "bets": list(rules.bets),
        **_stored_edges(rules, language),
        "drills": [
            {
                "family": family.id,
                "levels": len(family.levels),
                "names": {each.value: say(family.name, each) for each in Language},
            }
            for family in families(rules.game)
            if (family.fits(rules) if is_tried else not drill_problem(family, rules))
        ],
    }
