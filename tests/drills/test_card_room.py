"""Card room: every family, level and regulation makes sound questions that cannot be guessed."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from tests.drills.checks import LIBRARY, at_every_level, check_level, check_texts, rules_of
from tests.drills.level_measures import SEEDS, questions
from tests.drills.question_cache import made
from tests.loops import loop_over
from trainer.drills import families, family
from trainer.drills.card_room.accident_scenes import accident_pieces
from trainer.drills.card_room.ruling_matrix import cells, row, rows, rulings_of
from trainer.drills.card_room.rulings import KINDS, asked_accidents, rival_rulings
from trainer.drills.core import Draft, Family
from trainer.drills.forms import AmountForm, ChoiceForm
from trainer.drills.scene import CardPiece, Chips
from trainer.equipment.money import parse_amount
from trainer.games.card_room.figures import card_room
from trainer.games.card_room.game import GAMES
from trainer.games.rules import load_rules
from trainer.games.solving import solve
from trainer.rulebooks import GameRules
from trainer.rulebooks.schema import Irregularity
from trainer.texts import Language, Message, say
from trainer.texts.messages import messages

TABLES = rules_of(GAMES)

every_table = pytest.mark.parametrize(
    "rules", TABLES, ids=lambda rules: f"{rules.rulebook}-{rules.game}-{rules.variant}"
)


@at_every_level(GAMES)
def test_questions_are_sound(rules: GameRules, one: Family, level: int) -> None:
    check_level(rules, one, level)


@loop_over("one", families("texas-holdem"), ids=lambda one: one.id)
def test_texts(one: Family) -> None:
    check_texts(one)


@at_every_level(GAMES)
def test_a_question_with_one_answer_offers_at_least_four(rules: GameRules, one: Family, level: int) -> None:
    """How often each answer and each place is right, `benchmarks/test_fairness.py` measures."""
    for question in questions(rules, one, level, SEEDS):
        form = question.draft.form
        if isinstance(form, ChoiceForm) and not form.several:
            # One knows only what the books say, the other whether something is in order: there are no more answers.
            assert len(form.choices) >= {"in-this-book": 2, "at-this-table": 3, "is-this-the-rule": 2}.get(one.id, 4)


@pytest.mark.parametrize(
    ("rules", "level"),
    [(rules, level) for rules in TABLES for level in (1, 2)],
    ids=[f"{r.rulebook}-{r.game}-{r.variant}-{n}" for r in TABLES for n in (1, 2)],
)
def test_every_step_is_wrong_at_times_and_at_times_none(rules: GameRules, level: int) -> None:
    fault = family(rules.game, "spot-the-fault")
    drafts = [made(rules, fault, level, seed).draft for seed in range(60)]
    asked = {choice.id for draft in drafts if isinstance(draft.form, ChoiceForm) for choice in draft.form.choices}
    assert {draft.solution for draft in drafts} == asked >= {"none"}


@every_table
def test_hands_tie_in_every_game(rules: GameRules) -> None:
    who = family(rules.game, "who-wins")
    for level in range(1, len(who.levels) + 1):
        ties = sum(len(made(rules, who, level, seed).draft.solution.split()) > 1 for seed in range(40))
        assert 3 <= ties <= 25, level


@pytest.mark.parametrize("game", ["texas-holdem", "omaha"])
def test_no_more_lies_in_the_middle_before_the_flop_than_players_can_have_put_in(game: str) -> None:
    rules = load_rules(LIBRARY, "bolivia", game)
    data = card_room(rules)
    first = next(iter(data.streets))
    assert data.betting.raises is not None
    early = 0
    for seed in range(60):
        draft = family(rules.game, "take-the-rake").make(rules, 3, seed).draft
        told = draft.prompt.params
        if told["street"].id.endswith(f".{first}"):
            early += 1
            pots = sum(
                (piece.value or Fraction(0) for piece in draft.scene.pieces if isinstance(piece, Chips)), Fraction(0)
            )
            minimum = told["table"].params["minimum"]
            assert pots <= minimum * (1 + data.betting.raises) * data.players.most + 8 * told["chip"], seed
    assert early


def test_baleares_l1519_the_common_cards_lie_closed_until_they_are_turned() -> None:
    rules = load_rules(LIBRARY, "baleares", "synthetic-poker")
    for seed in range(10):
        pieces = family(rules.game, "whose-action").make(rules, 2, seed).draft.scene.pieces
        board = [piece for piece in pieces if isinstance(piece, CardPiece) and piece.spot == "board"]
        assert [piece.offset for piece in board] == [0, 1, 2, 3, 4]
        assert [piece.face_up for piece in board] == sorted((piece.face_up for piece in board), reverse=True)
        assert board[0].face_up


def test_bolivia_l1579_without_limits_the_commission_is_asked_for_when_the_turn_is_over() -> None:
    """Later bets are free: pots of the river would not say how much lay there when it was taken."""
    rules = load_rules(LIBRARY, "bolivia", "texas-holdem", "sin-limites")
    for level in (1, 2, 3):
        for seed in range(30):
            draft = family(rules.game, "take-the-rake").make(rules, level, seed).draft
            street = draft.prompt.params["street"].id.rpartition(".")[2]
            nothing = set(draft.solution.split()) == {"0"}
            assert street != "river"
            assert draft.prompt.id.endswith("rake-at-once") is (street == "turn") is not nothing


@every_table
def test_the_smallest_chip_lays_half_a_bet(rules: GameRules) -> None:
    for seed in range(30):
        told = family(rules.game, "take-the-rake").make(rules, 2, seed).draft.prompt.params
        assert told["table"].params["minimum"] / 2 % told["chip"] == 0


@every_table
def test_the_prompt_states_what_a_share_depends_on(rules: GameRules) -> None:
    """The commission is still in the pot: its rate, and the table whose maximum caps it, stand in the question.

    Where it is taken before the last bets it is never still in.
    """
    taken_before = card_room(rules).rake.taken_after != ""
    for language in Language:
        draft = family(rules.game, "split-the-pot").make(rules, 3, 1).draft
        words = say(draft.prompt, language)
        assert draft.prompt.id.endswith("split-net") is taken_before
        if taken_before:
            continue
        cap = card_room(rules).rake.cap
        sign = draft.prompt.params["table"].params
        caps_it = [sign["maximum"]] if cap is not None and cap.of == "maximum" else []
        for figure in (draft.prompt.params["percent"], sign["minimum"], *caps_it):
            assert say(Message("card-room.column", {"game": "", "book": figure}), language)[2:-1] in words


@every_table
def test_a_maximum_without_effect_is_not_stated(rules: GameRules) -> None:
    """Seven card stud counts in minima, synthetic poker has no limit: “table 20/500” would say that 655 is too much."""
    streets = card_room(rules).streets.values()
    limits = [*(each for street in streets for each in (street.least, street.most)), card_room(rules).rake.cap]
    words = say(family(rules.game, "raise-sizes").make(rules, 2, 1).draft.prompt, Language.EN)
    assert words.startswith("Table from ") is any(each is not None and each.of == "maximum" for each in limits)


@every_table
def test_the_smallest_chip_is_named_where_the_commission_comes_down_to_it(rules: GameRules) -> None:
    words = say(family(rules.game, "take-the-rake").make(rules, 1, 1).draft.prompt, Language.EN)
    assert ("smallest chip" in words) is (card_room(rules).rake.rounding == "down-to-chip")


def _step_told(told: Message, step: str) -> Message:
    """The step of a dealt hand with this message id."""
    inner = told.params["step"]
    return inner if inner.id == step else _step_told(told.params["steps"], step)


@every_table
def test_a_commission_that_was_taken_can_be_checked(rules: GameRules) -> None:
    """What the step says of pot, rate and smallest chip gives the commission, unless that is the fault."""
    fault, found = family(rules.game, "spot-the-fault"), 0
    for seed in range(20):
        draft = made(rules, fault, 2, seed).draft
        told = _step_told(draft.prompt.params["steps"], "card-room.fault.rake").params
        exact, cap = told["pot"] * told["percent"] / 100, card_room(rules).rake.cap
        if isinstance(told["rounded"], Message):
            exact -= exact % told["rounded"].params["chip"]
        if cap is None and card_room(rules).rake.of == "whole-pot":
            found += 1
            assert (told["rake"] == exact) is (draft.solution != "rake"), seed
        assert isinstance(told["rounded"], Message) is (card_room(rules).rake.rounding == "down-to-chip")
    assert found or cap is not None or card_room(rules).rake.of != "whole-pot"


@every_table
def test_a_commission_already_off_cannot_be_forgotten(rules: GameRules) -> None:
    split = family(rules.game, "split-the-pot")
    for level, seed in product((1, 2, 3), range(6)):
        draft = made(rules, split, level, seed).draft
        named = {mistake for mistake, _ in draft.mistakes}
        assert ("forgot-the-rake" in named) is (draft.prompt.id == "card-room.prompt.split")


@every_table
def test_common_cards_are_turned_and_own_cards_dealt(rules: GameRules) -> None:
    streets = card_room(rules).streets
    for seed in range(20):
        draft = family(rules.game, "run-the-hand").make(rules, 1, seed).draft
        for choice in getattr(draft.form, "choices", ()):
            if "does" in choice.label.params:
                street = choice.label.params["street"].id.rpartition(".")[2]
                assert choice.label.params["does"].id.endswith(".deals") is bool(streets[street].own)


def test_an_equally_good_five_is_not_a_mistake() -> None:
    rules = load_rules(LIBRARY, "bolivia", "omaha")
    for seed in range(40):
        draft = family("omaha", "best-five").make(rules, 1, seed).draft
        for _, answer in draft.mistakes:
            assert _hand(answer) != _hand(draft.solution)


@every_table
def test_the_board_mistake_needs_a_board(rules: GameRules) -> None:
    named = {
        name for seed in range(12) for name, _ in family(rules.game, "who-wins").make(rules, 2, seed).draft.mistakes
    }
    assert ("looked-at-own-cards" in named) is any(street.board for street in card_room(rules).streets.values())


def _hand(setting: str) -> set[str]:
    return set(setting.split(maxsplit=1)[0].removeprefix("hand=").split(","))


@every_table
def test_chips_on_the_table_are_chips_of_the_house(rules: GameRules) -> None:
    for one in families(rules.game):
        if not one.fits(rules):
            continue
        for level in range(1, len(one.levels) + 1):
            for seed in range(6):
                for piece in made(rules, one, level, seed).draft.scene.pieces:
                    if isinstance(piece, Chips) and piece.value is not None:
                        worth = sum(parse_amount(value) * count for value, count in piece.counts.items())
                        assert worth == piece.value, (one.id, level, seed)


@every_table
def test_every_ruling_has_alternatives_and_a_text(rules: GameRules) -> None:
    known = messages("card-room")
    assert len(asked_accidents(rules)) > 15
    for key in asked_accidents(rules):
        action = rules.irregularities[key].data["action"]
        assert f"ruling.{action}" in known, key
        assert len(rival_rulings(action)) >= 3, key
    assert all(f"ruling.{one}" in known for kind in KINDS for one in kind)


def test_the_same_accident_is_ruled_differently_in_each_game() -> None:
    """A card exposed while dealing, and a card that falls: the matrix of the card room."""

    def ruling(book: str, game: str, event: str) -> str:
        return str(load_rules(LIBRARY, book, game).irregularities[event].data["action"])

    assert ruling("puerto-rico", "texas-holdem", "card-exposed-in-deal") == "burn-card-and-replace"
    assert ruling("puerto-rico", "seven-card-stud", "hole-card-exposed") == "third-card-face-down"
    assert ruling("bolivia", "texas-holdem", "player-card-seen") == "void-whole-play"
    assert ruling("baleares", "synthetic-poker", "card-exposed-in-deal") == "collect-all-cards-and-restart"
    assert ruling("puerto-rico", "omaha", "card-off-table") == "hand-annulled"
    assert ruling("puerto-rico", "seven-card-stud", "card-off-table") == "card-stays-in-play"
    assert ruling("puerto-rico", "texas-holdem", "cards-face-up-in-deck") == "hand-void"
    assert ruling("puerto-rico", "omaha", "cards-face-up-in-deck") == "all-cards-back-and-reshuffle"


@every_table
def test_an_accident_of_the_matrix_lies_on_the_felt_and_names_every_game_that_rules_so(rules: GameRules) -> None:
    matrix = family(rules.game, "same-accident")
    assert matrix.facts is not None and matrix.facts(rules, 1) >= 6
    for number in range(matrix.facts(rules, 1)):
        draft = matrix.make(rules, 1, number).draft
        ruling = draft.prompt.params["ruling"].id.rpartition(".")[2]
        assert isinstance(draft.form, ChoiceForm) and draft.scene.pieces
        places = [choice.id for choice in draft.form.choices]
        assert f"{rules.rulebook}/{rules.game}" in places and 2 <= len(places) <= 6
        accident = next(one for one in rows(rules) if ruling in rulings_of(rules, one) and _asks(rules, one, draft))
        ruled_so = {cell.place for cell in row(rules, accident) if cell.ruling == ruling}
        assert draft.solution.split() == [place for place in places if place in ruled_so]
        assert len(draft.reasons) == len(places)


def test_rulings_that_differ_only_in_wording_are_merged() -> None:
    """Who puts cards in order that were dealt wrong corrects the deal."""
    bolivia, puerto_rico = (load_rules(LIBRARY, book, "omaha") for book in ("bolivia", "puerto-rico"))
    rulings = {cell.place: cell.ruling for cell in row(bolivia, "error-found-at-once")}
    assert rulings["bolivia/omaha"] == rulings["puerto-rico/omaha"] != rulings["baleares/synthetic-poker"]
    assert "cards-face-up" not in rows(puerto_rico)  # the hand is void, all cards come back: dealt anew at every table
    assert "correct" not in rival_rulings("reorder-cards")
    ruling = family("omaha", "misdeal-or-play-on")
    for number in range(ruling.facts(bolivia, 1) if ruling.facts else 0):
        draft = ruling.make(bolivia, 1, number).draft
        assert isinstance(draft.form, ChoiceForm)
        assert not {"correct", "reorder-cards"} <= {choice.id for choice in draft.form.choices}


def _asks(rules: GameRules, accident: str, draft: Draft) -> bool:
    return any(cell.entry.situation == draft.prompt.params["situation"] for cell in row(rules, accident)[:1])


@every_table
def test_an_accident_is_seen_where_the_felt_can_show_it(rules: GameRules) -> None:
    """The felt of a card that was seen differs from the felt of a table where nothing happened by that card."""
    seen = next(cell for cell in cells(rules) if cell.entry.data["accident"] in ("card-seen", "error-found-at-once"))
    pieces = accident_pieces(rules, random.Random(1), seen.key, seen.entry)
    closed = Irregularity(situation=seen.entry.situation, action=seen.entry.action, cite=seen.entry.cite)
    usual = accident_pieces(rules, random.Random(1), "nothing", closed)
    changed = [piece for piece in usual if piece not in pieces]
    assert len(changed) == 1 and isinstance(changed[0], CardPiece)


@every_table
def test_each_pot_is_pushed_to_the_best_of_those_who_play_for_it(rules: GameRules) -> None:
    """Run the hand: who was all in for less has no part in a side pot, whatever he shows."""
    run = family(rules.game, "run-the-hand")
    several = 0
    for seed in range(12 * run.series):
        draft = made(rules, run, 3, seed).draft
        if not draft.prompt.params["happened"].id.endswith("pot-shown"):
            continue
        several += 1
        holds = draft.reasons[0].params
        playing = [int(seat) for seat in holds["seats"].split(", ")]
        pushed = [int(seat) for seat in draft.solution.split("-")[1:]]
        assert set(pushed) <= set(playing), seed
        lying = {piece.spot: piece.value for piece in draft.scene.pieces if isinstance(piece, Chips)}
        assert holds["amount"] in [value for spot, value in lying.items() if spot.startswith("pot:")], seed
        hands = {
            str(seat): [
                piece.card
                for piece in draft.scene.pieces
                if isinstance(piece, CardPiece) and piece.spot == f"seat:{seat}/cards"
            ]
            for seat in playing
        }
        board = [piece.card for piece in draft.scene.pieces if isinstance(piece, CardPiece) and piece.spot == "board"]
        request = {"case": "showdown", "hands": hands, "board": board}
        told = solve({"rulebook": rules.rulebook, "game": rules.game, "decide": request}, LIBRARY)
        assert told["winners"] == pushed, seed
    assert several or rules.game != "texas-holdem"


@every_table
def test_running_a_hand_is_one_hand_until_it_ends(rules: GameRules) -> None:
    """The questions of a series follow one another at the same table, and players' mistakes are among them."""
    run = family(rules.game, "run-the-hand")
    happened: Counter[str] = Counter()
    for hand in range(12):
        for place in range(run.series):
            draft = made(rules, run, 3, hand * run.series + place).draft
            happened[draft.prompt.params["happened"].id.rpartition(".")[2]] += 1
    assert happened["on-street"] and happened["cards-shown"]
    assert happened["string-bet"] + happened["check-over-bet"] + happened["out-of-turn"] + happened["raises"]


@every_table
def test_split_shares_and_commission_are_the_pot(rules: GameRules) -> None:
    split = family(rules.game, "split-the-pot")
    for level in (1, 2, 3):
        for seed in range(20):
            draft = made(rules, split, level, seed).draft
            assert isinstance(draft.form, AmountForm)
            shared = sum(parse_amount(word) for word in draft.solution.split())
            rake = draft.prompt.params["rake"] if level == 3 else 0
            assert shared + rake == draft.prompt.params["pot"], (level, seed)
