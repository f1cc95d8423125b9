"""A class: everybody who types the same code gets the same questions."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit

from trainer.desk.controls.card_screen import CardScreen
from trainer.desk.controls.segments import Segments
from trainer.desk.controls.words import Words
from trainer.desk.look.dress import Dress
from trainer.runs.classes import CLASS_LENGTH
from trainer.runs.offers import Offer

_CODE_LENGTH = 40


class ClassCodeScreen(CardScreen):
    """``wanted`` is the code and the highest level (0: all)."""

    wanted = Signal(str, int)

    def __init__(self, dress: Dress) -> None:
        super().__init__(dress)
        self.offer: Offer | None = None
        self.highest = 0
        self.place = Words("accent")
        self.code_caption = Words("small")
        self.code = QLineEdit()
        self.code.setMaxLength(_CODE_LENGTH)
        self.code.setProperty("figure", "usual")
        self.levels_caption = Words("small")
        self.levels = Segments()
        for widget in (self.place, self.code_caption, self.code, self.levels_caption, self.levels):
            self.body.addWidget(widget)
        self.levels.chosen.connect(self._choose)
        self.main.clicked.connect(self._start)
        self.code.textChanged.connect(lambda: self.tell(""))

    def show_offer(self, offer: Offer) -> None:
        """The table at which the class sits."""
        self.offer = offer
        self.tell("")
        self.wear(self.dress)

    def take_focus(self) -> None:
        self.code.setFocus()
        self.code.selectAll()

    def _choose(self, highest: str) -> None:
        self.highest = int(highest)
        self.take_focus()

    def _start(self) -> None:
        if self.code.text().strip():
            self.wanted.emit(self.code.text(), self.highest)
        else:
            self.tell(self.dress.text("sessions.class.missing"))

    def wear(self, dress: Dress) -> None:
        if self.offer is None:
            super().wear(dress)
            return
        rules = self.offer.rules
        self.title.setText(dress.text("sessions.class.title"))
        self.says.setText(dress.text("sessions.class.says"))
        self.place.setText(dress.say("runner.place", game=rules.names, rulebook=rules.info.names))
        self.code_caption.setText(dress.text("sessions.class.code"))
        self.code.setAccessibleName(dress.text("sessions.class.code"))
        self.code.setFixedHeight(dress.px(56))
        self.levels_caption.setText(dress.text("sessions.class.levels"))
        most = max(len(family.levels) for family in self.offer.families)
        choices = [("0", dress.text("sessions.class.level-all")), ("1", dress.text("sessions.class.level-one"))]
        choices += [(str(n), dress.text("sessions.class.level-up-to", level=n)) for n in range(2, min(most, 4))]
        self.levels.show_choices(choices, str(self.highest), dress)
        self.main.say(dress.text("sessions.class.start", count=CLASS_LENGTH), dress.say("key.enter"))
        self.leave.say(dress.text("sessions.class.back"), dress.say("key.escape"))
        if self.message.text():
            self.message.setText(dress.text("sessions.class.missing"))
        super().wear(dress)
