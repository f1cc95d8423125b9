"""Every entry of the five regulations is listed, can be loaded, asked and read about."""

from __future__ import annotations

import json
import re

import pytest

from tests.loops import loop_over
from trainer.cli.main import main
from trainer.course.lessons import lesson
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import shipped_library
from trainer.texts import Language

# The vocabulary's table: rulebook → games; a side bet with an article of its own is a variant after a colon.
REGULATED = {
    "arica": "roulette-american craps blackjack punto-banco caribbean-stud",
    "puerto-rico": """roulette-american big-six craps caribbean-easy-roll blackjack blackjack-switch free-bet-blackjack
        blackjack:blazing-7s blackjack:lucky-lucky blackjack:kings-bounty blackjack:royal-match blackjack:bet-the-set
        blackjack:21-plus-3 baccarat mini-baccarat ez-baccarat mini-ez-baccarat commission-free-baccarat caribbean-stud
        let-it-ride three-card-poker ultimate-texas-holdem triple-shot pai-gow-poker pai-gow-tiles texas-holdem omaha
        seven-card-stud bingo""",
    "baleares": """roulette-french roulette-american boule big-six craps blackjack punto-banco chemin-de-fer
        baccarat-two-tables trente-et-quarante caribbean-stud let-it-ride synthetic-poker lototrot promotrot""",
    "coquimbo": "blackjack",
    "bolivia": """roulette-french roulette-american craps blackjack challenge-21 punto-banco chemin-de-fer
        trente-et-quarante caribbean-stud go-poker draw-poker three-card-poker texas-holdem omaha seven-card-stud
        five-card-stud bingo gaming-machines lottery instant-lottery""",
}
ENTRIES = [(book, *entry.partition(":")[::2]) for book, games in REGULATED.items() for entry in games.split()]
LIBRARY = shipped_library()


def test_there_are_seventy_entries() -> None:
    assert len(ENTRIES) == len(set(ENTRIES)) == 70


@loop_over(("book", "game", "variant"), ENTRIES)
def test_an_entry_is_listed_loaded_asked_and_taught(book: str, game: str, variant: str) -> None:
    assert game in LIBRARY.games(book)
    rules = load_rules(LIBRARY, book, game, variant)
    assert not variant or variant in rules.variants
    request = {"rulebook": book, "game": game, "decide": {"case": "procedure"}}
    assert solve(request | ({"variant": variant} if variant else {}), LIBRARY)["order"]
    assert all(lesson(rules, language) for language in Language)


def test_the_command_lists_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--json"]) == 0
    printed = capsys.readouterr().out
    assert json.loads(printed)
    for _, game, variant in ENTRIES:
        assert re.search(rf'"{re.escape(game)}"', printed)
        assert not variant or re.search(rf'"{re.escape(variant)}"', printed)
