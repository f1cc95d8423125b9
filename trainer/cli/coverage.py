"""``trainer coverage``: how much of each regulation the rulebooks contain, the drills ask and the course explains."""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from trainer.cli.places import user_places
from trainer.cli.streams import print_json
from trainer.course.coverage import PARTS, Covered, counted_in, coverage
from trainer.course.provisions import Counted
from trainer.texts import Language, text
from trainer.texts.numbers import in_percent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rulebook", nargs="?", default="", help="only this regulation")
    parser.add_argument("game", nargs="?", default="", help="only this game")
    parser.add_argument("--json", action="store_true", help="one JSON object a game, with every article")
    parser.add_argument("--texts", type=Path, help="folder with official texts (RULEBOOK.txt) to compare pages with")
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
    if not arguments.game and not arguments.json:
        for rulebook, games in by_book.items():
            _print_whole(rulebook, counted_in(games, _official_text(arguments.texts, rulebook)), language)
    return 1 if holes else 0


def _official_text(folder: Path | None, rulebook: str) -> list[str]:
    """The official text line by line; empty if it is not there."""
    path = folder / f"{rulebook}.txt" if folder is not None else None
    return path.read_text(encoding="utf-8").splitlines() if path is not None and path.is_file() else []


def _print_whole(rulebook: str, found: Counted, language: Language) -> None:
    shares = {"asked-share": found.asked, "told-share": found.told}
    figures = {key: in_percent(f"{100 * part / found.provisions:.0f}", language) for key, part in shares.items()}
    counts = {"provisions": found.provisions, "asked": found.asked, "told": found.told}
    print(f"{rulebook}: {text('coverage.whole', language, **counts, **figures)}")
    for reason, count in found.others.items():
        why = text(f"coverage.other.{reason}", language)
        print(f"  {text('coverage.others', language, count=count, why=why)}")


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
