"""Card-room drills: every family, level and regulation makes sound questions, and none can be guessed."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.drills.checks import LIBRARY, check_level, check_texts, levels_of, rules_of
from trainer.drills import families, family
from trainer.drills.card_room.rulings import KINDS, others, ruled
from trainer.drills.core import Family
from trainer.drills.forms import AmountForm, ChoiceForm
from trainer.drills.scene import Chips
from trainer.equipment.money import parse_amount
from trainer.games.card_room.game import GAMES
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules
from trainer.texts.catalogue import messages

LEVELS = levels_of(GAMES)
TABLES = rules_of(GAMES)

every_table = pytest.mark.parametrize(
    "rules", TABLES, ids=lambda rules: f"{rules.rulebook}-{rules.game}-{rules.variant}"
)


@pytest.mark.parametrize(
    ("rules", "one", "level"), LEVELS, ids=[f"{r.rulebook}-{r.game}-{r.variant}-{f.id}-{n}" for r, f, n in LEVELS]
)
def test_questions_are_sound(rules: GameRules, one: Family, level: int) -> None:
    check_level(rules, one, level, range(12))


@pytest.mark.parametrize("one", families("texas-holdem"), ids=lambda one: one.id)
def test_texts(one: Family) -> None:
    check_texts(one)


@pytest.mark.parametrize(
    ("rules", "one", "level"), LEVELS, ids=[f"{r.rulebook}-{r.game}-{r.variant}-{f.id}-{n}" for r, f, n in LEVELS]
)
def test_no_answer_can_be_guessed(rules: GameRules, one: Family, level: int) -> None:
    """Of forty questions no answer, and no place among the choices, is right more often than seven in ten."""
    if one.facts is not None:
        drafts = [one.make(rules, level, seed).draft for seed in range(one.facts(rules, level))]
    else:
        drafts = [one.make(rules, level, seed).draft for seed in range(40)]
    answers = Counter(draft.solution for draft in drafts)
    assert answers.most_common(1)[0][1] <= 0.7 * len(drafts)
    places = Counter(
        [choice.id for choice in draft.form.choices].index(draft.solution.split()[0])
        for draft in drafts
        if isinstance(draft.form, ChoiceForm) and draft.solution != "-"
    )
    if places:
        assert places.most_common(1)[0][1] <= 0.7 * len(drafts)
    for draft in drafts:
        if isinstance(draft.form, ChoiceForm) and not draft.form.several:
            assert len(draft.form.choices) >= 2


@every_table
def test_chips_on_the_table_are_chips_of_the_house(rules: GameRules) -> None:
    for one in families(rules.game):
        if not one.fits(rules):
            continue
        for level in range(1, len(one.levels) + 1):
            for seed in range(6):
                for piece in one.make(rules, level, seed).draft.scene.pieces:
                    if isinstance(piece, Chips) and piece.value is not None:
                        worth = sum(parse_amount(value) * count for value, count in piece.counts.items())
                        assert worth == piece.value, (one.id, level, seed)


@every_table
def test_every_ruling_has_rivals_and_words(rules: GameRules) -> None:
    known = messages("card-room")
    assert len(ruled(rules)) > 15
    for key in ruled(rules):
        action = rules.irregularities[key].data["action"]
        assert f"ruling.{action}" in known, key
        assert len(others(action)) >= 3, key
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
def test_running_a_hand_is_one_hand_until_it_ends(rules: GameRules) -> None:
    """The questions of a series follow one another at the same table, and players' mistakes are among them."""
    run = family(rules.game, "run-the-hand")
    happened = Counter()
    for hand in range(12):
        for place in range(run.series):
            draft = run.make(rules, 3, hand * run.series + place).draft
            happened[draft.prompt.params["happened"].id.rpartition(".")[2]] += 1
    assert happened["street-begins"] and happened["round-over"] and happened["cards-shown"]
    assert happened["string-bet"] + happened["check-over-bet"] + happened["out-of-turn"] + happened["too-small"]


@every_table
def test_split_shares_and_commission_are_the_pot(rules: GameRules) -> None:
    split = family(rules.game, "split-the-pot")
    for level in (1, 2, 3):
        for seed in range(20):
            draft = split.make(rules, level, seed).draft
            assert isinstance(draft.form, AmountForm)
            shared = sum(parse_amount(word) for word in draft.solution.split())
            rake = draft.prompt.params["rake"] if level == 3 else 0
            assert shared + rake == draft.prompt.params["pot"], (level, seed)
