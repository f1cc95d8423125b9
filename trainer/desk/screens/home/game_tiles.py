"""The games of a regulation as small felts; one of them is selected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QGridLayout, QLayout, QVBoxLayout, QWidget

from trainer.desk.screens.home.felt_tile import NAME_HEIGHT, PICTURE_HEIGHT, WIDTH, FeltTile
from trainer.desk.style.style import Styled, current_style
from trainer.desk.widgets.discard import discard
from trainer.desk.widgets.layouts import scrolling
from trainer.runs.offers import Offer
from trainer.system.lazy_imports import lazily
from trainer.texts import say

with lazily():  # home is painted before its felts
    from trainer.desk.table.base import Side
    from trainer.desk.table.drawing import Look, render_scene
    from trainer.desk.table.imprint import Imprint

_TILES_A_ROW, _ROWS = 3, 2  # in sight
_PICTURE_SEED = 3  # the small felts show the same layout every time


class GameTiles(Styled, QWidget):
    """``chosen`` emits the game of a pressed tile. Names and pictures are added one by one while idle."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.tiles: dict[str, FeltTile] = {}
        inside = QWidget()
        self._grid = QGridLayout(inside)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        # More games make the page higher at once; squeezed into its old height the tiles would overlap.
        self._grid.setSizeConstraint(QLayout.SizeConstraint.SetMinimumSize)
        self._area = scrolling(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._area)
        layout.addStretch()

    def show_games(self, games: Sequence[str]) -> None:
        """Replace the tiles by those of these games, still without names and pictures."""
        discard(*self.tiles.values())
        self.tiles = {}
        self._area.setVisible(bool(games))
        for place, game in enumerate(games):
            tile = FeltTile(game)
            tile.clicked.connect(lambda _=False, game=game: self.chosen.emit(game))
            self.tiles[game] = tile
            self._grid.addWidget(tile, *divmod(place, _TILES_A_ROW))

    def select(self, game: str) -> None:
        for other, tile in self.tiles.items():
            tile.setChecked(other == game)

    def show_mastery(self, mastery: Mapping[str, float], due: Mapping[str, int], selected: str) -> None:
        """Show the mastery and due reviews of each game, and scroll to the selected one."""
        for game, tile in self.tiles.items():
            tile.show_mastery(mastery.get(game), due.get(game, 0))
        if selected in self.tiles:
            self._area.ensureWidgetVisible(self.tiles[selected])

    def name_tile(self, game: str, offer: Offer | str) -> None:
        """Set the name of a game; if its rules are faulty, the error."""
        style = current_style()
        if isinstance(offer, str):
            self.tiles[game].say(game, style.say("home.tile-faulty"))
            self.tiles[game].setToolTip(offer)
        else:
            self.tiles[game].say(say(offer.rules.names, style.language))

    def draw_tile(self, game: str, offer: Offer | str) -> None:
        """Paint the felt of a game with the first question of its first drill."""
        if isinstance(offer, str) or not offer.families:
            return
        tile = self.tiles[game]
        tile.show_picture(game_picture(offer, tile.picture_size(), self.devicePixelRatioF()))

    def restyle(self) -> None:
        """Set the sizes; the pictures must be painted again."""
        style = current_style()
        self._grid.setSpacing(style.px(12))
        width = _TILES_A_ROW * WIDTH + 12 * (_TILES_A_ROW - 1) + 16
        self.setMaximumWidth(style.px(width))
        self._area.setFixedHeight(_ROWS * style.px(PICTURE_HEIGHT + NAME_HEIGHT) + (_ROWS - 1) * style.px(12))
        for tile in self.tiles.values():
            tile.show_picture(None)


def game_picture(offer: Offer, size: QSize, ratio: float) -> QImage:
    """The felt of a game with the first question of its first drill, the same one every time."""
    style = current_style()
    scene = offer.families[0].make(offer.rules, 1, _PICTURE_SEED).draft.scene
    look = Look(style.theme, style.language, style.cloth, style.four_colours, side=Side(style.side))
    return render_scene(scene, Imprint(offer.rules), style.language, size, style.theme, dpr=ratio, look=look)
