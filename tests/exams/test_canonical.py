"""Canonical JSON compared with the reference implementation."""

from __future__ import annotations

import random
from typing import Any

import pytest
import rfc8785

from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.errors import RefusedError

LETTERS = 'aZ09 "\\\b\f\n\r\t\x00\x1f\x7féñ\u2028\ufb33\U0001f600'


def made(source: random.Random, depth: int = 0) -> Any:
    """A random value that may be signed."""
    word = "".join(source.choices(LETTERS, k=source.randrange(5)))
    kinds: list[Any] = [None, True, False, word, source.randrange(-(2**53) + 1, 2**53)]
    if depth < 4:
        kinds.append([made(source, depth + 1) for _ in range(source.randrange(4))])
        keys = ["".join(source.choices(LETTERS, k=source.randrange(1, 4))) for _ in range(source.randrange(5))]
        kinds.append({key: made(source, depth + 1) for key in keys})
    return source.choice(kinds[-2:] if depth == 0 else kinds)


def test_it_is_what_the_reference_writes() -> None:
    source = random.Random(8785)
    for _ in range(500):
        value = made(source)
        assert canonical(value) == rfc8785.dumps(value)
        assert read_canonical(canonical(value)) == value


def test_control_signs_and_orders_that_readers_disagree_about() -> None:
    every = {"".join(map(chr, range(128))): 1, "\ufb33": 2, "\U0001f600": 3, "é": 4}
    assert canonical(every) == rfc8785.dumps(every)
    assert canonical(list(every)) == rfc8785.dumps(list(every))


@pytest.mark.parametrize("value", ["a\udcffb", {"\udcff": "a"}, {"a": ["\ud800"]}])
def test_a_text_that_is_not_unicode_is_refused_with_a_sentence(value: object) -> None:
    """A seat or a reason typed in another encoding ended the program with a fault."""
    with pytest.raises(RefusedError):
        canonical(value)
