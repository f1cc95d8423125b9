"""The first page of progress: the skill map, the level that is looked at, and the days of practice."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout

from trainer.desk.screens.progress.calendar_view import CalendarView
from trainer.desk.screens.progress.figures import skill_map
from trainer.desk.screens.progress.map_view import MapView
from trainer.desk.screens.progress.page import Page
from trainer.desk.screens.progress.rung_card import RungCard
from trainer.desk.style.dress import Dress
from trainer.desk.widgets.card import Card
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import scrolling
from trainer.runs.offers import Offer
from trainer.runs.plan import Plan, drill_plan
from trainer.runs.trainee_records import TraineeRecords, rungs_of
from trainer.study import progress
from trainer.study.mastery import Stand
from trainer.study.progress import RungStanding
from trainer.study.skills import Rung

_SHARES = (5, 2)  # of the height: the map, and the days of practice


class MapPage(Page):
    """``wanted`` asks to practise a level."""

    wanted = Signal(Plan)

    def __init__(self) -> None:
        super().__init__()
        self.map_card = Card()
        self.map = MapView()
        self.map_area = scrolling(self.map)
        self.map_card.add(self.map_area, stretch=1)
        self.rung_card = RungCard()
        self.calendar_card = Card()
        self.calendar = CalendarView()
        self.calendar_card.add(self.calendar, stretch=1)
        self._reading: TraineeRecords | None = None
        self._offer: Offer | None = None
        self._standings: dict[str, RungStanding] = {}
        self._layout = QGridLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.addWidget(self.map_card, 0, 0)
        self._layout.addWidget(self.calendar_card, 1, 0)
        self._layout.addWidget(self.rung_card, 0, 1, 2, 1)
        self._layout.setColumnStretch(0, 7)
        self._layout.setColumnStretch(1, 4)
        for row, share in enumerate(_SHARES):
            self._layout.setRowStretch(row, share)
        self.map.chosen.connect(self._show_rung)
        self.rung_card.wanted.connect(self._practise)

    def show_table(self, reading: TraineeRecords, offer: Offer, dress: Dress) -> None:
        """The map of a table; of the levels being learned the one practised last is looked at first."""
        is_another = self._offer is None or offer.rules is not self._offer.rules or reading is not self._reading
        self._reading, self._offer, self._dress = reading, offer, dress
        standing = reading.standing(rungs_of(offer))
        found = [rung for rungs in progress.skill_map(standing, reading.now).values() for rung in rungs]
        self._standings = {rung.rung.key: rung for rung in found}
        chart = skill_map(found, offer.families, dress)
        selected = self.map.selected
        if is_another or selected not in self._standings:
            selected = max(found, key=lambda rung: (rung.stand is Stand.LEARNING, rung.last)).rung.key
        self.map.show_map(chart, selected, dress)
        mastered = sum(rung.stand is Stand.MASTERED for rung in found)
        remark = dress.text("progress.map.total", mastered=mastered, levels=len(found))
        self.map_card.wear(dress, dress.text("progress.map.title"), remark)
        days = progress.calendar(reading.store, reading.profile.id, reading.today)
        self.calendar.show_days(days, reading.today, dress)
        self.calendar_card.wear(dress, dress.text("progress.calendar.title"), self.calendar.sum_words(dress))
        self._layout.setSpacing(dress.px(16))
        self._show_rung(selected)

    def _show_rung(self, key: str) -> None:
        reading, standing = self._reading, self._standings[key]
        if reading is None:
            return
        tally = reading.ledger.rungs.get(key)
        self.rung_card.show_rung(
            standing,
            progress.curve(reading.store, reading.profile.id, key),
            progress.forecast(reading.ledger, standing.rung),
            tally.best if tally else 0,
            [] if standing.unlocked else self._needed(standing.rung),
            reading.today,
            self._dress,
        )
        QTimer.singleShot(0, self, self._bring_into_sight)  # when the map has its height

    def _bring_into_sight(self) -> None:
        row = self.map.row_of_selected()
        self.map_area.ensureVisible(0, round(row.center().y()), 0, round(row.height() / 2))

    def whole_size(self) -> QSize:
        hidden = max(0, self.map.height() - self.map_area.viewport().height())
        return self.size() + QSize(0, -(-hidden * sum(_SHARES) // _SHARES[0]))

    def _needed(self, rung: Rung) -> list[Rung]:
        return [self._standings[key].rung for key in rung.needs if key in self._standings]

    def take_focus(self) -> None:
        self.map.setFocus(Qt.FocusReason.TabFocusReason)

    def take_key(self, event: QKeyEvent) -> bool:
        if event.key() in ENTER_KEYS:
            self._practise()
            return True
        return False

    def _practise(self) -> None:
        self.wanted.emit(plan_of(self._standings[self.map.selected].rung))


def plan_of(rung: Rung) -> Plan:
    """The practice of one level."""
    rules = rung.rules
    variant = rules.variant if rules.variant != rules.default_variant else ""
    return drill_plan(
        rules.rulebook,
        rules.game,
        rung.family.id,
        rung.level,
        variant=variant,
        behaviour="practise",
        options=rules.changed,
    )
