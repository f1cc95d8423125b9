"""The streams of a command made fit for use: some terminals lack one, and many know only some letters."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import TextIO

# Signs that are no letters, for terminals that lack them.
_PLAIN = {
    "–": "-", "—": "-", "−": "-", "·": "-", "•": "-", "…": "...", "×": "x", "÷": "/", "½": "1/2", "≤": "<=", "≥": ">=",
    "→": "->", "←": "<-", "↑": "^", "↓": "v", "✓": "+", "✗": "x", "█": "#", "░": ".", "€": "EUR", "¿": "", "¡": "",
    "«": '"', "»": '"', "“": '"', "”": '"', "‘": "'", "’": "'", "♠": "S", "♥": "H", "♦": "D", "♣": "C",
}  # fmt: skip
_PLAINLY = "plainly"  # the name under which the codecs know it


def plainly(error: UnicodeError) -> tuple[str, int]:
    """What a stream writes in place of letters it does not know: the letter without its accent, a plain sign."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    written = "".join(_plain(letter) for letter in error.object[error.start : error.end])
    return written, error.end


def _plain(letter: str) -> str:
    if letter in _PLAIN:
        return _PLAIN[letter]
    bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if part.isascii())
    return bare or "?"


def make_ready() -> None:
    """Give every command something to write to: a stream that is closed leads nowhere, and no letter stops any."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - lives as long as we do
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and not _knows_every_letter(stream):
            codecs.register_error(_PLAINLY, plainly)
            stream.reconfigure(errors=_PLAINLY)


def print_json(encoded: bytes) -> None:
    """A line of JSON to standard output: what the terminal cannot show is escaped, so that it stays exact."""
    written = encoded.decode()
    if not written.isascii() and not _knows_every_letter(sys.stdout):
        units = written.encode("utf-16-be")
        codes = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
        written = "".join(chr(code) if code < 128 else f"\\u{code:04x}" for code in codes)
    print(written, flush=True)


def give_up(stream: TextIO) -> None:
    """Nothing can be written there any more: let what is left in it go nowhere, or Python fails on it at the end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError, AttributeError):  # a stream without a file behind it
        return


def tell(sentence: str) -> None:
    """A sentence on standard error, if it can be written there."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        give_up(sys.stderr)


def _knows_every_letter(stream: object) -> bool:
    return str(getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").startswith("utf")
