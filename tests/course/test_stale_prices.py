"""A page prints a price only where the rules say it; `benchmarks/test_course.py` looks at every game."""

from __future__ import annotations

import msgspec
import pytest

from tests.course.stale_prices import stale_prices
from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.texts import Language, Names


@pytest.mark.parametrize(
    ("rulebook", "game"), [("bolivia", "roulette-american"), ("coquimbo", "blackjack"), ("puerto-rico", "big-six")]
)
def test_no_page_keeps_a_price_that_the_rules_changed(rulebook: str, game: str) -> None:
    library = shipped_library()
    rules = load_rules(library, rulebook, game)
    assert [said for language in Language for said in stale_prices(rules, library, language)] == []


def test_a_price_in_a_sentence_is_found() -> None:
    library = shipped_library()
    rules = load_rules(library, "puerto-rico", "big-six")
    fact = msgspec.structs.replace(next(iter(rules.conduct.values())), says=Names("El logo paga 45 a 1.", "45 to 1."))
    told = msgspec.structs.replace(rules, conduct={**rules.conduct, "logo": fact})
    assert len(list(stale_prices(told, library, Language.ES))) == 1
