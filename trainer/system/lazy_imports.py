"""Lazy imports: names are imported at the top of a module and loaded when they are first used.

    with lazily():
        from trainer.desk.screens.progress.screen import ProgressScreen

Readers, type checkers and import-linter see a normal import; Python loads the module when `ProgressScreen` is first
called or asked for an attribute. This keeps the start short without imports inside functions. Python's own ``lazy
import`` (3.15) can replace it.

A lazy name may stand for a module, a class or a function. It can be called, its attributes can be read, and it works in
`isinstance`. It cannot be subclassed, caught, matched or used in arithmetic; read constants through their module.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from threading import RLock
from types import TracebackType
from typing import Any

_one_at_a_time = RLock()  # only one block at a time; nothing is loaded inside it


class lazily:  # noqa: N801 - reads as a word
    """Context manager that makes the import statements of the calling module lazy; other threads are not affected."""

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
    ) -> Any:  # the stand-in for what is imported
        """Replacement for ``__import__``; Python takes the names of ``fromlist`` from what it returns."""
        if globals is not self._importing:
            return self._own_import(name, globals, locals, fromlist or (), level)
        if level or (not fromlist and "." in name):
            raise ImportError(f"{name}: lazily only 'import module' and 'from package.module import name'")
        return _Source(name) if fromlist else _Later(lambda: import_module(name))


class _Source:
    """Stands for the module of a ``from`` import; its attributes are lazy names."""

    __slots__ = ("_module",)

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> _Later:
        return _Later(lambda: _found_in(self._module, name))


class _Later:
    """Stands for a module, class or function; the first use loads it and every use is forwarded to it."""

    __slots__ = ("_load", "_real")
    _load: Callable[[], Any]
    _real: Any  # whatever was imported

    def __init__(self, load: Callable[[], Any]) -> None:
        self._load = load

    def __getattr__(self, name: str) -> Any:
        if name == "_real":  # the first use
            self._real = self._load()
            return self._real
        return getattr(self._real, name)

    def __call__(self, *arguments: object, **named: object) -> Any:
        return self._real(*arguments, **named)

    def __instancecheck__(self, thing: object) -> bool:
        return isinstance(thing, self._real)


def _found_in(module: str, name: str) -> Any:
    """The object that ``from module import name`` gives: an attribute, or a submodule."""
    found = import_module(module)
    try:
        return getattr(found, name)
    except AttributeError:
        return import_module(f"{module}.{name}")
