"""The streams of a command made fit for use: some terminals lack one, and many know only some letters."""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import Any, TextIO

from trainer.system.lazy_imports import lazily

with lazily():  # only where a password is asked for
    import getpass

# Signs that are no letters, for terminals that lack them.
_PLAIN = {
    "–": "-", "—": "-", "−": "-", "·": "-", "•": "-", "…": "...", "×": "x", "÷": "/", "½": "1/2", "≤": "<=", "≥": ">=",
    "→": "->", "←": "<-", "↑": "^", "↓": "v", "✓": "+", "✗": "x", "█": "#", "░": ".", "€": "EUR", "¿": "", "¡": "",
    "«": '"', "»": '"', "“": '"', "”": '"', "‘": "'", "’": "'", "♠": "S", "♥": "H", "♦": "D", "♣": "C",
}  # fmt: skip
_REPLACEMENT = "plainly"  # the name under which the codecs know it
# What shows nothing and acts on what is shown: escapes of a terminal, breaks, marks that turn the writing round.
_ACTING = (*range(0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
_SHOWN = {letter: "·" for letter in _ACTING if chr(letter) not in "\n\r\t"}
_ESCAPED = {letter: f"\\u{letter:04x}" for letter in _SHOWN}


class Terminal:
    """A stream on which letters only show: a name, whoever wrote it, moves no cursor and colours no line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(text.translate(_SHOWN))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
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


def prepare_streams() -> None:
    """Give every command something to write to: a stream that is closed leads nowhere, and no letter stops any or
    does anything but show."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - lives as long as we do
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            codecs.register_error(
                _REPLACEMENT, replace_unencodable
            )  # in every alphabet: the name of a file may be no text at all
            stream.reconfigure(
                encoding=stream.encoding if _can_replace(stream.encoding) else "ascii", errors=_REPLACEMENT
            )
        if not isinstance(stream, Terminal):
            setattr(sys, name, Terminal(stream))


def _can_replace(name: str) -> bool:
    """Whether letters can be left out of it; of some codecs that are no alphabet, as ``idna``, they cannot."""
    try:
        return bool("¿?".encode(name, _REPLACEMENT))
    except (UnicodeError, LookupError):
        return False


def print_json(encoded: bytes) -> None:
    """A line of JSON to standard output: what the terminal cannot show is escaped, so that it stays exact."""
    written = encoded.decode().translate(_ESCAPED)
    if not written.isascii() and not _is_unicode(sys.stdout):
        units = written.encode("utf-16-be")
        codes = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
        written = "".join(chr(code) if code < 128 else f"\\u{code:04x}" for code in codes)
    print(written, flush=True)


def discard_output(stream: TextIO) -> None:
    """Nothing can be written there any more: let what is left in it go nowhere, or Python fails on it at the end."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError, AttributeError):  # a stream without a file behind it
        return


def print_stderr(sentence: str) -> None:
    """A sentence on standard error, if it can be written there."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        discard_output(sys.stderr)


def _is_unicode(stream: object) -> bool:
    return str(getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").startswith("utf")


def read_secret(prompt: str) -> str:
    """What is typed, without showing it, or a line of what is piped in; nothing if the input has ended or was never
    open."""
    try:
        if sys.stdin is not None and sys.stdin.isatty():
            return getpass.getpass(prompt)
        print(prompt, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip() if sys.stdin is not None else ""
    except (EOFError, OSError, UnicodeDecodeError, ValueError):
        return ""
