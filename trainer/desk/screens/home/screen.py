"""Home: one large button for what to do now, the regulation, its games as small felts, and the drills of the selected
game."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from msgspec import structs
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from trainer.desk.screens.home.drill_list import DrillList
from trainer.desk.screens.home.game_tiles import GameTiles
from trainer.desk.screens.home.session_row import SessionRow
from trainer.desk.screens.home.top_bar import TopBar
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.idle_work import IdleWork
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.keys import ENTER_KEYS, digit_of, key_name
from trainer.desk.widgets.layouts import close_lines
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.words import Words
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offer, Offers
from trainer.runs.plan import Plan, session_plan
from trainer.system.lazy_imports import lazily
from trainer.texts import say

with lazily():  # home is painted before the records are read
    from trainer.desk.screens.home.study import HomeStudy, plan_words
    from trainer.runs.house_options import house_options

_TABLE_SCREENS = {
    "lesson": Qt.Key.Key_L,
    "house": Qt.Key.Key_H,
    "sensors": Qt.Key.Key_M,
    "live": Qt.Key.Key_D,
}  # for the selected table
_LOW = 660  # pixels at scale 1: a lower window has no room for the greeting
_MARGIN = 32


class HomeScreen(Screen):
    """``started`` emits a drill, ``session_wanted`` a kind of session, ``screen_wanted`` the name of another screen;
    ``resume_wanted`` asks for the session that was left; ``rulebook_chosen`` emits the selected regulation."""

    started = Signal(Plan)
    session_wanted = Signal(str)
    screen_wanted = Signal(str)
    rulebook_chosen = Signal(str)
    resume_wanted = Signal()
    language_wanted = Signal()
    appearance_wanted = Signal()
    full_screen_wanted = Signal()

    def __init__(self, offers: Offers, read_study: Callable[[str, str], HomeStudy | None]) -> None:
        """``read_study`` reads the trainee's state for a regulation and a game; it returns `None` if the records cannot
        be read."""
        super().__init__()
        self.offers = offers
        self.study: HomeStudy | None = None
        self._read_study = read_study
        self.rulebook = ""
        self.suggestion: Plan | None = None
        self.is_first_run = True
        self.work = IdleWork(self)
        self.selected = ""
        self.variant = ""
        self.bar = TopBar()
        self.games = GameTiles()
        self.sessions = SessionRow()
        self.welcome = Words("figure")
        self.says = Words("large-quiet", wrap=True)
        self.start = KeyButton("primary", step=STEPS.title, height=88, widest=560)
        self.regulation = Words("heading")
        self.rulebooks = Segments()
        self.book = Words("small", wrap=True)
        self.message = Words("trouble", wrap=True)
        self.drills = DrillList()
        self._build()
        self.bar.screen_wanted.connect(self.screen_wanted)
        self.bar.language_wanted.connect(self.language_wanted)
        self.bar.appearance_wanted.connect(self.appearance_wanted)
        self.bar.full_screen_wanted.connect(self.full_screen_wanted)
        self.games.chosen.connect(self._show_game)
        self.start.clicked.connect(self._start)
        self.rulebooks.chosen.connect(self.rulebook_chosen)
        self.drills.wanted.connect(self._start_drill)
        self.drills.variant_chosen.connect(self._show_variant)
        self.drills.lesson.clicked.connect(lambda: self.screen_wanted.emit("lesson"))
        self.drills.house.clicked.connect(lambda: self.screen_wanted.emit("house"))
        self.drills.sensors.clicked.connect(lambda: self.screen_wanted.emit("sensors"))
        self.drills.live.clicked.connect(lambda: self.screen_wanted.emit("live"))
        self.sessions.wanted.connect(self.session_wanted)
        self.sessions.go_on.connect(self._go_on_with_last)

    def _build(self) -> None:
        self._hero = QHBoxLayout()
        self._greeting = close_lines(self.welcome, self.says, spacing=4)
        self._hero.addLayout(self._greeting, stretch=1)
        self._hero.addWidget(self.start)
        self._books = QHBoxLayout()
        self._books.addWidget(self.regulation)
        self._books.addWidget(self.rulebooks)
        self._books.addWidget(self.book, stretch=1)
        self._body = QHBoxLayout()
        self._body.addWidget(self.games)
        self._body.addWidget(self.drills, stretch=1)
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.bar)
        self._layout.addLayout(self._hero)
        self._layout.addWidget(self.sessions)
        self._layout.addLayout(self._books)
        self._layout.addWidget(self.message)
        self._layout.addLayout(self._body, stretch=1)

    def put_first(self, strip: QWidget) -> None:
        """Insert a widget above everything else, such as a school's assignments."""
        self._layout.insertWidget(1, strip)

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────────────

    def choose(self, rulebook: str, suggestion: Plan | None, last: Plan | None) -> None:
        """Set the regulation to show, the drill to suggest, and the last drill."""
        self.rulebook = rulebook
        self.is_first_run = last is None
        self.suggestion = suggestion
        if self.suggestion is not None:
            self.drills.behaviour = self.suggestion.behaviour
        self.work.clear()
        self.games.show_games(self.offers.games(rulebook))
        self.selected = self.suggestion.game if self.suggestion else next(iter(self.games.tiles), "")
        self.variant = self.suggestion.variant if self.suggestion else ""

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._load_tiles()

    def _load_tiles(self) -> None:
        """Name and paint the tiles one by one while idle, beginning with the selected game."""
        self.work.clear()
        self.work.add(self._learn_study)
        order = sorted(self.games.tiles, key=lambda game: game != self.selected)
        for game in order:
            self.work.add(partial(self._name_tile, game))
        for game in order:
            self.work.add(partial(self._draw_tile, game))

    def _offer(self, game: str, variant: str = "") -> Offer | str:
        """The drills of a game, or the error in its rules as a text."""
        try:
            return self.offers.offer(self.rulebook, game, variant, self._house(game, variant))
        except RulebookError as error:
            return current_style().say("home.game-faulty", count=len(error.faults), fault=error.faults[0].message)

    def _house(self, game: str, variant: str) -> dict[str, str]:
        """The trainee's house options for a game, once the records were read."""
        return (
            house_options(self.study.settings, self.offers.library, self.rulebook, game, variant) if self.study else {}
        )

    def table(self) -> Offer | None:
        """The selected table; `None` if its rules cannot be read."""
        offer = self._offer(self.selected, self.variant) if self.selected else ""
        return None if isinstance(offer, str) or not offer.families else offer

    def house_table(self) -> Offer | None:
        """The table for the house options; also one that cannot be played with the options chosen so far."""
        found = self.table()
        if found is None and self.selected:
            with suppress(RulebookError):
                found = self.offers.offer(self.rulebook, self.selected, self.variant)
        return found

    def session_plan(self, kind: str) -> Plan:
        """The plan of a session at the selected table; its house options are added from the records."""
        offer = self.table()
        is_usual = offer is None or self.variant == offer.rules.default_variant
        return session_plan(kind, self.rulebook, self.selected, "" if is_usual else self.variant)

    def _name_tile(self, game: str) -> None:
        self.games.name_tile(game, self._offer(game))

    def _draw_tile(self, game: str) -> None:
        try:
            self.games.draw_tile(game, self._offer(game))
        except Exception as error:  # a picture that cannot be painted must not take home down
            if self.offers.mark_unusable(self.rulebook, game, error):
                self._without(game)

    def _without(self, game: str) -> None:
        """Go on without a game that turned out to be faulty."""
        self._name_tile(game)
        if self.suggestion is not None and self.suggestion.game == game:
            self.suggestion = self.offers.suggestion(self.rulebook, None)
            self._write_start()
        if self.selected == game:
            self._show_game(game)

    def _show_game(self, game: str, variant: str = "") -> None:
        self.selected, self.variant = game, variant
        self.games.select(game)
        self.tell("")
        offer = self._offer(game, variant) if game else ""
        if isinstance(offer, str):
            self.drills.show_instead(offer or self._nothing(), bool(offer))
            return
        self.drills.show_offer(offer, self.suggestion)

    def _show_variant(self, variant: str) -> None:
        self._show_game(self.selected, variant)

    def _nothing(self) -> str:
        return current_style().say("home.no-games" if self.rulebook else "home.no-rulebooks")

    def tell(self, sentence: str, is_good: bool = False) -> None:
        """Show a message below the regulation; ``is_good`` marks a success."""
        self.message.set_role("note" if is_good else "trouble")
        self.message.setText(sentence)
        self.message.setVisible(bool(sentence))

    def _learn_study(self) -> None:
        """Read the trainee's state, after the window was painted."""
        self.study = self._read_study(self.rulebook, self.selected)
        if self.study and self.study.settings.houses:
            self._enter_house()
        study = self.study
        self.games.show_mastery(study.mastery if study else {}, study.due if study else {}, self.selected)
        self.drills.show_levels(study.levels if study else {})
        self._write_greeting()
        self._write_start()

    def _enter_house(self) -> None:
        """Show and suggest the drills with the trainee's house options."""
        wanted = self.suggestion
        if wanted is not None:
            with suppress(RulebookError):
                options = self._house(wanted.game, wanted.variant)
                self.suggestion = structs.replace(wanted, options=options)
        self._show_game(self.selected, self.variant)

    # ── starting ─────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def offers_today(self) -> bool:
        """Whether the large button starts today's session; without counted answers it starts the suggested drill.

        Until the records were read, somebody who drilled before is assumed to have some.
        """
        return self.study.plan is not None if self.study else not self.is_first_run

    def _start(self) -> None:
        if self.offers_today:
            self.session_wanted.emit("today")
        else:
            self._go_on()

    def _start_drill(self, plan: Plan) -> None:
        """Start a drill of the list with the trainee's house options; reads the records first if they were not read
        yet."""
        if self.study is None:
            self._learn_study()
            with suppress(RulebookError):
                plan = structs.replace(plan, options=self._house(plan.game, plan.variant))
        self.started.emit(plan)

    def _go_on_with_last(self) -> None:
        """The small button: resume the session that was left, else the last drill."""
        if self.study and self.study.left:
            self.resume_wanted.emit()
        else:
            self._go_on()

    def _go_on(self) -> None:
        if self.suggestion is not None:
            self.started.emit(self.suggestion)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = digit_of(event)
        button = self.focused_button()
        if event.key() in ENTER_KEYS:
            button.click() if button else self._start()
        elif event.modifiers() == Qt.KeyboardModifier.NoModifier and self._press_letter(event.key()):
            pass
        elif index is not None and event.modifiers() & Qt.KeyboardModifier.AltModifier:
            self.rulebooks.press(index)
        elif index is not None and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.drills.behaviours.press(index)
        elif index is None or not self.drills.start_row(index):
            super().keyPressEvent(event)

    def _press_letter(self, key: int) -> bool:
        for name, letter in _TABLE_SCREENS.items():
            if key == letter or (key == Qt.Key.Key_F1 and name == "lesson"):  # as on the drill screen
                self.screen_wanted.emit(name)
                return True
        return self.bar.press(key) or self.sessions.press(key)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        margin = style.px(_MARGIN)
        self._layout.setContentsMargins(margin, style.px(12), margin, style.px(16))
        self._place_sessions(self.window().height() < _LOW * style.type_scale)
        self._layout.setSpacing(style.px(12))
        self._hero.setSpacing(style.px(32))
        self._books.setSpacing(style.px(16))
        self._body.setSpacing(style.px(24))
        self._show_game(self.selected, self.variant)
        self._write()
        if self.isVisible():
            self._load_tiles()

    def _place_sessions(self, has_little_room: bool) -> None:
        """Place the session buttons below the greeting, or instead of it if the drills need the room."""
        self.welcome.setVisible(not has_little_room)
        self.says.setVisible(not has_little_room)
        rows = self._hero if has_little_room else self._layout
        if rows.indexOf(self.sessions) < 0:
            self._layout.removeWidget(self.sessions)
            self._hero.removeWidget(self.sessions)
            rows.insertWidget(1 if has_little_room else rows.indexOf(self._hero) + 1, self.sessions)
        self._hero.setStretch(0, 0 if has_little_room else 1)
        self._hero.setStretch(1, 1 if has_little_room else 0)

    def _write(self) -> None:
        style = current_style()
        self._write_greeting()
        self.regulation.setText(style.say("home.regulation"))
        self._write_rulebooks()
        self._write_start()

    def _write_greeting(self) -> None:
        style, study = current_style(), self.study
        self.bar.name_trainee(study.name if study else style.say("profile.first"))
        if not self.offers_today:
            self.welcome.setText(style.say("home.welcome" if self.is_first_run else "home.what-now"))
            self.says.setText(style.say("home.welcome-says" if self.is_first_run else "home.what-now-says"))
            return
        self.welcome.setText(style.text("sessions.today.greeting"))
        says = [style.text("sessions.today.none-done")]
        if study and study.answered:
            says = [style.text("sessions.today.done", answers=study.answered, minutes=study.minutes)]
        if study and study.day_run > 1:
            says.append(style.text("sessions.today.greeting-run", days=study.day_run) + ".")
        self.says.setText(" ".join(says))

    def _write_rulebooks(self) -> None:
        books: list[tuple[str, str]] = []
        self.book.setText("")
        for rulebook in self.offers.rulebooks():
            try:
                info = self.offers.book(rulebook)
            except RulebookError as error:
                books.append((rulebook, rulebook))
                if rulebook == self.rulebook:
                    self.tell(current_style().say("home.rulebook-faulty", fault=error.faults[0].message))
                continue
            books.append((rulebook, say(info.names, current_style().language)))
            if rulebook == self.rulebook:
                self.book.setText(say(info.regulation, current_style().language))
        keys = [f"Alt {key_name(index)}" if key_name(index) else "" for index in range(len(books))]
        self.rulebooks.show_choices(books, self.rulebook, keys)

    def _write_start(self) -> None:
        wanted = self.suggestion
        self.start.setVisible(wanted is not None)
        self.sessions.setVisible(wanted is not None)
        if wanted is None:
            return
        style = current_style()
        offer = self.offers.offer(wanted.rulebook, wanted.game, wanted.variant, wanted.options)
        family = say(offer.family(wanted.family).name, style.language)
        family = family[:1].lower() + family[1:]
        last = family if self.offers_today else ""
        if self.study and self.study.left:
            left = self.study.left
            name = say(left.name, style.language)
            last = style.text("sessions.small.left", name=name, answered=left.answered, length=left.length)
        self.sessions.show_row(self.study.mistakes if self.study else 0, last)
        if self.offers_today:
            plan = self.study.plan if self.study else None
            label, note = plan_words(plan, style) if plan else (style.text("sessions.today.start-soon"), "")
        else:
            label = style.say("home.start" if self.is_first_run else "home.go-on", family=family)
            note = style.say(
                "home.assignment",
                game=offer.rules.names,
                rulebook=offer.rules.info.names,
                level=wanted.level,
                behaviour=style.say(f"behaviour.{wanted.behaviour}").lower(),
            )
        self.start.say(label, style.say("key.enter"), note=note)
