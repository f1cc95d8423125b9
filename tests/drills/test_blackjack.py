"""Blackjack: every family, level and regulation makes sound questions with right answers."""

from __future__ import annotations

import re

import pytest

from tests.drills.checks import A_FEW, LIBRARY, at_every_level, check_level, check_texts, rules_of
from tests.drills.question_cache import made
from tests.loops import loop_over
from trainer.drills import families, family
from trainer.drills.blackjack import FAMILIES
from trainer.drills.blackjack.cut_and_burn import facts
from trainer.drills.blackjack.pay_or_wait import decision
from trainer.drills.core import Family
from trainer.drills.scene import CardPiece, Chips, Note
from trainer.equipment.cards import Card, parse_cards
from trainer.games.blackjack.hands import points
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules
from trainer.texts import Language, say

GAMES = ("blackjack", "blackjack-switch", "free-bet-blackjack", "challenge-21")


@at_every_level(GAMES)
def test_questions_are_sound(rules, family, level) -> None:  # type: ignore[no-untyped-def]
    check_level(rules, family, level)


@loop_over("one", FAMILIES, ids=lambda one: one.id)
def test_texts(one) -> None:  # type: ignore[no-untyped-def]
    check_texts(one)


def test_every_family_fits_some_table() -> None:
    fitting = {one.id for rules in rules_of(GAMES) for one in families(rules.game) if one.fits(rules)}
    assert fitting >= {f.id for f in FAMILIES}


@pytest.mark.parametrize("rulebook", ("arica", "coquimbo", "bolivia", "puerto-rico", "baleares"))
def test_choices_can_be_said_in_both_languages(rulebook: str) -> None:
    rules = load_rules(LIBRARY, rulebook, "blackjack")
    for one in families("blackjack"):
        if one.fits(rules):
            for level in range(1, len(one.levels) + 1):
                form = one.make(rules, level, 1).draft.form
                options = [*getattr(form, "choices", ()), *getattr(form, "steps", ())]
                options += [choice for part in getattr(form, "parts", ()) for choice in part]
                assert all(say(choice.label, language) for choice in options for language in Language)


def test_soft_17_is_drawn_to_at_arica_and_not_at_coquimbo() -> None:
    for rulebook, act in (("arica", "draw"), ("coquimbo", "stand")):
        rules = load_rules(LIBRARY, rulebook, "blackjack")
        dealer = family("blackjack", "dealer-hand")
        seen = set()
        for seed in range(40):
            draft = made(rules, dealer, 3, seed).draft
            if any(reason.rule.startswith("soft-17") for reason in draft.reasons):
                seen.add(draft.solution)
        assert seen == {act}


@pytest.mark.parametrize(
    ("rulebook", "up", "what"),
    [
        ("coquimbo", "6H", "pay-now"),
        ("coquimbo", "KH", "wait"),
        ("coquimbo", "AH", "offer-even-money"),
        ("puerto-rico", "AH", "wait"),
        ("baleares", "6H", "wait"),
        ("baleares", "AH", "offer-even-money"),
    ],
)
def test_blackjack_is_paid_or_waits_as_the_rulebook_says(rulebook: str, up: str, what: str) -> None:
    rules = load_rules(LIBRARY, rulebook, "blackjack")
    assert decision(rules, parse_cards("AC KD"), parse_cards(up)[0])[0] == what


def test_shoe_facts_come_from_the_rulebook() -> None:
    arica = {key: figure for key, figure, _ in facts(load_rules(LIBRARY, "arica", "blackjack"))}
    assert (arica["burn"], arica["relief"], arica["behind-most"], arica["places"], arica["seats"]) == (5, 3, 160, 4, 6)
    bolivia = {key: figure for key, figure, _ in facts(load_rules(LIBRARY, "bolivia", "challenge-21"))}
    assert (bolivia["decks"], bolivia["cards"], bolivia["seats"], bolivia["burn"]) == (8, 416, 6, 1)


def test_common_mistakes_are_named() -> None:
    rules = load_rules(LIBRARY, "puerto-rico", "blackjack")
    pay = family("blackjack", "three-to-two")
    question = pay.make(rules, 1, 3)
    wrong = dict(question.draft.mistakes)["paid-2-to-1"]
    assert pay.mark(question, wrong).mistake == "blackjack.mistake.paid-2-to-1"


@at_every_level(GAMES)
def test_no_named_mistake_is_right(rules: GameRules, one: Family, level: int) -> None:
    for seed in A_FEW:
        draft = made(rules, one, level, seed).draft
        assert not [mistake for mistake, answer in draft.mistakes if draft.form.same(answer, draft.solution)]


