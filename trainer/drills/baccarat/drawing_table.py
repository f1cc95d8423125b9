"""The bank's drawing table as facts: single cells, then whole rows."""

from __future__ import annotations

from collections.abc import Iterator

from trainer.drills.baccarat.scenes import called, close_up, hand, hidden_hand
from trainer.drills.core import Draft, Family, Level
from trainer.drills.forms import Choice, ChoiceForm
from trainer.equipment.cards import Card
from trainer.games.baccarat.bank_figures import BankGameFigures, bank_game
from trainer.games.baccarat.coup import banker_reason
from trainer.games.baccarat.drawing import DrawingRules, Verdict, banker_verdict
from trainer.games.baccarat.figures import Act, BaccaratFigures, baccarat
from trainer.games.core import Reason
from trainer.rulebooks import GameRules
from trainer.texts import Message

Cell = tuple[int, int | None]  # the bank's total, and the value of the player's third card or `None` if he stood

_ROWS = {1: (3, 4), 2: (5, 6)}
_EDGES = (0, 3, 8, 9)  # third cards asked in rows where they make no difference
_SUITS = "SHDC"

_A_TABLE = "The regulation fixes the drawing table, so its answers cannot be balanced; each cell is a fact."


def drawing(rules: GameRules) -> DrawingRules:
    """The drawing rules of any baccarat game, whether the house or a player holds the bank."""
    figures: BaccaratFigures | BankGameFigures = bank_game(rules) if "bank" in rules.rules else baccarat(rules)
    return figures


def cells(level: int) -> list[Cell]:
    """The cells of a level, in order."""
    if level in _ROWS:
        return [(bank, third) for bank in _ROWS[level] for third in range(10)]
    return [*((bank, None) for bank in range(8)), *((bank, third) for bank in (0, 1, 2, 7) for third in _EDGES)]


def card_of(value: int, turn: int) -> Card:
    """A card of a value; zero is a ten or a court card, and the suit rotates with ``turn``."""
    rank = "TJQK"[turn % 4] if value == 0 else "A" if value == 1 else str(value)
    return Card(rank, _SUITS[turn % 4])


def two_cards(points: int, turn: int) -> tuple[Card, Card]:
    """Two cards with the given points that are not a natural, often with a court card."""
    first = turn % 5 if turn % 3 else 0
    return card_of(first, turn), card_of((points - first) % 10, turn + 1)


def act_choices(rules: GameRules) -> ChoiceForm:
    """Draw or stand and, if the table has it, the free choice."""
    optional = any("O" in row.third_card + row.stood for row in drawing(rules).banker_table.values())
    acts = ("draw", "stand", "optional") if optional else ("draw", "stand")
    return ChoiceForm(tuple(Choice(act, Message(f"baccarat.act.{act}")) for act in acts))


def _cell(rules: GameRules, level: int, number: int) -> Draft:
    bank, third = cells(level)[number]
    verdict = banker_verdict(drawing(rules), bank, third)
    pieces = hand("banker", two_cards(bank, number))
    if third is None:
        pieces += hand("player", two_cards(6 + number % 2, number + 2))
        prompt = Message("baccarat.prompt.cell-stood", {"total": bank})
    else:
        pieces += hidden_hand("player", card_of(third, number + 3))
        prompt = Message("baccarat.prompt.cell", {"total": bank, "third": third})
    before = close_up(pieces)
    form = act_choices(rules)
    return Draft(
        prompt=prompt,
        scene=before,
        form=form,
        solution=verdict.act.value,
        reasons=(table_reason(verdict, bank, third),),
        mistakes=tuple(_cell_mistakes(form, bank, third, verdict.act)),
        after=called(before, Message(f"baccarat.act.{verdict.act.value}")),
    )


def table_reason(verdict: Verdict, bank: int, third: int | None) -> Reason:
    """The cell in words, including a free choice."""
    if verdict.act is Act.OPTIONAL:
        return Reason("banker-may-choose-on-third", {"total": bank, "third": third or 0}, verdict.cite)
    return banker_reason(verdict, bank, third, verdict.act is Act.DRAW)


def _cell_mistakes(form: ChoiceForm, bank: int, third: int | None, right: Act) -> Iterator[tuple[str, str]]:
    for choice in form.choices:
        if choice.id == right.value:
            continue
        if right is Act.OPTIONAL:
            yield "missed-the-free-choice", choice.id
        elif choice.id == "optional":
            yield "saw-a-free-choice", choice.id
        elif third is None:
            yield ("bank-draws-when-player-stood" if right is Act.DRAW else "bank-drew-on-six-or-seven"), choice.id
        elif (bank, third) == (3, 8):
            yield "three-fears-the-eight", choice.id
        elif bank in (4, 5) and third in (0, 1) and right is Act.STAND:
            yield "drew-on-a-weak-third", choice.id
        else:
            yield ("stood-against-the-table" if right is Act.DRAW else "drew-against-the-table"), choice.id


def _row(rules: GameRules, level: int, number: int) -> Draft:
    """A whole row: the third cards on which the bank draws."""
    bank = 3 + number
    figures = drawing(rules)
    draws = _draws(figures, bank)
    # Zero comes last, as on the keyboard.
    form = ChoiceForm(tuple(Choice(str(third), str(third)) for third in (*range(1, 10), 0)), several=True)
    verdict = banker_verdict(figures, bank, draws[0])
    before = close_up(hand("banker", two_cards(bank, number)))
    row_above, row_below = (
        form.canonical(" ".join(map(str, _draws(figures, other)))) for other in (max(3, bank - 1), min(6, bank + 1))
    )
    written = ", ".join(map(str, draws))
    return Draft(
        prompt=Message("baccarat.prompt.row", {"total": bank}),
        scene=before,
        form=form,
        solution=form.canonical(" ".join(map(str, draws))),
        reasons=(Reason("bank-row", {"total": bank, "thirds": written}, verdict.cite),),
        mistakes=(("gave-the-row-above", row_above), ("gave-the-row-below", row_below)),
        after=called(before, written),
    )


def _draws(figures: DrawingRules, bank: int) -> list[int]:
    """The third cards on which a row draws."""
    return [third for third in range(10) if banker_verdict(figures, bank, third).act is Act.DRAW]


CELLS = Family(
    id="bank-table",
    area="baccarat",
    levels=(Level(3, one_sided=_A_TABLE), Level(3, one_sided=_A_TABLE), Level(3, one_sided=_A_TABLE)),
    facts=lambda rules, level: len(cells(level)),
    build_fact=_cell,
    needs=("first-four",),
)
ROWS = Family(
    id="bank-rows",
    area="baccarat",
    levels=(Level(8),),
    facts=lambda rules, level: 4,
    build_fact=_row,
    needs=("bank-table",),
)
