"""Skills, tables and mistakes in words, for boards and spreadsheets. They contain no internal id, whatever a laptop
sent."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache

from trainer import drills
from trainer.games.rules import load_rules
from trainer.rulebooks import RulebookError, shipped_library
from trainer.texts import Language, Names, say, text

_MOST_TABLES = 500  # remembered; laptops may send invented ones


def skill_name(skill: str, language: Language) -> str:
    """A skill by the name of its drill."""
    family, _, place = skill.partition(" ")
    family = family.partition("~")[0]  # totals of earlier versions name the drill's revision
    game = place.partition("/")[2].partition(":")[0]
    try:
        return say(drills.family(game, family).name, language)
    except (KeyError, ImportError):
        return text("school.skill.unknown", language)


def skill_names(skills: Collection[str], language: Language) -> dict[str, str]:
    """Skills that are shown together in words that tell them apart: with the game if there are several, and with the
    regulation if there are several."""
    places = {skill: skill.partition(" ")[2] for skill in skills}
    games = {skill: game_name(place, language) for skill, place in places.items()}
    regulations = {skill: regulation_name(place, language) for skill, place in places.items()}
    parts = [names for names in (games, regulations) if len(set(names.values())) > 1]
    return {skill: " · ".join([skill_name(skill, language), *(names[skill] for names in parts)]) for skill in places}


def game_name(place: str, language: Language) -> str:
    """The game of a table such as ``baleares/roulette-french``."""
    return _table_names(place)[0].in_language(language)


def regulation_name(place: str, language: Language) -> str:
    """The regulation of a table; one that is not shipped with this version by the words of its folder's name."""
    return _table_names(place)[1].in_language(language)


@lru_cache(_MOST_TABLES)
def _table_names(place: str) -> tuple[Names, Names]:
    """Game and regulation of a table. A house's files may be on other machines; its game is then named as in the
    regulations that come with the program."""
    library = shipped_library()
    rulebook, _, table = place.partition("/")
    folder = " ".join(rulebook.replace("-", " ").replace("_", " ").split())
    unknown = Names(*(folder[:1].upper() + folder[1:],) * 2)
    game, _, variant = table.partition(":")
    for book, version in ((rulebook, variant), *((book, "") for book in library.rulebooks())):
        try:
            names = load_rules(library, book, game, version).names
        except (RulebookError, KeyError):
            continue
        return names, library.book(book).names if book == rulebook else unknown
    return Names(*(text("school.skill.unknown-game", language) for language in (Language.ES, Language.EN))), unknown


def mistake_name(mistake: str, language: Language) -> str:
    """A mistake in words; empty for none."""
    try:
        return text(mistake, language) if mistake else ""
    except KeyError:
        return text("school.skill.unknown-mistake", language)
