"""The house options of a game, each with the reason why there is a choice and its citation."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from trainer.desk.screens.house.option_card import OptionCard
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import put_in_the_middle, scrolling
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.rulebooks import GameRules
from trainer.runs.house_options import in_page_order
from trainer.texts import Message, say

_COLUMN_WIDTH = 860


class HouseScreen(Screen):
    """``changed`` emits all values that differ from the defaults, ``back`` leaves. Up and down select an option, left
    and right a choice; Enter presses the focused button or leaves."""

    changed = Signal(dict)
    back = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.rules: GameRules | None = None
        self.cards: list[OptionCard] = []
        self._trouble: Message | str = ""
        self.reset = KeyButton("quiet", height=44, step=STEPS.body)
        self.bar = TitleBar(self.reset)
        self.about = Words("large-quiet", wrap=True)
        self.message = Words("trouble", wrap=True)
        self._list = QVBoxLayout()
        self.column = QWidget()
        self.column.setLayout(self._list)
        put_in_the_middle(self.column, inside := QWidget(), above=0)
        self.scroll_area = scrolling(inside)
        self.scroll_area.installEventFilter(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.message)
        layout.addWidget(self.scroll_area, stretch=1)
        self._list.addWidget(self.about)
        self.bar.leave.clicked.connect(self.back)
        self.reset.clicked.connect(lambda: self.changed.emit({}))
        self.reset.say(Message("house.reset"))
        self.bar.set_back(Message("house.back"))

    def show_rules(self, rules: GameRules, trouble: Message | str = "") -> None:
        """Show the options of a table as the house plays it; ``trouble`` is the error of the last choice."""
        is_another = self.rules is None or self.rules.options != rules.options
        self.rules, self._trouble = rules, trouble
        if is_another:
            discard(*self.cards)
            self.cards = [OptionCard(key, option) for key, option in in_page_order(rules)]
            for card in self.cards:
                card.chosen.connect(self._choose)
                card.refused.connect(self.say_trouble)
                self._list.addWidget(card)
            self.scroll_area.verticalScrollBar().setValue(0)
        self.restyle()

    def say_trouble(self, trouble: Message | str) -> None:
        """Say why the choice cannot be played."""
        self._trouble = trouble
        self.restyle()

    def _choose(self, key: str, value: str) -> None:
        if self.rules is None:
            return
        played: Mapping[str, str] = {**self.rules.chosen, key: value}
        self.changed.emit({name: one for name, one in played.items() if one != self.rules.options[name].default})

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        button = self.focused_button()
        match event.key():
            case Qt.Key.Key_Escape:
                self.back.emit()
            case key if key in ENTER_KEYS and isinstance(self.focusWidget(), QLineEdit):
                pass  # the typed value was already accepted
            case key if key in ENTER_KEYS:
                button.click() if button else self.back.emit()
            case Qt.Key.Key_Down | Qt.Key.Key_Up:
                self._walk(1 if event.key() == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Right | Qt.Key.Key_Left:
                self._turn(1 if event.key() == Qt.Key.Key_Right else -1)
            case _:
                super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the arrow keys from the scroll area, which would scroll."""
        if watched is self.scroll_area and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            self.keyPressEvent(event)
            return True
        return super().eventFilter(watched, event)

    def _at(self) -> int:
        """The index of the card with the focus; -1 if none."""
        focused = self.focusWidget()
        return next((place for place, card in enumerate(self.cards) if focused and card.isAncestorOf(focused)), -1)

    def _walk(self, step: int) -> None:
        """Select the next option, with its current choice."""
        if not self.cards:
            return
        place = min(max(self._at() + step, 0), len(self.cards) - 1)
        self._focus(self.cards[place])

    def _focus(self, card: OptionCard) -> None:
        target = card.buttons.get(card.pressed) or card.field
        target.setFocus(Qt.FocusReason.TabFocusReason)
        self.scroll_area.ensureWidgetVisible(card, 0, current_style().px(8))

    def _turn(self, step: int) -> None:
        """Select the next choice of the focused option."""
        place = self._at()
        choices = list(self.cards[place].buttons) if place >= 0 else []
        if len(choices) < 2:
            return
        card = self.cards[place]
        at = (choices.index(card.pressed) + step) % len(choices) if card.pressed in choices else 0
        card.buttons[choices[at]].click()
        self._focus(self.cards[place])

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        if self.rules is None:
            return
        rules, language = self.rules, style.language
        self.bar.title.setText(style.text("house.title", game=rules.names))
        self.bar.line.setText(say(rules.info.regulation, language))
        changed = len(rules.changed)
        self.reset.setVisible(bool(changed))
        self.about.setText(style.text("house.explains" if self.cards else "house.none", count=changed))
        self.message.setText(say(self._trouble, language))
        self.message.setVisible(bool(self._trouble))
        self.message.setContentsMargins(style.px(24), style.px(8), style.px(24), style.px(8))
        self.column.setFixedWidth(style.px(_COLUMN_WIDTH))
        self._list.setContentsMargins(0, style.px(16), 0, style.px(24))
        self._list.setSpacing(style.px(12))
        for card in self.cards:
            card.show_value(rules.chosen[card.key])
