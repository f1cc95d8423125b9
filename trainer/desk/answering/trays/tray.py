"""Base class of the answer trays: a widget that gives an answer in the text form of its answer form.

The drill screen handles the keys: every key that no text field uses is passed to `Tray.take_key`. A tray also gets what
was done on the felt (taps, sweeps, cards that were picked up or dropped) and says what the felt should show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from trainer.desk.answering.felt_places import FeltPlaces
from trainer.desk.style.style import Styled, current_style
from trainer.desk.widgets.keys import DIGIT_KEYS
from trainer.drills.forms import AnswerForm, Choice
from trainer.drills.scene import Scene
from trainer.equipment.money import Amount
from trainer.texts import Language, Param, say

Form_co = TypeVar("Form_co", bound=AnswerForm, covariant=True)

USUAL_HEIGHT = 104
HIGHEST = 132  # a higher tray would leave the felt less than 65 % of a window of 1024×600


class Tray(Styled, QWidget, Generic[Form_co]):
    """An answer in progress. ``submitted`` asks to judge it, ``changed`` is emitted when it changes."""

    is_compared = False  # whether it is compared piece by piece with the right answer, so that no verdict may cover it
    is_on_felt = False  # whether the answer is given on the whole felt, which then has the focus
    taps_cut = False  # whether a tap on a place of the felt also cuts its stack, to count it
    nothing_entered = "runner.none-sure"  # the message shown before an empty answer is judged
    takes_strokes = False  # whether one stroke over the felt taps every spot it passes
    submitted = Signal()
    changed = Signal()
    dropped = Signal(object, QPoint)  # a chip of the rack by its value, and the point of the screen where it was let go

    def __init__(self, form: Form_co) -> None:
        super().__init__()
        self.form = form
        self.is_open = True
        self.places = FeltPlaces()
        self.shows_rack = False  # whether chips are wanted where there is no room for both the rack and the keypad

    def asks_again(self, form: AnswerForm) -> bool:
        """Clear the tray for the next question if it can be answered with it, because creating a tray is slow.

        Returns whether it can; if not, nothing is changed.
        """
        return False

    def answer(self) -> str:
        """The answer in its text form; it may be incomplete, and then the form says what is missing."""
        raise NotImplementedError

    def put(self, answer: str) -> None:
        """Fill the tray with an answer in its text form."""
        raise NotImplementedError

    def missing(self) -> str:
        """What the answer lacks, as a sentence; empty if it can be judged."""
        return ""

    @property
    def is_typing(self) -> bool:
        """Whether a name is being typed, in which a space is a letter."""
        return False

    def finish_typing(self) -> None:
        """Add what is being typed to the answer; text that means nothing is left for `missing`."""

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        """The keys of this tray with their help texts, as message ids."""
        return ()

    def wanted_height(self) -> int:
        """Pixels at scale 1 that the tray needs; the felt gets the rest."""
        return USUAL_HEIGHT

    def height_in_pixels(self) -> int:
        """The height in the current window; even in a small one its buttons must be large enough for a finger."""
        return max(current_style().px(self.wanted_height()), self.minimumSizeHint().height())

    @property
    def is_low(self) -> bool:
        """Whether the window is so low that a third row of buttons would take room from the felt."""
        return current_style().scale < 1

    def restyle(self) -> None:
        """Write texts, sizes and colours again; the answer is kept."""

    def take_key(self, event: QKeyEvent) -> bool:
        """Handle a key; tells whether it was used."""
        return False

    def set_enabled(self, enabled: bool) -> None:
        """Enable or disable input; the content stays readable."""
        self.is_open = enabled

    def show_solution(self, given: str, solution: str) -> None:
        """Disable input and show the right answer beside the given one; ``given`` is empty if there was none."""
        self.set_enabled(False)

    def say(self, label: Param) -> str:
        """A label of the form in the current language."""
        return say(label, current_style().language)

    # ── the felt ─────────────────────────────────────────────────────────────────────────────────────────────────

    def take_places(self, places: FeltPlaces) -> None:
        """Set the places of the felt that take a part of the answer."""
        self.places = places

    def follow_felt(self, parts: Sequence[str]) -> None:
        """Show the parts of the answer that are places of the felt in their order there, from left to right."""

    def tappable(self) -> tuple[str, ...]:
        """The spots of the felt that can be tapped."""
        return self.places.spots() if self.is_open else ()

    def tap(self, spot: str) -> None:
        """Handle a tap on a spot."""

    def untap(self, spot: str) -> None:
        """Handle a right click, Delete or Backspace on a spot, which takes back."""

    def push(self, value: Amount, spot: str) -> None:
        """Handle a chip of the rack that was dropped on a spot, or beside all spots (empty)."""

    def sweep(self, spot: str) -> None:
        """Handle chips that were dragged away from a spot."""

    def pick(self, spot: str, text: str) -> None:
        """Handle a tap on a card, tile or marker."""

    def drop(self, spot: str, text: str, target: str) -> None:
        """Handle a card, tile or marker that was dragged to a spot, or beside all spots (empty)."""

    def movable(self) -> tuple[tuple[str, str], ...]:
        """Spot and text of the pieces that can be picked up, where they lie now."""
        return ()

    def chosen_pieces(self) -> tuple[tuple[str, str], ...]:
        """Spot and text of the pieces that are outlined because they were picked."""
        return ()

    def laid(self, scene: Scene) -> Scene:
        """The scene of the question with what was answered on it so far."""
        return scene

    def cut_out(self) -> Mapping[str, int]:
        """Chips of a payout that belongs to no single bet, as in a scene: they lie at the dealer's edge."""
        return {}

    def numbers(self) -> Mapping[str, int]:
        """Spot → its number in an order."""
        return {}

    def marks(self) -> Mapping[str, str]:
        """Spot → how it is marked on the felt."""
        return {}

    def counts(self) -> Mapping[str, int]:
        """Spot → number of chips placed there."""
        return {}


def choice_keys(choices: Sequence[Choice]) -> list[str]:
    """The digit key of each choice, "" beyond the tenth. A choice that is itself a number has that key, so seat 4 is
    always chosen with 4. The other choices get the remaining keys in order.

    >>> from trainer.texts import Names
    >>> seats = [Choice(id, Names(f"Puesto {id}", f"Seat {id}")) for id in ("1", "4", "10", "12")]
    >>> choice_keys([*seats, Choice("none", Names("Ninguno", "None"))])
    ['1', '4', '0', '2', '3']
    """
    own = [_own_key(choice) for choice in choices]
    left = iter([key for key in DIGIT_KEYS if key not in own])
    return [key or next(left, "") for key in own]


def _own_key(choice: Choice) -> str:
    """The digit key of a choice that is a number; 10 has the key 0."""
    is_said = choice.id in re.findall(r"\d+", say(choice.label, Language.ES))
    key = "0" if choice.id == str(len(DIGIT_KEYS)) else choice.id
    return key if is_said and key in tuple(DIGIT_KEYS) else ""
