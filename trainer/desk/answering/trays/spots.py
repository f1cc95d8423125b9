"""The trays for spots that are tapped on the felt or typed by name: marks on spots, and chips placed on them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt

from trainer.desk.answering.trays.felt_tray import BETWEEN_SPOTS, FeltTray, SpotNames
from trainer.desk.style.style import current_style
from trainer.desk.widgets.key_button import KeyButton
from trainer.drills.forms import PlaceForm, SpotsForm


class SpotsTray(FeltTray[SpotsForm]):
    """A tap marks a spot, another tap unmarks it; Backspace unmarks the last. A stroke marks every spot it passes, and
    a dolly dropped on a spot marks it. Where one spot is asked for, a tap on another one moves the mark."""

    def __init__(self, form: SpotsForm, spot_name: SpotNames) -> None:
        super().__init__(form, spot_name)
        self.takes_strokes = not form.single
        self._asks_for_numbers = form.asks_for_numbers
        if form.asks_for_numbers:
            self.typing_help = "tray.finder-number"
            self.nothing_entered = "tray.no-number"
        self.chosen: list[str] = []
        self._marks: dict[str, str] = {}
        self.restyle()

    def spots(self) -> tuple[str, ...]:
        return self.form.spots

    def named(self, spot: str) -> str:
        return spot.partition(":")[2] if self._asks_for_numbers else super().named(spot)

    def answer(self) -> str:
        return " ".join(self.chosen) or "-"

    def put(self, answer: str) -> None:
        self.chosen = [spot for spot in answer.split() if spot != "-"]
        self.refresh()

    def tap(self, spot: str) -> None:
        if not self.is_open:
            return
        if spot in self.chosen:
            self.chosen.remove(spot)
        elif self.form.single:
            self.chosen = [spot]
        else:
            self.chosen.append(spot)
        self.refresh()

    def untap(self, spot: str) -> None:
        if self.is_open and spot in self.chosen:
            self.tap(spot)

    def movable(self) -> tuple[tuple[str, str], ...]:
        return self.places.pieces if self.is_open else ()

    def drop(self, spot: str, text: str, target: str) -> None:
        if target and target not in self.chosen:
            self.tap(target)

    def take_back(self) -> None:
        if self.chosen:
            self.tap(self.chosen[-1])

    def marks(self) -> Mapping[str, str]:
        return dict.fromkeys(self.chosen, "selected") if self.is_open else self._marks

    def show_solution(self, given: str, solution: str) -> None:
        right = {spot for spot in solution.split() if spot != "-"}
        chosen = {spot for spot in given.split() if spot != "-"}
        self._marks = {
            **dict.fromkeys(right & chosen, "right"),
            **dict.fromkeys(chosen - right, "wrong"),
            **dict.fromkeys(right - chosen, "missing"),
        }
        super().show_solution(given, solution)

    def refresh(self) -> None:
        style, are_numbers = current_style(), self._asks_for_numbers
        count = "tapped-none" if not self.chosen else "tapped-numbers" if are_numbers else "tapped-count"
        self.headline.setText(style.say(f"tray.{count}", count=len(self.chosen)))
        names = BETWEEN_SPOTS.join(self.named(spot) for spot in self.chosen)
        tap = style.say("tray.tap-the-numbers" if are_numbers else "tray.tap-the-felt")
        self.summary.setText(names or (tap if self.is_open else ""))
        super().refresh()


class PlaceTray(FeltTray[PlaceForm]):
    """A tap puts a chip, a right click takes one back; a button and Backspace take the last one back."""

    def __init__(self, form: PlaceForm, spot_name: SpotNames) -> None:
        super().__init__(form, spot_name)
        self.placed: list[str] = []  # a spot for each chip, in the order they were placed
        self._marks: dict[str, str] = {}
        self.undo = KeyButton(height=56)
        self.undo.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the felt keeps the focus
        self.undo.clicked.connect(self.take_back)
        self._layout.addWidget(self.undo)
        self.restyle()

    def spots(self) -> tuple[str, ...]:
        return self.form.spots

    def answer(self) -> str:
        return _written(self.counts())

    def put(self, answer: str) -> None:
        self.placed = [spot for spot, count in _counts(answer).items() for _ in range(count)]
        self.refresh()

    def tap(self, spot: str) -> None:
        if self.is_open:
            self.placed.append(spot)
            self.refresh()

    def untap(self, spot: str) -> None:
        if self.is_open and spot in self.placed:
            last = len(self.placed) - 1 - self.placed[::-1].index(spot)
            del self.placed[last]
            self.refresh()

    def take_back(self) -> None:
        if self.placed:
            self.untap(self.placed[-1])

    def counts(self) -> Mapping[str, int]:
        return {spot: self.placed.count(spot) for spot in dict.fromkeys(self.placed)}

    def marks(self) -> Mapping[str, str]:
        return {} if self.is_open else self._marks

    def show_solution(self, given: str, solution: str) -> None:
        right, mine = _counts(solution), _counts(given)
        self._marks = {spot: "right" if mine.get(spot) == count else "missing" for spot, count in right.items()}
        self._marks |= dict.fromkeys(mine.keys() - right.keys(), "wrong")
        super().show_solution(given, solution)

    def refresh(self) -> None:
        self.headline.setText(current_style().say("tray.placed-count", count=len(self.placed)))
        names = BETWEEN_SPOTS.join(f"{self.named(spot)}\u00a0×\u00a0{count}" for spot, count in self.counts().items())
        self.summary.setText(names or (current_style().say("tray.put-on-the-felt") if self.is_open else ""))
        self.undo.say(current_style().say("tray.take-back"), current_style().say("key.backspace"))
        self.undo.setVisible(self.is_open and bool(self.placed))
        super().refresh()


def _counts(answer: str) -> dict[str, int]:
    words = [] if answer in ("", "-") else answer.split()
    return {spot: int(count) for spot, _, count in (word.partition("=") for word in words)}


def _written(counts: Mapping[str, int]) -> str:
    return " ".join(f"{spot}={count}" for spot, count in counts.items()) or "-"
