"""Anki decks with pictures: the felt and the question in front, the answer with its reasons behind."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from html import escape
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo

import genanki

from trainer.school.sheets.plan import Draws, Sheet, answer_of, choices_of, working_of
from trainer.system.private_files import atomic_file
from trainer.texts import Language, say

_MODEL = genanki.Model(
    1_732_904_417,  # fixed for ever: Anki identifies the note type by it
    "Croupier",
    fields=[{"name": "Front"}, {"name": "Back"}],
    templates=[{"name": "Card", "qfmt": "{{Front}}", "afmt": "{{FrontSide}}<hr id=answer>{{Back}}"}],
    css=".card { font-family: sans-serif; font-size: 20px; text-align: left; } img { max-width: 100%; }",
)


def write_deck(sheet: Sheet, draw: Draws, language: Language, path: Path) -> int:
    """Write a package for Anki; returns the number of cards. Cards keep their identity when written again."""
    names = (sheet.rules.info.names, sheet.rules.names, sheet.questions[0].family.name)
    title = "::".join(say(name, language).replace("::", ":") for name in names)
    deck = genanki.Deck(_number(title), title)
    with TemporaryDirectory() as folder:
        pictures = []
        for question in sheet.questions:
            name = f"{hashlib.sha256(str(question.item).encode()).hexdigest()[:16]}.png"
            picture = Path(folder) / name
            picture.write_bytes(draw(question.draft.scene, sheet.rules))
            pictures.append(picture)
            choices = "".join(f"<li>{escape(choice)}</li>" for choice in choices_of(question, language))
            front = f'<img src="{name}"><p>{escape(say(question.draft.prompt, language))}</p>'
            front += f"<ol type=A>{choices}</ol>" if choices else ""
            working = "<br>".join(escape(line) for line in working_of(question, language))
            back = f"<b>{escape(answer_of(sheet, question, language))}</b><br>{working}"
            deck.add_note(genanki.Note(_MODEL, [front, back], guid=genanki.guid_for(str(question.item))))
        _write_package(deck, pictures, Path(folder) / "collection.anki2", path)
    return len(sheet.questions)


def _write_package(deck: genanki.Deck, pictures: Sequence[Path], database: Path, path: Path) -> None:
    """Write the deck and its pictures as one zip file. Dates are omitted, because zip cannot store every date."""
    now = max(time.time(), 0)
    with closing(sqlite3.connect(database)) as connection:
        genanki.Package(deck).write_to_db(connection.cursor(), now, count(int(now * 1000)))
        connection.commit()
    media = {str(number): picture.name for number, picture in enumerate(pictures)}
    with atomic_file(path) as unfinished, ZipFile(unfinished, "w") as package:
        package.writestr(ZipInfo("collection.anki2"), database.read_bytes())
        package.writestr(ZipInfo("media"), json.dumps(media))
        for number, picture in enumerate(pictures):
            package.writestr(ZipInfo(str(number)), picture.read_bytes())


def _number(name: str) -> int:
    """A deck id that depends only on the name."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big") | 1 << 30
