"""The one way to write what is signed, against the reference."""

from __future__ import annotations

from typing import Any

import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st

from trainer.exams.canonical import canonical, read_canonical

WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
FIGURES = st.integers(-(2**53) + 1, 2**53 - 1)
VALUES = st.recursive(
    st.none() | st.booleans() | FIGURES | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=40, deadline=None)
@given(VALUES)
def test_it_is_what_the_reference_writes(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)
    assert read_canonical(canonical(value)) == value


def test_control_signs_and_orders_that_readers_disagree_about() -> None:
    every = {"".join(map(chr, range(128))): 1, "\ufb33": 2, "\U0001f600": 3, "é": 4}
    assert canonical(every) == rfc8785.dumps(every)
    assert canonical(list(every)) == rfc8785.dumps(list(every))
