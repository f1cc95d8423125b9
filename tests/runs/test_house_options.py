"""House options, stored with a profile."""

from __future__ import annotations

from trainer.games.rules import load_rules
from trainer.rulebooks import shipped_library
from trainer.runs.house_options import house_options, standing_options, with_house
from trainer.study.settings import Settings

FRENCH = ("baleares", "roulette-french")


def test_only_changed_options_are_stored_for_each_game() -> None:
    one = with_house(Settings(), *FRENCH, {"limit-level": "2"})
    two = with_house(one, "arica", "craps", {"horn": "yes"})
    assert two.houses == {"arica/craps": {"horn": "yes"}, "baleares/roulette-french": {"limit-level": "2"}}
    assert with_house(two, *FRENCH, {}).houses == {"arica/craps": {"horn": "yes"}}


def test_options_that_no_longer_exist_are_ignored() -> None:
    kept = {"limit-level": "2", "gone": "x", "no-choice": "gone", "prison-lock": "from-second-zero"}
    settings = with_house(Settings(), *FRENCH, kept)
    assert house_options(settings, shipped_library(), *FRENCH) == {"limit-level": "2"}
    assert standing_options(load_rules(shipped_library(), *FRENCH), kept) == {"limit-level": "2"}
