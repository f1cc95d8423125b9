"""The drawing tables, cell by cell for every rulebook, against an oracle that counts instead of reading a table."""

from __future__ import annotations

from itertools import product

import pytest

from trainer.equipment.cards import Card
from trainer.games.baccarat.coup import follow
from trainer.games.baccarat.drawing import banker_verdict, player_verdict, table_faults, total
from trainer.games.baccarat.figures import Act, baccarat
from trainer.games.baccarat.game import check
from trainer.games.core import RequestError
from trainer.games.rules import load_rules
from trainer.rulebooks import GameRules, shipped_library

TABLES = [
    ("arica", "punto-banco"),
    ("baleares", "punto-banco"),
    ("bolivia", "punto-banco"),
    ("puerto-rico", "baccarat"),
    ("puerto-rico", "mini-baccarat"),
    ("puerto-rico", "ez-baccarat"),
    ("puerto-rico", "mini-ez-baccarat"),
    ("puerto-rico", "commission-free-baccarat"),
]
# One card for each value 0 to 9.
OF_VALUE = [Card.parse(f"{rank}S") for rank in "KA23456789"]


@pytest.fixture(params=TABLES, ids="/".join)
def rules(request: pytest.FixtureRequest) -> GameRules:
    return load_rules(shipped_library(), *request.param)


def bank_draws(bank: int, third: int | None) -> bool:
    """The classic mnemonic: from 3 up the bank draws on 2x-6 … 7 except that 3 only fears the eight."""
    if third is None:
        return bank <= 5
    if bank <= 2:
        return True
    if bank == 3:
        return third != 8
    return bank <= 6 and 2 * bank - 6 <= third <= 7


def test_every_bank_cell(rules: GameRules) -> None:
    figures = baccarat(rules)
    for bank, third in product(range(8), [*range(10), None]):
        wanted = Act.DRAW if bank_draws(bank, third) else Act.STAND
        assert banker_verdict(figures, bank, third).act is wanted, (bank, third)


def test_every_player_total(rules: GameRules) -> None:
    figures = baccarat(rules)
    for points in range(8):
        assert (player_verdict(figures, points).act is Act.DRAW) == (points <= 5)


def test_the_files_have_no_faults(rules: GameRules) -> None:
    assert list(check(rules)) == []


def test_every_coup_by_value_follows_the_table(rules: GameRules) -> None:
    """All 10^4 deals by value with the same two cards to come: who draws, who wins, by how much."""
    figures = baccarat(rules)
    third, fourth = OF_VALUE[6], OF_VALUE[3]
    for values in product(range(10), repeat=4):
        one, two, three, four = (OF_VALUE[value] for value in values)
        coup = follow(figures, (one, three), (two, four), (third, fourth))
        player, bank = (values[0] + values[2]) % 10, (values[1] + values[3]) % 10
        natural = max(player, bank) >= 8
        player_draws = not natural and player <= 5
        seen = 6 if player_draws else None
        bank_takes = not natural and bank_draws(bank, seen)
        coming = [6, 3]
        if player_draws:
            player = (player + coming.pop(0)) % 10
        if bank_takes:
            bank = (bank + coming.pop(0)) % 10
        assert (coup.natural, coup.player_draws, coup.banker_draws) == (natural, player_draws, bank_takes)
        assert (coup.result.player_total, coup.result.banker_total) == (player, bank)
        assert coup.result.winner == ("tie" if player == bank else "player" if player > bank else "banker")
        assert coup.result.margin == abs(player - bank)


def test_points_drop_the_tens() -> None:
    assert total([Card.parse("7S"), Card.parse("5H")]) == 2
    assert total([Card.parse("9S"), Card.parse("8H")]) == 7
    assert total([Card.parse("6S"), Card.parse("4H")]) == 0
    assert total([Card.parse("KS"), Card.parse("AH"), Card.parse("TD")]) == 1


def test_a_third_card_against_the_table_is_not_settled(rules: GameRules) -> None:
    figures = baccarat(rules)
    cards = {name: Card.parse(name) for name in ("KS", "6H", "7D", "8C", "2S")}
    with pytest.raises(RequestError, match="stands on 6"):
        follow(figures, (cards["KS"], cards["6H"], cards["2S"]), (cards["KS"], cards["7D"]))
    with pytest.raises(RequestError, match="natural"):
        follow(figures, (cards["KS"], cards["8C"]), (cards["KS"], cards["2S"], cards["7D"]))


def test_a_broken_table_is_named(rules: GameRules) -> None:
    figures = baccarat(rules)
    rows = dict(figures.banker_table)
    broken = type(figures)(
        **{
            **{name: getattr(figures, name) for name in figures.__struct_fields__},
            "banker_table": {key: row for key, row in rows.items() if key != "4"},
        }
    )
    assert [key for key, _ in table_faults(broken)] == ["rules.banker-table"]
