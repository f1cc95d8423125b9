"""What of each regulation is in the rules, asked and told."""

from __future__ import annotations

import pytest

from trainer.catalogue import BY_GAME
from trainer.course.coverage import coverage, covered
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library

# Lines that no page shows although the rules cite them. Each is a hole: this list may only become shorter.
GAMES = [
    ("arica", "craps"),
    ("baleares", "trente-et-quarante"),
    ("bolivia", "chemin-de-fer"),
    ("coquimbo", "blackjack"),
    ("baleares", "roulette-french"),
]


@pytest.mark.parametrize(("rulebook", "game"), GAMES)
def test_nearly_every_cited_line_is_told_and_most_are_asked(rulebook: str, game: str) -> None:
    library = shipped_library()
    found = covered(library, load_rules(library, rulebook, game))
    assert found.lines_told >= 0.85 * found.lines
    assert found.lines_asked >= 0.5 * found.lines
    assert all(found.parts[part] for part in ("procedure", "irregularities", "equipment", "staff"))


TOLD_WHOLE = (
    "boule",
    "big-six",
    "caribbean-easy-roll",
    "bingo",
    "progressive-jackpot",
    "lototrot",
    "promotrot",
    "lottery",
    "instant-lottery",
    "gaming-machines",
)


@pytest.mark.parametrize("game", TOLD_WHOLE)
def test_every_cited_line_is_told_and_what_is_not_asked_says_why(game: str) -> None:
    found = list(coverage(shipped_library(), game=game))
    assert found
    for each in found:
        assert each.lines_told == each.lines
        assert all(one.unasked or one.lines_asked == len(one.lines) for one in each.provisions)


def test_every_part_of_every_game_is_counted() -> None:
    library = shipped_library()
    for rulebook in library.rulebooks():
        for game in library.games(rulebook):
            if game in BY_GAME:
                rules = load_rules(library, rulebook, game)
                assert rules.staff and rules.conduct, (rulebook, game)
