"""Animated pictures of a lesson page."""

from __future__ import annotations

from msgspec import structs
from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, QUrl
from PySide6.QtGui import QMouseEvent, QTextBlock, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from trainer.course.pages import Movement, Page
from trainer.desk.screens.lessons.pictures import style_felt
from trainer.desk.style.style import current_style
from trainer.desk.table.view import FeltView
from trainer.drills.scene import DicePiece, Marker, Scene
from trainer.rulebooks import GameRules

_THROWN = (DicePiece, Marker)
_THROW_MILLISECONDS = 1000  # dice and dolly
_WORK_MILLISECONDS = 2400  # chips taken and paid, cards drawn: slow enough to follow
_PAUSE_MILLISECONDS = 700  # before the next movement


class MovingPicture(FeltView):
    """Covers its picture while it plays once: dice and dolly come, then chips are taken and paid or cards drawn. With
    reduced motion the final state is shown at once."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)  # a click on the picture plays it again
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.looking.follows = True
        self._to_come: list[tuple[Scene, int]] = []  # scenes to show, with the duration of each movement
        self._then = QTimer(self, singleShot=True)
        self._then.timeout.connect(self._go_on)
        self.hide()

    def play(self, scene: Scene, after: Scene, rules: GameRules, place: QRect) -> None:
        """Play the movement from the beginning."""
        style = current_style()
        bare = structs.replace(scene, pieces=tuple(each for each in scene.pieces if not isinstance(each, _THROWN)))
        self._to_come = [(scene, _THROW_MILLISECONDS), (after, _WORK_MILLISECONDS)]
        self.reduce_motion = not style.motion
        style_felt(self, rules, style)
        self.setGeometry(place)
        self.show_scene(bare if style.motion else after, style.language, about=(scene, after))
        self.looking.sharpen()
        self.show()
        if style.motion:
            self._then.start(_PAUSE_MILLISECONDS // 2)

    def _go_on(self) -> None:
        scene, milliseconds = self._to_come.pop(0)
        if scene != self._scene:
            self.slide_milliseconds = milliseconds
            self.show_scene(scene, self._look.language, animate=True)
        if self._to_come:
            self._then.start(_PAUSE_MILLISECONDS + milliseconds * self._sliding())

    def stop(self) -> None:
        """Stop and hide; the still picture is seen again."""
        self._then.stop()
        self.hide()


class Movements(QObject):
    """The animated pictures of a page: a click plays one, `play_next` the first one that was not played yet."""

    def __init__(self, browser: QTextBrowser) -> None:
        super().__init__(browser)
        self._browser = browser
        self._shown: tuple[Page, GameRules] | None = None
        self._seen: set[int] = set()
        self.playing: dict[int, MovingPicture] = {}  # by the number of the movement
        browser.viewport().installEventFilter(self)
        browser.verticalScrollBar().valueChanged.connect(self._follow)

    def show_page(self, page: Page, rules: GameRules) -> None:
        """Prepare for a page, or for the same page written again: all pictures are still."""
        for picture in self.playing.values():
            picture.stop()
            picture.deleteLater()
        self.playing = {}
        if self._shown is None or page is not self._shown[0]:
            self._seen = set()
        self._shown = page, rules

    @property
    def _movements(self) -> tuple[Movement, ...]:
        return self._shown[0].movements if self._shown else ()

    def play(self, number: int) -> None:
        """Play a movement of the page; ignores a number that the page does not have."""
        if self._shown is None or number >= len(self._movements):
            return
        page, rules = self._shown
        movement = page.movements[number]
        place = self._in_sight(movement.picture)
        if place is None:
            return
        self._seen.add(number)
        if number not in self.playing:
            self.playing[number] = MovingPicture(self._browser.viewport())
        self.playing[number].play(page.scenes[movement.picture], movement.after, rules, place)

    def _in_sight(self, picture: int) -> QRect | None:
        """Scroll until a picture is visible; returns where it is."""
        place = picture_place(self._browser, picture)
        if place is None:
            return None
        below = place.bottom() - self._browser.viewport().height()
        if below > 0:
            bar = self._browser.verticalScrollBar()
            bar.setValue(bar.value() + below)
        return picture_place(self._browser, picture)

    def play_next(self) -> bool:
        """Play the first visible movement that was not played yet; tells whether there was one."""
        for number, movement in enumerate(self._movements):
            place = picture_place(self._browser, movement.picture)
            if number not in self._seen and place and self._browser.viewport().rect().contains(place.center()):
                self.play(number)
                return True
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent) and event.type() is QEvent.Type.MouseButtonRelease:
            for number, movement in enumerate(self._movements):
                place = picture_place(self._browser, movement.picture)
                if place is not None and place.contains(event.position().toPoint()):
                    self.play(number)
        return super().eventFilter(watched, event)

    def _follow(self) -> None:
        """Keep a playing picture on its place while the page is scrolled."""
        for number, picture in self.playing.items():
            place = picture_place(self._browser, self._movements[number].picture)
            if place is not None:
                picture.move(place.topLeft())


def picture_place(browser: QTextBrowser, number: int) -> QRect | None:
    """Where a picture of the page is in the viewport; `None` if the page has no such picture."""
    document = browser.document()
    block = _block_of(document, f"scene:{number}")
    if block is None:
        return None
    place = block.layout().lineAt(0).naturalTextRect()
    place.translate(document.documentLayout().blockBoundingRect(block).topLeft())
    return place.translated(0, -browser.verticalScrollBar().value()).toAlignedRect()


def _block_of(document: QTextDocument, picture: str) -> QTextBlock | None:
    block = document.begin()
    while block.isValid():
        if block.begin() != block.end():
            letters = block.begin().fragment().charFormat()
            if letters.isImageFormat() and QUrl(letters.toImageFormat().name()) == QUrl(picture):
                return block
        block = block.next()
    return None
