"""The proof over every hand: the kinds are all there, each with its weight, and a sample of them is proved."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from tests.games.pai_gow.tables import POKER, cards_way
from trainer.cli import main, prove
from trainer.games.pai_gow.deal import GROUPS
from trainer.games.pai_gow.figures import hand_ranks
from trainer.games.pai_gow.kinds import ALL_HANDS, group_count, kinds_of_hands
from trainer.games.pai_gow.proof import PUBLISHED, best_of_seven, prove_hands
from trainer.games.poker import cards
from trainer.games.poker.hands import Category

TRUMP = cards_way("trump-plaza-ac")


@pytest.fixture(autouse=True)
def own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))


Hand = tuple[int, ...]


def long_suit(hand: Hand) -> int:
    """The suit that can make a flush, 0 if none can."""
    least = 4 if cards.JOKER_NUMBER in hand else 5
    suits = Counter(cards.SUITS[card] for card in hand)
    return next((suit for suit in (1, 2, 4, 8) if suits[suit] >= least), 0)


def kind_of(hand: Hand) -> tuple[Hand, Hand]:
    """All ranks of a hand (the joker as 0), and those in a suit that can make a flush."""
    suit = long_suit(hand)
    ranks = sorted(0 if card == cards.JOKER_NUMBER else cards.RANK[card] for card in hand)
    return tuple(ranks), tuple(sorted(cards.RANK[card] for card in hand if cards.SUITS[card] == suit))


def of_rank(rank: int) -> list[int]:
    return [card for card in range(53) if cards.RANK[card] == rank and card != cards.JOKER_NUMBER]


def random_hands(rng: random.Random, each: int) -> list[Hand]:
    """Hands of one suit, of two and of all: more flushes than chance gives."""
    decks = [[card for card in range(53) if cards.SUITS[card] & suits] for suits in (1, 3, 15)]
    return [tuple(sorted(rng.sample(deck, 7))) for deck in decks for _ in range(each)]


@cache
def kinds() -> list[tuple[Hand, int]]:
    return list(kinds_of_hands())


def test_the_kinds_are_all_hands() -> None:
    assert sum(weight for _, weight in kinds()) == ALL_HANDS == comb(52, 7) + comb(52, 6) == 154_143_080
    assert sum(PUBLISHED.values()) == sum(map(group_count, GROUPS)) == ALL_HANDS


def test_the_kinds_of_a_set_of_ranks_are_its_hands_with_every_choice_of_suits() -> None:
    for dealt in random_hands(random.Random(5), 1):
        hands: list[Hand] = [tuple(card for card in dealt if card == cards.JOKER_NUMBER)]
        for rank, count in Counter(cards.RANK[card] for card in dealt if card != cards.JOKER_NUMBER).items():
            hands = [(*hand, *chosen) for hand in hands for chosen in combinations(of_rank(rank), count)]
        code = sum(cards.CODE[card] for card in dealt) & cards.RANK_FIELDS
        same = [kind for kind in kinds() if sum(cards.CODE[card] for card in kind[0]) & cards.RANK_FIELDS == code]
        assert Counter(map(kind_of, hands)) == {kind_of(hand): weight for hand, weight in same}
        assert len({kind_of(hand) for hand, _ in same}) == len(same)


@pytest.mark.parametrize("name", POKER.house_ways)
def test_one_hand_speaks_for_its_kind(name: str) -> None:
    """Suits that make no flush are dealt again: the same case decides, and both hands rank as before."""
    way, rng = cards_way(name), random.Random(name)
    for hand in random_hands(rng, 40):
        suit = long_suit(hand)
        kept = [card for card in hand if card == cards.JOKER_NUMBER or cards.SUITS[card] == suit]
        other: Hand = ()
        while kind_of(other) != kind_of(hand):
            rest = Counter(cards.RANK[card] for card in hand if card not in kept)
            drawn = [rng.sample([c for c in of_rank(rank) if cards.SUITS[c] != suit], n) for rank, n in rest.items()]
            other = tuple(sorted([*kept, *(card for some in drawn for card in some)]))
        one, two = way.setting(hand), way.setting(other)
        assert one is not None and two is not None
        assert one.decider == two.decider and way.same(one, two.front, two.back), (hand, other)


def test_the_best_of_seven_is_the_best_of_its_21_five_card_hands() -> None:
    ranks = hand_ranks(POKER)
    rng = random.Random(9)
    seen: Counter[Category] = Counter()
    for index in range(3000):
        few = [number for number in range(53) if cards.SUITS[number] & (3 if index % 3 else 15)]
        dealt = tuple(sorted(rng.sample(few, 7)))
        best = max(ranks.five(five) for five in combinations(dealt, 5))
        assert best_of_seven(dealt)[1] is ranks.category(best), cards.as_cards(dealt)
        seen[ranks.category(best)] += 1
    assert len(seen) >= 9


@pytest.mark.parametrize("name", POKER.house_ways)
def test_a_sample_of_the_proof(name: str) -> None:
    """Every 61st kind; ``benchmarks/test_pai_gow.py`` and ``trainer prove house-way`` walk all."""
    tally = prove_hands(cards_way(name), kinds()[::61])
    assert tally.kinds > 4000 and not tally.faults
    assert sum(tally.rules.values()) == sum(tally.categories.values()) == sum(tally.shapes.values()) == tally.hands


# ── the command ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_prove_cards_from_the_command_line(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prove, "kinds_of_hands", lambda: iter(kinds()[:100]))
    assert main(["prove", "house-way", "trump-plaza-ac", "--language", "en"]) == 1
    shown = capsys.readouterr().out
    assert "by combinatorics 154,143,080; 100 kinds of hands" in shown and "NOT proved" in shown
    assert main(["prove", "house-way", "trump-plaza-ac"]) == 1
    shown = capsys.readouterr().out
    assert "por combinatoria 154.143.080; 100 clases de manos" in shown and "NO probada" in shown
    assert "tres de una clase y dos pares" in shown and "three" not in shown
    assert "escalera flor real + escalera misma pinta" in shown


def test_prove_tiles_from_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "house-way", "traditional", "--language", "en"]) == 0
    shown = capsys.readouterr().out
    assert "deals 35,960, by combinatorics 35,960" in shown
    assert "every hand is set by exactly one rule, lawfully" in shown
    assert "never decides" in shown  # rule 1, which rule 0 always goes before


def test_prove_names_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "house-way", "nothing"]) == 2
    assert "«nothing»; hay: pai-gow-poker/ballys-ac" in capsys.readouterr().err
    broken = tmp_path / "own.toml"
    broken.write_text("game = ", encoding="utf-8")
    for language, says in (("es", "no es TOML"), ("en", "is not TOML")):
        assert main(["prove", "house-way", str(broken), "--language", language]) == 2
        assert says in capsys.readouterr().err


def test_rulebook_check_looks_over_a_house_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text('extends = "traditional"\nnames = { es = "x", en = "x" }\nwithout = ["4e-low"]\n', encoding="utf-8")
    assert main(["rulebook", "check", str(own)]) == 1
    shown = capsys.readouterr()
    assert shown.err == "Manera de la casa comprobada; errores: 1\n"
    assert "no las decide ninguna regla" in shown.out and "nota:" in shown.out
    assert main(["rulebook", "check", str(own), "--language", "en"]) == 1
    shown = capsys.readouterr()
    assert shown.err == "House way checked; faults: 1\n"
    assert "decided by no rule" in shown.out and "note:" in shown.out
    own.write_text('extends = "traditional"\n[[rules]]\nid = "4a"\nplay = "x"\n', encoding="utf-8")
    assert main(["rulebook", "check", str(own)]) == 1
    assert "names: falta" in capsys.readouterr().out
