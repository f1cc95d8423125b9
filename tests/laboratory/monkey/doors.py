"""Ways from home to every screen, by the keys and buttons a user has; each line ``door NAME`` of a run is one."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable
from pathlib import Path

from msgspec import structs
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit

from tests.exams.support import SMALL
from tests.laboratory.monkey.acts import press_key
from tests.laboratory.monkey.home import EXAMINER, PASSWORD
from trainer.desk.screens.school.join_screen import Step
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Folders, Workplace
from trainer.exams.errors import RefusedError
from trainer.exams.sitting_state import Phase
from trainer.runs.offers import Offers
from trainer.runs.records_file import RecordsFile

_PATIENCE = 10.0  # seconds in which a service answers


class ClosedDoorError(Exception):
    """This door cannot be opened now, for a reason a user would be told."""


class StagedError(Exception):
    """The failure that the door to the fault screen stages."""


class Doors:
    """Opens screens of a window that is at home; ``folder`` is for the desks of other people."""

    def __init__(self, window: MainWindow, rng: random.Random, folder: Path) -> None:
        self._window = window
        self._rng = rng
        self._folder = folder
        self._teacher: MainWindow | None = None
        self._seats = 0
        self.staged_faults = 0
        self.all: dict[str, Callable[[], None]] = {
            "drill": self._drill,
            "start": lambda: self._keys("Return"),
            "session": self._session,
            "lesson": lambda: self._keys("L"),
            "lesson-page": lambda: self._keys("L", *["Right"] * self._rng.randrange(6), self._rng.choice("TDFN")),
            "live": lambda: self._keys("D", "Return"),
            "house": lambda: self._keys("H"),
            "sensors": lambda: self._keys("M"),
            "simulated-device": self._simulated_device,
            "real-table": self._real_table,
            "school": lambda: self._keys("A"),
            "class": self._open_class,
            "join": self._join,
            "race": self._race,
            "people": lambda: self._keys("U"),
            "progress": lambda: self._keys("P", self._rng.choice("123")),
            "settings": lambda: self._keys("S"),
            "own-drills": lambda: self._window.open_screen("own"),
            "class-code": lambda: self._window.open_screen("class"),
            "exams": lambda: self._keys("X"),
            "exam-room": self._exam_room,
            "sitting": self._sitting,
            "scheme-editor": self._scheme_editor,
            "placement": lambda: self._window.start_session("placement"),
            "first-run": self._window.show_first_run,
            "fault": self._fault,
        }

    def open(self, name: str) -> None:
        """Go through a door, at a game and regulation of the monkey's choice."""
        home = self._window.home
        if self._rng.random() < 0.3 and (books := list(home.panel.rulebooks.buttons.values())):
            self._click(self._rng.choice(books))
        if self._rng.random() < 0.6 and (tiles := list(home.games.tiles.values())):
            self._click(self._rng.choice(tiles))
        if self._window.shown_screen() is home:
            self.all[name]()

    # ── hands ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _keys(self, *names: str) -> None:
        for name in names:
            press_key(self._window, Qt.Key[f"Key_{name}"])
            QApplication.processEvents()

    def _type(self, words: str) -> None:
        for letter in words:
            press_key(self._window, letter)

    def _click(self, button: QAbstractButton) -> None:
        if button.isVisible() and not button.visibleRegion().isEmpty():
            at = button.mapTo(button.window(), button.visibleRegion().boundingRect().center())
            QTest.mouseClick(button.window().windowHandle(), Qt.MouseButton.LeftButton, pos=QPoint(at))
        else:
            button.click()
        QApplication.processEvents()

    def _until(self, what: Callable[[], object]) -> None:
        end = time.monotonic() + _PATIENCE
        while not what():
            if time.monotonic() > end:
                raise ClosedDoorError
            QApplication.processEvents()
            time.sleep(0.005)

    # ── runs ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def _drill(self) -> None:
        rows = self._window.home.drills.rows
        if rows:
            self._click(self._rng.choice(self._rng.choice(rows).levels))

    def _session(self) -> None:
        buttons = [button for button in self._window.home.panel.sessions.buttons.values() if button.isEnabled()]
        if buttons:
            self._click(self._rng.choice(buttons))

    def _simulated_device(self) -> None:
        self._keys("M")
        room = self._window.study.sensors
        room.simulated_pace = 0.01
        kinds = [source.kind for source in room.page.sources]
        room.page.device_list.setCurrentRow(kinds.index(self._rng.choice(("simulated", "hand", "wedge"))))
        self._click(room.page.connect_button)

    def _real_table(self) -> None:
        self._simulated_device()
        page = self._window.study.sensors.page
        if page.can_practise:
            self._click(self._rng.choice((page.asked, page.watched)))

    # ── the school ───────────────────────────────────────────────────────────────────────────────────────────────

    def _open_class(self) -> None:
        """The instructor's desk with some names on the roster."""
        window = self._window
        self._keys("A")
        if window.school.teaching is None:
            window.school.teach(0)
        room = window.school.room
        self._until(lambda: room.people.code.text() not in ("", "…"))
        if not room.people.rows:
            room.people.names.setText("Ana, Bea, Carlos")
            room.people.add.click()
        room.show_page(self._rng.choice(("people", "board", "heat", "assign", "race", "exam")))

    def _teach_elsewhere(self) -> MainWindow:
        """The desk of an instructor in this process, which is never shown."""
        if self._teacher is not None:
            return self._teacher
        folder = self._folder / "teacher"
        folder.mkdir()
        mine = self._window.workplace
        workplace = Workplace(
            offers=Offers(mine.offers.library),
            recording=RecordsFile(folder / "progress.db", mine.now, lambda: "Dora"),
            folders=structs.replace(Folders.below(folder, folder, folder), reports=mine.folders.reports),
            clock=mine.clock,
            now=mine.now,
            rng=random.Random(1),
        )
        self._teacher = teacher = MainWindow(workplace, Settings())
        teacher.show_home()
        teacher.open_screen("school")
        teacher.school.teach(0)
        room = teacher.school.room
        self._until(lambda: room.people.code.text() not in ("", "…"))
        room.people.names.setText("Mona, Bea")
        room.people.add.click()
        self._until(lambda: len(room.people.rows) == 2)
        return teacher

    def _join(self) -> None:
        """Join the class of the other desk by its code, as a trainee."""
        window, teacher = self._window, self._teach_elsewhere()
        if window.school.teaching is not None:
            window.school.close_class()
        self._keys("A")
        screen = window.school.joining
        if window.school.link is not None or window.shown_screen() is not screen:
            return
        assert teacher.school.teaching is not None
        self._until(lambda: screen.step is Step.CODE)
        screen.code.setText(teacher.school.room.people.code.text())
        screen.address.setText(f"127.0.0.1:{teacher.school.teaching.serving.port}")
        self._click(screen.main)
        self._until(lambda: screen.step is Step.NAME)
        if not screen.rows:
            return
        self._click(screen.rows[0])
        screen.password.setText("1234")
        self._keys("Return")
        self._until(lambda: window.school.link is not None)

    def _race(self) -> None:
        """A race, or an assignment, that comes from the other desk while the monkey is at home."""
        self._join()
        room = self._teach_elsewhere().school.room
        if self._rng.random() < 0.3:
            room.show_page("assign")
            room.assign.family_buttons[0].click()
            room.assign.go.click()
            return
        room.show_page("race")
        QApplication.processEvents()
        if room.race.open.isEnabled():
            room.race.open.click()
        for _ in range(20):
            QApplication.processEvents()
            time.sleep(0.005)
        if room.race.next.isEnabled():
            room.race.next.click()

    def push_on(self) -> None:
        """What the instructor elsewhere does meanwhile: the next question of a race, or its end."""
        if self._teacher is not None:
            race = self._teacher.school.room.race
            button = self._rng.choice((race.next, race.next, race.next, race.end))
            if button.isEnabled():
                button.click()

    def close(self) -> None:
        if self._teacher is not None:
            self._teacher.close()

    # ── exams ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _exam_room(self) -> None:
        """One of the rooms behind the lobby, signed in."""
        self._keys("X", str(self._rng.randint(1, 8)))
        focused = QApplication.focusWidget()
        if isinstance(focused, QLineEdit) and focused.echoMode() is not QLineEdit.EchoMode.Normal:
            self._type(PASSWORD)
            self._keys("Return")

    def _sitting(self) -> None:
        """A paper is drawn, unlocked and begun."""
        window = self._window
        office = window.exams.office
        self._seats += 1
        for _ in range(600):  # wrong passwords that were typed before slow this one down for five minutes at most
            with contextlib.suppress(RefusedError):
                office.staff.check_delay(EXAMINER.id)
                break
            time.sleep(0.5)
        examiner = office.staff.sign_in(EXAMINER.id, PASSWORD)
        _, code = office.draw(SMALL, examiner, f"{time.time_ns()}", window.workplace.offers)
        self._keys("X")
        room = window.exams
        names = [row.then.args[0].__func__.__qualname__ for row in room.choosing.listing.rows]
        self._click(room.choosing.rows[names.index("SittingController.begin")])
        self._fill(password=PASSWORD)
        self._keys("Return")
        self._fill(name=f"Ana {self._seats}", number=f"X{self._seats}", code=code)
        self._keys("Return")
        self._until(lambda: room.sitting.sitting.phase == Phase.CHECKED.value)
        if self._rng.random() < 0.9:
            self._keys("F10")

    def _fill(self, **fields: str) -> None:
        form = self._window.exams.form
        if self._window.shown_screen() is not form or not fields.keys() <= form.fields.keys():
            raise ClosedDoorError  # something was refused, and the card says what
        for name, words in fields.items():
            form.fields[name].setText(words)
        form.fields[next(iter(fields))].setFocus()
        self._keys("Return")

    def _scheme_editor(self) -> None:
        window = self._window
        self._keys("X")
        files = window.exams.scheme_files()
        window.exams.schemes.edit(files.load(self._rng.choice(files.ids())), EXAMINER)
        if self._rng.random() < 0.3:
            self._keys("F10", "Escape", "Escape")

    # ── the rest ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _fault(self) -> None:
        self.staged_faults += 1
        self._window.crash_handler.show(StagedError("staged by the monkey"))
