"""Loops in the place of parameters that add no name worth reading.

A parametrized test costs some milliseconds for each set of parameters, whatever it does. `loop_over` runs them all in
one test and reports every set that failed.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import pytest

Test = Callable[..., None]
_FAILURES = (Exception, pytest.fail.Exception)


def loop_over(names: str | Sequence[str], values: Iterable[Any], **_ids: object) -> Callable[[Test], Test]:
    """Like ``pytest.mark.parametrize``, but as one test. Only for tests whose fixtures can be used again and again."""
    keys = [name.strip() for name in names.split(",")] if isinstance(names, str) else list(names)
    sets = [dict(zip(keys, value if len(keys) > 1 else (value,), strict=True)) for value in values]

    def decorate(test: Test) -> Test:
        signature = inspect.signature(test)

        @functools.wraps(test)
        def loop(**fixtures: object) -> None:
            failures: list[BaseException] = []
            for given in sets:
                try:
                    test(**fixtures, **given)
                except _FAILURES as error:
                    error.add_note(f"with {', '.join(f'{name}={value!r}'[:100] for name, value in given.items())}")
                    failures.append(error)
            if len(failures) == 1:
                raise failures[0]
            if failures:
                raise BaseExceptionGroup(f"{len(failures)} of {len(sets)} failed", failures)

        rest = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        loop.__signature__ = signature.replace(parameters=rest)  # type: ignore[attr-defined]
        return loop

    return decorate
