"""The work that a guess at a password costs, wherever the program hashes one."""

from __future__ import annotations

from argon2 import extract_parameters

from tests.cheap_passwords import USUAL_COSTS, USUAL_HASH_OF_NOBODY

LEAST_MEMORY_KIB, LEAST_PASSES = 19_456, 2  # OWASP's minimum for Argon2id with one lane


def test_every_password_costs_at_least_what_owasp_asks_for() -> None:
    for what, (memory_kib, passes) in USUAL_COSTS.items():
        assert memory_kib >= LEAST_MEMORY_KIB and passes >= LEAST_PASSES, what


def test_an_unknown_name_takes_as_long_as_a_known_one() -> None:
    of_nobody = extract_parameters(USUAL_HASH_OF_NOBODY)
    assert (of_nobody.memory_cost, of_nobody.time_cost) == USUAL_COSTS["a password of the school"]
