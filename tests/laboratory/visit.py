"""A damaged school as everybody meets it: the door, ``solve``, ``rulebook check``, what is offered at home."""

from __future__ import annotations

import json
import random
from pathlib import Path

import msgspec

from tests.laboratory.requests import examples
from tests.laboratory.rulebooks import damaged_school
from trainer.games.rules import game_faults, load_rules
from trainer.games.solving import answer_line
from trainer.rulebooks import Library, RulebookError
from trainer.rulebooks.library import SHIPPED
from trainer.runs.offers import Offers
from trainer.texts import Language, say


class Visit(msgspec.Struct):
    """What came of it; whatever raises through these doors raises through `visit`."""

    is_usable: bool
    lines: int  # answered
    unforeseen: int  # faults that only the last net caught
    drills: int  # offered


def visit(folder: Path, seed: int) -> Visit:
    """Write a damaged school and go through every door with it."""
    rulebook, game = damaged_school(folder, random.Random(seed))
    library = Library([SHIPPED, folder], folder / "reports")
    try:
        load_rules(library, rulebook, game)
        faults = []
    except RulebookError as error:
        faults = error.faults
    for fault in faults:
        assert rulebook in fault.file, f"seed {seed}: {fault} blames a file that is not the school's"
        assert all(say(fault.message, language) for language in Language)
    checked = game_faults(library, rulebook, game)
    assert checked if faults else True, f"seed {seed}: the check finds nothing where the door finds {faults}"
    lines = [request for request in examples() if request["game"] == game]
    for number, request in enumerate(lines, 1):
        answer = answer_line(json.dumps({**request, "rulebook": rulebook}).encode(), number, library)
        assert msgspec.json.encode(answer)
        assert "error" in answer or not faults
    offers = Offers(library)
    suggestion = offers.suggestion(offers.regulation(rulebook), None)
    assert suggestion is None or offers.can_ask(suggestion)
    assert game in offers.games(rulebook)
    drills = len(offers.offer(rulebook, game).families) if not faults else 0
    unforeseen = sum(fault.problem.id == "faults.unusable" for fault in faults)
    return Visit(not faults, len(lines), unforeseen, drills)
