"""``trainer coverage``: how much of each regulation the rulebooks contain, the drills ask and the course explains."""

from __future__ import annotations

import argparse

import msgspec

from trainer.cli.places import user_places
from trainer.cli.streams import print_json
from trainer.course.coverage import PARTS, Covered, counted_in, coverage
from trainer.texts import Language, text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rulebook", nargs="?", default="", help="only this regulation")
    parser.add_argument("game", nargs="?", default="", help="only this game")
    parser.add_argument("--json", action="store_true", help="one JSON object a game, with every article")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")


def run(arguments: argparse.Namespace) -> int:
    """Print the coverage; returns 1 if an entry is not taught, or not asked without a stated reason."""
    language = Language(arguments.language)
    holes = 0
    by_book: dict[str, list[Covered]] = {}
    for each in coverage(user_places().library(), arguments.rulebook, arguments.game):
        holes += len(each.holes)
        by_book.setdefault(each.rulebook, []).append(each)
        if arguments.json:
            print_json(msgspec.json.encode(each))
        else:
            _print(each, language)
    for rulebook, games in by_book.items() if not arguments.game and not arguments.json else ():
        found = counted_in(games)
        figures = {"provisions": found.provisions, "asked": found.asked, "told": found.told}
        print(f"{rulebook}: {text('coverage.whole', language, **figures)}")
    return 1 if holes else 0


def _print(each: Covered, language: Language) -> None:
    print(f"{each.rulebook}/{each.game}")
    for part in (*PARTS, "limits"):
        count = each.parts[part]
        print(f"  {text(f'coverage.part.{part}', language)}: {count or text('coverage.nothing', language)}")
    for provision in each.provisions:
        asked = ", ".join(provision.asked) or "—"
        told = ", ".join(provision.told) or "—"
        print(f"    {provision.article}: {text('coverage.article', language, asked=asked, told=told)}")
        for kind in dict.fromkeys(provision.unasked.values()):
            entries = ", ".join(entry for entry, why in provision.unasked.items() if why == kind)
            why = each.reasons[kind][language.value] if kind else ""
            print(f"      {text('coverage.unasked', language, entries=entries, why=why)}")
        if provision.untold:
            print(f"      {text('coverage.untold', language, entries=', '.join(provision.untold))}")
