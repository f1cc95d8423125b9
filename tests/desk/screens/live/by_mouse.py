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
from trainer.live.pointing import point
from trainer.live.spelling import spell

_TICKS = 6000
_LEFT = Qt.MouseButton.LeftButton


class CannotClickError(AssertionError):
    """Nothing on the screen stands for a key."""


def cell(row: CellRow, key: str) -> bool:
    """Click the cell of a key, if the row shows one."""
    for button, shown in zip(row.cells, row.choices, strict=False):
        if shown.key == key and not button.isHidden() and not row.isHidden():
            QTest.mouseClick(button, _LEFT)
            return True
    return False


def choice(screen: LiveScreen, key: str) -> bool:
    """Click the cell of a choice, in the row or in the sheet above it."""
    console = screen.console
    return cell(console.choices, key) or (not console.sheet.isHidden() and cell(console.sheet.choices, key))


def click_verb(screen: LiveScreen, key: str) -> None:
    console = screen.console
    if console.verbs.isHidden() and not choice(screen, VERBS_AGAIN):
        raise CannotClickError(f"no way back to the verbs for {key}")
    if not cell(console.verbs, key) and not (cell(console.verbs, MORE) and choice(screen, key)):
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
        choice(screen, BY_DIGITS)
        for digit in print_amount(amount):
            if not choice(screen, digit):
                raise CannotClickError(f"no cell for {digit}")
        return
    for value in sorted(screen.phrases.chips, reverse=True):
        while amount >= value:
            if not choice(screen, f"{CHIP}{value}"):
                raise CannotClickError(f"no chip of {value}")
            amount -= Fraction(value)


def click_act(screen: LiveScreen, act: Act) -> None:
    """Do an act with the mouse."""
    table = screen.table
    assert table is not None
    first, *rest = spell(screen.keyboard, act, table.state)
    click_verb(screen, first)
    amount = Fraction(act.amount) if act.do in ("pay", "give-back") and act.amount is not None else None
    place = 0
    while place < len(rest):
        key, slot = rest[place], screen.keyboard.phrase(screen.typed, table.state).slot
        if slot == "amount" and amount is not None:
            click_amount(screen, amount)
            tail = rest[rest.index("%") :] if "%" in rest else [ENTER]
            zeros = [zero for key in tail for zero in (("0", "0", "0") if key == THOUSAND else (key,))]
            for last in zeros:
                if not choice(screen, last):
                    raise CannotClickError(f"no cell for {last}")
            return
        if choice(screen, key):
            place += 1
        elif pressed := click_felt(screen, rest[place:]):
            place += pressed
        elif key.isdigit() and click_seat(screen, int(key)):
            place += 1
        else:
            raise CannotClickError(f"nothing to click for {key} of {rest} at {place} ({slot})")


def click_felt(screen: LiveScreen, wanted: list[str]) -> int:
    """Click chips, cards or a spot that stand for the first of the wanted keys; returns for how many."""
    table, felt = screen.table, screen.felt
    assert table is not None
    pieces = [felt.to_widget(place.at) for place in felt._places]
    for at in (*pieces, *(felt.spot_point(name) for name in felt._tappable)):
        target = felt.target_at(at)
        keys = point(screen.keyboard, screen.typed, target[0], table.state, target[1]) if target is not None else ()
        if keys and list(keys) == wanted[: len(keys)]:
            QTest.mouseClick(felt, _LEFT, pos=at.toPoint())
            return len(keys)
    return 0


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
