"""How what people read is set: the percent sign, quotation marks, and the words of the regulation that has the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import tomli

import trainer
from tests.loops import loop_over
from trainer.rulebooks.library import SHIPPED
from trainer.system import resources
from trainer.texts import Language
from trainer.texts.messages import areas, messages
from trainer.texts.numbers import in_percent

APART = re.compile(r"[\d}] %")  # as Spanish writes it
SYNTAX = re.compile(r"'[^']*'")  # how a rule is written in a file, in either language


def said_in(language: str, data: Any) -> Iterator[str]:
    """Every text of a rulebook file in one language."""
    if isinstance(data, dict):
        if isinstance(data.get(language), str):
            yield data[language]
        for part in data.values():
            yield from said_in(language, part)
    elif isinstance(data, list):
        for part in data:
            yield from said_in(language, part)


def texts_of(path: Path, language: str) -> list[str]:
    return list(said_in(language, tomli.loads(path.read_text(encoding="utf-8"))))


@loop_over("area", areas())
def test_english_messages_set_the_percent_sign_beside_its_figure(area: str) -> None:
    assert [key for key, names in messages(area).items() if APART.search(SYNTAX.sub("", names.en))] == []


def test_english_texts_of_rulebooks_set_the_percent_sign_beside_its_figure() -> None:
    assert [each for path in SHIPPED.rglob("*.toml") for each in texts_of(path, "en") if APART.search(each)] == []


def test_a_percentage_is_written_in_one_place() -> None:
    """Whatever builds one asks `in_percent`, which knows how the language writes it."""
    built = re.compile(r"\}(?: |\\u00a0|\\N\{NO-BREAK SPACE\})?%(?! of \{)")  # a share in a file's own syntax is none
    sources = (path for path in Path(trainer.__file__).parent.rglob("*.py") if path.parent.name != "texts")
    assert [path.name for path in sources if built.search(path.read_text(encoding="utf-8"))] == []
    assert in_percent("97,3", Language.ES) == "97,3\N{NO-BREAK SPACE}%" and in_percent(80, Language.EN) == "80%"


def test_english_lessons_have_curved_quotation_marks() -> None:
    pages = sorted((resources.folder("lessons") / "en").glob("*.md"))
    assert pages and [page.name for page in pages if '"' in page.read_text(encoding="utf-8")] == []


def test_house_ways_name_hands_as_the_regulation_that_has_the_game_does() -> None:
    """Sec. 10.2: *un par*, *tres de una clase*."""
    ways = sorted((SHIPPED / "house-ways" / "pai-gow-poker").glob("*.toml"))
    said = [each for way in ways for each in texts_of(way, "es")] + [names.es for names in messages("prove").values()]
    assert said and [each for each in said if re.search(r"(?i)pareja|trío", each)] == []


@loop_over("area", areas())
def test_spanish_messages_quote_with_angles_and_never_begin_a_line_with_the_percent_sign(area: str) -> None:
    """A straight quote is only for what is written in a file: `game = "…"`."""
    spanish = {key: names.in_language(Language.ES) for key, names in messages(area).items()}
    assert [key for key, said in spanish.items() if re.search(r'(?<!= )"(?=[^\W\d])|[“”]', said)] == []
    assert [key for key, said in spanish.items() if re.search(r"[\d}] ?%(?! of )", said)] == []


def test_spanish_lessons_and_rulebooks_quote_with_angles() -> None:
    lessons = [page.read_text(encoding="utf-8") for page in (resources.folder("lessons") / "es").glob("*.md")]
    rules = [each for path in SHIPPED.rglob("*.toml") for each in texts_of(path, "es")]
    assert lessons and rules and [each[:80] for each in lessons + rules if re.search('["“”]', each)] == []
