"""Felts: the printed cloths of the games, the pieces on them, and the widget that shows them.

`make_felt` finds a felt by its id in `trainer.catalogue` and loads its module when first asked for. `FeltView` shows a
scene in a window, `render_scene` draws one into an image.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from trainer import catalogue
from trainer.desk.felts.base import Felt, SpotGeometry, UnknownSpotError


@cache
def make_felt(felt_id: str) -> Felt:
    """The felt of an id; `KeyError` names those there are."""
    modules = catalogue.felt_modules()
    if felt_id not in modules:
        raise KeyError(f"there is no felt {felt_id!r}; there are: {', '.join(modules)}")
    return import_module(modules[felt_id]).make(felt_id)


__all__ = ["Felt", "SpotGeometry", "UnknownSpotError", "make_felt"]
