"""The pictures of a lesson page: scenes painted as the drill screen would show them, also for printing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, QSize, Qt, QTimer, QUrl
from PySide6.QtGui import QPixmap, QTextDocument
from PySide6.QtWidgets import QApplication, QTextBrowser, QWidget

from trainer.course.pages import Page
from trainer.desk.style.png import png_bytes
from trainer.desk.style.style import Style, current_style
from trainer.desk.style.theme import LIGHT, colour
from trainer.desk.table.imprint import table_of
from trainer.desk.table.view import FeltView
from trainer.drills.scene import Scene
from trainer.rulebooks import GameRules
from trainer.texts import Language

_SHAPE = 0.46  # height to width, so that the text below is still visible
_PRINTED_WIDTH, _PRINTED_RATIO = 900, 1.5
_A_FRAME = 17  # milliseconds


class ScenePainter:
    """Paints scenes with one felt view that is never shown."""

    def __init__(self) -> None:
        self._view = FeltView()
        self._view.reduce_motion = True
        self._view.looking.follows = True

    def picture(
        self,
        scene: Scene,
        rules: GameRules,
        style: Style,
        width: int,
        ratio: float,
        after: Scene | None = None,
        shape: float = _SHAPE,
    ) -> QPixmap:
        """Paint a scene under its rules, ``width`` pixels wide and ``shape`` times as high, for ``ratio`` device pixels
        per pixel. With ``after``, the camera also shows what will lie there then."""
        view = self._view
        style_felt(view, rules, style)
        view.resize(QSize(width, round(width * shape)))
        view.show_scene(scene, style.language, about=(scene, after) if after else (scene,))
        view.looking.sharpen()
        picture = QPixmap(view.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        view.render(picture, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
        return picture


class PagePictures(QObject):
    """The pictures of the current page. Placeholders are there at once; the pictures are painted one by one, after the
    text was shown."""

    def __init__(self, browser: QTextBrowser) -> None:
        super().__init__(browser)
        self._browser = browser
        self._painter = ScenePainter()
        self._undrawn: deque[Callable[[], None]] = deque()
        self._soon = QTimer(self, singleShot=True, interval=_A_FRAME)
        self._soon.timeout.connect(self._draw_next)

    def put(self, document: QTextDocument, page: Page, rules: GameRules, width: int) -> None:
        """Put placeholders for the pictures of a page into its document, ``width`` pixels wide."""
        style = current_style()
        ratio = self._browser.devicePixelRatioF()
        afters = {movement.picture: movement.after for movement in page.movements}
        room = QPixmap(QSize(width, round(width * _SHAPE)) * ratio)
        room.setDevicePixelRatio(ratio)
        room.fill(colour(style.theme.raised))
        self._undrawn.clear()
        for number, scene in enumerate(page.scenes):
            _show(document, number, room)
            after = afters.get(number)
            self._undrawn.append(
                lambda number=number, scene=scene, after=after: _show(  # type: ignore[misc]
                    document, number, self._painter.picture(scene, rules, style, width, ratio, after)
                )
            )
        self._soon.start()

    def draw_all(self) -> None:
        """Paint all remaining pictures of the page now."""
        while self._undrawn:
            self._draw_next()

    def _draw_next(self) -> None:
        if self._undrawn:
            self._undrawn.popleft()()
            self._browser.viewport().update()
        if self._undrawn:
            self._soon.start()


def _show(document: QTextDocument, number: int, picture: QPixmap) -> None:
    document.addResource(QTextDocument.ResourceType.ImageResource.value, QUrl(f"scene:{number}"), picture)


def style_felt(view: FeltView, rules: GameRules, style: Style) -> None:
    """Set up a felt view for given rules and the desk's style."""
    view.set_table(table_of(rules))
    view.set_style(style)


def scene_png(language: Language, shape: float = _SHAPE) -> Callable[[Scene, GameRules], bytes]:
    """A function that paints scenes as PNG bytes in the light theme, for printing. Creates an application if there is
    none."""
    application = QApplication.instance() or QApplication([])
    painter, style = ScenePainter(), Style(language, LIGHT)

    def draw(scene: Scene, rules: GameRules) -> bytes:
        assert application is not None  # must live as long as something is painted
        return png_bytes(painter.picture(scene, rules, style, _PRINTED_WIDTH, _PRINTED_RATIO, shape=shape))

    return draw
