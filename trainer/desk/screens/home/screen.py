"""Home: a front page that says what to do now, behind it everything that can be practised, and a search for it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cached_property, partial

from msgspec import structs
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from trainer.desk.screens.home.continuation import Continuation
from trainer.desk.screens.home.front_page import LIVE_GAMES, FrontPage
from trainer.desk.screens.home.head import HomeHead, SearchResults
from trainer.desk.screens.home.keys import take_key
from trainer.desk.style.style import current_style
from trainer.desk.widgets.idle_work import IdleWork
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.words import Words
from trainer.rulebooks import RulebookError
from trainer.runs.offers import Offer, Offers
from trainer.runs.plan import Plan, drill_plan, session_plan
from trainer.system.lazy_imports import lazily
from trainer.texts import Language

with lazily():  # home is painted before the records are read; the panel is opened later
    from trainer.desk.screens.home.drill_list import DrillList
    from trainer.desk.screens.home.game_tiles import GameTiles, game_picture
    from trainer.desk.screens.home.panel import Panel
    from trainer.desk.screens.home.path import GamePath, Step
    from trainer.desk.screens.home.search import Entry, HomeIndex
    from trainer.desk.screens.home.study import HomeStudy
    from trainer.runs.house_options import house_options


class HomeScreen(Screen):
    """``started`` emits a drill, ``session_wanted`` a kind of session, ``screen_wanted`` the name of another screen;
    ``step_wanted`` emits a step of the path; ``resume_wanted`` asks for the session that was left;
    ``rulebook_chosen`` and ``game_chosen`` emit what was selected; ``back`` leads from the panel to the front page."""

    started = Signal(Plan)
    session_wanted = Signal(str)
    screen_wanted = Signal(str)
    step_wanted = Signal(object)
    rulebook_chosen = Signal(str)
    game_chosen = Signal(str)
    resume_wanted = Signal()
    language_wanted = Signal()
    appearance_wanted = Signal()
    full_screen_wanted = Signal()
    back = Signal()

    def __init__(
        self,
        offers: Offers,
        read_study: Callable[[str, str], HomeStudy | None],
        read_path: Callable[[Offer, Language, HomeStudy | None], GamePath] | None = None,
    ) -> None:
        """``read_study`` reads the trainee's state for a regulation and a game; it returns `None` if the records cannot
        be read. ``read_path`` reads the path of a table."""
        super().__init__()
        self.offers = offers
        self.study: HomeStudy | None = None
        self.path: GamePath | None = None
        self.daily_goal = 0
        self._read_study = read_study
        self._read_path = read_path
        self.rulebook = ""
        self.suggestion: Plan | None = None
        self.is_first_run = True
        self.work = IdleWork(self)
        self.selected = ""
        self.variant = ""
        self.shows_keys = False
        self._index: HomeIndex | None = None
        self.head = HomeHead()
        self.message = Words("trouble", wrap=True)
        self.message.hide()
        self.front = FrontPage()
        self.results = SearchResults()
        self.start = self.front.start
        self._is_front = True
        self._first_page = "menu"  # of the panel
        self._pages = QStackedWidget()
        self._pages.addWidget(self.front)
        self._pages.addWidget(self.results)
        self._layout = QVBoxLayout(self)
        self._layout.addWidget(self.head)
        self._layout.addWidget(self.message)
        self._layout.addWidget(self._pages, stretch=1)
        front, head = self.front, self.head
        head.everything.clicked.connect(lambda: self.open_panel("menu"))
        head.leave.clicked.connect(self.go_back)
        head.search.textEdited.connect(self._look_for)
        head.search.returnPressed.connect(self.results.open_first)
        self.results.chosen.connect(self._open_found)
        front.start.clicked.connect(self.take_next_step)
        front.game.clicked.connect(lambda: self.open_panel("games"))
        front.goal.clicked.connect(lambda: self.screen_wanted.emit("progress"))
        front.live.clicked.connect(lambda: self.screen_wanted.emit("live"))
        front.mock.clicked.connect(lambda: self.screen_wanted.emit("mock"))
        front.path.chosen.connect(self._open_step)

    # ── the two parts ────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def panel(self) -> Panel:
        """The pages for everything else, of the regulation that is shown."""
        panel = Panel()
        self._pages.addWidget(panel)
        panel.turned.connect(self._turned)
        program, table = panel.program, panel.table
        program.screen_wanted.connect(self.screen_wanted)
        program.language_wanted.connect(self.language_wanted)
        program.appearance_wanted.connect(self.appearance_wanted)
        program.full_screen_wanted.connect(self.full_screen_wanted)
        panel.games.chosen.connect(self._choose_game)
        panel.rulebooks.chosen.connect(self.rulebook_chosen)
        panel.variants.chosen.connect(self._show_variant)
        panel.drills.wanted.connect(self._start_drill)
        for name, button in (
            ("lesson", table.lesson),
            ("house", table.house),
            ("sensors", table.sensors),
            ("live", table.live),
        ):
            button.clicked.connect(partial(self.screen_wanted.emit, name))
        panel.sessions.wanted.connect(self.session_wanted)
        self.__dict__["panel"] = panel  # what follows uses it
        self._fill_panel()
        return panel

    @property
    def has_panel(self) -> bool:
        """Whether the panel was opened before."""
        return "panel" in self.__dict__

    @property
    def games(self) -> GameTiles:
        return self.panel.games

    @property
    def drills(self) -> DrillList:
        return self.panel.drills

    @property
    def is_front(self) -> bool:
        return self._is_front

    def show_front(self) -> None:
        """Show the front page."""
        self._is_front = True
        self.end_search()
        self._load()

    def open_panel(self, page: str) -> None:
        """Ask for the panel with one of its pages."""
        self._first_page = page
        self.screen_wanted.emit("everything")

    def show_everything(self) -> None:
        """Show the menu of everything else, or the page that was left; tiles and drills are filled while idle."""
        if self._is_front:
            self._is_front = False
            self.panel.begin(self._first_page)
            self._first_page = "menu"
        self.end_search()
        self._load()

    def _turned(self) -> None:
        """Another page of the panel is shown."""
        if not self._is_front:
            self.head.show_title(self.panel.title)
            self.show_keys()

    def put_first(self, strip: QWidget) -> None:
        """Insert a widget above everything else on the front page, such as a school's assignments."""
        self.front.put_first(strip)

    def _fill_panel(self) -> None:
        self.games.show_games(self.offers.games(self.rulebook))
        if self.suggestion is not None:
            self.drills.behaviour = self.suggestion.behaviour
        self._show_knowledge()
        self._write_panel()

    def _show_knowledge(self) -> None:
        """Show how well each game and level is known."""
        study = self.study
        self.games.show_mastery(study.mastery if study else {}, study.due if study else {}, self.selected)
        self.drills.show_levels(study.levels if study else {})

    def _write_panel(self) -> None:
        """Write the texts of the panel."""
        if not self.has_panel:
            return
        self._show_game(self.selected, self.variant)
        trouble = self._write_table()
        self._write_greeting()
        self._write_start()
        if trouble:
            self.tell(trouble)

    def _write_table(self) -> str:
        """Write what the panel says about the selected table; returns the error if the regulation cannot be used."""
        trouble = self.panel.write(self.offers, self.rulebook, self.table())
        self._turned()
        return trouble

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    def choose(self, rulebook: str, suggestion: Plan | None, last: Plan | None) -> None:
        """Set the regulation to show, the drill to suggest, whose game is selected, and the last drill."""
        is_same = self.rulebook == rulebook
        self.rulebook = rulebook
        self.is_first_run = last is None
        self.suggestion = suggestion
        self.path = None
        self.work.clear()
        self.selected = suggestion.game if suggestion else next(iter(self.offers.games(rulebook)), "")
        self.variant = suggestion.variant if suggestion else ""
        if self.has_panel:
            if suggestion is not None:
                self.drills.behaviour = suggestion.behaviour
            if not is_same or list(self.games.tiles) != self.offers.games(rulebook):
                self.games.show_games(self.offers.games(rulebook))
        self.tell("")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._load()

    def _load(self) -> None:
        """Read the trainee's state and the path while idle; on the panel, also name and paint the tiles one by one."""
        self.work.clear()
        self.work.add(self._learn_study)
        if self.is_front:
            self.work.add(self._learn_path)
            self.work.add(self._draw_table)
            return
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

    def _draw_table(self) -> None:
        """Paint the felt of the selected game on the front page."""
        offer, picture = self.table(), self.front.picture
        if offer is None or picture.picture_size().isEmpty():
            return
        try:
            picture.show_picture(game_picture(offer, picture.picture_size(), self.devicePixelRatioF()))
        except Exception as error:  # a picture that cannot be painted must not take home down
            if self.offers.mark_unusable(self.rulebook, self.selected, error):
                self._without(self.selected)

    def _without(self, game: str) -> None:
        """Go on without a game that turned out to be faulty."""
        if self.has_panel:
            self._name_tile(game)
        if self.suggestion is not None and self.suggestion.game == game:
            self.suggestion = self.offers.suggestion(self.rulebook, None)
            self._write_start()
        if self.selected == game:
            self._show_game(game)

    def _choose_game(self, game: str) -> None:
        """A tile was pressed: show its drills and remember the game."""
        self._show_game(game)
        if self.table() is not None:
            self.game_chosen.emit(game)
            self.suggestion = self.offers.suggestion(self.rulebook, None, game)
            self.path = None
            if not self._is_front:
                self.back.emit()
        elif isinstance(trouble := self._offer(game), str):
            self.tell(trouble)

    def _show_game(self, game: str, variant: str = "") -> None:
        self.selected, self.variant = game, variant
        if not self.has_panel:
            return
        self.games.select(game)
        self.tell("")
        offer = self._offer(game, variant) if game else ""
        if isinstance(offer, str):
            self.drills.show_instead(offer or self._nothing(), bool(offer))
        else:
            self.drills.show_offer(offer, self.suggestion)
        self._write_table()
        self.show_keys()

    def _show_variant(self, variant: str) -> None:
        self._show_game(self.selected, variant)

    def _nothing(self) -> str:
        return current_style().say("home.no-games" if self.rulebook else "home.no-rulebooks")

    def tell(self, sentence: str, is_good: bool = False) -> None:
        """Show a message below the head; ``is_good`` marks a success."""
        self.message.set_role("note" if is_good else "trouble")
        self.message.setText(sentence)
        self.message.setVisible(bool(sentence))

    def _learn_study(self) -> None:
        """Read the trainee's state, after the window was painted."""
        self.study = study = self._read_study(self.rulebook, self.selected)
        if study and study.settings.houses:
            self._enter_house()
        if self.has_panel:
            self._show_knowledge()
        self._write_greeting()
        self._write_start()

    def _learn_path(self) -> None:
        """Read the path of the selected game."""
        offer = self.table()
        if self._read_path is not None and offer is not None:
            self.path = self._read_path(offer, current_style().language, self.study)
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
    def continuation(self) -> Continuation:
        return Continuation(self.study, self.path)

    def take_next_step(self) -> None:
        """Do what the large button says; records that were not read yet are read first."""
        if self.study is None:
            self._learn_study()
        if self.path is None:
            self._learn_path()
        match self.continuation.kind:
            case "left":
                self.resume_wanted.emit()
            case "today":
                self.session_wanted.emit("today")
            case "step" if self.path is not None:
                self.step_wanted.emit(self.path.next_step)
            case _:
                self._go_on()

    def _open_step(self, index: int) -> None:
        if self.path is not None:
            self.step_wanted.emit(self.path.steps[index])

    def _start_drill(self, plan: Plan) -> None:
        """Start a drill of the list with the trainee's house options; reads the records first if they were not read
        yet."""
        if self.study is None:
            self._learn_study()
            with suppress(RulebookError):
                plan = structs.replace(plan, options=self._house(plan.game, plan.variant))
        self.started.emit(plan)

    def resume(self) -> None:
        """Resume the session that was left, else the last drill."""
        if self.study and self.study.left:
            self.resume_wanted.emit()
        else:
            self._go_on()

    def _go_on(self) -> None:
        if self.suggestion is not None:
            self.started.emit(self.suggestion)

    # ── the search ───────────────────────────────────────────────────────────────────────────────────────────────

    def _look_for(self, words: str) -> None:
        language = current_style().language
        if words.strip() and (self._index is None or not self._index.is_of(self.rulebook, language)):
            self._index = HomeIndex(self.offers, self.rulebook, language)
            self.work.add(self._grow_index)
        found = self._index.find(words, self.selected) if self._index and words.strip() else []
        self.results.show_entries(words.strip(), found)
        self._show_page()

    def _show_page(self) -> None:
        """Show the results while something is typed, else the front page or the panel."""
        style = current_style()
        if self.head.search.text().strip():
            self._pages.setCurrentWidget(self.results)
            self.head.show_title(style.text("front.search.title"))
        elif self._is_front:
            self._pages.setCurrentWidget(self.front)
            self.head.show_title("")
        else:
            self._pages.setCurrentWidget(self.panel)
            self._turned()

    def end_search(self) -> None:
        """Empty the search and show the page behind its results."""
        self.head.search.clear()
        self.results.show_entries("", [])
        self._show_page()

    def _grow_index(self) -> None:
        """Add one game to the index and search again."""
        if self._index is None:
            return
        if self._index.add_next():
            self.work.add(self._grow_index)
        if self.head.search.text().strip():
            self._look_for(self.head.search.text())

    def _open_found(self, entry: Entry) -> None:
        """Open what was found; a game becomes the chosen one."""
        if entry.game and entry.game != self.selected:
            self.selected, self.variant, self.path = entry.game, "", None
            self.game_chosen.emit(entry.game)
        if entry.kind == "game":
            self.suggestion = self.offers.suggestion(self.rulebook, None, entry.game)
            if self._is_front:
                self.end_search()
                self._load()
            else:
                self.back.emit()
        elif entry.kind == "drill":
            self._start_drill(drill_plan(self.rulebook, entry.game, entry.id))
        elif entry.kind == "page":
            self.step_wanted.emit(Step(entry.id, entry.label, 1))
        elif entry.id in ("progress", "settings", "school", "lesson", "sensors"):
            self.screen_wanted.emit(entry.id)
        else:
            self.session_wanted.emit(entry.id)

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not take_key(self, event):
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Alt:
            self.show_keys(False)
        super().keyReleaseEvent(event)

    def go_back(self) -> None:
        """End the search, or go back one page of the panel, or leave it."""
        if self.head.search.text() or self.head.search.hasFocus():
            self.end_search()
            self.setFocus()
        elif not self._is_front and not self.panel.turn_back():
            self.back.emit()

    def show_keys(self, are_shown: bool | None = None) -> None:
        """Show or hide the keys on the buttons."""
        self.shows_keys = self.shows_keys if are_shown is None else are_shown
        for button in self.findChildren(KeyButton):
            button.show_key(self.shows_keys)

    # ── texts, sizes, colours ────────────────────────────────────────────────────────────────────────────────────

    def restyle(self) -> None:
        super().restyle()
        px = current_style().px
        self._layout.setContentsMargins(px(32), px(12), px(32), px(20))
        self._layout.setSpacing(px(12))
        self._show_page()
        self._write_greeting()
        self._write_start()
        self._write_panel()
        self.show_keys()
        if self.isVisible():
            self.path = None
            self._load()

    def _write_greeting(self) -> None:
        style, study = current_style(), self.study
        if self.has_panel:
            self.panel.program.name_trainee(study.name if study else style.say("profile.first"))
        is_new = self.is_first_run and not (study and study.answered)
        self.front.welcome.setText(style.say("home.welcome" if is_new else "home.what-now"))
        days = study.day_run if study else 0
        week = study.week if study else (0, 0)
        if self.daily_goal:
            self.front.goal.show_day(study.answered if study else 0, self.daily_goal, days, week)

    def _write_start(self) -> None:
        """Write the large button, the path and, on the panel, the sessions."""
        style, front, wanted = current_style(), self.front, self.suggestion
        offer = self.table()
        for widget in (front.start, front.map, front.goal):
            widget.setVisible(wanted is not None and (widget is not front.goal or self.daily_goal > 0))
        if wanted is None or offer is None:
            front.game.say(style.text("front.change"))
            if wanted is None:
                self.tell(self._nothing())
            return
        rules = offer.rules
        named = style.text("front.game", game=rules.names, rulebook=rules.info.names)
        front.game.say(named, note=style.text("front.change"))
        front.show_path(self.path)
        front.live.setVisible(rules.game in LIVE_GAMES)
        front.start.say(self.continuation.label(style), style.say("key.enter"), note=self.continuation.note(style))
        if self.has_panel:
            self.panel.sessions.write(self.study.mistakes if self.study else 0)
        self.show_keys()
