"""The instructor's room: code and roster, live board, heat map, assignments, race, exam."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from msgspec.structs import replace
from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout

from trainer.desk.screens.school.assign_page import AssignPage
from trainer.desk.screens.school.board_page import BoardPage
from trainer.desk.screens.school.exam_page import ExamPage
from trainer.desk.screens.school.heat_page import HeatPage
from trainer.desk.screens.school.instructor_link import InstructorLink
from trainer.desk.screens.school.people_page import PeoplePage
from trainer.desk.screens.school.race_page import RacePage
from trainer.desk.style.style import current_style
from trainer.desk.style.theme import STEPS
from trainer.desk.widgets.key_button import KeyButton
from trainer.desk.widgets.screen import Screen
from trainer.desk.widgets.segments import Segments
from trainer.desk.widgets.title_bar import TitleBar
from trainer.desk.widgets.words import Words
from trainer.exams.scheme import Scheme
from trainer.runs.offers import Offer, Offers
from trainer.school import protocol
from trainer.school.storage.people import Role
from trainer.texts import Message, Names, say

_OF_THE_STORE = ("school.room.not-stored", f"school.error.{protocol.NOT_STORED}")
PAGES = ("people", "board", "heat", "assign", "race", "exam")
_LOOK = 400  # milliseconds in which changes are collected before the board is requested again
_EVERY = 10_000  # milliseconds between requests without changes: being stuck depends on time


class RoomScreen(Screen):
    """``home`` leaves, ``close_wanted`` ends the class, ``history_wanted`` emits a trainee, ``projected`` a mistake."""

    home = Signal()
    close_wanted = Signal()
    history_wanted = Signal(UUID)
    projected = Signal(object)

    def __init__(
        self,
        offers: Offers,
        table: Callable[[], Offer | None],
        schemes: Callable[[str], Sequence[Scheme]],
        now: Callable[[], datetime],
    ) -> None:
        super().__init__()
        self._now = now
        self.link: InstructorLink | None = None
        self.class_id: UUID | None = None
        self.class_name = ""
        self._names: dict[str, str] = {}  # names of the classes by id
        self._addresses, self._role = "", Role.INSTRUCTOR
        self._last_board: protocol.Board | None = None
        self.page = "people"
        self._trouble: Message | None = None
        self.close_class = KeyButton("quiet", height=40, step=STEPS.body)
        self.pages = Segments()
        self.classes = Segments(36)
        self.bar = TitleBar(self.close_class)
        self.message = Words("trouble", wrap=True)
        self.people = PeoplePage()
        self.board = BoardPage()
        self.heat = HeatPage()
        self.assign = AssignPage(table, schemes, now)
        self.race = RacePage(offers, self.assign.plan, self.assign.drill_words, self.assign.share_rules)
        self.exam = ExamPage()
        self.stack = QStackedWidget()
        self._built = {
            "people": self.people,
            "board": self.board,
            "heat": self.heat,
            "assign": self.assign,
            "race": self.race,
            "exam": self.exam,
        }
        for page in self._built.values():
            self.stack.addWidget(page)
            page.asked.connect(self._ask)
        self._build()
        self._looking = QTimer(self)
        self._looking.setSingleShot(True)
        self._looking.setInterval(_LOOK)
        self._looking.timeout.connect(self._look)
        self._every = QTimer(self)
        self._every.setInterval(_EVERY)
        self._every.timeout.connect(self._look)
        self.bar.leave.clicked.connect(self.home)
        self.close_class.clicked.connect(self.close_wanted)
        self.pages.chosen.connect(self.show_page)
        self.classes.chosen.connect(self.choose_class)
        self.people.failed.connect(self.say_trouble)
        self.exam.failed.connect(self.say_trouble)
        self.assign.failed.connect(self.say_trouble)
        self.board.chosen.connect(self.history_wanted)
        self.board.projected.connect(self.projected)

    def _build(self) -> None:
        self.bar.set_back(Message("school.room.back"))
        self.close_class.say(Message("school.room.close"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bar)
        layout.addWidget(self.message)
        self._choices = QVBoxLayout()
        self._choices.addWidget(self.pages)
        self._choices.addWidget(self.classes)
        layout.addLayout(self._choices)
        layout.addWidget(self.stack, stretch=1)

    # ── the service ──────────────────────────────────────────────────────────────────────────────────────────────

    def enter(self, link: InstructorLink, addresses: str) -> None:
        """Show the class behind a link."""
        self.link = link
        link.entered.connect(lambda welcome: self.show_classes(welcome, addresses))
        link.noticed.connect(self._noticed)
        link.failed.connect(self.say_trouble)
        link.left.connect(lambda: self.say_trouble(Message("school.room.away")))

    def leave_class(self) -> None:
        self.link = None
        self.class_id = None
        self._every.stop()

    def show_classes(self, welcome: protocol.Welcome, addresses: str) -> None:
        """Show the classes after the service has let us in; ``addresses`` is where laptops find it."""
        self._addresses, self._role = addresses, welcome.role
        self.say_trouble(None)
        if not welcome.classes:
            self.say_trouble(Message("school.room.no-class"))
            return
        self._names = {UUID(bytes=number).hex: name for number, name in welcome.classes}
        first = self.class_id.hex if self.class_id else next(iter(self._names))
        self.choose_class(first if first in self._names else next(iter(self._names)))
        self._every.start()

    def choose_class(self, name: str) -> None:
        """Show a class by its id (hexadecimal); ask for its join code if it was not shown before."""
        is_other = self.class_id is None or self.class_id.hex != name
        self.class_id, self.class_name = UUID(hex=name), self._names[name]
        self.people.show_class(self.class_id, self.class_name, self._addresses, self._role)
        self.assign.class_id = self.race.class_id = self.exam.class_id = self.class_id
        self.assign.by = self.link.welcome.name if self.link and self.link.welcome else ""
        if is_other:
            self.people.ask_code()
        self._ask_roster()
        self._look()
        self.restyle()
        self._built[self.page].restyle()

    def _noticed(self, notice: protocol.Notice) -> None:
        match notice:
            case protocol.BoardChanges():
                self._show_changes(notice)
                return
            case protocol.Changed(what="roster"):
                self._ask_roster()
            case protocol.RaceStandings():
                self.race.show_standings(notice)
            case protocol.Incident():
                self.exam.show_incident(notice)
            case _:
                pass
        if not self._looking.isActive():
            self._looking.start()

    def _ask(self, request: protocol.FromDesk) -> None:
        if self.link is None:
            return
        match request:
            case protocol.OpenCode(person=None):
                self.link.ask(request, self._code_opened)
            case protocol.OpenCode():
                name = self._name(request.person)
                self.link.ask(request, lambda reply: self._personal_opened(name, reply))
            case _:
                self.link.ask(request, lambda _: self._changed())

    def _name(self, person: UUID | None) -> str:
        people = self.people.roster.people if self.people.roster else ()
        return next((one.name for one in people if one.person == person), "")

    def _code_opened(self, reply: protocol.Reply) -> None:
        if isinstance(reply, protocol.CodeOpened):
            self.people.show_code(reply)

    def _personal_opened(self, name: str, reply: protocol.Reply) -> None:
        if isinstance(reply, protocol.CodeOpened):
            self.people.show_personal(name, reply)

    def _changed(self) -> None:
        self._ask_roster()
        self._look()

    def _ask_roster(self) -> None:
        if self.link is not None and self.class_id is not None:
            self.link.ask(protocol.AskRoster(class_id=self.class_id), self.show_reply)

    def _look(self) -> None:
        """Request the board and, on the assignments page, the work."""
        if self.link is None or self.class_id is None:
            return
        self.link.ask(protocol.AskBoard(class_id=self.class_id, is_live=True), self.show_reply)
        if self.people.is_code_over(self._now()):
            self.people.ask_code()
        if self.page == "assign":
            self._ask_work(self.class_id)

    def _ask_work(self, class_id: UUID, so_far: protocol.Assigned | None = None, after: int = 0) -> None:
        """Request the progress on the assignments of a class, part after part."""

        def arrived(reply: protocol.Reply) -> None:
            if not isinstance(reply, protocol.Assigned) or class_id != self.class_id:
                return
            if so_far is not None and so_far.assignments != reply.assignments:
                self._ask_work(class_id)  # one was set or withdrawn meanwhile, so that the parts do not fit together
                return
            whole = reply if so_far is None else replace(reply, work=(*so_far.work, *reply.work))
            if reply.next > after:
                self._ask_work(class_id, whole, reply.next)
            else:
                self.show_reply(whole)

        if self.link is not None:
            self.link.ask(protocol.AskWork(class_id=class_id, after=after), arrived)

    def show_reply(self, reply: protocol.Reply) -> None:
        """Show a reply on the pages that need it, unless it is about a class that was shown before."""
        match reply:
            case protocol.Roster(class_id=self.class_id):
                self.people.show_roster(reply, self._now())
            case protocol.Board(class_id=self.class_id):
                self._say_store(reply.trouble)
                self._show_board(reply)
            case protocol.Assigned():
                self.assign.show_work(reply, {row.person.person: row.name.text() for row in self.people.rows})

    def _show_board(self, board: protocol.Board) -> None:
        self._last_board = board
        self._built[self.page].show_board(board, self._now())  # the others when they are shown: they cost time

    def _show_changes(self, changes: protocol.BoardChanges) -> None:
        """Put the lines that have changed into the board that is shown."""
        board = self._last_board
        if board is None or changes.class_id != self.class_id or board.class_id != self.class_id:
            return
        fresh = {line.person: line for line in changes.lines}
        lines = tuple(fresh.get(line.person, line) for line in board.lines)
        self._show_board(replace(board, lines=lines, now=changes.now))

    def _say_store(self, problem: Names | None) -> None:
        """Show or withdraw the warning that the service cannot store data."""
        if problem is not None:
            self.say_trouble(Message("school.room.not-stored", {"problem": problem}))
        elif self._trouble is not None and self._trouble.id in _OF_THE_STORE:
            self.say_trouble(None)

    # ── display ──────────────────────────────────────────────────────────────────────────────────────────────────

    def show_page(self, page: str) -> None:
        self.page = page
        self.stack.setCurrentWidget(self._built[page])
        if page == "people":  # when laptops were last seen changes without a notice
            self._ask_roster()
        self._look()
        self.restyle()
        self._built[self.page].restyle()
        if self._last_board is not None and self._last_board.class_id == self.class_id:
            self._show_board(self._last_board)

    def say_trouble(self, trouble: Message | None) -> None:
        self._trouble = trouble
        self.message.setText(say(trouble, current_style().language) if trouble else "")
        self.message.setVisible(trouble is not None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        page = event.key() - Qt.Key.Key_F5
        if event.key() == Qt.Key.Key_Escape:
            self.home.emit()
        elif 0 <= page < len(PAGES):
            self.show_page(PAGES[page])
        else:
            super().keyPressEvent(event)

    def restyle(self) -> None:
        style = current_style()
        super().restyle()
        self.bar.title.setText(self.class_name or style.text("school.room.title"))
        self.bar.line.setText(self.link.welcome.school if self.link and self.link.welcome else "")
        self._choices.setContentsMargins(style.px(24), style.px(8), style.px(24), 0)
        self._choices.setSpacing(style.px(6))
        names = [(page, style.text(f"school.page.{page}")) for page in PAGES]
        self.pages.show_choices(names, self.page, keys=[f"F{5 + at}" for at in range(len(PAGES))])
        self.classes.setVisible(len(self._names) > 1)
        self.classes.show_choices(list(self._names.items()), self.class_id.hex if self.class_id else "")
        self.message.setContentsMargins(style.px(24), style.px(6), style.px(24), style.px(6))
        self.say_trouble(self._trouble)
