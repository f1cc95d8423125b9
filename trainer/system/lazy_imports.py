"""Imports that wait: what a module will need later is named at its top and loaded when it is first used.

    with lazily():
        from trainer.desk.progress.screen import ProgressScreen

A reader, a type checker and import-linter see an import like any other; Python loads nothing until `ProgressScreen` is
called or asked for an attribute. So a start is quick, and what is kept off its path still stands where imports stand.
This is the only seam: no import stands inside a function. Python's own ``lazy import`` (3.15) can take its place one
day.

What is named so may be a module, a class or a function: it can be called, its attributes read, and an object be tested
against the class with `isinstance`. It cannot be inherited from, caught, matched or calculated with; a constant is
reached through its module.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from threading import RLock
from types import TracebackType
from typing import Any

_one_at_a_time = RLock()  # nothing is loaded while it is held


class lazily:  # noqa: N801 - reads as a word
    """Within this block the imports of the module it stands in wait; what other threads import is loaded as ever."""

    __slots__ = ("_importing", "_own_import")

    def __enter__(self) -> None:
        _one_at_a_time.acquire()
        self._importing = sys._getframe(1).f_globals
        self._own_import = builtins.__import__
        builtins.__import__ = self._import

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        builtins.__import__ = self._own_import
        _one_at_a_time.release()

    def _import(
        self,
        name: str,
        globals: Mapping[str, object] | None = None,
        locals: Mapping[str, object] | None = None,
        fromlist: Sequence[str] | None = (),
        level: int = 0,
    ) -> Any:  # a stand-in for whatever is imported
        """What Python calls for an import statement; with a ``fromlist`` it then takes those names from the result."""
        if globals is not self._importing:
            return self._own_import(name, globals, locals, fromlist or (), level)
        if level or (not fromlist and "." in name):
            raise ImportError(f"{name}: lazily only 'import module' and 'from package.module import name'")
        return _Source(name) if fromlist else _Later(lambda: import_module(name))


class _Source:
    """A module from which something is imported that waits."""

    __slots__ = ("_module",)

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> _Later:
        return _Later(lambda: _found_in(self._module, name))


class _Later:
    """Stands for a module, a class or a function; the first use loads it, and every use is handed on to it."""

    __slots__ = ("_load", "_real")
    _load: Callable[[], Any]
    _real: Any  # whatever was imported

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load

    def __getattr__(self, name: str) -> Any:
        if name == "_real":  # not there yet: this is the first use
            self._real = self._load()
            return self._real
        return getattr(self._real, name)

    def __call__(self, *arguments: object, **named: object) -> Any:
        return self._real(*arguments, **named)

    def __instancecheck__(self, thing: object) -> bool:
        return isinstance(thing, self._real)


def _found_in(module: str, name: str) -> Any:
    """What ``from module import name`` gives: something in the module, or a module in the package."""
    found = import_module(module)
    try:
        return getattr(found, name)
    except AttributeError:
        return import_module(f"{module}.{name}")
