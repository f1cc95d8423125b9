"""Pictures of a page: scenes drawn by the program's own felts and pieces, as the drill screen would show them."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QBuffer, QIODevice, QPoint, QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from trainer.desk.felts.base import Side
from trainer.desk.felts.view import FeltView
from trainer.desk.look.dress import Dress
from trainer.desk.look.theme import LIGHT
from trainer.desk.run.table import table_of
from trainer.drills.scene import Scene
from trainer.rulebooks import GameRules
from trainer.texts import Language

_SHAPE = 0.46  # height to width: as wide as the column, and the text below it still in sight
_PRINTED_WIDTH, _PRINTED_RATIO = 900, 1.5


class ScenePainter:
    """One view of the felt, never shown, that is looked through for every picture."""

    def __init__(self) -> None:
        self._view = FeltView()
        self._view.reduce_motion = True
        self._view.looking.follows = True

    def picture(
        self, scene: Scene, rules: GameRules, dress: Dress, width: int, ratio: float, shape: float = _SHAPE
    ) -> QPixmap:
        """A scene under its rules, ``width`` pixels wide at a screen of so many device pixels to one."""
        table = table_of(rules)
        view = self._view
        view.set_imprint(table.imprint)
        view.set_house_colours(table.chip_colours)
        view.set_theme(dress.theme)
        view.set_side(Side(dress.side))
        view.resize(QSize(width, round(width * shape)))
        view.show_scene(scene, dress.language, about=(scene,))
        view.looking.sharpen()
        picture = QPixmap(view.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        view.render(picture, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
        return picture


def scene_png(language: Language, shape: float = _SHAPE) -> Callable[[Scene, GameRules], bytes]:
    """Draws scenes for paper: as PNG bytes in the light theme. An application is made if there is none."""
    application = QApplication.instance() or QApplication([])
    painter, dress = ScenePainter(), Dress(language, LIGHT)

    def draw(scene: Scene, rules: GameRules) -> bytes:
        assert application is not None  # kept as long as something is drawn
        written = QBuffer()
        written.open(QIODevice.OpenModeFlag.WriteOnly)
        painter.picture(scene, rules, dress, _PRINTED_WIDTH, _PRINTED_RATIO, shape).save(written, "PNG")
        return bytes(written.data().data())

    return draw
