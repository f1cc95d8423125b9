"""``trainer coverage``: how much of each regulation the rulebooks contain, the drills ask and the course explains."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

import msgspec

from trainer.cli.error_report import report_problems
from trainer.cli.places import user_places
from trainer.cli.streams import print_json
from trainer.course.coverage import PARTS, Covered, counted_in, coverage
from trainer.course.provisions import Counted
from trainer.system.input_files import read_input_file
from trainer.texts import Language, Message, text
from trainer.texts.numbers import in_percent


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("rulebook", nargs="?", default="", help="only this regulation")
    parser.add_argument("game", nargs="?", default="", help="only this game")
    parser.add_argument("--json", action="store_true", help="one JSON object a game, with every article")
    parser.add_argument("--texts", type=Path, help="folder with official texts (RULEBOOK.txt) to compare pages with")
    parser.add_argument("--language", choices=[language.value for language in Language], default="es")


def run(arguments: argparse.Namespace) -> int:
    """Print the coverage; returns 1 if no page explains an entry, or no drill asks it and no reason is given."""
    language = Language(arguments.language)
    library = user_places().library()
    texts = _official_texts(arguments.texts, library.rulebooks()) if arguments.texts is not None else {}
    if arguments.texts is not None and not texts:
        return report_problems("coverage", language, Message("coverage.no-texts", {"folder": str(arguments.texts)}))
    holes = 0
    by_book: dict[str, list[Covered]] = {}
    for each in coverage(library, arguments.rulebook, arguments.game):
        holes += len(each.holes)
        by_book.setdefault(each.rulebook, []).append(each)
        if arguments.json:
            print_json(msgspec.json.encode(each))
        else:
            _print(each, language)
    if not arguments.game and not arguments.json:
        for rulebook, games in by_book.items():
            _print_whole(rulebook, counted_in(games, texts.get(rulebook, ())), language)
    return 1 if holes else 0


def _official_texts(folder: Path, rulebooks: Iterable[str]) -> dict[str, list[str]]:
    """The official texts of a folder, line by line, by rulebook."""
    paths = {rulebook: folder / f"{rulebook}.txt" for rulebook in rulebooks}
    return {
        rulebook: read_input_file(path).decode("utf-8", errors="replace").splitlines()
        for rulebook, path in paths.items()
        if path.is_file()
    }


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
