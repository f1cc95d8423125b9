"""Craps: every family, level and regulation makes sound questions, and mistakes are named."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from fractions import Fraction

import pytest

from tests.drills.checks import LIBRARY, at_every_level, check_level, check_texts
from tests.loops import loop_over
from trainer.drills import bet_limits, families, family, rule_words, rulebook_facts, table_rules
from trainer.drills.craps.layouts import coin
from trainer.drills.scene import Chips, Piece
from trainer.games.craps.layout import FLAT_OF, CrapsBet
from trainer.games.craps.limits import LimitQuestion, limit
from trainer.games.rules import load_rules

EVERY_GAMES = (*rulebook_facts.FAMILIES, *table_rules.FAMILIES, *bet_limits.FAMILIES, *rule_words.FAMILIES)


@at_every_level(("craps",))
def test_questions_are_sound(rules, one, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, one, level)


@loop_over("one", families("craps"), ids=lambda one: one.id)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)


@pytest.mark.parametrize(
    ("book", "absent"),
    [
        ("arica", {"commission", "bonus-craps", "odds-maximum", "bet-caps"}),
        ("bolivia", {"commission", "bonus-craps", "odds-maximum", "bet-caps"}),
        ("baleares", {"commission", "bonus-craps"}),
        ("puerto-rico", {"horn"}),
    ],
)
def test_drills_follow_what_the_regulation_offers(book: str, absent: set[str]) -> None:
    rules = load_rules(LIBRARY, book, "craps")
    of_this_game = [one for one in families("craps") if one not in EVERY_GAMES]
    assert {one.id for one in of_this_game if not one.fits(rules)} == absent


def test_options_bring_their_drills() -> None:
    for option, choice, drill in (("buy-lay", "true-odds-5", "commission"), ("odds-max", "double", "odds-maximum")):
        rules = load_rules(LIBRARY, "arica", "craps", options={option: choice})
        one = family("craps", drill)
        assert one.fits(rules)
        for level in range(1, len(one.levels) + 1):
            check_level(rules, one, level, range(10))


def test_four_way_horn_is_drilled_in_quarters() -> None:
    rules = load_rules(LIBRARY, "bolivia", "craps", options={"horn": "four-way"})
    horn = family("craps", "horn")
    check_level(rules, horn, 1, range(20))
    question = horn.make(rules, 1, 5)
    flat = dict(question.draft.mistakes).get("flat-horn")
    assert flat is not None and horn.mark(question, flat).mistake == "craps.mistake.flat-horn"


def test_common_mistakes_are_named() -> None:
    """A place bet paid as odds, a new come bet taken on the seven: each is called by its name."""
    rules = load_rules(LIBRARY, "baleares", "craps")
    units = family("craps", "bet-units")
    named = {
        units.mark(question, wrong).mistake
        for seed in range(30)
        for question in [units.make(rules, 1, seed)]
        for mistake, wrong in question.draft.mistakes
    }
    assert "craps.mistake.true-odds-on-place" in named
    seven = family("craps", "seven-out")
    told = {mistake for seed in range(60) for mistake, _ in seven.make(rules, 2, seed).draft.mistakes}
    assert {"took-the-new-come", "took-the-donts", "took-the-seven", "left-numbers", "left-line"} <= told


def test_a_hand_gets_time_for_each_throw() -> None:
    rules = load_rules(LIBRARY, "arica", "craps")
    hand = family("craps", "whole-hand")
    for seed in range(10):
        question = hand.make(rules, 3, seed)
        assert question.target_seconds == 10.0 * len(question.draft.solution.split())


@pytest.mark.parametrize("book", ["arica", "baleares", "bolivia", "puerto-rico"])
def test_layouts_are_legal(book: str) -> None:
    """What a drill lays keeps the limits of the example table; odds have their bet, and nothing lies on the point."""
    rules = load_rules(LIBRARY, book, "craps")
    table = (rules.table.minimum, rules.table.maximum)
    for drill in families("craps"):
        if drill in EVERY_GAMES or drill.id == "bet-handling" or not drill.fits(rules):  # that asks what is legal
            continue
        one = drill.id
        for level, seed in itertools.product(range(1, len(drill.levels) + 1), range(8)):
            pieces = drill.make(rules, level, seed).draft.scene.pieces
            points = {piece.spot.split(":")[1].split("@")[0] for piece in pieces if piece.spot.startswith("puck")}
            point = int(points.pop()) if points not in ({"off"}, set()) else None
            for seat, bets in _bets_by_seat(pieces).items():
                for bet in bets:
                    others = tuple(other for other in bets if other is not bet)
                    asked = LimitQuestion(
                        bets=(bet,),
                        minimum=table[0],
                        maximum=table[1],
                        centre_minimum=coin(rules),
                        point=point,
                        lying=others,
                    )
                    assert limit(rules, asked).facts["allowed"], (one, level, seed, seat, bet)
                    flat = FLAT_OF.get(bet.bet)
                    assert flat is None or any(other.bet == flat and other.on == bet.on for other in others)
                    assert not (bet.bet.startswith(("come-", "dont-come-")) and bet.on == point)


def _bets_by_seat(pieces: Iterable[Piece]) -> dict[int, list[CrapsBet]]:
    found: dict[int, list[CrapsBet]] = {}
    for piece in pieces:
        if isinstance(piece, Chips):
            name, seat = piece.spot.split("@")
            kind, _, on = name.partition(":")
            bet = CrapsBet(bet=kind, on=int(on) if on.isdigit() else on or None, stake=piece.value or Fraction(0))
            found.setdefault(int(seat), []).append(bet)
    return found


def test_seccion_3_6_small_place_bets_are_drilled_and_explained() -> None:
    """L253: less than $6 on the 6 or the 8 is even money, and the explanation says why."""
    rules = load_rules(LIBRARY, "puerto-rico", "craps")
    units = family("craps", "bet-units")
    assert units.facts is not None
    questions = [units.make(rules, 5, seed) for seed in range(units.facts(rules, 5))]
    small = [q for q in questions if any(reason.rule == "small-stake" for reason in q.draft.reasons)]
    assert {q.draft.solution for q in small} == {"5"} and len(small) == 2


@pytest.mark.parametrize("book", ["arica", "puerto-rico"])
def test_odds_without_their_bet_are_refused_and_the_felt_shows_it(book: str) -> None:
    """The answer to “may he make this bet” depends only on what lies in the scene."""
    rules = load_rules(LIBRARY, book, "craps")
    handling = family("craps", "bet-handling")
    answers = set()
    for seed in range(600):
        draft = handling.make(rules, 2, seed).draft
        (wished,) = draft.scene.glow
        kind = wished.split("@")[0].split(":")[0]
        if draft.prompt.params["wish"].id == "craps.wish.new-bet" and kind in FLAT_OF:
            lies = any(isinstance(piece, Chips) for piece in draft.scene.pieces)
            assert draft.solution == ("yes" if lies else "no")
            answers.add(draft.solution)
    assert answers == {"yes", "no"}
