"""Standard streams made safe: closed streams, terminals with few characters, and control characters in texts.

JSON is printed and a password is read without being shown.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
import unicodedata
from typing import Any, TextIO

from trainer.system.lazy_imports import lazily

with lazily():  # only needed to ask for a password
    import getpass

# ASCII substitutes for signs.
_PLAIN = {
    "–": "-", "—": "-", "−": "-", "·": "-", "•": "-", "…": "...", "×": "x", "÷": "/", "½": "1/2", "≤": "<=", "≥": ">=",
    "→": "->", "←": "<-", "↑": "^", "↓": "v", "✓": "+", "✗": "x", "█": "#", "░": ".", "€": "EUR", "¿": "", "¡": "",
    "«": '"', "»": '"', "“": '"', "”": '"', "‘": "'", "’": "'", "♠": "S", "♥": "H", "♦": "D", "♣": "C",
}  # fmt: skip
_REPLACEMENT = "ascii-substitute"  # registered name of the codec error handler
# Control characters: terminal escapes, line separators, marks that change the writing direction.
_CONTROL = (*range(0x20), *range(0x7F, 0xA0), 0x061C, 0x200E, 0x200F, *range(0x2028, 0x202F), *range(0x2066, 0x206A))
_DOT_FOR_CONTROL = {letter: "·" for letter in _CONTROL if chr(letter) not in "\n\r\t"}
_JSON_ESCAPES = {letter: f"\\u{letter:04x}" for letter in _DOT_FOR_CONTROL}


class Terminal:
    """Stream wrapper that replaces control characters, so that a name cannot move the cursor or colour a line."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        return self._stream.write(text.translate(_DOT_FOR_CONTROL))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def replace_unencodable(error: UnicodeError) -> tuple[str, int]:
    """Codec error handler: write a letter without its accent, or an ASCII substitute for a sign."""
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
    """Make standard output and error usable: open closed ones, replace unencodable characters, filter control
    characters."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - stays open until exit
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            codecs.register_error(_REPLACEMENT, replace_unencodable)  # UTF-8 needs it too: file names may be invalid
            stream.reconfigure(encoding=output_encoding(stream.encoding, stream.isatty(), os.name), errors=_REPLACEMENT)
            if not stream.isatty():  # a program reads the same bytes on every system, also from Windows
                stream.reconfigure(newline="\n")
        if not isinstance(stream, Terminal):
            setattr(sys, name, Terminal(stream))
    if os.name == "nt" and isinstance(sys.stdin, io.TextIOWrapper) and not sys.stdin.isatty():
        sys.stdin.reconfigure(encoding="utf-8")


def output_encoding(encoding: str, is_terminal: bool, system: str) -> str:
    """Encoding to write with: the stream's own, but UTF-8 into files and pipes on Windows, whose own is cp1252.

    >>> output_encoding("cp1252", is_terminal=False, system="nt")
    'utf-8'
    """
    if system == "nt" and not is_terminal:
        return "utf-8"
    return encoding if _can_replace(encoding) else "ascii"


def _can_replace(name: str) -> bool:
    """Whether the codec works with the error handler; some, such as ``idna``, do not."""
    try:
        return bool("¿?".encode(name, _REPLACEMENT))
    except (UnicodeError, LookupError):
        return False


def print_json(encoded: bytes) -> None:
    """Print a line of JSON; characters the terminal cannot show are escaped, so that the JSON stays exact."""
    written = encoded.decode().translate(_JSON_ESCAPES)
    if not written.isascii() and not _is_unicode(sys.stdout):
        units = written.encode("utf-16-be")
        codes = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
        written = "".join(chr(code) if code < 128 else f"\\u{code:04x}" for code in codes)
    print(written, flush=True)


def discard_output(stream: TextIO) -> None:
    """Redirect a broken stream to nowhere, so that Python does not fail when it flushes it at exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError, AttributeError):  # a stream without a file descriptor
        return


def print_stderr(sentence: str) -> None:
    """Print a sentence on standard error, if possible."""
    try:
        print(sentence, file=sys.stderr, flush=True)
    except OSError:
        discard_output(sys.stderr)


def _is_unicode(stream: object) -> bool:
    return str(getattr(stream, "encoding", None) or "utf-8").lower().replace("-", "").startswith("utf")


def is_terminal() -> bool:
    """Whether a person types at a terminal; otherwise the input is piped."""
    return sys.stdin is not None and sys.stdin.isatty()


def read_secret(prompt: str) -> str:
    """Read a secret without echo from a terminal, or a line of piped input; empty at the end of input."""
    try:
        if is_terminal():
            return getpass.getpass(prompt)
        print(prompt, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip() if sys.stdin is not None else ""
    except (EOFError, OSError, UnicodeDecodeError, ValueError):
        return ""
