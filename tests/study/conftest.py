"""A store and the clock it asks."""

from tests.records.conftest import clock, path, store

__all__ = ["clock", "path", "store"]
