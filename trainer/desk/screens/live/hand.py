"""Turns clicks, strokes and drags on the felt into keys of the live table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF

from trainer.desk.screens.live.console import Line
from trainer.desk.screens.live.felt import LiveFelt, Target
from trainer.desk.screens.live.phrases import CHIP, WITH_CHIPS
from trainer.desk.style.style import current_style
from trainer.live.keys import ENTER
from trainer.live.pointing import ENDS, STARTS, furniture_of, point, seat_of_spot

if TYPE_CHECKING:
    from trainer.desk.screens.live.screen import LiveScreen


class Hand:
    """Turns pointer input on the felt of a screen into its keys."""

    def __init__(self, screen: LiveScreen, felt: LiveFelt) -> None:
        self._screen = screen
        felt.pointed.connect(self.point)
        felt.refused.connect(self.refuse)
        felt.stroked.connect(self.stroke)
        felt.cleared.connect(self.clear)
        felt.dragged.connect(self.drag)
        felt.paid.connect(self.pay)
        felt.chip_pressed.connect(self.lay_chip)
        felt.carried_away.connect(self.give)

    def point(self, spot: str, owner: int | None) -> None:
        """Press the keys for a spot; if it means nothing now, cut its chips, or say that no verb is armed."""
        table = self._screen.table
        if table is None:
            return
        keys = point(self._screen.keyboard, self._screen.typed, spot, table.state, owner)
        if self._screen.phrases.takes_amount(self._screen.typed, table.state):
            keys = ()
        if not keys and self._screen.felt.cut_spot(spot):
            return
        if not keys:
            self._refer()
        for key in keys:
            self._screen.press_by_hand(key)

    def _refer(self) -> None:
        """Say why a place means nothing now: no verb is armed, it takes another place, or an amount is being laid."""
        typed, table = self._screen.typed, self._screen.table
        assert table is not None
        name = "not-here" if typed.verb else "unknown-key"
        if self._screen.phrases.takes_figures(typed, table.state):
            name = "finish-amount"
        self._screen.tell(Line(says=current_style().text(f"live.guide.{name}"), role="note"))

    def point_at_seat(self, seat: int) -> None:
        """A player above the felt; while an amount is being laid his number would only be a digit of it."""
        table = self._screen.table
        if table is None:
            return
        if self._screen.phrases.takes_figures(self._screen.typed, table.state):
            self._refer()
        else:
            self._screen.press_by_hand(str(seat))

    def give(self, at: QPointF, start: Target, value: Fraction | None, chips: int) -> None:
        """Something was dragged off the felt to a player above it: chips of the rack, or a card of the shoe."""
        seats = self._screen.seats
        seat = seats.seat_at(seats.mapFromGlobal(at))
        if seat is None:
            return
        if value is not None:
            self._pay(value, chips, lambda: self._screen.press_by_hand(str(seat)))
        elif start[0] in STARTS:
            self._screen.press_by_hand(STARTS[start[0]])
            self._screen.press_by_hand(str(seat))

    def lay_chip(self, value: Fraction) -> None:
        """A chip taken from the rack: one more in the amount that is being laid, else the first of a payment."""
        if self._screen.table is None:
            return
        if self._screen.keyboard.phrase(self._screen.typed, self._screen.table.state).slot in WITH_CHIPS:
            self._screen.press_by_hand(f"{CHIP}{value}")
        else:
            self._screen.press_by_hand("p")

    def refuse(self, spot: str, owner: int | None) -> None:
        """The right button gives a bet back."""
        if self._screen.table is not None and (owner is not None or seat_of_spot(spot) is not None):
            self._screen.press_by_hand("g")
            self.point(spot, owner)

    def clear(self, crossed: list[Target]) -> None:
        """Take every bet that a two-finger stroke crossed."""
        self._screen.press_by_hand("t")
        self.stroke(crossed)

    def stroke(self, crossed: list[Target]) -> None:
        """A stroke does the armed verb with everything it crosses, in that order; an area of the cloth once."""
        done: list[tuple[str, ...]] = []
        for spot, owner in crossed:
            table = self._screen.table
            if table is None or self._screen.typed.keys:
                return
            keys = point(self._screen.keyboard, self._screen.typed, spot, table.state, owner)
            if keys and keys not in done and not furniture_of(spot):
                done.append(keys)
                for key in keys:
                    self._screen.press_by_hand(key)
        if not done and self._screen.table is not None:
            self._refer()

    def drag(self, start: Target, end: Target) -> None:
        """From a player to the rack takes, to the discards picks up; from the shoe to a hand deals."""
        if end[0] in ENDS:
            self._screen.press_by_hand(ENDS[end[0]])
            self.point(*start)
        elif start[0] in STARTS:
            self._screen.press_by_hand(STARTS[start[0]])
            self.point(*end)

    def pay(self, end: Target, value: Fraction, chips: int) -> None:
        """Chips dragged from the rack to a player: several are paid at once, one is the first of an amount."""
        table = self._screen.table
        if table is None or (end[1] is None and seat_of_spot(end[0]) is None):
            return
        self._pay(value, chips, lambda: self.point(*end))

    def _pay(self, value: Fraction, chips: int, aim: Callable[[], None]) -> None:
        table = self._screen.table
        assert table is not None
        self._screen.press_by_hand("p")
        aim()
        if self._screen.keyboard.phrase(self._screen.typed, table.state).slot == "amount":
            self._screen.typed = self._screen.phrases.with_chip(self._screen.typed, table.state, value * chips)
            if chips > 1:
                self._screen.press_by_hand(ENTER)
            self._screen.write()
