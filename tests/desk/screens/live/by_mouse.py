"""A dealer who has no keyboard: every key is a click on a cell of the console, a player or a spot of the felt."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.desk.screens.live.guided import HandClock
from trainer.desk.screens.live.console import CellRow
from trainer.desk.screens.live.phrases import BY_DIGITS, CHIP, MORE, VERBS_AGAIN
from trainer.desk.screens.live.screen import LiveScreen
from trainer.desk.screens.live.texts import first_act
from trainer.equipment.money import print_amount
from trainer.games.round import Act
from trainer.live.keys import ENTER, THOUSAND
from trainer.live.spelling import spell

_TICKS = 6000
_LEFT = Qt.MouseButton.LeftButton


class CannotClickError(AssertionError):
    """Nothing on the screen stands for a key."""


def cell(row: CellRow, key: str) -> bool:
    """Click the cell of a key, if the row shows one."""
    for button, choice in zip(row.cells, row.choices, strict=False):
        if choice.key == key and not button.isHidden() and not row.isHidden():
            QTest.mouseClick(button, _LEFT)
            return True
    return False


def click_verb(screen: LiveScreen, key: str) -> None:
    console = screen.console
    if console.verbs.isHidden() and not cell(console.choices, VERBS_AGAIN):
        raise CannotClickError(f"no way back to the verbs for {key}")
    if not cell(console.verbs, key) and not (cell(console.verbs, MORE) and cell(console.choices, key)):
        raise CannotClickError(f"no cell for the verb {key}")


def click_seat(screen: LiveScreen, seat: int) -> bool:
    for index, one in enumerate(screen.seats._seats):
        if one.seat == seat:
            QTest.mouseClick(screen.seats, _LEFT, pos=screen.seats.cell(index).center().toPoint())
            return True
    return False


def click_amount(screen: LiveScreen, amount: Fraction) -> None:
    """Take chips from the rack until they are worth the amount; type what no chips are worth."""
    if amount % min(screen.phrases.chips):
        cell(screen.console.choices, BY_DIGITS)
        for digit in print_amount(amount):
            if not cell(screen.console.choices, digit):
                raise CannotClickError(f"no cell for {digit}")
        return
    for value in sorted(screen.phrases.chips, reverse=True):
        while amount >= value:
            if not cell(screen.console.choices, f"{CHIP}{value}"):
                raise CannotClickError(f"no chip of {value}")
            amount -= Fraction(value)


def click_act(screen: LiveScreen, act: Act) -> None:
    """Do an act with the mouse."""
    table = screen.table
    assert table is not None
    first, *rest = spell(screen.keyboard, act, table.state)
    click_verb(screen, first)
    amount = Fraction(act.amount) if act.do in ("pay", "give-back") and act.amount is not None else None
    for place, key in enumerate(rest):
        slot = screen.keyboard.phrase(screen.typed, table.state).slot
        if slot == "amount" and amount is not None:
            click_amount(screen, amount)
            tail = rest[rest.index("%") :] if "%" in rest else [ENTER]
            zeros = [zero for key in tail for zero in (("0", "0", "0") if key == THOUSAND else (key,))]
            for last in zeros:
                if not cell(screen.console.choices, last):
                    raise CannotClickError(f"no cell for {last}")
            return
        if cell(screen.console.choices, key):
            continue
        if not key.isdigit() or not click_seat(screen, int(key)):
            raise CannotClickError(f"nothing to click for {key} of {rest} at {place} ({slot})")


def play_by_mouse(screen: LiveScreen, clock: HandClock) -> None:
    """Do what is due with the mouse alone until the shift is over."""
    table = screen.table
    assert table is not None
    for _ in range(_TICKS):
        if table.over:
            return
        clock.pass_by(100)
        screen.tick()
        act = first_act(table.due())
        if act is None and table.next_time() is None:
            act = Act("end")
        if act is not None and screen.console.guide.line.keys:
            before = len(table.dealt)
            click_act(screen, act)
            assert len(table.dealt) > before or table.over, act
    raise AssertionError(f"no end: {table.due()}")
