"""Base class of the progress pages, and the page for a trainee without answers."""

from __future__ import annotations

from msgspec import structs
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import put_in_the_middle
from trainer.desk.widgets.words import Words
from trainer.runs.offers import Offers
from trainer.runs.plan import Plan
from trainer.texts import Message, say


class Page(QWidget):
    """A page of the progress screen. The screen passes it the keys that no widget used (`take_key`)."""

    def take_focus(self) -> None:
        """Focus the widget that is used first."""
        self.setFocus()

    def whole_size(self) -> QSize:
        """The size needed for a picture of the whole page."""
        return self.size()

    def take_key(self, event: QKeyEvent) -> bool:
        """Handle a key; tells whether it was used."""
        return False


class EmptyPage(Page):
    """``wanted`` emits the suggested drill."""

    wanted = Signal(Plan)

    def __init__(self) -> None:
        super().__init__()
        self._first: Plan | None = None
        self.title = Words("figure")
        self.says = Words("large-quiet", wrap=True)
        self.start = KeyButton("primary", step=STEPS.title, height=72, widest=560)
        self.start.clicked.connect(self._start)
        self.card = QFrame()
        self.card.setProperty("surface", "card")
        self._card = QVBoxLayout(self.card)
        for widget in (self.title, self.says):
            self._card.addWidget(widget)
        self._card.addWidget(self.start, alignment=Qt.AlignmentFlag.AlignLeft)
        put_in_the_middle(self.card, self, above=2, below=3)
        self.title.say(Message("progress.empty.title"))
        self.says.say(Message("progress.empty.says"))

    def offer_first(self, first: Plan | None, offers: Offers) -> None:
        self._first, self._offers = first, offers

    def restyle(self) -> None:
        style = current_style()
        px = style.px
        self.card.setFixedWidth(px(720))
        self._card.setContentsMargins(px(40), px(32), px(40), px(36))
        self._card.setSpacing(px(16))
        self.start.setVisible(self._first is not None)
        if self._first is not None:
            offer = self._offers.offer(self._first.rulebook, self._first.game, self._first.variant)
            family = say(offer.family(self._first.family).name, style.language)
            label = style.text("progress.empty.start", family=family[:1].lower() + family[1:])
            self.start.say(label, style.say("key.enter"))

    def take_key(self, event: QKeyEvent) -> bool:
        if event.key() in ENTER_KEYS:
            self._start()
            return True
        return False

    def _start(self) -> None:
        if self._first is not None:
            # Practice, because it shows up on this page; learning does not.
            self.wanted.emit(structs.replace(self._first, behaviour="practise"))
