"""Steps of a procedure name the steps they need: no circle, no step that is not there."""

from __future__ import annotations

import msgspec
import pytest

from trainer.games.round_engine import compile_procedure
from trainer.rulebooks import shipped_library
from trainer.rulebooks.consistency import needs_circle, sense_faults
from trainer.rulebooks.schema import Citation, Step
from trainer.texts import Names

_WORDS = Names(es="", en="")


def _steps(**needs: list[str]) -> dict[str, Step]:
    return {name: Step(does=_WORDS, cite=Citation("1"), needs=each) for name, each in needs.items()}


def test_a_circle_is_named_from_one_step_back_to_itself() -> None:
    assert needs_circle(_steps(a=["b"], b=["c"], c=["a"])) == ["a", "b", "c", "a"]
    assert needs_circle(_steps(a=["a"])) == ["a", "a"]
    assert needs_circle(_steps(a=[], b=["a"], c=["a", "b"])) == []


def test_a_need_that_is_no_step_is_a_fault() -> None:
    rules = shipped_library().load_unchecked("arica", "roulette-american")
    broken = msgspec.structs.replace(rules, procedure={**rules.procedure, **_steps(extra=["nothing"])})
    assert [key for key, _ in sense_faults(broken)] == ["procedure.extra.needs"]


@pytest.mark.parametrize("rulebook", shipped_library().rulebooks())
def test_every_step_with_acts_can_be_reached(rulebook: str) -> None:
    library = shipped_library()
    for game in library.games(rulebook):
        rules = library.load_unchecked(rulebook, game)
        done: set[int] = set()
        atoms = compile_procedure(rules)
        for _ in atoms:
            done |= {atom.index for atom in atoms if set(atom.needs) <= done}
        assert len(done) == len(atoms), game
