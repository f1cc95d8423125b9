"""Gives right answers on the felt alone: with taps and drags on the table and the chips of the rack, without a key and
without the buttons and fields of the tray."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from trainer.desk.screens.run.screen import RunnerScreen
from trainer.desk.table.held_pieces import piece_id
from trainer.drills.core import Question
from trainer.equipment.chips import Stack
from trainer.equipment.money import Amount, parse_amount
from trainer.runs.offers import Offers
from trainer.runs.run import Stage


class Hand(Protocol):
    """What touches the window."""

    def press(self, at: QPoint) -> None: ...
    def move(self, at: QPoint) -> None: ...
    def release(self, at: QPoint) -> None: ...


class Mouse:
    def __init__(self, window: QWidget) -> None:
        self.window = window.windowHandle()

    def press(self, at: QPoint) -> None:
        QTest.mousePress(self.window, Qt.MouseButton.LeftButton, pos=at)

    def move(self, at: QPoint) -> None:
        QTest.mouseMove(self.window, at)

    def release(self, at: QPoint) -> None:
        QTest.mouseRelease(self.window, Qt.MouseButton.LeftButton, pos=at)


class Finger:
    """A finger, as the system reports it to the window."""

    device = None

    def __init__(self, window: QWidget) -> None:
        self.window = window.windowHandle()
        Finger.device = Finger.device or QTest.createTouchDevice()

    def press(self, at: QPoint) -> None:
        QTest.touchEvent(self.window, self.device).press(1, at, self.window).commit()

    def move(self, at: QPoint) -> None:
        QTest.touchEvent(self.window, self.device).move(1, at, self.window).commit()

    def release(self, at: QPoint) -> None:
        QTest.touchEvent(self.window, self.device).release(1, at, self.window).commit()


class FeltPlayer:
    """Answers the question that a drill screen shows."""

    def __init__(self, runner: RunnerScreen, hand: Hand) -> None:
        self.runner = runner
        self.hand = hand

    def answer(self, solution: str) -> bool:
        """Give an answer and hand it in; false, and nothing done, if the felt has no place for it."""
        done = getattr(self, f"_{self.runner.tray.form.kind}")(solution)
        for _ in range(2):  # nothing at all is confirmed
            if done and self.runner.run.stage is Stage.ASKING:
                self._tap(self._in(self.runner.bar.answer, self.runner.bar.answer.rect().center()))
        return bool(done)

    # ── the hand ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _in(self, widget: QWidget, at: QPoint) -> QPoint:
        return widget.mapTo(widget.window(), at)

    def _spot(self, name: str) -> QPoint:
        """The foot of the chips on a spot, or its middle."""
        felt = self.runner.felt
        stack = next(
            (place for place in reversed(felt._places) if place.spot == name and hasattr(place, "faces")), None
        )
        return self._on_felt(stack.at if stack is not None else felt.felt.spot(name).centre)

    def _on_felt(self, at: QPointF) -> QPoint:
        return self._in(self.runner.felt, self.runner.felt.to_widget(at).toPoint())

    def _piece(self, spot: str, text: str) -> QPoint:
        """A corner of a card that no other card covers."""
        place = next(place for place in self.runner.felt._places if piece_id(place) == (spot, text))
        return self._on_felt(place.at - QPointF(place.size * 0.36, 0))

    def _tap(self, at: QPoint) -> None:
        self.hand.press(at)
        self.hand.release(at)
        QApplication.processEvents()

    def _drag(self, start: QPoint, end: QPoint) -> None:
        self.hand.press(start)
        for step in range(1, 5):
            self.hand.move(start + (end - start) * step / 4)
        self.hand.release(end)
        QApplication.processEvents()

    # ── one way for each form ────────────────────────────────────────────────────────────────────────────────────

    def _choice(self, solution: str) -> bool:
        tray = self.runner.tray
        chosen = [choice for choice in solution.split() if choice != "-"]
        cards = {text: spot for spot, text in tray.places.pieces}
        spots = {part: spot for spot, part in reversed(list(tray.places.parts.items()))}
        if not all(choice in cards or choice in spots for choice in chosen):
            return False
        for choice in chosen:
            self._tap(self._piece(cards[choice], choice) if choice in cards else self._spot(spots[choice]))
        return True

    def _order(self, solution: str) -> bool:
        steps = solution.replace("|", " ").split()
        spots = {part: spot for spot, part in self.runner.tray.places.parts.items()}
        if not all(step in spots for step in steps):
            return False
        for step in steps:
            self._tap(self._spot(spots[step]))
        return True

    def _call(self, solution: str) -> bool:
        tray = self.runner.tray
        words = solution.split()
        spots = {choice: spot for spot, choice in tray.places.parts.items()}
        if not all(word in spots for word in words):
            return False
        for word in words:
            self._tap(self._spot(spots[word]))
        return True

    def _hands(self, solution: str) -> bool:
        tray = self.runner.tray
        hand, _, pieces = solution.split(maxsplit=1)[0].partition("=")
        target = next((spot for spot, slot in tray.places.parts.items() if slot == hand), None)
        for piece in pieces.split(","):
            spot = next(spot for spot, text in tray.movable() if text == piece and spot != target)
            if target is None:
                self._tap(self._piece(spot, piece))
            else:
                self._drag(self._piece(spot, piece), self._spot(target))
        return True

    def _spots(self, solution: str) -> bool:
        chosen = [spot for spot in solution.split() if spot != "-"]
        dolly = next(iter(self.runner.tray.movable()), None)
        for spot in chosen:
            if dolly is not None and len(chosen) == 1:
                self._drag(self._spot(dolly[0]), self._spot(spot))
            else:
                self._tap(self._spot(spot))
        return True

    def _amount(self, solution: str) -> bool:
        tray = self.runner.tray
        figures = [parse_amount(figure) for figure in solution.split()]
        plans = [self._plan(index, figure) for index, figure in enumerate(figures)]
        if not tray.places.rack or any(plan is None for plan in plans):
            return False
        if not tray.rack.isVisible() and any(chips for _, chips in plans):
            self._tap(self._in(tray.switch, tray.switch.rect().center()))
        for index, (swept, chips) in enumerate(plans):
            place = next((spot for spot, part in tray.places.parts.items() if part == str(index)), None)
            for spot in swept:
                self._drag(self._spot(spot), self._on_felt(self._free_point()))
            if not swept and not chips:
                self._tap(self._spot(place))
                self._tap(self._spot(place))
            for number, value in enumerate(chips):
                button = tray.rack.chips[value]
                start = self._in(button, button.rect().center())
                if number and value == chips[number - 1]:
                    self._tap(start)  # the place is the current one by now
                elif place is not None:
                    self._drag(start, self._spot(place))
                else:
                    self._tap(start)
        return True

    def _chips(self, solution: str) -> bool:
        tray = self.runner.tray
        place = next(iter(tray.places.parts), None)
        if place is None:
            return False
        for value, count in Stack.parse(solution).counts:
            for _ in range(count):
                button = tray.chips[value]
                self._drag(self._in(button, button.rect().center()), self._spot(place))
        return True

    def _free_point(self) -> QPointF:
        """A point near the dealer, who draws lost chips to himself."""
        felt = self.runner.felt
        return felt.to_felt(QPointF(felt.width() / 2, felt.height() - 3))

    def _plan(self, index: int, figure: Amount) -> tuple[list[str], list[Amount]] | None:
        """The bets to take and the chips to pay for one figure; nothing if it cannot be given that way."""
        places = self.runner.tray.places
        several = len(self.runner.tray.fields) > 1
        swept = [spot for spot, part in places.sweeps.items() if part == str(index)] if figure < 0 else []
        if figure < 0 and not swept:
            return None
        if several and str(index) not in places.parts.values():
            return None
        if figure == 0 and not several:
            return None
        rest = figure + sum((places.stakes[spot] for spot in swept), parse_amount("0"))
        chips: list[Amount] = []
        for value, _ in sorted(places.rack, reverse=True):
            while rest >= value and len(chips) <= 40:
                chips.append(value)
                rest -= value
        return (swept, chips) if rest == 0 else None


def felt_questions(offers: Offers, seeds: Iterable[int]) -> Iterator[tuple[str, Question]]:
    """Questions of every game with its id, each family's highest level."""
    for seed in seeds:
        for book in offers.rulebooks():
            for game in offers.games(book):
                offer = offers.offer(book, game)
                for family in offer.families:
                    if not family.asked_in_words:
                        yield game, family.make(offer.rules, len(family.levels), seed)
