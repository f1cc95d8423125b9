"""The drills of one game: variant, behaviour, and a row for each drill with its levels."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from trainer.desk.assignment import Assignment
from trainer.desk.behaviour import BEHAVIOURS
from trainer.desk.dress import Dress
from trainer.desk.drill_row import DrillRow
from trainer.desk.offers import Offer
from trainer.desk.segments import Segments
from trainer.desk.trays.tray import key_name
from trainer.desk.words import Words
from trainer.texts import say


class DrillList(QFrame):
    """``wanted`` is the drill to start, ``variant_chosen`` asks for another form of the game."""

    wanted = Signal(Assignment)
    variant_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("surface", "card")
        self.behaviour = "learn"
        self.variant = ""
        self.rows: list[DrillRow] = []
        self._offer: Offer | None = None
        self._dress: Dress | None = None
        self.title = Words("title")
        self.variants = Segments(height=36)
        self.behaviours = Segments(height=40)
        self.about = Words("quiet", wrap=True)
        self.variants.chosen.connect(self.variant_chosen)
        self.behaviours.chosen.connect(self._choose_behaviour)
        self._build()

    def _build(self) -> None:
        self._head = QHBoxLayout()
        self._head.addWidget(self.title)
        self._head.addStretch()
        self._head.addWidget(self.variants)
        self._modes = QHBoxLayout()
        self._modes.addWidget(self.behaviours)
        self._modes.addWidget(self.about, stretch=1)
        inside = QWidget()
        self._list = QVBoxLayout(inside)
        self._list.setContentsMargins(0, 0, 0, 0)
        self._list.addStretch()
        self.scroll = QScrollArea()
        self.scroll.setWidget(inside)
        self.scroll.setWidgetResizable(True)
        self.scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._layout = QVBoxLayout(self)
        self._layout.addLayout(self._head)
        self._layout.addLayout(self._modes)
        self._layout.addWidget(self.scroll, stretch=1)

    def show_nothing(self) -> None:
        """There is no game to show."""
        self._offer = None
        self.hide()

    def show_offer(self, offer: Offer, last: Assignment | None, dress: Dress) -> None:
        """The drills of a game; each row starts at the level of ``last`` if it is that drill, else at the first."""
        is_another = self._offer is None or [row.family for row in self.rows] != list(offer.families)
        self._offer, self._dress = offer, dress
        self.variant = offer.rules.variant
        if is_another:
            self._make_rows(offer)
        for row in self.rows:
            is_last = last is not None and (last.game, last.family) == (offer.rules.game, row.family.id)
            row.level = last.level if is_last else 1
        self._write()
        self.show()

    def _make_rows(self, offer: Offer) -> None:
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for family in offer.families:
            row = DrillRow(family, 1)
            row.wanted.connect(lambda level, family=family: self._start(family.id, level))
            self.rows.append(row)
            self._list.insertWidget(len(self.rows) - 1, row)

    def start_row(self, index: int) -> bool:
        """Start the drill of a number key; tells whether there is one."""
        if self._offer is None or index >= len(self.rows):
            return False
        self.rows[index].start.click()
        return True

    def _start(self, family: str, level: int) -> None:
        rules = self._offer.rules
        variant = rules.variant if rules.variant != rules.default_variant else ""
        self.wanted.emit(
            Assignment(
                rulebook=rules.rulebook,
                game=rules.game,
                family=family,
                level=level,
                variant=variant,
                behaviour=self.behaviour,
            )
        )

    def _choose_behaviour(self, behaviour: str) -> None:
        self.behaviour = behaviour
        self._write()

    def _write(self) -> None:
        dress, rules = self._dress, self._offer.rules
        margin = dress.px(16)
        self._layout.setContentsMargins(margin, margin, margin, margin)
        self._layout.setSpacing(dress.px(12))
        self._list.setSpacing(dress.px(8))
        self._modes.setSpacing(dress.px(12))
        self.title.setText(say(rules.names, dress.language))
        variants = [(variant_id, say(variant.names, dress.language)) for variant_id, variant in rules.variants.items()]
        self.variants.setVisible(len(variants) > 1)
        self.variants.show_choices(variants, rules.variant, dress)
        modes = [(behaviour, dress.say(f"behaviour.{behaviour}")) for behaviour in BEHAVIOURS]
        self.behaviours.show_choices(modes, self.behaviour, dress)
        self.about.setText(dress.say(f"behaviour-about.{self.behaviour}"))
        for index, row in enumerate(self.rows):
            row.wear(dress, key_name(index))
