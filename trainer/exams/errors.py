"""The error of everything that exams refuse, with the sentence to show, and the checks that every area makes.

Those are checks of the names of files, of the length of texts that evidence holds, and of the paths of files to write.
"""

from __future__ import annotations

import re
from pathlib import Path

from trainer.texts import Language, Message, say


class RefusedError(Exception):
    """Something cannot be accepted; ``message`` is a sentence that says what and where."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(say(message, Language.EN))


def refused(why: str, **params: object) -> RefusedError:
    """Refusal with the text ``exams.refused.WHY``."""
    return RefusedError(Message(f"exams.refused.{why}", dict(params)))


_FILE_NAME = re.compile(r"[0-9A-Za-z]{1,64}")


def check_file_name(name: str) -> str:
    """Return an id from a file that names another file; raises `RefusedError` if it could leave its folder."""
    if not _FILE_NAME.fullmatch(name):
        raise refused("file-name", name=name[:60])
    return name


def check_length(text: str, most: int) -> None:
    """Raise `RefusedError` if a text that evidence will hold has more letters than that."""
    if len(text) > most:
        raise refused("too-long", text=text[:60], most=most)


def check_output(path: Path, exams: Path) -> Path:
    """Return the path of a file to write; raises `RefusedError` if it lies in the exam folder, where it could replace
    the register or a key."""
    if path.resolve().is_relative_to(exams.resolve()):
        raise refused("output-inside", path=str(path))
    return path