def test_arica_1_8_2_the_prize_of_ace_and_jack_of_spades_is_never_drilled_as_three_to_two() -> None:
    rules = load_rules(LIBRARY, "arica", "blackjack")
    pay = family("blackjack", "three-to-two")
    shown = [pay.make(rules, 1, seed).draft.scene.pieces for seed in range(300)]
    hands = [{piece.card for piece in pieces if piece.spot.startswith("hand")} for pieces in shown]  # type: ignore[union-attr]
    assert {"AS", "JS"} not in hands
    assert {"AS", "QS"} in hands


def test_a_hand_that_is_no_pair_is_not_called_one() -> None:
    """Hands of a split need not be pairs: the question speaks of hands after splitting."""
    rules, may = load_rules(LIBRARY, "arica", "blackjack"), family("blackjack", "may-they")
    prompts = {made(rules, may, 2, seed).draft.prompt.id: made(rules, may, 2, seed) for seed in range(40)}
    for language, word in ((Language.ES, r"\bpar(es)?\b"), (Language.EN, r"\bpairs?\b")):
        assert len(prompts) == 2
        assert not any(re.search(word, say(question.draft.prompt, language)) for question in prompts.values())


@pytest.mark.parametrize("game", ["blackjack-switch", "blackjack"])
def test_every_row_of_a_side_bet_is_asked(game: str) -> None:
    rules = load_rules(LIBRARY, "puerto-rico", game, "21-plus-3" if game == "blackjack" else "")
    side_bets = family(game, "side-bets")
    asked = {side_bets.make(rules, 1, seed).draft.solution for seed in range(80)}
    bet = "21-plus-3" if game == "blackjack" else "super-match"
    assert asked == {*rules.bets[bet].pay_table, "none"}


def test_the_felt_shows_whose_turn_it_is() -> None:
    """Seats before the one that is asked are gone or marked as standing; seats already settled are marked too."""
    rules = load_rules(LIBRARY, "coquimbo", "blackjack")
    next_act = family("blackjack", "next-act")
    marked = set()
    for level, act in ((2, "ask"), (3, "settle-hand")):
        for seed in range(150):
            draft = next_act.make(rules, level, seed).draft
            if not draft.solution.startswith(f"{act}-"):
                continue
            seat = int(draft.solution.removeprefix(f"{act}-"))
            notes = {piece.spot: piece.says.id for piece in draft.scene.pieces if isinstance(piece, Note)}  # type: ignore[union-attr]
            cards: dict[str, list[Card]] = {}
            for piece in draft.scene.pieces:
                if isinstance(piece, CardPiece) and piece.spot.startswith("hand"):
                    cards.setdefault(piece.spot, []).extend(parse_cards(piece.card))
            for spot, hand in cards.items():
                other = int(spot.split(":")[1])
                done = other < seat if act == "ask" else other > seat
                if done and points(hand).total < 21 and (act != "ask" or len(hand) != 3):
                    marked.add(notes[spot])
    assert marked == {"blackjack.stood", "blackjack.settled"}


@pytest.mark.parametrize(
    ("drill", "level"), [("dealer-hand", 1), ("dealer-hand", 5), ("pay-or-wait", 3), ("may-they", 4)]
)
def test_nobody_is_dealt_a_hand_without_the_bets_he_must_make(drill: str, level: int) -> None:
    rules = load_rules(LIBRARY, "bolivia", "challenge-21")
    for seed in range(12):
        pieces = made(rules, family("challenge-21", drill), level, seed).draft.scene.pieces
        staked = {piece.spot for piece in pieces if isinstance(piece, Chips)}
        seats = {piece.spot.split(":")[1] for piece in pieces if piece.spot.startswith("hand:")}
        assert {f"bet:{seat}:{number}" for seat in seats for number in (1, 2)} <= staked


@pytest.mark.parametrize("game", GAMES)
def test_cards_whose_order_is_asked_lie_on_the_table(game: str) -> None:
    for rules in rules_of((game,)):
        for seed in range(12):
            draft = made(rules, family(game, "in-order"), 1, seed).draft
            seats = {piece.spot.split(":")[1] for piece in draft.scene.pieces if piece.spot.startswith("hand:")}
            is_dealt = draft.prompt.id != "blackjack.prompt.order-deal"
            assert seats == (set(draft.solution.split(" | ")) if is_dealt else set())
