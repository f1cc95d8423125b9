"""Pictures of a page: scenes drawn by the program's own felts and pieces, as the drill screen would show them."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from trainer.desk.felts.view import FeltView
from trainer.desk.look.dress import Dress
from trainer.desk.run.table import table_of
from trainer.drills.scene import Scene
from trainer.rulebooks import GameRules

_SHAPE = 0.46  # height to width: as wide as the column, and the text below it still in sight


class ScenePainter:
    """One view of the felt, never shown, that is looked through for every picture."""

    def __init__(self) -> None:
        self._view = FeltView()
        self._view.reduce_motion = True
        self._view.looking.follows = True

    def picture(self, scene: Scene, rules: GameRules, dress: Dress, width: int, ratio: float) -> QPixmap:
        """A scene under its rules, ``width`` pixels wide at a screen of so many device pixels to one."""
        table = table_of(rules)
        view = self._view
        view.set_imprint(table.imprint)
        view.set_house_colours(table.chip_colours)
        view.set_theme(dress.theme)
        view.resize(QSize(width, round(width * _SHAPE)))
        view.show_scene(scene, dress.language, about=(scene,))
        view.looking.sharpen()
        picture = QPixmap(view.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(Qt.GlobalColor.transparent)
        view.render(picture, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
        return picture
