"""Felts and pictures of them for tests that show no question: each is printed by the first rules that have it."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QImage

from trainer.catalogue import BY_GAME, felt_modules
from trainer.desk import table
from trainer.desk.shots.imprints import imprint_for
from trainer.desk.table import Felt, Side, drawing
from trainer.desk.table.view import FeltView
from trainer.drills.scene import Scene
from trainer.texts import Language

HOUSE_POKER = tuple(game for game, entry in BY_GAME.items() if "house_poker" in entry.felts)


def make_felt(felt_id: str, side: Side = Side.PLAYERS) -> Felt:
    """A felt as it is drawn and measured: from the players' side."""
    if felt_id not in felt_modules():
        return table.make_felt(felt_id, imprint_for("boule"), side)
    return table.make_felt(felt_id, imprint_for(felt_id), side)


def render_scene(scene: Scene, *arguments: Any, **options: Any) -> QImage:
    return drawing.render_scene(scene, imprint_for(scene.felt), *arguments, **options)


def show(
    view: FeltView, scene: Scene, language: Language, animate: bool = False, about: tuple[Scene, ...] = ()
) -> None:
    view.set_imprint(imprint_for(scene.felt))
    view.show_scene(scene, language, animate, about)
