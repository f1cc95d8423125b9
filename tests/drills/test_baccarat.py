"""Baccarat and trente et quarante: every family, level and regulation makes sound questions."""

from __future__ import annotations

import random

import pytest

from tests.drills.checks import LIBRARY, at_every_level, check_level, check_texts
from tests.loops import loop_over
from trainer.drills import families, family
from trainer.drills.baccarat.shoe import COUPS, coup_of_series, fresh_shoe
from trainer.games.baccarat.figures import baccarat
from trainer.games.rules import load_rules

GAMES = (
    "punto-banco",
    "baccarat",
    "mini-baccarat",
    "ez-baccarat",
    "mini-ez-baccarat",
    "commission-free-baccarat",
    "chemin-de-fer",
    "baccarat-two-tables",
    "trente-et-quarante",
)


@at_every_level(GAMES)
def test_questions_are_sound(rules, family, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, family, level)


@loop_over("one", {f.area + f.id: f for game in GAMES for f in families(game)}.values(), ids=lambda f: f.id)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)


HOUSE_BANK = [
    ("arica", "punto-banco", ""),
    ("baleares", "punto-banco", "full-table"),
    ("bolivia", "punto-banco", "punto-banco"),
    ("puerto-rico", "baccarat", ""),
]


@pytest.mark.parametrize("table", HOUSE_BANK, ids="/".join)
def test_a_running_shoe_is_one_shoe(table: tuple[str, str, str]) -> None:
    """The coups of a series follow one another in the shoe, and the board is what came before."""
    rules = load_rules(LIBRARY, *table)
    running = family(rules.game, "running-shoe")
    winners: list[str] = []
    for place in range(COUPS):
        draft = running.make(rules, 1, place).draft
        beads = [piece for piece in draft.scene.pieces if piece.spot.startswith("bead:")]
        if not beads:
            winners = []
        assert len(beads) == len(winners)
        thirds, winner, high, low = draft.solution.split()
        assert (winner == "tie") == (high == low) and int(high) >= int(low)
        assert thirds in ("none", "player", "banker", "both")
        winners.append(winner)


@pytest.mark.parametrize("table", HOUSE_BANK, ids="/".join)
def test_the_shoe_is_burned_and_ends_with_the_cut_card(table: tuple[str, str, str]) -> None:
    """Cards are dealt once: burn and coups together take the shoe to its cut card and no further than the rule says."""
    rules = load_rules(LIBRARY, *table)
    figures = baccarat(rules)
    for series in range(6):
        whole = fresh_shoe(rules, random.Random(series))
        used = 0
        for place in range(COUPS):
            dealt = coup_of_series(rules, random.Random(series), place)
            if dealt.number == 1 and place:
                break
            assert dealt.coup.player[:2] == whole.cards[used : used + 4 : 2]
            assert dealt.coup.banker[:2] == whole.cards[used + 1 : used + 4 : 2]
            used += len(dealt.coup.player) + len(dealt.coup.banker)
        else:
            continue  # the series ended before the shoe
        most_after = 6 * (1 + max(figures.cut_card.after_current, figures.cut_card.between_coups))
        assert len(whole) - whole.behind_cut <= used <= len(whole) - whole.behind_cut + most_after


def test_a_fourth_bank_card_is_named_even_if_the_player_stood() -> None:
    rules = load_rules(LIBRARY, "bolivia", "punto-banco")
    draft = family("punto-banco", "next-card").make_dealt(rules, 1, "7D JS 9S 4H 6H").draft
    assert ("gave-a-fourth-card", "banker") in draft.mistakes


def test_a_bank_without_maximum_is_asked_other_garage_questions() -> None:
    rules = load_rules(LIBRARY, "baleares", "chemin-de-fer", options={"unlimited-bank": "yes"})
    asked = {family("chemin-de-fer", "garage").make(rules, 1, seed).draft.prompt.id for seed in range(8)}
    assert asked == {"baccarat.prompt.garage-uncovered", "baccarat.prompt.garage-voluntary"}
