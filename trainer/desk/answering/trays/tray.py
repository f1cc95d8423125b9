"""What every answer tray is: a widget that gives an answer in the text form of its answer form.

The drill screen owns the keys: every key that no text field takes comes to `Tray.take_key`. Forms that are answered on
the felt also get the felt's taps and say what the felt should show.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from trainer.desk.style.dress import Dress
from trainer.desk.widgets.keys import DIGIT_KEYS
from trainer.drills.forms import AnswerForm, Choice
from trainer.texts import Language, Param, say

Form_co = TypeVar("Form_co", bound=AnswerForm, covariant=True)

USUAL_HEIGHT = 104
HIGHEST = 132  # more would take the felt below 65 % of a window of 1024×600 or larger


class Tray(QWidget, Generic[Form_co]):
    """An answer in the making. ``submitted`` asks for it to be judged, ``changed`` tells that it became another."""

    is_compared = False  # piece by piece or step by step with the right answer, so that no verdict may lie over it
    submitted = Signal()
    changed = Signal()

    def __init__(self, form: Form_co, dress: Dress) -> None:
        super().__init__()
        self.form = form
        self.dress = dress
        self.is_open = True

    def asks_again(self, form: AnswerForm) -> bool:
        """Empty the tray for the next question if that one can be answered with it: a tray is slow to make.

        Returns whether it can; if not, nothing is changed.
        """
        return False

    def answer(self) -> str:
        """The answer as its form writes it; it may still be none (then the form says what is missing)."""
        raise NotImplementedError

    def put(self, answer: str) -> None:
        """Fill the tray with an answer in its text form."""
        raise NotImplementedError

    def missing(self) -> str:
        """In a sentence, what an answer still lacks; nothing if it can be judged."""
        return ""

    @property
    def is_typing(self) -> bool:
        """Whether a name is being typed, in which a space is a letter."""
        return False

    def keys_help(self) -> tuple[tuple[str, str], ...]:
        """The keys of this tray, each with what it does, as message ids."""
        return ()

    def wanted_height(self) -> int:
        """Pixels at scale 1 that the tray needs; the felt gets the rest."""
        return USUAL_HEIGHT

    def height_in_pixels(self) -> int:
        """What it needs in the window as it is: in a small one a finger must still hit its buttons."""
        return max(self.dress.px(self.wanted_height()), self.minimumSizeHint().height())

    @property
    def is_low(self) -> bool:
        """Whether the window is so low that a third row of buttons a finger can hit would take room from the felt."""
        return self.dress.scale < 1

    def wear(self, dress: Dress) -> None:
        """Write texts, sizes and colours anew; what was answered so far stays."""
        self.dress = dress

    def take_key(self, event: QKeyEvent) -> bool:
        """Use a key if it means something here."""
        return False

    def set_enabled(self, enabled: bool) -> None:
        """Open or close the tray to input; its contents stay readable."""
        self.is_open = enabled

    def show_solution(self, given: str, solution: str) -> None:
        """Close and show what was right, and what was answered beside it; ``given`` is empty if nothing was."""
        self.set_enabled(False)

    def say(self, label: Param) -> str:
        """A label of the form in the present language."""
        return say(label, self.dress.language)

    # ── forms answered on the felt ───────────────────────────────────────────────────────────────────────────────

    def tappable(self) -> tuple[str, ...]:
        """The spots of the felt that take taps."""
        return ()

    def tap(self, spot: str) -> None:
        """A spot was tapped."""

    def untap(self, spot: str) -> None:
        """A spot was tapped to take back: right button or long press."""

    def marks(self) -> Mapping[str, str]:
        """Spot → how it is marked on the felt."""
        return {}

    def counts(self) -> Mapping[str, int]:
        """Spot → how many chips were put there."""
        return {}


def choice_keys(choices: Sequence[Choice]) -> list[str]:
    """The digit key of each choice, "" beyond the tenth. A choice that is itself a number has its own: whoever means
    seat 4 presses 4, whatever stands before it. The others have the keys that are left, in their order.

    >>> from trainer.texts import Names
    >>> seats = [Choice(id, Names(f"Puesto {id}", f"Seat {id}")) for id in ("1", "4", "10", "12")]
    >>> choice_keys([*seats, Choice("none", Names("Ninguno", "None"))])
    ['1', '4', '0', '2', '3']
    """
    own = [_own_key(choice) for choice in choices]
    left = iter([key for key in DIGIT_KEYS if key not in own])
    return [key or next(left, "") for key in own]


def _own_key(choice: Choice) -> str:
    """The key of a number that is chosen: 10 has that of 0, as everywhere."""
    is_said = choice.id in re.findall(r"\d+", say(choice.label, Language.ES))
    key = "0" if choice.id == str(len(DIGIT_KEYS)) else choice.id
    return key if is_said and key in tuple(DIGIT_KEYS) else ""
