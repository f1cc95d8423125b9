"""Every game that is registered has all that its entry names, and nothing is there that no entry names."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.loops import loop_over
from trainer import catalogue
from trainer.catalogue import BY_GAME, DRILLED, ENTRIES, Entry
from trainer.desk.shots.imprints import imprint_for
from trainer.desk.table import make_felt
from trainer.drills import families
from trainer.games import game
from trainer.rulebooks import shipped_library
from trainer.rulebooks.library import GENERAL
from trainer.system import resources
from trainer.texts import Language
from trainer.texts.messages import areas


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.games[0])
def test_all_that_an_entry_names_is_there(entry: Entry) -> None:
    for name in entry.games:
        assert name in game(name).ids
        for module in catalogue.drill_modules(name):
            assert import_module(module).FAMILIES
        for language in Language if entry.drills else ():
            assert (resources.folder("lessons") / language.value / f"{catalogue.lesson_page(name)}.md").is_file()
    for felt in (felt for felts in (*entry.felts.values(), *entry.close_ups.values()) for felt in felts):
        assert make_felt(felt, imprint_for(felt)).id == felt
    assert entry.texts in (*areas(), "") and bool(entry.texts) == bool(entry.drills)


@loop_over("name", DRILLED)
def test_the_drills_of_a_game_speak_from_its_own_texts(name: str) -> None:
    assert BY_GAME[name].texts in {family.area for family in families(name)}


def test_no_game_and_no_felt_is_registered_twice() -> None:
    games = [name for entry in ENTRIES for name in entry.games]
    named = [*(entry.felts for entry in ENTRIES), *(entry.close_ups for entry in ENTRIES)]
    felts = [felt for modules in named for some in modules.values() for felt in some]
    assert len(games) == len(set(games))
    assert len(felts) == len(set(felts)) == len(catalogue.felt_modules())


def test_every_game_a_shipped_rulebook_regulates_and_every_lesson_has_its_entry() -> None:
    library = shipped_library()
    regulated = {name for rulebook in library.rulebooks() for name in library.games(rulebook)}
    assert regulated == set(BY_GAME) - {GENERAL}
    pages = {path.stem for path in (resources.folder("lessons") / "es").glob("*.md")}
    assert pages == {catalogue.lesson_page(name) for name in DRILLED}
