"""Composes an own drill: name, games, drills and levels, behaviour, number of questions, time, limits for the table.

The saved drills are listed beside it, to be edited.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from trainer.desk.screens.own.picker import LevelPicker
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS
from trainer.desk.widgets.layouts import Flow, scrolling
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offer, Offers
from trainer.runs.plan import LONGEST_NAME, Kind, Plan, Scope
from trainer.study.behaviours import BEHAVIOURS
from trainer.texts import Message, say

_SAVED_WIDTH = 240
# The choices of each; «2-» is two or more, 0 any.
_CHOICES = {
    "behaviour": tuple(BEHAVIOURS),
    "length": ("5", "10", "20", "30", "50"),
    "seconds": ("0", "60", "180", "300", "600"),
    "bets": ("0", "1", "3", "5", "4-", "8-"),
    "chips": ("0", "1", "5", "10", "20"),
    "seats": ("0", "1", "2", "4"),
}
_USUAL = {"behaviour": "practise", "length": "10", "seconds": "0", "bets": "0", "chips": "0", "seats": "0"}
_ACTIONS = {
    "save": (Qt.Key.Key_S, "Ctrl S"),
    "share": (Qt.Key.Key_E, "Ctrl E"),
    "open": (Qt.Key.Key_O, "Ctrl O"),
    "print": (Qt.Key.Key_P, "Ctrl P"),
    "delete": (Qt.Key.Key_D, "Ctrl D"),
}


class OwnScreen(Screen):
    """``acted`` emits an action (``start``, ``save``, ``share``, ``print``, ``delete``) and the drill as composed;
    ``open_wanted`` asks to open a code; ``back`` leaves."""

    acted = Signal(str, Plan)
    open_wanted = Signal()
    back = Signal()

    def __init__(self, offers: Offers) -> None:
        super().__init__()
        self._offers = offers
        self.saved: dict[str, Plan] = {}
        self.rulebook = self.game = ""
        self._told: Message | None = None
        self._is_good = False
        self.choice = dict(_USUAL)
        self.bar = TitleBar()
        self.saved_title = Words("accent-small")
        self.saved_none = Words("quiet", wrap=True)
        self.saved_buttons: list[KeyButton] = []
        self.new = KeyButton(step=STEPS.body, height=44)
        self.name = QLineEdit()
        self.name.setMaxLength(LONGEST_NAME)
        self.numbers = QLineEdit()
        self.rulebooks, self.games = Segments(), Segments()
        self.picker = LevelPicker()
        self.chosen = Words("quiet", wrap=True)
        self.rows = {name: Segments() for name in _CHOICES}
        self.captions = {
            name: Words("accent-small") for name in ("name", "regulation", "game", "drills", *_CHOICES, "numbers")
        }
        self.message = Words("note", wrap=True)
        self.buttons = {name: KeyButton(step=STEPS.body, height=48) for name in _ACTIONS}
        self.start = KeyButton("primary", height=48)
        self._build()
        self.bar.leave.clicked.connect(self.back)
        self.new.clicked.connect(lambda: self.edit(None))
        self.start.clicked.connect(lambda: self._act("start"))
        for name, button in self.buttons.items():
            button.clicked.connect(lambda _=False, name=name: self._act(name))
        for name, row in self.rows.items():
            row.chosen.connect(lambda value, name=name: self._choose(name, value))
        self.rulebooks.chosen.connect(self._show_book)
        self.games.chosen.connect(self._show_game)
        self.picker.changed.connect(self._write_chosen)
        self.start.say(Message("own.start"), Message("desk.key.enter"))
        self.bar.set_back(Message("own.back"))

    def _build(self) -> None:
        self._left = QWidget()
        self._saved_list = QVBoxLayout(self._left)
        self._saved_list.addWidget(self.saved_title)
        self._saved_list.addWidget(self.saved_none)
        self._saved_list.addWidget(self.new)
        self._saved_list.addStretch()
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        shown: dict[str, QWidget] = {
            "name": self.name,
            "regulation": self.rulebooks,
            "game": self.games,
            "drills": self.picker,
            **self.rows,
            "numbers": self.numbers,
        }
        for name, field in shown.items():
            self._column.addWidget(self.captions[name])
            self._column.addWidget(field)
        self._column.addStretch()
        self.scroll_area = scrolling(inside)
        self._body = QHBoxLayout()
        self._body.addWidget(self._left)
        self._body.addWidget(self.scroll_area, stretch=1)
        self._foot = Flow()
        self._foot.hold(self.start, *self.buttons.values())
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addLayout(self._body, stretch=1)
        self._below = QVBoxLayout()
        self._below.addWidget(self.chosen)
        self._below.addWidget(self.message)
        self._below.addWidget(self._foot)
        layout.addLayout(self._below)

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_drills(self, saved: Mapping[str, Plan], rulebook: str, game: str) -> None:
        """Show the saved drills, and a table to begin with."""
        self.saved = dict(saved)
        self.rulebook, self.game = rulebook, game
        self._told = None
        self.edit(next(iter(saved.values()), None))

    def show_saved(self, saved: Mapping[str, Plan], told: Message, is_good: bool) -> None:
        """Show the saved drills after one was saved or deleted."""
        self.saved, self._told, self._is_good = dict(saved), told, is_good
        self.restyle()

    def edit(self, plan: Plan | None) -> None:
        """Edit a drill, or begin a new one."""
        self._told = None
        self.choice = dict(_USUAL)
        self.name.setText(plan.name if plan else "")
        self.numbers.setText(" ".join(plan.only.numbers) if plan else "")
        if plan is not None:
            bets = f"{plan.only.least_bets}-" if plan.only.least_bets else str(plan.only.most_bets)
            self.choice = {
                "behaviour": plan.behaviour,
                "length": str(plan.length or _USUAL["length"]),
                "seconds": str(plan.seconds),
                "bets": bets,
                "chips": str(plan.only.most_chips),
                "seats": str(plan.only.most_seats),
            }
            self.rulebook, self.game = plan.rulebook, plan.game
        self.picker.choose(list(plan.rungs) if plan else [])
        self.restyle()

    def plan(self) -> Plan | Message:
        """The drill as composed, or what it lacks."""
        name = " ".join(self.name.text().split())
        if not name:
            return Message("own.no-name")
        if not self.picker.chosen:
            return Message("own.no-rungs")
        rulebook, _, rest = self.picker.chosen[0].partition(" ")[2].partition("/")
        bets, choice = self.choice["bets"], self.choice
        scope = Scope(
            least_bets=int(bets.rstrip("-")) if bets.endswith("-") else 0,
            most_bets=0 if bets.endswith("-") else int(bets),
            most_chips=int(choice["chips"]),
            most_seats=int(choice["seats"]),
            numbers=tuple(dict.fromkeys(word[:8] for word in self.numbers.text().replace(",", " ").split()))[:99],
        )
        game, _, variant = rest.partition(":")
        return Plan(
            kind=Kind.OWN,
            name=name,
            rulebook=rulebook,
            game=game,
            variant=variant,
            rungs=tuple(self.picker.chosen),
            behaviour=choice["behaviour"],
            length=int(choice["length"]),
            seconds=int(choice["seconds"]),
            only=scope,
        )

    def tell(self, message: Message | None, is_good: bool = False) -> None:
        """Show a success, or what must be corrected first."""
        self._told, self._is_good = message, is_good
        self.message.set_role("note" if is_good else "trouble")
        self.message.setText(say(message, current_style().language) if message else "")
        self.message.setVisible(message is not None)

    def take_focus(self) -> None:
        self.setFocus() if self.name.text() else self.name.setFocus()

    # ── actions ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _act(self, action: str) -> None:
        if action == "open":
            self.open_wanted.emit()
            return
        plan = self.plan()
        if isinstance(plan, Message):
            self.tell(plan)
        else:
            self.acted.emit(action, plan)

    def _choose(self, name: str, value: str) -> None:
        self.choice[name] = value

    def _show_book(self, rulebook: str) -> None:
        self.rulebook = rulebook
        self.game = next(iter(self._offers.games(rulebook)), "")
        self.restyle()

    def _show_game(self, game: str) -> None:
        self.game = game
        self.picker.show_offer(self._offer(self.rulebook, game))

    def _offer(self, rulebook: str, game: str, variant: str = "") -> Offer | None:
        try:
            return self._offers.offer(rulebook, game, variant)
        except RulebookError:
            return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        button = self.focused_button()
        if event.key() == Qt.Key.Key_Escape:
            self.back.emit()
        elif event.key() in ENTER_KEYS:
            button.click() if button else self._act("start")
        elif event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            wanted = [name for name, (key, _) in _ACTIONS.items() if key == event.key()]
            self.buttons[wanted[0]].click() if wanted else super().keyPressEvent(event)
        else:
            super().keyPressEvent(event)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        px = style.px
        self.bar.title.setText(style.text("own.title"))
        self.bar.line.setText(style.text("own.says"))
        self._left.setFixedWidth(px(_SAVED_WIDTH))
        self._saved_list.setContentsMargins(px(24), px(16), 0, px(16))
        self._column.setContentsMargins(px(24), px(12), px(24), px(16))
        self._column.setSpacing(px(6))
        self._below.setContentsMargins(px(24), px(8), px(24), px(12))
        self._below.setSpacing(px(8))
        self._write_saved()
        for name, caption in self.captions.items():
            caption.setText(style.text(f"own.{name}"))
        for name, field in (("name", self.name), ("numbers", self.numbers)):
            field.setAccessibleName(style.text(f"own.{name}"))
            field.setFixedHeight(style.target(44))
        books = [(book, self._book_name(book)) for book in self._offers.rulebooks()]
        self.rulebooks.show_choices(books, self.rulebook)
        games = [(game, self._game_name(self.rulebook, game)) for game in self._offers.games(self.rulebook)]
        self.games.show_choices(games, self.game)
        self.picker.show_offer(self._offer(self.rulebook, self.game))
        for name, row in self.rows.items():
            labels = [(value, self._label(name, value)) for value in _CHOICES[name]]
            row.show_choices(labels, self.choice[name])
            for button in row.buttons.values():
                button.setAccessibleName(f"{self.captions[name].text()}: {button.label}")
        for name, (_, key) in _ACTIONS.items():
            self.buttons[name].say(style.text(f"own.{name}"), key)
        self.buttons["delete"].setVisible(self.name.text() in self.saved)
        self._foot.set_gap(px(8))
        self._write_chosen()
        self.tell(self._told, self._is_good)

    def _write_saved(self) -> None:
        style = current_style()
        self.saved_title.setText(style.text("own.kept"))
        self.saved_none.setText(style.text("own.none-kept"))
        self.saved_none.setVisible(not self.saved)
        self._saved_list.setSpacing(style.px(8))
        if [button.label for button in self.saved_buttons] != list(self.saved):
            discard(*self.saved_buttons)
            self.saved_buttons = []
            for place, (name, plan) in enumerate(self.saved.items(), 1):
                button = KeyButton(step=STEPS.body, height=48, widest=_SAVED_WIDTH, from_left=True)
                button.setCheckable(True)
                button.say(name)
                button.clicked.connect(lambda _=False, plan=plan: self.edit(plan))
                self.saved_buttons.append(button)
                self._saved_list.insertWidget(place, button)
        for button in self.saved_buttons:
            button.setChecked(button.label == self.name.text())
        self.new.say(style.text("own.new"))

    def _write_chosen(self) -> None:
        style = current_style()
        levels: dict[tuple[str, str], list[str]] = {}
        for rung in self.picker.chosen:
            drill, _, place = rung.partition(" ")
            family, _, level = drill.partition("/")
            levels.setdefault((place, family), []).append(level)
        names = []
        for (place, family), numbers in levels.items():
            rulebook, _, rest = place.partition("/")
            game, _, variant = rest.partition(":")
            offer = self._offer(rulebook, game, variant)
            known = {each.id: each for each in offer.families} if offer else {}
            name = say(known[family].name, style.language) if family in known else family
            words = {"family": name, "levels": ", ".join(numbers), "game": self._game_name(rulebook, game)}
            names.append(style.text("own.chosen-one", **words))
        count = len(self.picker.chosen)
        none = style.text("own.chosen-none")
        self.chosen.setText(style.text("own.chosen", count=count, names="; ".join(names)) if count else none)

    def _book_name(self, rulebook: str) -> str:
        try:
            return say(self._offers.book(rulebook).names, current_style().language)
        except RulebookError:
            return rulebook

    def _game_name(self, rulebook: str, game: str) -> str:
        offer = self._offer(rulebook, game)
        return say(offer.rules.names, current_style().language) if offer else game

    def _label(self, name: str, value: str) -> str:
        style = current_style()
        if name == "behaviour":
            return style.say(f"behaviour.{value}")
        if name == "length":
            return value
        if name == "seconds":
            minutes = int(value) // 60
            return style.text("own.minutes", count=minutes) if minutes else style.text("own.seconds-none")
        if value == "0":
            return style.text("own.any")
        if value == "1":
            return "1"
        key = "own.at-least" if value.endswith("-") else "own.at-most"
        return style.text(key, count=value.rstrip("-"))
